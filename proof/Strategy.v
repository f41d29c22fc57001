(** * The checker of sections "strategy"

    In a section "strategy" the side reaches its goal by the moves listed. *)

Require Import NArith List Bool Lia Arith.
From Noughts Require Import Game Sets Lines Weak Potential Play Transfer.
From Noughts Require Import Symmetry Format Places.
Import ListNotations.

(** ** The checker

    What depends on the game alone is computed once. *)

Record board := Board {
  lines_of : list N;
  cells_of : list N;
  lines_through : list (N * list N);  (* each cell with the lines through it *)
  full_of : N;
  k_of : N;
  symmetries_of : list symmetry
}.

Definition board_of (g : game) (symmetric : bool) : board :=
  let all := lines g in
  Board all (all_cells g)
    (map (fun c => (c, filter (fun line => N.testbit line c) all)) (all_cells g))
    (full g) (N.of_nat (in_a_row g))
    (if symmetric then filter (symmetry_test g) (symmetries g) else []).

Section Checker.

Context (b : board) (s : side) (to : goal).

Definition free_on (p : position) : N := N.ldiff (full_of b) (taken p).

Definition is_over (p : position) : bool :=
  has_line_of (lines_of b) (x_stones p) || has_line_of (lines_of b) (o_stones p)
    || N.eqb (free_on p) 0.

Definition ends_well (p : position) : bool :=
  match to with
  | ToWin => has_line_of (lines_of b) (stones s p) && negb
    (has_line_of (lines_of b) (stones (other s) p))
  | NotToLose => negb (has_line_of (lines_of b) (stones (other s) p))
  end.

Definition at_place (t : side) (place : N * N) : position := Position (fst place) (snd place) t.

Definition place_at (p : position) : N * N := least (symmetries_of b) (x_stones p, o_stones p).

(** A position with the opponent to move, the places that his moves lead to, and whether one of them
    ends badly. *)
Record turn := Turn { turn_place : N * N; leads : list (N * N); badly : bool }.

(** After a move in a position that is not over: only the side that has moved may have a line, and
    one through the cell. *)
Definition is_over_after (p : position) (through : list N) (q : position) : bool :=
  has_line_of through (stones (mover p) q) || N.eqb (free_on q) 0.

Definition follow_move (p : position) (free : N) (sofar : list (N * N) * bool) (cell : N * list N)
  : list (N * N) * bool :=
  let (c, through) := cell in
  if N.testbit free c then
    let q := play p c in
    if is_over_after p through q then (fst sofar, snd sofar || negb (ends_well q))
    else (place_at q :: fst sofar, snd sofar)
  else sofar.

Definition turn_at (place : N * N) : turn :=
  let p := at_place (other s) place in
  let found := if is_over p then ([], true) else fold_left (follow_move p (free_on p))
    (lines_through b) ([], false) in
  Turn place (fst found) (snd found).

(** ours: places reached with the side to move, and whether they are answered. theirs: those with
    the opponent to move. pending: those of them that may still be closed by an entry. *)
Record state := State { ours : places bool; theirs : places unit; pending : list turn }.

Definition reach (map : places bool) (place : N * N) : places bool :=
  match Map.find place map with Some _ => map | None => Map.add place false map end.

Definition reach_turn (st : state) (place : N * N) : state :=
  match Map.find place (theirs st) with
  | Some _ => st
  | None => State (ours st) (Map.add place tt (theirs st)) (turn_at place :: pending st)
  end.

Definition flush (st : state) : option state :=
  if existsb badly (pending st) then None
  else Some (State (fold_left (fun map t => fold_left reach (leads t) map) (pending st) (ours st))
    (theirs st) []).

Definition closes (p : position) (maker_to_move : bool) (pairs : list (N * N)) : bool :=
  let free := free_on p in
  match to with
  | ToWin => false
  | NotToLose => N.eqb (N.land (x_stones p) (o_stones p)) 0 &&
      leaf (k_of b) (cells_of b) maker_to_move free pairs
        (needs_in (lines_of b) (stones (other s) p) free)
  end.

Definition close_entry (p : position) (maker_to_move : bool) (what : argument) : bool :=
  match what with
  | Pairs pairs => closes p maker_to_move pairs
  | Potential => closes p maker_to_move []
  | _ => false
  end.

