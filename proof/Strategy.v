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
  full_of : N;
  k_of : N;
  symmetries_of : list symmetry
}.

Definition board_of (g : game) (symmetric : bool) : board :=
  let all := lines g in
  Board all (all_cells g) (full g) (N.of_nat (in_a_row g))
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

(** A position with the opponent to move that is not over, the places that his moves lead to, and
    whether one of them ends badly. *)
Record turn := Turn { turn_place : N * N; leads : list (N * N); badly : bool }.

(** The lines of which at most one cell is missing. *)
Definition one_short (stones : N) : list N :=
  filter (fun line => N.leb (popcount (N.ldiff line stones)) 1) (lines_of b).

(** After a move in a position that is not over: only the side that has moved may have a line, and
    one of which a cell was missing. *)
Definition is_over_after (p : position) (near : list N) (q : position) : bool :=
  has_line_of near (stones (mover p) q) || N.eqb (free_on q) 0.

Definition follow_move (p : position) (free : N) (near : list N) (sofar : list (N * N) * bool)
  (c : N) : list (N * N) * bool :=
  if N.testbit free c then
    let q := play p c in
    if is_over_after p near q then (fst sofar, snd sofar || negb (ends_well q))
    else (place_at q :: fst sofar, snd sofar)
  else sofar.

Definition turn_at (place : N * N) : turn :=
  let p := at_place (other s) place in
  let found := fold_left (follow_move p (free_on p) (one_short (stones (mover p) p))) (cells_of b)
    ([], false) in
  Turn place (fst found) (snd found).

(** ours: places reached with the side to move, and whether they are answered. theirs: those with
    the opponent to move. pending: those of them that may still be closed by an entry. In none of
    them the game is over. *)
Record state := State { ours : places; theirs : places; pending : list turn }.

Definition reach (map : places) (place : N * N) : places :=
  match find map place with Some _ => map | None => put map place false end.

Definition reach_turn (st : state) (place : N * N) : state :=
  match find (theirs st) place with
  | Some _ => st
  | None => State (ours st) (put (theirs st) place true) (turn_at place :: pending st)
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

Fixpoint make_moves (p : position) (free : N) (near moves : list N) (st : state) : option state :=
  match moves with
  | [] => Some st
  | c :: moves =>
      if N.testbit free c then
        let q := play p c in
        if is_over_after p near q then if ends_well q then make_moves p free near moves st else None
        else make_moves p free near moves (reach_turn st (place_at q))
      else None
  end.

Definition is_pending (place : N * N) (st : state) : bool :=
  existsb (fun t => same_place place (turn_place t)) (pending st).

Definition answered (place : N * N) (st : state) : state :=
  State (put (ours st) place true) (theirs st) (pending st).

Definition follow (st : state) (e : entry) : fault + state :=
  if is_pending (place e) st then
    if close_entry (at_place (other s) (place e)) true (what e)
    then inr (State (ours st) (theirs st) (filter
      (fun t => negb (same_place (place e) (turn_place t))) (pending st)))
    else inl WrongArgument
  else match flush st with
  | None => inl EndsBadly
  | Some st =>
      match find (ours st) (place e) with
      | Some false =>
          let p := at_place s (place e) in
          match what e with
          | Moves (c :: moves) =>
              match make_moves p (free_on p) (one_short (stones s p)) (c :: moves) st with
              | Some st => inr (answered (place e) st)
              | None => inl WrongMove
              end
          | what => if close_entry p false what then inr (answered (place e) st)
            else inl WrongArgument
          end
      | _ => inl NotReached
      end
  end.

Definition wins_at_once (place : N * N) : bool :=
  let p := at_place s place in
  let near := one_short (stones s p) in
  existsb (fun c => N.testbit (free_on p) c && (let q := play p c in
    has_line_of near (stones s q) && ends_well q)) (cells_of b).

