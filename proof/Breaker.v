(* Sections "breaker": the opponent of the side, Maker, never completes a line. *)

Require Import NArith List Bool Lia Arith.
Require Import Noughts.Game Noughts.Sets Noughts.Lines Noughts.Weak Noughts.Potential Noughts.Play Noughts.Transfer.
Require Import Noughts.Symmetry Noughts.Format Noughts.Places Noughts.Strategy.
Import ListNotations.

(* --- the checker *)

Section Checker.

Context (b : board).

(* Maker's stones, the free cells, and the live lines. *)
Record live := Live { maker : N; free_of : N; live_of : list N }.

Definition live_at (place : N * N) : live :=
  Live (fst place) (snd place) (live_in (lines_of b) (fst place) (snd place)).

Definition reduced (l : live) : N * N :=
  let on_line := union_of (live_of l) in least (symmetries_of b) (N.land (maker l) on_line, N.land (free_of l) on_line).

Definition without_line (c : N) (lines : list N) : list N :=
  let cell := N.setbit 0 c in filter (fun line => N.eqb (N.land line cell) 0) lines.

Definition exchange (l : live) (cells : N * N) : option live :=
  let (a, c) := cells in
  if negb (N.eqb a c) && N.testbit (free_of l) a && N.testbit (free_of l) c &&
     forallb (fun line => if N.testbit line c then N.testbit line a else true) (live_of l)
  then Some (Live (N.setbit (maker l) a) (N.clearbit (N.clearbit (free_of l) a) c) (without_line c (live_of l)))
  else None.

Fixpoint exchange_all (l : live) (pairs : list (N * N)) : option live :=
  match pairs with
  | [] => Some l
  | cells :: pairs => match exchange l cells with Some l => exchange_all l pairs | None => None end
  end.

Definition no_line (l : live) : bool :=
  let free := free_of l in forallb (fun line => negb (N.eqb (N.land free line) 0)) (live_of l).

(* After moves of Maker's, a reply and exchanges. *)
Definition after (l : live) (moves reply : N) (exchanges : list (N * N)) : option live :=
  let rest := N.ldiff (free_of l) moves in
  if N.testbit rest reply then
    let l := Live (N.lor (maker l) moves) (N.clearbit rest reply) (without_line reply (live_of l)) in
    match exchange_all l exchanges with
    | Some l => if no_line l then Some l else None
    | None => None
    end
  else None.

Definition family_of (l : live) : list N := let free := free_of l in map (N.land free) (live_of l).

(* The places that the entry leads to. *)
Fixpoint follow_replies (l : live) (replies : list (N * N)) : option (list (N * N)) :=
  match replies with
  | [] => Some []
  | (move, reply) :: replies =>
      match after l (N.setbit 0 move) reply [], follow_replies l replies with
      | Some next, Some found => Some (reduced next :: found)
      | _, _ => None
      end
  end.

Definition closed (l : live) (pairs : list (N * N)) : bool :=
  leaf (k_of b) (cells_of b) true (free_of l) pairs (family_of l).

Fixpoint follow_groups (l : live) (groups : list group) : option (list (N * N)) :=
  match groups with
  | [] => Some []
  | a :: groups =>
      if subset (moves_board a) (free_of l) then
        match after l (moves_board a) (reply a) (exchanges a), follow_groups l groups with
        | Some next, Some found =>
            if closed next (group_pairs a) then Some found
            else match group_pairs a with [] => Some (reduced next :: found) | _ => None end
        | _, _ => None
        end
      else None
  end.

(* Another cell that is answered lies on every live line through this one. *)
Definition dominated (l : live) (answered c : N) : bool :=
  let narrowed on_all line := if N.testbit line c then N.land on_all line else on_all in
  negb (N.eqb (fold_left narrowed (live_of l) answered) 0).

Definition all_answered (l : live) (answered : N) : bool :=
  let missing := N.ldiff (free_of l) answered in
  forallb (fun c => if N.testbit missing c then dominated l answered c else true) (cells_of b).

Definition leads_of (e : entry) : option (list (N * N)) :=
  let l := live_at (place e) in
  if no_line l then
    match what e with
    | Moves _ => None
    | Replies replies => if N.eqb (set_of (map fst replies)) (free_of l) then follow_replies l replies else None
    | Groups groups =>
        if all_answered l (union_of (map moves_board groups)) then follow_groups l groups else None
    | Pairs pairs => if closed l pairs then Some [] else None
    | Potential => if closed l [] then Some [] else None
    end
  else None.

Definition follow_entry (map : places bool) (e : entry) : fault + places bool :=
  match Map.find (place e) map with
  | Some false =>
      match leads_of e with
      | Some found => inr (fold_left reach found (Map.add (place e) true map))
      | None => inl WrongArgument
      end
  | _ => inl NotReached
  end.

Definition without_lines (place : N * N) : bool := match live_of (live_at place) with [] => true | _ => false end.

Definition complete (map : places bool) : bool :=
  all_of (fun place answered => if answered : bool then true else without_lines place) map.

Definition unanswered (map : places bool) : option fault := if complete map then None else Some NoAnswer.

Definition follow_entries : list (unit -> entry) -> N -> places bool -> result unit := follow_all follow_entry unanswered.

(* `of` prevents the lines of the other side. *)
Definition check_breaker (of : side) (p : position) (entries : list (unit -> entry)) : result unit :=
  let free := N.ldiff (full_of b) (taken p) in
  let first := reduced (live_at (stones (other of) p, free)) in
  if is_over b p || negb (N.eqb (N.land (x_stones p) (o_stones p)) 0) then Faulty 0 GameOver
  else match mover p, of with
  | X, O | O, X => follow_entries entries 0 (Map.add first false (Map.empty bool))
  | _, _ =>
      match entries with
      | [] => if without_lines first then Fine tt else Faulty 1 NoAnswer
      | e :: entries =>
          let e := e tt in
          match same_place (place e) first, what e with
          | true, Moves [c] =>
              if N.testbit (snd first) c then
                follow_entries entries 1
                  (Map.add (reduced (live_at (fst first, N.clearbit (snd first) c))) false (Map.empty bool))
              else Faulty 1 WrongMove
          | _, _ => Faulty 1 WrongMove
          end
      end
  end.

End Checker.

(* --- what it shows *)

(* Breaker holds the other family wherever he holds this one: with other names of cells, or more sets. *)
Definition easier (other family : list N) : Prop := exists image back,
  (forall c, image (back c) = c) /\ (forall c, back (image c) = c) /\ no_harder image family other.

Lemma easier_holds n other family : easier other family -> holds n family -> holds n other.
Proof. intros (image & back & H1 & H2 & H). now apply holds_image with (back := back) (3 := H). Qed.

Lemma easier_without other family reply : easier other family ->
  exists reply', easier (without reply' other) (without reply family).
Proof.
  intros (image & back & H1 & H2 & H). exists (image reply), image, back. repeat split; trivial.
  intros set Hs. apply in_without in Hs. destruct Hs as [Hs Hn]. destruct (H _ Hs) as (old & Ho & Hc).
  exists old. split; trivial. apply in_without. split; trivial. intros Hh. now apply Hn, Hc.
Qed.

Lemma easier_same other family : no_harder same family other -> easier other family.
Proof. intros H. now exists same, same. Qed.

Lemma easier_before other middle family : easier middle family -> no_harder same middle other -> easier other family.
Proof.
  intros (image & back & H1 & H2 & H) Hs. exists image, back. repeat split; trivial.
  intros set Hin. destruct (Hs _ Hin) as (mid & Hm & Hc). destruct (H _ Hm) as (old & Ho & Hd). exists old.
  split; trivial.
  intros c Hh. now apply Hc, Hd.
Qed.

Section Correct.

Context (g : game) (Hk : 1 <= in_a_row g) (symmetric : bool).

Notation b := (board_of g symmetric).

(* The lines are lines of the game, of Maker's stones and free cells. *)
Definition proper (l : live) : Prop := forall line, In line (live_of l) ->
  In line (lines g) /\ forall c, has line c -> has (maker l) c \/ has (free_of l) c.

Lemma in_family l set : In set (family_of l) <-> exists line, In line (live_of l) /\ set = N.land (free_of l) line.
Proof. unfold family_of. rewrite in_map_iff. firstorder. Qed.

Lemma live_at_proper place : proper (live_at b place).
Proof. intros line Hl. now apply in_live_lines in Hl. Qed.

Lemma family_live_at place : family_of (live_at b place) = needs g (fst place) (snd place).
Proof. reflexivity. Qed.

Lemma family_cells l : proper l -> forall set c, In set (family_of l) -> has set c -> In c (all_cells g).
Proof.
  intros Hp set c Hs Hc. apply in_family in Hs. destruct Hs as (line & Hl & ->). apply has_land in Hc.
  apply in_all_cells, (line_on_board g line); [now apply Hp | tauto].
Qed.

Theorem reduced_easier l : proper l -> easier (family_of l) (needs g (fst (reduced b l)) (snd (reduced b l))).
Proof.
  intros Hp. unfold reduced. set (on_line := union_of (live_of l)).
  set (m := N.land (maker l) on_line). set (f := N.land (free_of l) on_line).
  assert (Hs : no_harder same (needs g m f) (family_of l)).
  { intros set Hin. apply in_family in Hin. destruct Hin as (line & Hl & ->). exists (N.land f line). split.
    - apply in_needs. exists line. destruct (Hp line Hl) as [Hlines Hc]. repeat split; trivial.
      intros c Hh. assert (Hu : has on_line c) by (apply has_union_of; eauto).
      unfold m, f. rewrite !has_land. destruct (Hc c Hh); tauto.
    - intros c. unfold f, same. rewrite !has_land. tauto. }
  destruct (least_cases (symmetries_of b) (m, f)) as [-> | (y & Hy & ->)]; [now apply easier_same |].
  apply easier_before with (2 := Hs).
  assert (Ht : symmetry_test g y = true).
  { simpl in Hy. destruct symmetric; [now apply filter_In in Hy | destruct Hy]. }
  exists (back g y), (forth g y). repeat split; [now apply back_forth | now apply forth_back | now apply needs_image].
Qed.

(* --- exchanges *)

Lemma in_without_line c list line : In line (without_line c list) <-> In line list /\ ~ has line c.
Proof.
  unfold without_line. rewrite filter_In, land_empty. setoid_rewrite has_setbit. split.
  - intros [Hl H]. split; trivial. intros Hc. apply (H c Hc). now left.
  - intros [Hl H]. split; trivial. intros d Hd [<- | H0]; [contradiction | now apply not_has_0 in H0].
Qed.

Lemma exchange_sound l cells next : proper l -> exchange l cells = Some next ->
  proper next /\ forall n, holds n (family_of next) -> holds n (family_of l).
Proof.
  destruct cells as (a, c). unfold exchange. intros Hp H.
  destruct (negb (N.eqb a c) && N.testbit (free_of l) a && N.testbit (free_of l) c && _) eqn:E; [| discriminate].
  injection H as <-. rewrite !andb_true_iff, negb_true_iff, N.eqb_neq in E. destruct E as [[[Hac Ha] Hc] Hall].
  fold (has (free_of l) a) in Ha. fold (has (free_of l) c) in Hc.
  assert (Hthrough : forall line, In line (live_of l) -> has line c -> has line a).
  { intros line Hl Hh. apply (proj1 (forallb_forall _ _)) with (2 := Hl) in Hall. unfold has in *.
    now rewrite Hh in Hall. }
  split.
  - intros line Hl. simpl in *. apply in_without_line in Hl. destruct Hl as [Hl Hn].
    destruct (Hp line Hl) as [Hlines Hlive].
    split; trivial. intros d Hd. rewrite has_setbit, !has_clearbit. destruct (N.eq_dec a d); [tauto |].
    destruct (Hlive d Hd); [tauto |]. right. repeat split; try congruence.
  - intros n H. apply (holds_exchange a c n Hac).
    + intros set Hs. apply in_family in Hs. destruct Hs as (line & Hl & ->). rewrite !has_land.
      intros [_ Hh]. split; trivial. now apply Hthrough.
    + apply holds_no_harder with (2 := H). intros set Hs. unfold exchanged in Hs. apply in_given in Hs.
      destruct Hs as (old & Ho & ->). apply in_without in Ho. destruct Ho as [Ho Hn].
      apply in_family in Ho. destruct Ho as (line & Hl & ->). rewrite has_land in Hn.
      exists (N.land (N.clearbit (N.clearbit (free_of l) a) c) line). split.
      * apply in_family. exists line. split; trivial. simpl. apply in_without_line. split; trivial. tauto.
      * intros d. unfold same. rewrite has_clearbit, !has_land, !has_clearbit. tauto.
Qed.

Lemma exchange_all_sound pairs : forall l next, proper l -> exchange_all l pairs = Some next ->
  proper next /\ forall n, holds n (family_of next) -> holds n (family_of l).
Proof.
  induction pairs as [| cells pairs IH]; intros l next Hp H; simpl in H.
  - injection H as <-. auto.
  - destruct (exchange l cells) as [middle |] eqn:E; [| discriminate].
    destruct (exchange_sound l cells middle Hp E) as [H1 H2]. destruct (IH middle next H1 H) as [H3 H4]. auto.
Qed.

(* --- after moves and a reply *)

Lemma after_sound l moves reply exchanges next : proper l -> after l moves reply exchanges = Some next ->
  proper next /\ forall n, holds n (family_of next) ->
    forall c, has moves c -> holds n (without reply (given c (family_of l))).
Proof.
  unfold after. intros Hp H. set (rest := N.ldiff (free_of l) moves) in *.
  destruct (N.testbit rest reply) eqn:Er; [| discriminate]. fold (has rest reply) in Er.
  assert (Er' := Er). unfold rest in Er'. apply has_ldiff in Er'. destruct Er' as [Hfree Hnot].
  set (mid := Live (N.lor (maker l) moves) (N.clearbit rest reply) (without_line reply (live_of l))) in *.
  destruct (exchange_all mid exchanges) as [last |] eqn:Ee; [| discriminate].
  destruct (no_line last); [| discriminate]. injection H as <-.
  assert (Hmid : proper mid).
  { intros line Hl. simpl in *. apply in_without_line in Hl. destruct Hl as [Hl Hn].
    destruct (Hp line Hl) as [Hlines Hlive].
    split; trivial. intros d Hd. rewrite has_lor, has_clearbit. unfold rest. rewrite has_ldiff.
    destruct (has_dec moves d); [tauto |]. destruct (Hlive d Hd); [tauto |]. right. repeat split; trivial. congruence. }
  destruct (exchange_all_sound exchanges mid last Hmid Ee) as [H1 H2]. split; trivial. intros n H c Hc.
  apply holds_no_harder with (2 := H2 n H). intros set Hs. apply in_next in Hs. destruct Hs as (old & Ho & -> & Hn).
  apply in_family in Ho. destruct Ho as (line & Hl & ->). rewrite has_clearbit, has_land in Hn.
  assert (Hline : ~ has line reply). { intros Hh. apply Hn. repeat split; trivial. congruence. }
  exists (N.land (N.clearbit rest reply) line). split.
  - apply in_family. exists line. split; trivial. simpl. now apply in_without_line.
  - intros d. unfold same. rewrite has_clearbit, !has_land, has_clearbit. unfold rest. rewrite has_ldiff.
    intros [[[Hf Hm] _] Hd]. repeat split; trivial. congruence.
Qed.

(* --- entries *)

Definition all_hold (n : nat) (found : list (N * N)) : Prop :=
  forall pl, In pl found -> holds n (needs g (fst pl) (snd pl)).

Definition answers (n : nat) (l : live) (c : N) : Prop := exists reply, holds n (without reply (given c (family_of l))).

Lemma reduced_holds n l : proper l -> holds n (needs g (fst (reduced b l)) (snd (reduced b l))) ->
  holds n (family_of l).
Proof. intros Hp. apply easier_holds. now apply reduced_easier. Qed.

Lemma follow_replies_sound l replies : proper l -> forall found, follow_replies b l replies = Some found ->
  forall n, all_hold n found -> forall c, In c (map fst replies) -> answers n l c.
Proof.
  intros Hp. induction replies as [| (move, reply) replies IH]; intros found H n Hall c Hc; [destruct Hc |].
  cbn [follow_replies] in H. destruct (after l (N.setbit 0 move) reply []) as [next |] eqn:Ea; [| discriminate].
  destruct (follow_replies b l replies) as [more |]; [| discriminate]. injection H as <-.
  destruct Hc as [<- | Hc].
  - destruct (after_sound _ _ _ _ _ Hp Ea) as [Hn Hh]. exists reply. apply Hh.
    + apply reduced_holds; trivial. apply Hall. now left.
    + rewrite has_setbit. now left.
  - apply (IH more); trivial. intros pl Hpl. apply Hall. now right.
Qed.

Lemma closed_sound l pairs n : proper l -> closed b l pairs = true -> holds n (family_of l).
Proof. intros Hp H. unfold closed in H. apply leaf_maker with (2 := H). now apply family_cells. Qed.

Lemma follow_groups_sound l groups : proper l -> forall found, follow_groups b l groups = Some found ->
  forall n, all_hold n found -> forall c, has (union_of (map moves_board groups)) c -> answers n l c.
Proof.
  intros Hp. induction groups as [| a groups IH]; intros found H n Hall c Hc; [now apply not_has_0 in Hc |].
  cbn [follow_groups] in H. destruct (subset (moves_board a) (free_of l)); [| discriminate].
  destruct (after l (moves_board a) (reply a) (exchanges a)) as [next |] eqn:Ea; [| discriminate].
  destruct (follow_groups b l groups) as [more |]; [| discriminate].
  destruct (after_sound _ _ _ _ _ Hp Ea) as [Hn Hh]. simpl in Hc. apply has_lor in Hc.
  assert (Hnext : holds n (family_of next) /\ all_hold n more).
  { destruct (closed b next (group_pairs a)) eqn:Ec.
    - injection H as <-. split; trivial. now apply closed_sound with (2 := Ec).
    - destruct (group_pairs a); [| discriminate]. injection H as <-. split.
      + apply reduced_holds; trivial. apply Hall. now left.
      + intros pl Hpl. apply Hall. now right. }
  destruct Hc as [Hc | Hc].
  - exists (reply a). now apply Hh.
  - now apply (IH more).
Qed.

Lemma dominated_fold lines c : forall answered d,
  has (fold_left (fun on_all line => if N.testbit line c then N.land on_all line else on_all) lines answered) d ->
  has answered d /\ forall line, In line lines -> has line c -> has line d.
Proof.
  induction lines as [| a lines IH]; intros answered d H; simpl in H; [split; [assumption | intros ? []] |].
  apply IH in H. destruct H as [H Hall]. destruct (N.testbit a c) eqn:E.
  - apply has_land in H. split; [tauto |]. intros line [<- | Hl] Hc; [tauto | auto].
  - split; trivial. intros line [<- | Hl] Hc; [unfold has in Hc; congruence | auto].
Qed.

Lemma dominated_sound l answered c n : dominated l answered c = true ->
  (forall d, has answered d -> has (free_of l) d /\ answers n l d) -> answers n l c.
Proof.
  unfold dominated. rewrite negb_true_iff, N.eqb_neq. intros H Hall. apply not_empty in H. destruct H as (d & Hd).
  apply dominated_fold in Hd. destruct Hd as [Hd Hlines]. destruct (Hall d Hd) as (Hf & reply & Hr).
  apply (holds_dominated d c n (family_of l) reply); trivial. intros set Hs. apply in_family in Hs.
  destruct Hs as (line & Hl & ->). rewrite !has_land. intros [_ Hc]. split; auto.
Qed.

Lemma groups_free l groups : forall found, follow_groups b l groups = Some found ->
  forall c, has (union_of (map moves_board groups)) c -> has (free_of l) c.
Proof.
  induction groups as [| a groups IH]; intros found H c Hc; [now apply not_has_0 in Hc |].
  cbn [follow_groups] in H. destruct (subset (moves_board a) (free_of l)) eqn:Es; [| discriminate].
  destruct (after l (moves_board a) (reply a) (exchanges a)); [| discriminate].
  destruct (follow_groups b l groups) as [more |]; [| discriminate].
  simpl in Hc. apply has_lor in Hc. destruct Hc as [Hc | Hc]; [| now apply (IH more)].
  now apply (proj1 (subset_spec _ _) Es).
Qed.

Lemma no_line_sound l : no_line l = true -> ~ In 0%N (family_of l).
Proof.
  intros H Hin. apply in_family in Hin. destruct Hin as (line & Hl & E).
  apply (proj1 (forallb_forall _ _)) with (2 := Hl) in H. now rewrite <- E in H.
Qed.

Lemma not_free_answers n l c : ~ has (free_of l) c -> holds n (family_of l) -> answers n l c.
Proof.
  intros Hc H. exists c. apply holds_no_harder with (2 := H). intros set Hs. apply in_next in Hs.
  destruct Hs as (old & Ho & -> & _). exists old. split; trivial. intros d Hd. unfold same. rewrite has_clearbit.
  split; trivial. intros ->. apply in_family in Ho. destruct Ho as (line & _ & ->). apply has_land in Hd. tauto.
Qed.

(* An entry is right where the places that it leads to are held. *)
Lemma leads_sound e found : leads_of b e = Some found ->
  ~ In 0%N (needs g (fst (place e)) (snd (place e))) /\
  forall n, holds n (needs g (fst (place e)) (snd (place e))) -> all_hold n found ->
    holds (S n) (needs g (fst (place e)) (snd (place e))).
Proof.
  unfold leads_of. set (l := live_at b (place e)). rewrite <- (family_live_at (place e)). fold l.
  assert (Hp : proper l) by apply live_at_proper.
  destruct (no_line l) eqn:En; [| discriminate]. apply no_line_sound in En. intros H. split; trivial.
  intros n Hself Hall.
  assert (Hfree : (forall c, has (free_of l) c -> answers n l c) -> holds (S n) (family_of l)).
  { intros Ha. split; trivial. intros c. destruct (has_dec (free_of l) c);
      [now apply Ha | now apply not_free_answers]. }
  destruct (what e) as [| replies | groups | pairs |]; try discriminate.
  - destruct (N.eqb_spec (set_of (map fst replies)) (free_of l)) as [E |]; [| discriminate].
    apply Hfree. intros c Hc. apply (follow_replies_sound l replies Hp found H n Hall).
    rewrite <- E in Hc. now apply has_set_of.
  - destruct (all_answered b l (union_of (map moves_board groups))) eqn:Ea; [| discriminate].
    assert (Hg := follow_groups_sound l groups Hp found H n Hall). assert (Hf := groups_free l groups found H).
    apply Hfree. intros c Hc. destruct (has_dec (union_of (map moves_board groups)) c) as [Hin | Hout];
      [now apply Hg |].
    unfold all_answered in Ea.
    destruct (in_dec N.eq_dec c (all_cells g)) as [Hcell | Hcell].
    + apply (proj1 (forallb_forall _ _)) with (2 := Hcell) in Ea.
      assert (Hm : has (N.ldiff (free_of l) (union_of (map moves_board groups))) c) by now apply has_ldiff.
      unfold has in Hm. rewrite Hm in Ea. apply dominated_sound with (1 := Ea). auto.
    + exists c. apply holds_no_harder with (2 := Hself). intros set Hs. apply in_next in Hs.
      destruct Hs as (old & Ho & -> & _). exists old. split; trivial. intros d Hd. unfold same. rewrite has_clearbit.
      split; trivial. intros ->. apply Hcell. now apply (family_cells l Hp old).
  - destruct (closed b l pairs) eqn:Ec; [| discriminate]. now apply closed_sound with (2 := Ec).
  - destruct (closed b l []) eqn:Ec; [| discriminate]. now apply closed_sound with (2 := Ec).
Qed.

(* --- the section *)

Definition known (map : places bool) (pl : N * N) : Prop := exists v, Map.find pl map = Some v.

Definition right (map : places bool) (pl : N * N) : Prop :=
  ~ In 0%N (needs g (fst pl) (snd pl)) /\
  forall n, (forall q, known map q -> holds n (needs g (fst q) (snd q))) -> holds (S n) (needs g (fst pl) (snd pl)).

Definition all_right (map : places bool) : Prop := forall pl, Map.find pl map = Some true -> right map pl.

Lemma right_more map map' pl : (forall q, known map q -> known map' q) -> right map pl -> right map' pl.
Proof. intros H [H0 Hr]. split; trivial. intros n Hn. apply Hr. auto. Qed.

Lemma follow_entry_sound map map' e : all_right map -> follow_entry b map e = inr map' ->
  all_right map' /\ forall q, known map q -> known map' q.
Proof.
  unfold follow_entry. intros Hr H. destruct (Map.find (place e) map) as [[|] |] eqn:Ef; try discriminate.
  destruct (leads_of b e) as [found |] eqn:El; [| discriminate]. injection H as <-.
  set (map1 := Map.add (place e) true map).
  assert (Hknown : forall q, known map q -> known (fold_left reach found map1) q).
  { intros q (v & Hv). destruct (same_place (place e) q) eqn:Es; [exists true | exists v];
      apply reach_all_keeps; unfold map1; now rewrite find_add, Es. }
  split; trivial. intros pl Hpl. apply reach_all_find in Hpl. destruct Hpl as [Hpl |]; [| discriminate].
  unfold map1 in Hpl. apply find_add_iff in Hpl. destruct Hpl as [[<- _] | [_ Hpl]].
  - destruct (leads_sound e found El) as [H0 Hs]. split; trivial. intros n Hn. apply Hs.
    + apply Hn. exists true. apply reach_all_keeps. unfold map1. rewrite find_add.
      now rewrite (proj2 (same_place_spec (place e) (place e))).
    + intros q Hq. apply Hn. now apply reach_all_in.
  - apply right_more with (1 := Hknown). now apply Hr.
Qed.

Lemma holds_nothing n : holds n [].
Proof. induction n as [| n IH]; (split; [intros [] |]); trivial. intros c. now exists c. Qed.

Lemma without_lines_holds pl n : without_lines b pl = true -> holds n (needs g (fst pl) (snd pl)).
Proof.
  unfold without_lines. rewrite <- family_live_at. unfold family_of.
  destruct (live_of (live_at b pl)); [| discriminate]. intros _. apply holds_nothing.
Qed.

Lemma complete_sound map : all_right map -> complete b map = true ->
  forall n pl, known map pl -> holds n (needs g (fst pl) (snd pl)).
Proof.
  intros Hr Hc. induction n as [| n IH]; intros pl (v & Hv).
  - destruct v; [split; [now apply Hr | exact I] |].
    apply (all_of_spec _ _ _ _ Hc) in Hv. now apply without_lines_holds.
  - destruct v; [now apply Hr |]. apply (all_of_spec _ _ _ _ Hc) in Hv. now apply without_lines_holds.
Qed.

Lemma follow_entries_sound list : forall number map, all_right map -> follow_entries b list number map = Fine tt ->
  forall n pl, known map pl -> holds n (needs g (fst pl) (snd pl)).
Proof.
  intros number map Hr H.
  apply (follow_all_sound _ _ all_right
    (fun map => forall n pl, known map pl -> holds n (needs g (fst pl) (snd pl)))) with (4 := H); trivial.
  - intros map' Hr' Hf. unfold unanswered in Hf. destruct (complete b map') eqn:Ec; [| discriminate].
    now apply complete_sound.
  - intros map1 map2 e Hr1 Hf. destruct (follow_entry_sound map1 map2 e Hr1 Hf) as [Hr2 Hkn]. split; trivial.
    intros Hall n pl Hp. now apply Hall, Hkn.
Qed.

Lemma first_right pl : all_right (Map.add pl false (Map.empty bool)) /\ known (Map.add pl false (Map.empty bool)) pl.
Proof.
  split.
  - intros other Hf. apply find_add_iff in Hf. destruct Hf as [[_ Hf] | [_ Hf]]; [discriminate |].
    rewrite find_empty in Hf. discriminate.
  - exists false. rewrite find_add. now rewrite (proj2 (same_place_spec pl pl)).
Qed.

Lemma from_first list number pl : follow_entries b list number (Map.add pl false (Map.empty bool)) = Fine tt ->
  forall n, holds n (needs g (fst pl) (snd pl)).
Proof. intros H n. destruct (first_right pl). now apply (follow_entries_sound list number _ H0 H). Qed.

Theorem check_breaker_sound of p list : check_breaker b of p list = Fine tt -> never_loses g of p.
Proof.
  unfold check_breaker. change (N.ldiff (full_of b) (taken p)) with (free_cells g p).
  set (l := live_at b (stones (other of) p, free_cells g p)).
  assert (Hl : easier (needed g of p) (needs g (fst (reduced b l)) (snd (reduced b l))))
    by apply reduced_easier, live_at_proper.
  destruct (is_over b p || negb (N.eqb (N.land (x_stones p) (o_stones p)) 0)) eqn:E; [discriminate |].
  apply orb_false_iff in E. destruct E as [Eo Ea]. apply negb_false_iff, N.eqb_eq, apart_test in Ea.
  assert (Hmaker : mover p = other of ->
      follow_entries b list 0 (Map.add (reduced b l) false (Map.empty bool)) = Fine tt ->
      never_loses g of p).
  { intros Hm H. apply stopped_maker; trivial. intros n. apply easier_holds with (1 := Hl).
    now apply from_first with (1 := H). }
  assert (Hbreaker : mover p = of -> (forall n, exists reply,
      holds n (without reply (needs g (fst (reduced b l)) (snd (reduced b l))))) -> never_loses g of p).
  { intros Hm H. apply stopped_breaker; trivial. intros n. destruct (H n) as (reply & Hr).
    destruct (easier_without _ _ reply Hl) as (reply' & He). exists reply'. now apply easier_holds with (1 := He). }
  assert (Hfirst : mover p = of -> match list with
      | [] => if without_lines b (reduced b l) then Fine tt else Faulty 1 NoAnswer
      | e :: entries =>
          let e := e tt in
          match same_place (place e) (reduced b l), what e with
          | true, Moves [c] =>
              if N.testbit (snd (reduced b l)) c then
                follow_entries b entries 1
                  (Map.add (reduced b (live_at b (fst (reduced b l), N.clearbit (snd (reduced b l)) c))) false
                    (Map.empty bool))
              else Faulty 1 WrongMove
          | _, _ => Faulty 1 WrongMove
          end
      end = Fine tt -> never_loses g of p).
  { intros Hm H. apply Hbreaker; trivial. intros n. set (first := reduced b l) in *. destruct list as [| e list].
    - destruct (without_lines b first) eqn:Ew; [| discriminate]. exists 0%N.
      apply (without_lines_holds _ n) in Ew. apply holds_no_harder with (2 := Ew). apply no_harder_incl.
      intros set Hs. now apply in_without in Hs.
    - cbv zeta in H. destruct (same_place (place (e tt)) first); [| discriminate].
      destruct (what (e tt)) as [[| c [|]] | | | |]; try discriminate.
      destruct (N.testbit (snd first) c) eqn:Ec; [| discriminate]. exists c.
      apply (from_first _ _ _) with (n := n) in H.
      apply easier_holds with (1 := reduced_easier _ (live_at_proper _)) in H. rewrite family_live_at in H.
      apply holds_no_harder with (2 := H). intros set Hs. apply in_without in Hs. destruct Hs as [Hs Hn].
      apply in_needs in Hs. destruct Hs as (line & Hlines & Hlive & ->). rewrite has_land in Hn.
      fold (has (snd first) c) in Ec. simpl fst. simpl snd. exists (N.land (N.clearbit (snd first) c) line). split.
      + apply in_needs. exists line. repeat split; trivial. intros d Hd. rewrite has_clearbit.
        destruct (Hlive d Hd); [now left | right]. split; trivial. intros ->. tauto.
      + intros d. unfold same. rewrite !has_land, has_clearbit. tauto. }
  destruct (mover p) eqn:Em, of eqn:Eof; auto.
Qed.

End Correct.