Fixpoint make_moves (p : position) (moves : list N) (st : state) : option state :=
  match moves with
  | [] => Some st
  | c :: moves =>
      if N.testbit (free_on p) c then
        let q := play p c in
        if is_over q then if ends_well q then make_moves p moves st else None
        else make_moves p moves (reach_turn st (place_at q))
      else None
  end.

Definition is_pending (place : N * N) (st : state) : bool :=
  existsb (fun t => same_place place (turn_place t)) (pending st).

Definition answered (place : N * N) (st : state) : state :=
  State (Map.add place true (ours st)) (theirs st) (pending st).

Definition follow (st : state) (e : entry) : fault + state :=
  if is_pending (place e) st then
    if close_entry (at_place (other s) (place e)) true (what e)
    then inr (State (ours st) (theirs st) (filter
      (fun t => negb (same_place (place e) (turn_place t))) (pending st)))
    else inl WrongArgument
  else match flush st with
  | None => inl EndsBadly
  | Some st =>
      match Map.find (place e) (ours st) with
      | Some false =>
          let p := at_place s (place e) in
          match what e with
          | Moves (c :: moves) => if is_over p then inl GameOver else
              match make_moves p (c :: moves) st with Some st => inr (answered (place e) st)
                | None => inl WrongMove end
          | what => if close_entry p false what then inr (answered (place e) st)
            else inl WrongArgument
          end
      | _ => inl NotReached
      end
  end.

Definition wins_at_once (place : N * N) : bool :=
  let p := at_place s place in
  negb (is_over p) && existsb (fun c => N.testbit (free_on p) c && (let q := play p c in
    has_line_of (lines_of b) (stones s q) && ends_well q)) (cells_of b).

Definition finish (st : state) : option fault :=
  match flush st with
  | None => Some EndsBadly
  | Some st =>
      if all_of (fun place answered => if answered : bool then true else wins_at_once place)
        (ours st)
      then None else Some NoAnswer
  end.

Definition begin (p : position) : option state :=
  if is_over p then if ends_well p then Some (State (Map.empty bool) (Map.empty unit) []) else None
  else match mover p, s with
  | Cross, Cross | Nought, Nought =>
    Some (State (Map.add (place_at p) false (Map.empty bool)) (Map.empty unit) [])
  | _, _ => Some (reach_turn (State (Map.empty bool) (Map.empty unit) []) (place_at p))
  end.

Definition check_strategy (p : position) (entries : list (unit -> entry)) : result unit :=
  match begin p with
  | None => Faulty 0 EndsBadly
  | Some st => follow_all follow finish entries 0 st
  end.

End Checker.

(** ** What it shows *)

Section Correct.

Context (g : game) (Hk : 1 <= in_a_row g) (symmetric : bool) (s : side) (to : goal).

Notation b := (board_of g symmetric).

Definition well (p : position) : Prop :=
  match to with ToWin => won_by g s p | NotToLose => ~ has_line g (stones (other s) p) end.

Notation F := (forces g s well).

Lemma reaches_forces p : reaches g s to p <-> F p.
Proof. unfold reaches, well, wins, never_loses. destruct to; tauto. Qed.

Lemma is_over_spec p : is_over b p = true <-> over g p.
Proof. now apply overb_spec. Qed.

Lemma is_over_false p : is_over b p = false <-> ~ over g p.
Proof. rewrite <- is_over_spec. now rewrite not_true_iff_false. Qed.

Lemma free_on_spec p c : N.testbit (free_on b p) c = true <-> free g p c.
Proof. apply has_free_cells. Qed.

Lemma line_test m : has_line_of (lines_of b) m = true <-> has_line g m.
Proof. now apply has_lineb_spec. Qed.

Lemma ends_well_spec p : ends_well b s to p = true <-> well p.
Proof.
  unfold ends_well, well, won_by. destruct to; rewrite ?andb_true_iff, negb_true_iff,
    <- not_true_iff_false,
    !line_test; tauto.
Qed.

(** Two positions with the same stones and the same side to move, up to a symmetry of the board. *)
Definition stands_for (q p : position) : Prop := (F q -> F p) /\ count_free g q <= count_free g p.

Lemma well_moved y : symmetry_test g y = true -> forall p q, moved_to g y p q -> well q -> well p.
Proof.
  intros Hy p q [_ H]. unfold well, won_by.
  pose proof (fun t => has_line_image g y Hy Hk (stones t p) (stones t q) (H t)) as Hl.
  destruct to; rewrite !Hl; tauto.