Definition finish (st : state) : option fault :=
  match flush st with
  | None => Some EndsBadly
  | Some st =>
      if all_unanswered wins_at_once (ours st) then None else Some NoAnswer
  end.

Definition begin (p : position) : option state :=
  if is_over p then if ends_well p then Some (State nowhere nowhere []) else None
  else match mover p, s with
  | Cross, Cross | Nought, Nought =>
    Some (State (put nowhere (place_at p) false) nowhere [])
  | _, _ => Some (reach_turn (State nowhere nowhere []) (place_at p))
  end.

Definition check_strategy (p : position) (entries : stream entry) : result unit :=
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
Definition stands_for (q p : position) : Prop :=
  (F q -> F p) /\ count_free g q <= count_free g p /\ (over g q -> over g p).

Lemma well_moved y : symmetry_test g y = true -> forall p q, moved_to g y p q -> well q -> well p.
Proof.
  intros Hy p q [_ H]. unfold well, won_by.
  pose proof (fun t => has_line_image g y Hy Hk (stones t p) (stones t q) (H t)) as Hl.
  destruct to; rewrite !Hl; tauto.
Qed.

Lemma place_stands p : stands_for (at_place (mover p) (place_at b p)) p.
Proof.
  unfold place_at. apply least_has with (good := fun pl => stands_for (at_place (mover p) pl) p).
  - destruct p. repeat split; trivial.
  - intros y pl Hy (HF & Hcount & Hover).
    assert (Ht : symmetry_test g y = true).
    { simpl in Hy. destruct symmetric; [now apply filter_In in Hy | destruct Hy]. }
    assert (Hm : moved_to g y (at_place (mover p) pl) (image_of y (at_place (mover p) pl)))
      by now apply moved_image.
    change (stands_for (image_of y (at_place (mover p) pl)) p). split; [| split].
    + intros H. now apply HF, (forces_moved g y Ht Hk s well (well_moved y Ht)) with (1 := H).
    + pose proof (count_image g y Ht (at_place (mover p) pl)). lia.
    + intros H. now apply Hover, (moved_over g y Ht Hk _ _ Hm).
Qed.

(** ** The invariant *)

Definition reached (st : state) (q : position) : Prop :=
  (exists place, known (ours st) place /\ q = at_place s place) \/
  (exists place, known (theirs st) place /\ q = at_place (other s) place).

Definition good (st : state) (p : position) : Prop :=
  (forall q, reached st q -> count_free g q < count_free g p -> F q) -> F p.