Qed.

Lemma place_stands p : stands_for (at_place (mover p) (place_at b p)) p.
Proof.
  unfold place_at. destruct (least_cases (symmetries_of b) (x_stones p, o_stones p)) as
    [E | (y & Hy & E)]; rewrite E.
  - destruct p. now split.
  - assert (Ht : symmetry_test g y = true).
    { simpl in Hy. destruct symmetric; [now apply filter_In in Hy | destruct Hy]. }
    change (stands_for (image_of y p) p). split.
    + intros H. apply (forces_moved g y Ht Hk s well (well_moved y Ht)) with (1 := H).
      now apply moved_image.
    + now apply count_image.
Qed.

(** ** The invariant *)

Definition reached (st : state) (q : position) : Prop :=
  (exists place v, Map.find place (ours st) = Some v /\ q = at_place s place) \/
  (exists place v, Map.find place (theirs st) = Some v /\ q = at_place (other s) place).

Definition good (st : state) (p : position) : Prop :=
  (forall q, reached st q -> count_free g q < count_free g p -> F q) -> F p.

Definition more (st st' : state) : Prop := forall q, reached st q -> reached st' q.

Definition invariant (st : state) : Prop :=
  (forall place, Map.find place (ours st) = Some true -> good st (at_place s place)) /\
  (forall place v, Map.find place (theirs st) = Some v ->
    In (turn_at b s to place) (pending st) \/ good st (at_place (other s) place)) /\
  (forall t, In t (pending st) -> t = turn_at b s to (turn_place t)).

Lemma good_more st st' p : more st st' -> good st p -> good st' p.
Proof. intros H Hg Hq. apply Hg. intros q Hr. apply Hq. now apply H. Qed.

Lemma more_refl st : more st st.
Proof. now intros q. Qed.

Lemma more_trans a c d : more a c -> more c d -> more a d.
Proof. unfold more. auto. Qed.

Lemma ours_more st map : (forall place v, Map.find place (ours st) = Some v ->
  exists w, Map.find place map = Some w) ->
  forall list, more st (State map (theirs st) list).
Proof.
  intros H list q [(pl & v & Hf & ->) | Hq]; [| now right]. left. destruct (H _ _ Hf) as (w & Hw).
  now exists pl, w.
Qed.

Lemma reach_find map place other v : Map.find other (reach map place) = Some v <->
  Map.find other map = Some v \/ (other = place /\ v = false /\ Map.find place map = None).
Proof.
  unfold reach. destruct (Map.find place map) eqn:E.
  - split; [auto | intros [|[_ [_ H]]]; congruence].
  - rewrite find_add_iff. split.
    + intros [[<- <-] | [_ H]]; auto.
    + intros [H | (-> & -> & _)]; [right | left]; auto. split; trivial. congruence.
Qed.

Lemma reach_all_find list : forall map other v, Map.find other
  (fold_left reach list map) = Some v ->
  Map.find other map = Some v \/ v = false.
Proof.
  induction list as [| a list IH]; intros map other v H; simpl in H; auto.
  apply IH in H. destruct H as [H | H]; auto. apply reach_find in H. tauto.
Qed.

Lemma reach_all_keeps list : forall map other v, Map.find other map = Some v ->
  Map.find other (fold_left reach list map) = Some v.
Proof. induction list as [| a list IH]; intros map other v H; simpl; auto. apply IH, reach_find.
auto. Qed.

Lemma reach_all_in list : forall map other, In other list -> exists v,
  Map.find other (fold_left reach list map) = Some v.
Proof.
  induction list as [| a list IH]; intros map other H; [destruct H |]. simpl.
  destruct H as [-> | H]; [| now apply IH].
  destruct (Map.find other map) as [v |] eqn:E.
  - exists v. apply reach_all_keeps, reach_find. auto.
  - exists false. apply reach_all_keeps, reach_find. auto.
Qed.

Definition reach_turns (turns : list turn) (map : places bool) : places bool :=
  fold_left (fun map t => fold_left reach (leads t) map) turns map.

Lemma reach_turns_find turns : forall map other v,
  Map.find other (reach_turns turns map) = Some v ->
  Map.find other map = Some v \/ v = false.
Proof.
  induction turns as [| t turns IH]; intros map other v H; simpl in H; auto.
  apply IH in H. destruct H as [H | H]; auto. now apply reach_all_find in H.
Qed.

Lemma reach_turns_keeps turns : forall map other v, Map.find other map = Some v ->
  Map.find other (reach_turns turns map) = Some v.
Proof. induction turns as [| t turns IH]; intros map other v H; simpl; auto. apply IH.
now apply reach_all_keeps. Qed.

Lemma reach_turns_in turns : forall map t other, In t turns -> In other (leads t) ->
  exists v, Map.find other (reach_turns turns map) = Some v.
Proof.
  induction turns as [| a turns IH]; intros map t other Ht Hl; [destruct Ht |]. simpl.
  destruct Ht as [-> | Ht].
  - destruct (reach_all_in (leads t) map other Hl) as (v & Hv). exists v.
    now apply reach_turns_keeps.
  - now apply (IH _ t).
Qed.

(** What a turn lists. *)
Lemma in_lines_through cell : In cell (lines_through b) ->
  snd cell = filter (fun line => N.testbit line (fst cell)) (lines g).
Proof. simpl. rewrite in_map_iff. now intros (c & <- & _). Qed.

Lemma is_over_after_spec p c : ~ over g p ->
  is_over_after b p (filter (fun line => N.testbit line c) (lines g)) (play p c) = true <->
    over g (play p c).
Proof.
  intros Ho.
  assert (Hline : has_line_of (filter (fun line => N.testbit line c) (lines g))
    (stones (mover p) (play p c)) = true
      <-> has_line g (stones (mover p) (play p c))).
  { rewrite has_line_spec by assumption. unfold has_line_of. rewrite existsb_exists. split.
    - intros (line & Hl & Hs). apply filter_In in Hl. exists line.
      split; [tauto | now apply subset_spec].
    - intros (line & Hl & Hs). exists line. split; [| now apply subset_spec].
      apply filter_In. split; trivial. destruct (N.testbit line c) eqn:E; trivial. exfalso.
      apply (not_over_no_line g (mover p) p Ho). apply has_line_spec; trivial. exists line.
      split; trivial.
      intros d Hd. specialize (Hs d Hd). rewrite play_own, has_setbit in Hs by reflexivity.
      destruct Hs as [<- | Hs]; trivial. unfold has in Hd. congruence. }
  assert (Hother : ~ has_line g (stones (other (mover p)) (play p c))).
  { rewrite play_other by (now rewrite other_other). now apply not_over_no_line. }
  unfold is_over_after. rewrite orb_true_iff, Hline, empty_spec.
  assert (Hfull : (forall d, ~ has (free_on b (play p c)) d) <-> forall d, ~ free g (play p c) d).
  { split; intros H d Hd; apply (H d); now apply free_on_spec. }
  rewrite Hfull. unfold over. destruct (mover p); simpl in *; tauto.
Qed.

Lemma follow_move_spec p sofar cell : ~ over g p -> In cell (lines_through b) ->
  snd (follow_move b s to p (free_on b p) sofar cell) = false ->
  snd sofar = false /\ (forall pl, In pl (fst sofar) ->
    In pl (fst (follow_move b s to p (free_on b p) sofar cell))) /\
  (free g p (fst cell) -> (over g (play p (fst cell)) /\ well (play p (fst cell))) \/
    In (place_at b (play p (fst cell))) (fst (follow_move b s to p (free_on b p) sofar cell))).
Proof.
  intros Ho Hin. apply in_lines_through in Hin. destruct cell as (c, through). simpl in Hin.
  subst through.
  unfold follow_move, fst at 4 5 6. destruct (N.testbit (free_on b p) c) eqn:Ea.
  - destruct (is_over_after b p (filter (fun line => N.testbit line c) (lines g)) (play p c))
      eqn:Eo; simpl; intros H.
    + apply orb_false_iff in H. destruct H as [H Hw]. apply negb_false_iff, ends_well_spec in Hw.
      apply (is_over_after_spec p c Ho) in Eo. tauto.
    + repeat split; auto.
  - intros H. repeat split; auto. intros Hf. simpl in Hf. apply free_on_spec in Hf. congruence.
Qed.

Lemma follow_moves_spec p list : ~ over g p -> (forall cell, In cell list ->
  In cell (lines_through b)) -> forall sofar,
  snd (fold_left (follow_move b s to p (free_on b p)) list sofar) = false ->
  snd sofar = false /\
  (forall pl, In pl (fst sofar) -> In pl (fst (fold_left
    (follow_move b s to p (free_on b p)) list sofar))) /\
  forall cell, In cell list -> free g p (fst cell) ->
    (over g (play p (fst cell)) /\ well (play p (fst cell))) \/
    In (place_at b (play p (fst cell))) (fst (fold_left
      (follow_move b s to p (free_on b p)) list sofar)).
Proof.
  intros Ho. induction list as [| a list IH]; intros Hall sofar Hf; cbn [fold_left] in *;
    [firstorder |].
  destruct (IH (fun cell H => Hall cell (or_intror H)) _ Hf) as (H1 & H2 & H3).
  destruct (follow_move_spec p sofar a Ho (Hall a (or_introl eq_refl)) H1) as (H4 & H5 & H6).
  repeat split; auto. intros cell [<- | Hc] Hfree; auto. destruct (H6 Hfree); auto.
Qed.

Lemma turn_spec pl : let p := at_place (other s) pl in badly (turn_at b s to pl) = false ->
  ~ over g p /\
  forall c, free g p c -> (over g (play p c) /\ well (play p c)) \/
    In (place_at b (play p c)) (leads (turn_at b s to pl)).
Proof.
  unfold turn_at. destruct (is_over b (at_place (other s) pl)) eqn:Eo; [discriminate |].
  apply is_over_false in Eo.
  cbn [leads badly]. intros H. split; trivial. intros c Hc.
  destruct (follow_moves_spec _ _ Eo (fun cell H => H) _ H) as (_ & _ & H3).
  apply (H3 (c, filter (fun line => N.testbit line c) (lines g))); trivial.
  simpl. apply in_map_iff. exists c. split; trivial. apply in_all_cells. apply Hc.
Qed.

(** A turn whose leads are reached is good. *)
Lemma turn_good st pl : badly (turn_at b s to pl) = false ->
  (forall lead, In lead (leads (turn_at b s to pl)) ->
    exists v, Map.find lead (ours st) = Some v) ->
  good st (at_place (other s) pl).
Proof.
  intros Hb Hl Hq. destruct (turn_spec pl Hb) as [Ho Hc]. apply every_move; trivial. intros c Hf.
  destruct (Hc c Hf) as [[Hov Hw] | Hin]; [now apply ended |].
  pose proof (place_stands (play (at_place (other s) pl) c)) as [HF Hcount].
  rewrite play_mover in HF, Hcount.
  simpl mover in HF, Hcount. rewrite other_other in HF, Hcount. apply HF, Hq.
  - left. destruct (Hl _ Hin) as (v & Hv). eauto.
  - pose proof (count_play g _ c Hf). lia.
Qed.

Lemma flush_invariant st st' : invariant st -> flush st = Some st' ->
  invariant st' /\ more st st' /\ pending st' = [] /\
    (forall pl, Map.find pl (ours st') = Some true ->
    Map.find pl (ours st) = Some true).