Definition more (st st' : state) : Prop := forall q, reached st q -> reached st' q.

Definition invariant (st : state) : Prop :=
  (forall place, there (ours st) place true -> good st (at_place s place)) /\
  (forall place, known (theirs st) place ->
    In (turn_at b s to place) (pending st) \/ good st (at_place (other s) place)) /\
  (forall t, In t (pending st) -> t = turn_at b s to (turn_place t) /\
    ~ over g (at_place (other s) (turn_place t))) /\
  (forall place, known (ours st) place -> ~ over g (at_place s place)).

Lemma good_more st st' p : more st st' -> good st p -> good st' p.
Proof. intros H Hg Hq. apply Hg. intros q Hr. apply Hq. now apply H. Qed.

Lemma more_refl st : more st st.
Proof. now intros q. Qed.

Lemma more_trans a c d : more a c -> more c d -> more a d.
Proof. unfold more. auto. Qed.

Lemma ours_more st map : (forall place, known (ours st) place -> known map place) ->
  forall list, more st (State map (theirs st) list).
Proof. intros H list q [(pl & Hk' & ->) | Hq]; [left; exists pl; auto | now right]. Qed.

Lemma reach_there map pl other v : there (reach map pl) other v -> there map other v \/ v = false.
Proof.
  unfold reach. destruct (find map pl); auto. intros H. apply put_new in H. tauto.
Qed.

Lemma reach_from map pl other : known (reach map pl) other -> other = pl \/ known map other.
Proof.
  unfold reach. destruct (find map pl); [now right |]. intros (v & H). apply put_new in H.
  destruct H as [[-> _] | H]; [now left | right; now exists v].
Qed.

Lemma reach_keeps map pl other : known map other -> known (reach map pl) other.
Proof. unfold reach. destruct (find map pl); auto using put_keeps. Qed.

Lemma reach_known map pl : known (reach map pl) pl.
Proof.
  unfold reach. destruct (find map pl) as [v |] eqn:E; [exists v; now apply find_there |].
  apply put_known.
Qed.

Lemma reach_all_there list : forall map other v, there (fold_left reach list map) other v ->
  there map other v \/ v = false.
Proof.
  induction list as [| a list IH]; intros map other v H; simpl in H; auto.
  apply IH in H. destruct H as [H | H]; auto. now apply reach_there in H.
Qed.

Lemma reach_all_from list : forall map other, known (fold_left reach list map) other ->
  In other list \/ known map other.
Proof.
  induction list as [| a list IH]; intros map other H; simpl in H; auto. apply IH in H.
  destruct H as [H | H]; [left; now right |]. apply reach_from in H. simpl.
  destruct H as [-> | H]; auto.
Qed.

Lemma reach_all_keeps list : forall map other, known map other ->
  known (fold_left reach list map) other.
Proof. induction list as [| a list IH]; simpl; auto using reach_keeps. Qed.

Lemma reach_all_in list : forall map other, In other list -> known (fold_left reach list map) other.
Proof.
  induction list as [| a list IH]; intros map other H; [destruct H |]. simpl.
  destruct H as [-> | H]; [apply reach_all_keeps, reach_known | now apply IH].
Qed.

Definition reach_turns (turns : list turn) (map : places) : places :=
  fold_left (fun map t => fold_left reach (leads t) map) turns map.

Lemma reach_turns_there turns : forall map other v, there (reach_turns turns map) other v ->
  there map other v \/ v = false.
Proof.
  induction turns as [| t turns IH]; intros map other v H; simpl in H; auto.
  apply IH in H. destruct H as [H | H]; auto. now apply reach_all_there in H.
Qed.

Lemma reach_turns_from turns : forall map other, known (reach_turns turns map) other ->
  (exists t, In t turns /\ In other (leads t)) \/ known map other.
Proof.
  induction turns as [| t turns IH]; intros map other H; simpl in H; auto. apply IH in H.
  destruct H as [(u & Hu & Hl) | H]; [left; exists u; simpl; auto |]. apply reach_all_from in H.
  destruct H as [H | H]; [left; exists t; simpl; auto | auto].
Qed.

Lemma reach_turns_keeps turns : forall map other, known map other ->
  known (reach_turns turns map) other.
Proof. induction turns as [| t turns IH]; simpl; auto using reach_all_keeps. Qed.

Lemma reach_turns_in turns : forall map t other, In t turns -> In other (leads t) ->
  known (reach_turns turns map) other.
Proof.
  induction turns as [| a turns IH]; intros map t other Ht Hl; [destruct Ht |]. simpl.
  destruct Ht as [-> | Ht].
  - now apply reach_turns_keeps, reach_all_in.
  - now apply (IH _ t).
Qed.

(** What a turn lists. *)
Lemma one_short_line stones line c : In line (lines g) ->
  (forall d, has line d -> has (N.setbit stones c) d) -> In line (one_short b stones).
Proof.
  intros Hl Hs. apply filter_In. split; trivial. apply N.leb_le.
  assert (E : N.clearbit (N.ldiff line stones) c = 0%N).
  { apply has_ext. intros d. rewrite has_clearbit, has_ldiff. split; [| now intros Hd%not_has_0].
    intros ((Hd & Hn) & Hne). specialize (Hs d Hd). apply has_setbit in Hs.
    destruct Hs; congruence. }
  pose proof (popcount_clear c (N.ldiff line stones)) as H. rewrite E in H. exact H.
Qed.

Lemma is_over_after_spec p c : ~ over g p ->
  is_over_after b p (one_short b (stones (mover p) p)) (play p c) = true <-> over g (play p c).
Proof.
  intros Ho.
  assert (Hline :
    has_line_of (one_short b (stones (mover p) p)) (stones (mover p) (play p c)) = true
    <-> has_line g (stones (mover p) (play p c))).
  { rewrite has_line_spec by assumption. unfold has_line_of. rewrite existsb_exists. split.
    - intros (line & Hl & Hs). apply filter_In in Hl. exists line.
      split; [tauto | now apply subset_spec].
    - intros (line & Hl & Hs). exists line. split; [| now apply subset_spec].
      apply (one_short_line _ _ c); trivial. intros d Hd. specialize (Hs d Hd).
      now rewrite play_own in Hs by reflexivity. }
  assert (Hother : ~ has_line g (stones (other (mover p)) (play p c))).
  { rewrite play_other by (now rewrite other_other). now apply not_over_no_line. }
  unfold is_over_after. rewrite orb_true_iff, Hline, empty_spec.
  assert (Hfull : (forall d, ~ has (free_on b (play p c)) d) <-> forall d, ~ free g (play p c) d).
  { split; intros H d Hd; apply (H d); now apply free_on_spec. }
  rewrite Hfull. unfold over. destruct (mover p); simpl in *; tauto.
Qed.

Definition follow_near (p : position) :=
  follow_move b s to p (free_on b p) (one_short b (stones (mover p) p)).

Lemma follow_move_spec p sofar c : ~ over g p -> snd (follow_near p sofar c) = false ->
  snd sofar = false /\ (forall pl, In pl (fst sofar) -> In pl (fst (follow_near p sofar c))) /\
  (free g p c -> (over g (play p c) /\ well (play p c)) \/
    In (place_at b (play p c)) (fst (follow_near p sofar c))).
Proof.
  intros Ho. unfold follow_near, follow_move. destruct (N.testbit (free_on b p) c) eqn:Ea.
  - destruct (is_over_after b p (one_short b (stones (mover p) p)) (play p c)) eqn:Eo; simpl;
      intros H.
    + apply orb_false_iff in H. destruct H as [H Hw]. apply negb_false_iff, ends_well_spec in Hw.
      apply (is_over_after_spec p c Ho) in Eo. tauto.
    + repeat split; auto.
  - intros H. repeat split; auto. intros Hf. apply free_on_spec in Hf. congruence.
Qed.

Lemma follow_moves_spec p list : ~ over g p -> forall sofar,
  snd (fold_left (follow_near p) list sofar) = false ->
  snd sofar = false /\
  (forall pl, In pl (fst sofar) -> In pl (fst (fold_left (follow_near p) list sofar))) /\
  forall c, In c list -> free g p c -> (over g (play p c) /\ well (play p c)) \/
    In (place_at b (play p c)) (fst (fold_left (follow_near p) list sofar)).
Proof.
  intros Ho. induction list as [| a list IH]; intros sofar Hf; cbn [fold_left] in *;
    [firstorder |].
  destruct (IH _ Hf) as (H1 & H2 & H3).
  destruct (follow_move_spec p sofar a Ho H1) as (H4 & H5 & H6).
  repeat split; auto. intros c [<- | Hc] Hfree; auto. destruct (H6 Hfree); auto.
Qed.

Lemma follow_moves_alive p list : ~ over g p -> forall sofar lead,
  In lead (fst (fold_left (follow_near p) list sofar)) -> In lead (fst sofar) \/
  ~ over g (at_place (other (mover p)) lead).
Proof.
  intros Ho. induction list as [| c list IH]; intros sofar lead H; cbn [fold_left] in H; [auto |].
  apply IH in H. destruct H as [H | H]; [| auto]. unfold follow_near, follow_move in H.
  destruct (N.testbit (free_on b p) c); [| auto].
  destruct (is_over_after b p (one_short b (stones (mover p) p)) (play p c)) eqn:Eo; [auto |].
  destruct H as [<- | H]; [| auto]. right. intros Hover. rewrite <- not_true_iff_false in Eo.
  apply Eo, (is_over_after_spec p c Ho). rewrite <- (play_mover p c) in Hover.
  now apply (place_stands (play p c)).
Qed.

Lemma turn_alive pl lead : ~ over g (at_place (other s) pl) ->
  In lead (leads (turn_at b s to pl)) -> ~ over g (at_place s lead).
Proof.
  intros Ho H. apply follow_moves_alive in H; [| assumption]. destruct H as [[] | H].
  simpl mover in H. now rewrite other_other in H.
Qed.

Lemma turn_spec pl : let p := at_place (other s) pl in ~ over g p ->
  badly (turn_at b s to pl) = false ->
  forall c, free g p c -> (over g (play p c) /\ well (play p c)) \/
    In (place_at b (play p c)) (leads (turn_at b s to pl)).
Proof.
  intros p Ho H c Hc. destruct (follow_moves_spec _ _ Ho _ H) as (_ & _ & H3).
  apply (H3 c); trivial. apply in_all_cells. apply Hc.
Qed.

(** A turn whose leads are reached is good. *)
Lemma turn_good st pl : ~ over g (at_place (other s) pl) -> badly (turn_at b s to pl) = false ->
  (forall lead, In lead (leads (turn_at b s to pl)) -> known (ours st) lead) ->
  good st (at_place (other s) pl).
Proof.
  intros Ho Hb Hl Hq. apply every_move; trivial. intros c Hf.
  destruct (turn_spec pl Ho Hb c Hf) as [[Hov Hw] | Hin]; [now apply ended |].
  pose proof (place_stands (play (at_place (other s) pl) c)) as (HF & Hcount & _).
  rewrite play_mover in HF, Hcount.
  simpl mover in HF, Hcount. rewrite other_other in HF, Hcount. apply HF, Hq.
  - left. eauto.
  - pose proof (count_play g _ c Hf). lia.
Qed.

Lemma flush_invariant st st' : invariant st -> flush st = Some st' ->
  invariant st' /\ more st st' /\ pending st' = [].
Proof.
  intros (Ho & Ht & Hp & Ha) H. unfold flush in H. destruct (existsb badly (pending st)) eqn:Eb;
    [discriminate |].
  injection H as <-. fold (reach_turns (pending st) (ours st)).
  assert (Hmore : more st (State (reach_turns (pending st) (ours st)) (theirs st) [])).
  { apply ours_more. intros pl. apply reach_turns_keeps. }
  split; [| split]; trivial. split; [| split; [| split]]; [| | intros t [] |].
  - intros pl Hpl. simpl in Hpl. apply reach_turns_there in Hpl.
    destruct Hpl as [Hpl |]; [| discriminate].
    now apply good_more with (1 := Hmore), Ho.
  - intros pl Hv. right. simpl in Hv. destruct (Ht pl Hv) as [Hin | Hg];
      [| now apply good_more with (1 := Hmore)].
    apply turn_good.
    + now apply (Hp (turn_at b s to pl)).
    + rewrite <- not_true_iff_false in *. intros Hb. apply Eb, existsb_exists. eauto.
    + intros lead Hlead. simpl. now apply reach_turns_in with (1 := Hin).
  - intros pl Hpl. apply reach_turns_from in Hpl. destruct Hpl as [(t & Hin & Hl) | Hpl]; [| auto].
    destruct (Hp t Hin) as [E Halive]. rewrite E in Hl. now apply turn_alive in Hl.
Qed.

Lemma reach_turn_invariant st pl : invariant st -> ~ over g (at_place (other s) pl) ->
  invariant (reach_turn b s to st pl) /\ more st (reach_turn b s to st pl) /\
    ours (reach_turn b s to st pl) = ours st /\
  reached (reach_turn b s to st pl) (at_place (other s) pl).
Proof.
  intros (Ho & Ht & Hp & Ha) Halive. unfold reach_turn. destruct (find (theirs st) pl) as [v |] eqn:E.
  - split; [easy | split; [apply more_refl | split; [trivial |]]]. right. exists pl.
    split; trivial. exists v. now apply find_there.
  - set (st' := State (ours st) (put (theirs st) pl true) (turn_at b s to pl :: pending st)).
    assert (Hmore : more st st').
    { intros q [Hq | (other & Hk' & ->)]; [now left |]. right. exists other. split; trivial.
      now apply put_keeps. }
    split; [split; [| split; [| split]] | split; [trivial | split; [trivial |]]].
    + intros other Hf. now apply good_more with (1 := Hmore), Ho.
    + intros other (v & Hf). simpl in Hf. apply put_new in Hf.
      destruct Hf as [[-> _] | Hf]; [left; now left |].
      destruct (Ht other) as [Hin | Hg]; [now exists v | left; now right | right;
        now apply good_more with (1 := Hmore)].
    + intros t [<- | Hin]; [now split | now apply Hp].
    + exact Ha.
    + right. exists pl. split; trivial. apply put_known.
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

Lemma make_moves_sound p moves : mover p = s -> ~ over g p -> forall st st', invariant st ->
  make_moves b s to p (free_on b p) (one_short b (stones s p)) moves st = Some st' ->
  invariant st' /\ more st st' /\ ours st' = ours st /\
  forall c, In c moves -> free g p c /\ ((over g (play p c) /\ well (play p c)) \/
    reached st' (at_place (other s) (place_at b (play p c)))).
Proof.
  intros Hm Hp. induction moves as [| a moves IH]; intros st st' Hi H; cbn [make_moves] in H.
  - injection H as <-. split; [assumption | split; [apply more_refl | split; [trivial |]]].
    intros c [].
  - destruct (N.testbit (free_on b p) a) eqn:Ea; [| discriminate]. apply free_on_spec in Ea.
    pose proof (is_over_after_spec p a Hp) as Hafter. rewrite Hm in Hafter.
    destruct (is_over_after b p (one_short b (stones s p)) (play p a)) eqn:Eo.
    + destruct (ends_well b s to (play p a)) eqn:Ew; [| discriminate].
      apply ends_well_spec in Ew.
      destruct (IH _ _ Hi H) as (H1 & H2 & H3 & H4).
      split; [exact H1 | split; [exact H2 | split; [exact H3 |]]].
      intros c [<- | Hc]; [tauto | now apply H4].
    + assert (Halive : ~ over g (at_place (other s) (place_at b (play p a)))).
      { rewrite <- Hm, <- (play_mover p a). intros Hover. apply place_stands, Hafter in Hover.
        discriminate. }
      destruct (reach_turn_invariant st _ Hi Halive) as (K1 & K2 & K3 & K4).
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
  pose proof (place_stands (play p c)) as (HF & Hcount & _). rewrite play_mover, Hm in HF, Hcount.
  apply HF, Hq; trivial.
  pose proof (count_play g p c Hf). lia.
Qed.

Lemma answered_invariant st pl : invariant st -> known (ours st) pl -> good st (at_place s pl) ->
  invariant (answered pl st) /\ more st (answered pl st).
Proof.
  intros (Ho & Ht & Hp & Ha) Hpl Hg. assert (Hmore : more st (answered pl st)).
  { apply ours_more. intros other. apply put_keeps. }
  split; trivial. split; [| split; [| split]].
  - intros other Hf. simpl in Hf. apply good_more with (1 := Hmore). apply put_new in Hf.
    destruct Hf as [[-> _] | Hf]; auto.
  - intros other Hf. destruct (Ht other Hf); [now left | right;
      now apply good_more with (1 := Hmore)].
  - exact Hp.
  - intros other (v & Hf). apply put_new in Hf. destruct Hf as [[-> _] | Hf]; [auto |].
    apply Ha. now exists v.
Qed.

Lemma follow_invariant st st' e : invariant st -> follow b s to st e = inr st' -> invariant st' /\
  more st st'.
Proof.
  intros Hi H. unfold follow in H. destruct (is_pending (place e) st) eqn:Ep.
  - destruct (close_entry b s to (at_place (other s) (place e)) true (what e)) eqn:Ec;
      [| discriminate].
    injection H as <-.
    apply close_entry_sound in Ec; [| reflexivity]. destruct Hi as (Ho & Ht & Hp & Ha).
    set (st' := State (ours st) (theirs st) _).
    assert (Hmore : more st st') by now intros q. split; trivial. split; [| split; [| split]].
    + intros pl Hf. now apply good_more with (1 := Hmore), Ho.
    + intros pl Hf. destruct (Ht pl Hf) as [Hin | Hg];
        [| right; now apply good_more with (1 := Hmore)].
      destruct (same_place (place e) pl) eqn:Es.
      * apply same_place_spec in Es. subst pl. right. now intros _.
      * left. simpl. apply filter_In. split; trivial. simpl. now rewrite Es.
    + intros t Hin. apply filter_In in Hin. now apply Hp.
    + exact Ha.
  - destruct (flush st) as [st1 |] eqn:Ef; [| discriminate].
    destruct (flush_invariant st st1 Hi Ef) as (Hi1 & Hmore1 & _).
    destruct (find (ours st1) (place e)) as [[|] |] eqn:Efind; try discriminate.
    assert (Hpl : known (ours st1) (place e)) by (exists false; now apply find_there).
    assert (Hclose : forall what,
        (if close_entry b s to (at_place s (place e)) false what then inr (answered (place e) st1)
          else inl WrongArgument)
          = inr st' -> invariant st' /\ more st st').
    { intros what Hc. destruct (close_entry b s to (at_place s (place e)) false what) eqn:Ec;
        [| discriminate].
      injection Hc as <-. apply close_entry_sound in Ec; [| reflexivity].
      destruct (answered_invariant st1 (place e) Hi1 Hpl) as [H1 H2]; [now intros _ |].
      split; trivial. now apply more_trans with (1 := Hmore1). }
    destruct (what e) as [moves | | |] eqn:Ewhat; try (now apply Hclose in H).
    destruct moves as [| c moves]; [now apply Hclose in H |].
    assert (Ho : ~ over g (at_place s (place e))) by now apply Hi1.
    match type of H with context [make_moves _ _ _ ?p ?free ?near ?moves ?st] =>
      destruct (make_moves b s to p free near moves st) as [st2 |] eqn:Em; [| discriminate] end.
    injection H as <-. destruct (make_moves_sound (at_place s (place e))
      (c :: moves) eq_refl Ho st1 st2 Hi1 Em)
      as (Hi2 & Hmore2 & Hours & Hall).
    destruct (answered_invariant st2 (place e) Hi2) as [H1 H2].
    + now rewrite Hours.
    + now apply (moves_good st2 _ c (c :: moves)); [| | left |].
    + split; trivial. apply more_trans with (1 := Hmore1). now apply more_trans with (1 := Hmore2).
Qed.

(** ** The section *)

Lemma wins_at_once_sound pl : ~ over g (at_place s pl) -> wins_at_once b s to pl = true ->
  F (at_place s pl).
Proof.
  unfold wins_at_once. rewrite existsb_exists. intros Ho (c & _ & Hc).
  rewrite !andb_true_iff in Hc. destruct Hc as [Hf [Hl Hw]].
  apply free_on_spec in Hf.
  apply a_move with c; trivial. apply ended; [| now apply ends_well_spec].
  unfold has_line_of in Hl. apply existsb_exists in Hl. destruct Hl as (line & Hin & Hs).
  apply filter_In in Hin.
  assert (H : has_line g (stones s (play (at_place s pl) c))).
  { apply line_test, existsb_exists. exists line. tauto. }
  unfold over. destruct s; auto.
Qed.

Lemma finish_sound st : invariant st -> finish b s to st = None -> forall q, reached st q -> F q.
Proof.
  intros Hi H. unfold finish in H. destruct (flush st) as [st1 |] eqn:Ef; [| discriminate].
  destruct (flush_invariant st st1 Hi Ef) as (Hi1 & Hmore1 & Hpend).
  destruct (all_unanswered _ (ours st1)) eqn:Eall; [| discriminate].
  assert (Hgood : forall q, reached st1 q -> good st1 q).
  { intros q [(pl & ([|] & Hf) & ->) | (pl & Hf & ->)].
    - now apply Hi1.
    - intros _. apply wins_at_once_sound; [apply Hi1; now exists false |].
      now apply (all_unanswered_spec _ _ _ Eall).
    - destruct Hi1 as (_ & Ht & _). destruct (Ht pl Hf) as [Hin |]; trivial. rewrite Hpend in Hin.
      destruct Hin. }
  assert (Hall : forall n q, count_free g q < n -> reached st1 q -> F q).
  { intros n. induction n as [| n IH]; intros q Hn Hr; [lia |]. apply (Hgood q Hr). intros r Hr' Hc.
    apply IH; trivial. lia. }
  intros q Hq. apply (Hall (S (count_free g q))); [lia | now apply Hmore1].
Qed.

Lemma empty_invariant : invariant (State nowhere nowhere []).
Proof.
  split; [intros pl [] | split; [intros pl (v & []) | split; [intros t [] | intros pl (v & [])]]].
Qed.

Theorem check_strategy_sound p entries : check_strategy b s to p entries = Fine tt ->
  reaches g s to p.
Proof.
  rewrite reaches_forces. unfold check_strategy. destruct (begin b s to p) as [st |] eqn:Eb;
    [| discriminate].
  unfold begin in Eb. destruct (is_over b p) eqn:Eo.
  - destruct (ends_well b s to p) eqn:Ew; [| discriminate]. intros _.
    apply ended; [now apply is_over_spec | now apply ends_well_spec].
  - apply is_over_false in Eo.
    assert (H : invariant st /\ reached st (at_place (mover p) (place_at b p))).
    { assert (Halive : ~ over g (at_place (mover p) (place_at b p))).
      { intros Hover. now apply Eo, place_stands. }
      assert (Hown : forall pl, ~ over g (at_place s pl) ->
        invariant (State (put nowhere pl false) nowhere []) /\
        reached (State (put nowhere pl false) nowhere []) (at_place s pl)).
      { intros pl Hpl. split.
        - split; [| split; [intros other (v & []) | split; [intros t [] |]]].
          + intros other Hf. apply put_new in Hf. now destruct Hf as [[_ Hf] | []].
          + intros other (v & Hf). apply put_new in Hf. now destruct Hf as [[-> _] | []].
        - left. exists pl. split; trivial. apply put_known. }
      pose proof (reach_turn_invariant _ (place_at b p) empty_invariant) as Hth.
      revert Halive Hth. destruct (mover p) eqn:Em, s eqn:Es; injection Eb as <-; intros Halive Hth;
        (now apply Hown) || (split; now apply Hth). }
    intros Hf. destruct H as [Hi Hr]. apply (place_stands p).
    apply (follow_all_sound _ _ invariant (fun st => forall q, reached st q -> F q)) with (4 := Hf);
      trivial.
    + exact finish_sound.
    + intros st1 st2 e Hi1 H. destruct (follow_invariant st1 st2 e Hi1 H) as [Hi2 Hmore].
      split; trivial.
      intros Hall q Hq. now apply Hall, Hmore.
Qed.

End Correct.