Proof.
  intros (Ho & Ht & Hp) H. unfold flush in H. destruct (existsb badly (pending st)) eqn:Eb;
    [discriminate |].
  injection H as <-. fold (reach_turns (pending st) (ours st)).
  assert (Hmore : more st (State (reach_turns (pending st) (ours st)) (theirs st) [])).
  { apply ours_more. intros pl v Hv. exists v. now apply reach_turns_keeps. }
  repeat split; trivial.
  - intros pl Hpl. simpl in Hpl. apply reach_turns_find in Hpl.
    destruct Hpl as [Hpl |]; [| discriminate].
    now apply good_more with (1 := Hmore), Ho.
  - intros pl v Hv. right. simpl in Hv. destruct (Ht pl v Hv) as [Hin | Hg];
      [| now apply good_more with (1 := Hmore)].
    apply turn_good.
    + rewrite <- not_true_iff_false in *. intros Hb. apply Eb, existsb_exists. eauto.
    + intros lead Hlead. simpl. now apply reach_turns_in with (1 := Hin).
  - intros t [].
  - intros pl Hpl. simpl in Hpl. apply reach_turns_find in Hpl.
    destruct Hpl; [assumption | discriminate].
Qed.

Lemma reach_turn_invariant st pl : invariant st ->
  invariant (reach_turn b s to st pl) /\ more st (reach_turn b s to st pl) /\
    ours (reach_turn b s to st pl) = ours st /\
  reached (reach_turn b s to st pl) (at_place (other s) pl).
Proof.
  intros (Ho & Ht & Hp). unfold reach_turn. destruct (Map.find pl (theirs st)) as [v |] eqn:E.
  - repeat split; trivial; try apply more_refl. right. eauto.
  - set (st' := State (ours st) (Map.add pl tt (theirs st)) (turn_at b s to pl :: pending st)).
    assert (Hmore : more st st').
    { intros q [Hq | (other & v & Hf & ->)]; [now left |]. right. exists other.
      destruct (same_place pl other) eqn:Es; [exists tt | exists v]; split; trivial; simpl;
        rewrite find_add, Es;
        trivial. }
    repeat split; trivial.
    + intros other Hf. now apply good_more with (1 := Hmore), Ho.
    + intros other v Hf. simpl in Hf. apply find_add_iff in Hf.
      destruct Hf as [[<- _] | [_ Hf]]; [left; now left |].
      destruct (Ht other v Hf) as [Hin | Hg]; [left; now right | right;
        now apply good_more with (1 := Hmore)].
    + intros t [<- | Hin]; [reflexivity | now apply Hp].
    + right. exists pl, tt. split; trivial. simpl. rewrite find_add.
      now rewrite (proj2 (same_place_spec pl pl)).
Qed.

(** ** Leaves *)

Lemma apart_test p : N.land (x_stones p) (o_stones p) = 0%N -> apart p.
Proof. intros H c Hc. apply (not_has_0 c). rewrite <- H. now apply has_land. Qed.

Lemma closes_sound p (maker_to_move : bool) pairs :
  (mover p = if maker_to_move then other s else s) ->
  closes b s to p maker_to_move pairs = true -> F p.
Proof.
  unfold closes. intros Hm H. rewrite <- reaches_forces. destruct to; [discriminate |].
  apply andb_true_iff in H. destruct H as [Ha Hl]. apply N.eqb_eq, apart_test in Ha.
  change (needs_in (lines_of b) (stones (other s) p) (free_on b p)) with (needed g s p) in Hl.
  unfold reaches. destruct maker_to_move.
  - apply stopped_maker; trivial. intros n. apply leaf_maker with (2 := Hl).
    intros set c Hs Hc. now apply (needs_cells g (stones (other s) p) (free_cells g p) set).
  - apply stopped_breaker; trivial. intros n. now apply leaf_breaker with (1 := Hl).
Qed.

Lemma close_entry_sound p (maker_to_move : bool) what :
  (mover p = if maker_to_move then other s else s) ->
  close_entry b s to p maker_to_move what = true -> F p.
Proof. intros Hm H. destruct what; try discriminate; now apply closes_sound in H. Qed.

(** ** Moves *)

Lemma make_moves_sound p moves : mover p = s -> forall st st', invariant st ->
  make_moves b s to p moves st = Some st' ->
  invariant st' /\ more st st' /\ ours st' = ours st /\
  forall c, In c moves -> free g p c /\ ((over g (play p c) /\ well (play p c)) \/
    reached st' (at_place (other s) (place_at b (play p c)))).
Proof.
  intros Hm. induction moves as [| a moves IH]; intros st st' Hi H; cbn [make_moves] in H.
  - injection H as <-. repeat split; trivial; try apply Hi; try apply more_refl; contradiction.
  - destruct (N.testbit (free_on b p) a) eqn:Ea; [| discriminate]. apply free_on_spec in Ea.
    destruct (is_over b (play p a)) eqn:Eo.
    + destruct (ends_well b s to (play p a)) eqn:Ew; [| discriminate].
      apply is_over_spec in Eo. apply ends_well_spec in Ew.
      destruct (IH _ _ Hi H) as (H1 & H2 & H3 & H4).
      split; [exact H1 | split; [exact H2 | split; [exact H3 |]]].
      intros c [<- | Hc]; [tauto | now apply H4].
    + destruct (reach_turn_invariant st (place_at b (play p a)) Hi) as (K1 & K2 & K3 & K4).
      destruct (IH _ _ K1 H) as (H1 & H2 & H3 & H4).
      split; [exact H1 | split; [| split; [congruence |]]].
      * now apply more_trans with (1 := K2).
      * intros c [<- | Hc]; [| now apply H4]. split; trivial. right. now apply H2.
Qed.

Lemma moves_good st p c moves : mover p = s -> ~ over g p -> In c moves ->
  (forall c, In c moves -> free g p c /\ ((over g (play p c) /\ well (play p c)) \/
    reached st (at_place (other s) (place_at b (play p c))))) -> good st p.
Proof.
  intros Hm Ho Hin H Hq. destruct (H c Hin) as [Hf Hor]. apply a_move with c; trivial.
  destruct Hor as [[Hov Hw] | Hr]; [now apply ended |].
  pose proof (place_stands (play p c)) as [HF Hcount]. rewrite play_mover, Hm in HF, Hcount.
  apply HF, Hq; trivial.
  pose proof (count_play g p c Hf). lia.
Qed.

Lemma answered_invariant st pl : invariant st -> good st (at_place s pl) ->
  invariant (answered pl st) /\ more st (answered pl st).
Proof.
  intros (Ho & Ht & Hp) Hg. assert (Hmore : more st (answered pl st)).
  { apply ours_more. intros other v Hv.
    destruct (same_place pl other) eqn:Es; [exists true | exists v]; now rewrite find_add, Es. }
  split; trivial. repeat split.
  - intros other Hf. simpl in Hf. apply find_add_iff in Hf. destruct Hf as [[<- _] | [_ Hf]].
    + now apply good_more with (1 := Hmore).
    + now apply good_more with (1 := Hmore), Ho.
  - intros other v Hf. destruct (Ht other v Hf); [now left | right;
      now apply good_more with (1 := Hmore)].
  - exact Hp.
Qed.

Lemma follow_invariant st st' e : invariant st -> follow b s to st e = inr st' -> invariant st' /\
  more st st'.
Proof.
  intros Hi H. unfold follow in H. destruct (is_pending (place e) st) eqn:Ep.
  - destruct (close_entry b s to (at_place (other s) (place e)) true (what e)) eqn:Ec;
      [| discriminate].
    injection H as <-.
    apply close_entry_sound in Ec; [| reflexivity]. destruct Hi as (Ho & Ht & Hp).
    set (st' := State (ours st) (theirs st) _).
    assert (Hmore : more st st') by now intros q. split; trivial. repeat split.
    + intros pl Hf. now apply good_more with (1 := Hmore), Ho.
    + intros pl v Hf. destruct (Ht pl v Hf) as [Hin | Hg];
        [| right; now apply good_more with (1 := Hmore)].
      destruct (same_place (place e) pl) eqn:Es.
      * apply same_place_spec in Es. subst pl. right. now intros _.
      * left. simpl. apply filter_In. split; trivial. simpl. now rewrite Es.
    + intros t Hin. apply filter_In in Hin. now apply Hp.
  - destruct (flush st) as [st1 |] eqn:Ef; [| discriminate].
    destruct (flush_invariant st st1 Hi Ef) as (Hi1 & Hmore1 & Hpend & Htrue).
    destruct (Map.find (place e) (ours st1)) as [[|] |] eqn:Efind; try discriminate.
    assert (Hclose : forall what,
        (if close_entry b s to (at_place s (place e)) false what then inr (answered (place e) st1)
          else inl WrongArgument)
          = inr st' -> invariant st' /\ more st st').
    { intros what Hc. destruct (close_entry b s to (at_place s (place e)) false what) eqn:Ec;
        [| discriminate].
      injection Hc as <-. apply close_entry_sound in Ec; [| reflexivity].
      destruct (answered_invariant st1 (place e) Hi1) as [H1 H2]; [now intros _ |].
      split; trivial. now apply more_trans with (1 := Hmore1). }
    destruct (what e) as [moves | | | |] eqn:Ewhat; try (now apply Hclose in H).
    destruct moves as [| c moves]; [now apply Hclose in H |].
    destruct (is_over b (at_place s (place e))) eqn:Eo; [discriminate |]. apply is_over_false in Eo.
    destruct (make_moves b s to (at_place s (place e)) (c :: moves) st1) as [st2 |] eqn:Em;
      [| discriminate].
    injection H as <-. destruct (make_moves_sound (at_place s (place e))
      (c :: moves) eq_refl st1 st2 Hi1 Em)
      as (Hi2 & Hmore2 & _ & Hall).
    destruct (answered_invariant st2 (place e) Hi2) as [H1 H2].
    + now apply (moves_good st2 _ c (c :: moves)); [| | left |].
    + split; trivial. apply more_trans with (1 := Hmore1). now apply more_trans with (1 := Hmore2).
Qed.

(** ** The section *)

Lemma wins_at_once_sound pl : wins_at_once b s to pl = true -> F (at_place s pl).
Proof.
  unfold wins_at_once. rewrite andb_true_iff, negb_true_iff, existsb_exists.
  intros [Ho (c & _ & Hc)].
  rewrite !andb_true_iff in Hc. destruct Hc as [Hf [Hl Hw]]. apply is_over_false in Ho.
  apply free_on_spec in Hf.
  apply a_move with c; trivial. apply ended; [| now apply ends_well_spec].
  apply line_test in Hl. unfold over. destruct s; auto.
Qed.

Lemma finish_sound st : invariant st -> finish b s to st = None -> forall q, reached st q -> F q.
Proof.
  intros Hi H. unfold finish in H. destruct (flush st) as [st1 |] eqn:Ef; [| discriminate].
  destruct (flush_invariant st st1 Hi Ef) as (Hi1 & Hmore1 & Hpend & _).
  destruct (all_of _ (ours st1)) eqn:Eall; [| discriminate].
  assert (Hgood : forall q, reached st1 q -> good st1 q).
  { intros q [(pl & v & Hf & ->) | (pl & v & Hf & ->)].
    - destruct v; [now apply Hi1 |]. apply (all_of_spec _ _ _ _ Eall) in Hf.
      apply wins_at_once_sound in Hf.
      now intros _.
    - destruct Hi1 as (_ & Ht & _). destruct (Ht pl v Hf) as [Hin |]; trivial. rewrite Hpend in Hin.
      destruct Hin. }
  assert (Hall : forall n q, count_free g q < n -> reached st1 q -> F q).
  { intros n. induction n as [| n IH]; intros q Hn Hr; [lia |]. apply (Hgood q Hr). intros r Hr' Hc.
    apply IH; trivial. lia. }
  intros q Hq. apply (Hall (S (count_free g q))); [lia | now apply Hmore1].
Qed.

Lemma empty_invariant : invariant (State (Map.empty bool) (Map.empty unit) []).
Proof. repeat split; simpl; intros; rewrite ?find_empty in *; try discriminate; contradiction. Qed.

Theorem check_strategy_sound p list : check_strategy b s to p list = Fine tt -> reaches g s to p.
Proof.
  rewrite reaches_forces. unfold check_strategy. destruct (begin b s to p) as [st |] eqn:Eb;
    [| discriminate].
  unfold begin in Eb. destruct (is_over b p) eqn:Eo.
  - destruct (ends_well b s to p) eqn:Ew; [| discriminate]. intros _.
    apply ended; [now apply is_over_spec | now apply ends_well_spec].
  - apply is_over_false in Eo.
    assert (H : invariant st /\ reached st (at_place (mover p) (place_at b p))).
    { assert (Hown : forall pl, invariant (State (Map.add pl false (Map.empty bool))
        (Map.empty unit) []) /\
          reached (State (Map.add pl false (Map.empty bool)) (Map.empty unit) []) (at_place s pl)).
      { intros pl. split.
        - repeat split; simpl.
          + intros other Hf. apply find_add_iff in Hf.
            destruct Hf as [[_ Hf] | [_ Hf]]; [discriminate |].
            rewrite find_empty in Hf. discriminate.
          + intros other v Hf. rewrite find_empty in Hf. discriminate.
          + intros t [].
        - left. exists pl, false. split; trivial. simpl. rewrite find_add.
          now rewrite (proj2 (same_place_spec pl pl)). }
      pose proof (reach_turn_invariant _ (place_at b p) empty_invariant) as Hth.
      destruct (mover p) eqn:Em, s eqn:Es; injection Eb as <-; try apply Hown; split; apply Hth. }
    intros Hf. destruct H as [Hi Hr]. apply (place_stands p).
    apply (follow_all_sound _ _ invariant (fun st => forall q, reached st q -> F q)) with (4 := Hf);
      trivial.
    + exact finish_sound.
    + intros st1 st2 e Hi1 H. destruct (follow_invariant st1 st2 e Hi1 H) as [Hi2 Hmore].
      split; trivial.
      intros Hall q Hq. now apply Hall, Hmore.
Qed.

End Correct.
