(** * The checker of sections "breaker"

    In a section "breaker" the opponent of the side, Maker, never completes a line. *)

Require Import NArith List Bool Lia Arith.
From Noughts Require Import Game Sets Lines Weak Potential Play Transfer.
From Noughts Require Import Symmetry Format Places Strategy.
Import ListNotations.

(** ** The checker *)

Section Checker.

Context (b : board).

(** Maker's stones, the free cells, and the free cells of each live line. *)
Record live := Live { maker : N; free_of : N; family_of : list N }.

Definition live_at (place : N * N) : live :=
  let (maker, free) := place in Live maker free (needs_in (lines_of b) maker free).

(** The place without the cells on no live line, as the least of its images. *)
Definition reduced (maker free : N) : N * N :=
  let on_line := union_of (live_in (lines_of b) maker free) in
  least (symmetries_of b) (N.land maker on_line, N.land free on_line).

Definition reduced_of (l : live) : N * N := reduced (maker l) (free_of l).

Definition exchange (l : live) (cells : N * N) : option live :=
  let (a, c) := cells in
  if negb (N.eqb a c) && N.testbit (free_of l) a && N.testbit (free_of l) c &&
     forallb (fun set => if N.testbit set c then N.testbit set a else true) (family_of l)
  then Some (Live (N.setbit (maker l) a) (N.clearbit (N.clearbit (free_of l) a) c)
    (exchanged a c (family_of l)))
  else None.

Fixpoint exchange_all (l : live) (pairs : list (N * N)) : option live :=
  match pairs with
  | [] => Some l
  | cells :: pairs => match exchange l cells with Some l => exchange_all l pairs | None => None end
  end.

Definition no_line (l : live) : bool := forallb (fun set => negb (N.eqb set 0)) (family_of l).

(** After moves of Maker's, a reply and exchanges. *)
Definition after (l : live) (moves reply : N) (exchanges : list (N * N)) : option live :=
  let rest := N.ldiff (free_of l) moves in
  if N.testbit rest reply then
    let family := map (fun set => N.ldiff set moves) (without reply (family_of l)) in
    let l := Live (N.lor (maker l) moves) (N.clearbit rest reply) family in
    match exchange_all l exchanges with
    | Some l => if no_line l then Some l else None
    | None => None
    end
  else None.

Definition closed (l : live) (pairs : list (N * N)) : bool :=
  leaf (k_of b) (cells_of b) true (free_of l) pairs (family_of l).

(** The places that groups lead to. *)
Fixpoint follow_groups (l : live) (groups : list group) : option (list (N * N)) :=
  match groups with
  | [] => Some []
  | a :: groups =>
      if subset (moves_board a) (free_of l) then
        match after l (moves_board a) (reply a) (exchanges a), follow_groups l groups with
        | Some next, Some found =>
            if closed next (group_pairs a) then Some found
            else match group_pairs a with [] => Some (reduced_of next :: found) | _ => None end
        | _, _ => None
        end
      else None
  end.

(** Another cell that is answered lies on every live line through this one. *)
Definition dominated (l : live) (answered c : N) : bool :=
  let narrowed on_all set := if N.testbit set c then N.land on_all set else on_all in
  negb (N.eqb (fold_left narrowed (family_of l) answered) 0).

Definition all_answered (l : live) (answered : N) : bool :=
  let missing := N.ldiff (free_of l) answered in
  forallb (fun c => if N.testbit missing c then dominated l answered c else true) (cells_of b).

Definition leads_of (e : entry) : option (list (N * N)) :=
  let l := live_at (place e) in
  if no_line l then
    match what e with
    | Moves _ => None
    | Groups groups =>
        if all_answered l (union_of (map moves_board groups)) then follow_groups l groups else None
    | Pairs pairs => if closed l pairs then Some [] else None
    | Potential => if closed l [] then Some [] else None
    end
  else None.

Definition follow_entry (map : places) (e : entry) : fault + places :=
  match find map (place e) with
  | Some false =>
      match leads_of e with
      | Some found => inr (fold_left reach found (put map (place e) true))
      | None => inl WrongArgument
      end
  | _ => inl NotReached
  end.

Definition without_lines (place : N * N) : bool :=
  match family_of (live_at place) with [] => true | _ => false end.

Definition complete : places -> bool := all_unanswered without_lines.

Definition unanswered (map : places) : option fault :=
  if complete map then None else Some NoAnswer.

Definition follow_entries : stream entry -> N -> places -> result unit :=
  follow_all follow_entry unanswered.

(** [of] prevents the lines of the other side. *)
Definition check_breaker (of : side) (p : position)
  (entries : stream entry) : result unit :=
  let free := N.ldiff (full_of b) (taken p) in
  let first := reduced (stones (other of) p) free in
  if is_over b p || negb (N.eqb (N.land (x_stones p) (o_stones p)) 0) then Faulty 0 GameOver
  else match mover p, of with
  | Cross, Nought | Nought, Cross => follow_entries entries 0 (put nowhere first false)
  | _, _ =>
      match entries with
      | Ended => if without_lines first then Fine tt else Faulty 1 NoAnswer
      | Read e rest =>
          match same_place (place e) first, what e with
          | true, Moves [c] =>
              if N.testbit (snd first) c then
                follow_entries (rest tt) 1
                  (put nowhere (reduced (fst first) (N.clearbit (snd first) c)) false)
              else Faulty 1 WrongMove
          | _, _ => Faulty 1 WrongMove
          end
      end
  end.

End Checker.

(** ** What it shows *)

(** Breaker holds the other family wherever he holds this one: with other names of cells, or more
    sets. *)
Definition easier (other family : list N) : Prop := exists image back,
  (forall c, image (back c) = c) /\ (forall c, back (image c) = c) /\ no_harder image family other.

Lemma easier_holds n other family : easier other family -> holds n family -> holds n other.
Proof. intros (image & back & H1 & H2 & H). now apply holds_image with (back := back) (3 := H). Qed.

Lemma easier_without other family reply : easier other family ->
  exists reply', easier (without reply' other) (without reply family).
Proof.
  intros (image & back & H1 & H2 & H). exists (image reply), image, back. repeat split; trivial.
  intros set Hs. apply in_without in Hs. destruct Hs as [Hs Hn].
  destruct (H _ Hs) as (old & Ho & Hc).
  exists old. split; trivial. apply in_without. split; trivial. intros Hh. now apply Hn, Hc.
Qed.

Lemma easier_same other family : no_harder same family other -> easier other family.
Proof. intros H. now exists same, same. Qed.

Lemma easier_trans other middle family : easier other middle -> easier middle family ->
  easier other family.
Proof.
  intros (f & f' & F1 & F2 & F) (h & h' & H1 & H2 & H). exists (fun c => f (h c)), (fun c => h' (f' c)).
  repeat split; [intros c; now rewrite H1 | intros c; now rewrite F2 |]. intros set Hin.
  destruct (F _ Hin) as (mid & Hm & Hc). destruct (H _ Hm) as (old & Ho & Hd). exists old. auto.
Qed.

Section Correct.

Context (g : game) (Hk : 1 <= in_a_row g) (symmetric : bool).

Notation b := (board_of g symmetric).

(** The sets are those of lines of the game, of Maker's stones and free cells. *)
Definition proper (l : live) : Prop := incl (family_of l) (needs g (maker l) (free_of l)).

Lemma family_live_at place : family_of (live_at b place) = needs g (fst place) (snd place).
Proof. now destruct place. Qed.

Lemma live_at_proper place : proper (live_at b place).
Proof. unfold proper. rewrite family_live_at. destruct place. apply incl_refl. Qed.

Lemma family_cells l : proper l -> forall set c, In set (family_of l) -> has set c ->
  In c (all_cells g).
Proof. intros Hp set c Hs. now apply (needs_cells g (maker l) (free_of l)), Hp. Qed.

Lemma family_free l : proper l -> forall set c, In set (family_of l) -> has set c ->
  has (free_of l) c.
Proof.
  intros Hp set c Hs Hc. apply Hp, in_needs in Hs. destruct Hs as (line & _ & _ & ->).
  now apply has_land in Hc.
Qed.

Theorem reduced_easier maker free :
  easier (needs g maker free) (needs g (fst (reduced b maker free)) (snd (reduced b maker free))).
Proof.
  unfold reduced. set (on_line := union_of (live_in (lines_of b) maker free)).
  set (m := N.land maker on_line). set (f := N.land free on_line).
  assert (Hs : no_harder same (needs g m f) (needs g maker free)).
  { intros set Hin. apply in_needs in Hin. destruct Hin as (line & Hl & Hc & ->).
    exists (N.land f line). split.
    - apply in_needs. exists line. repeat split; trivial.
      intros c Hh. assert (Hu : has on_line c).
      { apply has_union_of. exists line. split; trivial. now apply in_live_lines. }
      unfold m, f. rewrite !has_land. destruct (Hc c Hh); tauto.
    - intros c. unfold f, same. rewrite !has_land. tauto. }
  apply least_has with
    (good := fun pl => easier (needs g maker free) (needs g (fst pl) (snd pl)));
    [now apply easier_same |].
  intros y pl Hy H. apply easier_trans with (1 := H).
  assert (Ht : symmetry_test g y = true).
  { simpl in Hy. destruct symmetric; [now apply filter_In in Hy | destruct Hy]. }
  exists (back g y), (forth g y). repeat split; [now apply back_forth | now apply forth_back
    | now apply needs_image].
Qed.

(** ** Exchanges *)

Lemma exchange_sound l cells next : proper l -> exchange l cells = Some next ->
  proper next /\ forall n, holds n (family_of next) -> holds n (family_of l).
Proof.
  destruct cells as (a, c). unfold exchange. intros Hp H.
  destruct (negb (N.eqb a c) && N.testbit (free_of l) a && N.testbit (free_of l) c && _) eqn:E;
    [| discriminate].
  injection H as <-. rewrite !andb_true_iff, negb_true_iff, N.eqb_neq in E.
  destruct E as [[[Hac Ha] Hc] Hall].
  fold (has (free_of l) a) in Ha. fold (has (free_of l) c) in Hc.
  split.
  - intros set Hs. simpl in *. unfold exchanged in Hs. apply in_given in Hs.
    destruct Hs as (old & Ho & ->).
    apply in_without in Ho. destruct Ho as [Ho Hn]. apply Hp, in_needs in Ho.
    destruct Ho as (line & Hl & Hlive & ->).
    rewrite has_land in Hn. apply in_needs. exists line. repeat split; trivial.
    + intros d Hd. rewrite has_setbit, !has_clearbit. destruct (N.eq_dec a d); [tauto |].
      destruct (Hlive d Hd); [tauto |]. right. repeat split; trivial; intros ->; tauto.
    + apply has_ext. intros d. rewrite has_clearbit, !has_land, !has_clearbit. intuition congruence.
  - intros n. apply (holds_exchange a c n Hac). intros set Hs Hh.
    apply (proj1 (forallb_forall _ _)) with (2 := Hs) in Hall. unfold has in *.
    now rewrite Hh in Hall.
Qed.

Lemma exchange_all_sound pairs : forall l next, proper l -> exchange_all l pairs = Some next ->
  proper next /\ forall n, holds n (family_of next) -> holds n (family_of l).
Proof.
  induction pairs as [| cells pairs IH]; intros l next Hp H; simpl in H.
  - injection H as <-. auto.
  - destruct (exchange l cells) as [middle |] eqn:E; [| discriminate].
    destruct (exchange_sound l cells middle Hp E) as [H1 H2].
    destruct (IH middle next H1 H) as [H3 H4]. auto.
Qed.

(** ** After moves and a reply *)

Lemma after_sound l moves reply exchanges next : proper l ->
  after l moves reply exchanges = Some next ->
  proper next /\ forall n, holds n (family_of next) ->
    forall c, has moves c -> holds n (without reply (given c (family_of l))).
Proof.
  unfold after. intros Hp H. set (rest := N.ldiff (free_of l) moves) in *.
  destruct (N.testbit rest reply) eqn:Er; [| discriminate]. fold (has rest reply) in Er.
  assert (Er' := Er). unfold rest in Er'. apply has_ldiff in Er'. destruct Er' as [Hfree Hnot].
  set (mid := Live (N.lor (maker l) moves) (N.clearbit rest reply) _) in *.
  destruct (exchange_all mid exchanges) as [last |] eqn:Ee; [| discriminate].
  destruct (no_line last); [| discriminate]. injection H as <-.
  assert (Hmid : proper mid).
  { intros set Hs. simpl in *. apply in_map_iff in Hs. destruct Hs as (old & <- & Ho).
    apply in_without in Ho.
    destruct Ho as [Ho Hn]. apply Hp, in_needs in Ho. destruct Ho as (line & Hl & Hlive & ->).
    rewrite has_land in Hn. apply in_needs. exists line. repeat split; trivial.
    - intros d Hd. rewrite has_lor, has_clearbit. unfold rest. rewrite has_ldiff.
      destruct (has_dec moves d); [tauto |]. destruct (Hlive d Hd); [tauto |]. right.
      repeat split; trivial.
      intros ->. tauto.
    - apply has_ext. intros d. rewrite has_ldiff, !has_land, has_clearbit. unfold rest.
      rewrite has_ldiff.
      intuition congruence. }
  destruct (exchange_all_sound exchanges mid last Hmid Ee) as [H1 H2]. split; trivial.
  intros n H c Hc.
  apply holds_no_harder with (2 := H2 n H). intros set Hs. apply in_next in Hs.
  destruct Hs as (old & Ho & -> & Hn).
  rewrite has_clearbit in Hn. exists (N.ldiff old moves). split.
  - simpl. apply in_map_iff. exists old. split; trivial. apply in_without. split; trivial.
    intros Hr. apply Hn.
    split; trivial. congruence.
  - intros d. unfold same. rewrite has_clearbit, has_ldiff. intros [Hd Hm]. split; trivial.
    congruence.
Qed.

(** ** Entries *)

Definition all_hold (n : nat) (found : list (N * N)) : Prop :=
  forall pl, In pl found -> holds n (needs g (fst pl) (snd pl)).

Definition answers (n : nat) (l : live) (c : N) : Prop :=
  exists reply, holds n (without reply (given c (family_of l))).

Lemma reduced_holds n l : proper l -> holds n (needs g (fst (reduced_of b l))
  (snd (reduced_of b l))) ->
  holds n (family_of l).
Proof.
  intros Hp H. apply easier_holds with (1 := reduced_easier _ _) in H.
  apply holds_no_harder with (2 := H).
  now apply no_harder_incl.
Qed.

Lemma closed_sound l pairs n : proper l -> closed b l pairs = true -> holds n (family_of l).
Proof. intros Hp H. unfold closed in H. apply leaf_maker with (2 := H). now apply family_cells. Qed.

Lemma follow_groups_sound l groups : proper l -> forall found,
  follow_groups b l groups = Some found ->
  forall n, all_hold n found -> forall c, has (union_of (map moves_board groups)) c ->
    answers n l c.
Proof.
  intros Hp. induction groups as [| a groups IH]; intros found H n Hall c Hc;
    [now apply not_has_0 in Hc |].
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

Lemma dominated_fold family c : forall answered d,
  has (fold_left (fun on_all set => if N.testbit set c then N.land on_all set
    else on_all) family answered) d ->
  has answered d /\ forall set, In set family -> has set c -> has set d.
Proof.
  induction family as [| a family IH]; intros answered d H; simpl in H;
    [split; [assumption | intros ? []] |].
  apply IH in H. destruct H as [H Hall]. destruct (N.testbit a c) eqn:E.
  - apply has_land in H. split; [tauto |]. intros set [<- | Hs] Hc; [tauto | auto].
  - split; trivial. intros set [<- | Hs] Hc; [unfold has in Hc; congruence | auto].
Qed.

Lemma dominated_sound l answered c n : dominated l answered c = true ->
  (forall d, has answered d -> answers n l d) -> answers n l c.
Proof.
  unfold dominated. rewrite negb_true_iff, N.eqb_neq. intros H Hall. apply not_empty in H.
  destruct H as (d & Hd).
  apply dominated_fold in Hd. destruct Hd as [Hd Hsets]. destruct (Hall d Hd) as (reply & Hr).
  now apply (holds_dominated d c n (family_of l) reply).
Qed.

Lemma no_line_sound l : no_line l = true -> ~ In 0%N (family_of l).
Proof.
  intros H Hin. now apply (proj1 (forallb_forall _ _)) with (2 := Hin) in H.
Qed.

Lemma absent_answers n l c : (forall set, In set (family_of l) -> ~ has set c) ->
  holds n (family_of l) ->
  answers n l c.
Proof.
  intros Hc H. exists c. apply holds_no_harder with (2 := H). intros set Hs. apply in_next in Hs.
  destruct Hs as (old & Ho & -> & _). exists old. split; trivial. intros d Hd. unfold same.
  rewrite has_clearbit.
  split; trivial. intros ->. now apply (Hc old).
Qed.

(** An entry is right where the places that it leads to are held. *)
Lemma leads_sound e found : leads_of b e = Some found ->
  ~ In 0%N (needs g (fst (place e)) (snd (place e))) /\
  forall n, holds n (needs g (fst (place e)) (snd (place e))) -> all_hold n found ->
    holds (S n) (needs g (fst (place e)) (snd (place e))).
Proof.
  unfold leads_of. set (l := live_at b (place e)). rewrite <- (family_live_at (place e)). fold l.
  assert (Hp : proper l) by apply live_at_proper.
  destruct (no_line l) eqn:En; [| discriminate]. apply no_line_sound in En. intros H.
  split; trivial.
  intros n Hself Hall.
  assert (Hfree : (forall c, has (free_of l) c -> answers n l c) -> holds (S n) (family_of l)).
  { intros Ha. split; trivial. intros c. destruct (has_dec (free_of l) c) as [Hc | Hc];
      [now apply Ha |].
    apply absent_answers; trivial. intros set Hs Hh. now apply Hc, (family_free l Hp set). }
  destruct (what e) as [| groups | pairs |]; try discriminate.
  - destruct (all_answered b l (union_of (map moves_board groups))) eqn:Ea; [| discriminate].
    assert (Hg := follow_groups_sound l groups Hp found H n Hall).
    apply Hfree. intros c Hc. destruct (has_dec (union_of (map moves_board groups)) c) as
      [Hin | Hout];
      [now apply Hg |].
    unfold all_answered in Ea.
    destruct (in_dec N.eq_dec c (all_cells g)) as [Hcell | Hcell].
    + apply (proj1 (forallb_forall _ _)) with (2 := Hcell) in Ea.
      assert (Hm : has (N.ldiff (free_of l) (union_of (map moves_board groups))) c) by now apply
        has_ldiff.
      unfold has in Hm. rewrite Hm in Ea. apply dominated_sound with (1 := Ea). auto.
    + apply absent_answers; trivial. intros set Hs Hh. now apply Hcell, (family_cells l Hp set).
  - destruct (closed b l pairs) eqn:Ec; [| discriminate]. now apply closed_sound with (2 := Ec).
  - destruct (closed b l []) eqn:Ec; [| discriminate]. now apply closed_sound with (2 := Ec).
Qed.

(** ** The section *)

Definition right (map : places) (pl : N * N) : Prop :=
  ~ In 0%N (needs g (fst pl) (snd pl)) /\
  forall n, (forall q, known map q -> holds n (needs g (fst q) (snd q))) ->
    holds (S n) (needs g (fst pl) (snd pl)).

Definition all_right (map : places) : Prop := forall pl, there map pl true -> right map pl.

Lemma right_more map map' pl : (forall q, known map q -> known map' q) -> right map pl ->
  right map' pl.
Proof. intros H [H0 Hr]. split; trivial. intros n Hn. apply Hr. auto. Qed.

Lemma follow_entry_sound map map' e : all_right map -> follow_entry b map e = inr map' ->
  all_right map' /\ forall q, known map q -> known map' q.
Proof.
  unfold follow_entry. intros Hr H. destruct (find map (place e)) as [[|] |]; try discriminate.
  destruct (leads_of b e) as [found |] eqn:El; [| discriminate]. injection H as <-.
  assert (Hknown : forall q, known map q ->
    known (fold_left reach found (put map (place e) true)) q).
  { intros q Hq. now apply reach_all_keeps, put_keeps. }
  split; trivial. intros pl Hpl. apply reach_all_there in Hpl.
  destruct Hpl as [Hpl |]; [| discriminate].
  apply put_new in Hpl. destruct Hpl as [[-> _] | Hpl].
  - destruct (leads_sound e found El) as [H0 Hs]. split; trivial. intros n Hn. apply Hs.
    + apply Hn. apply reach_all_keeps, put_known.
    + intros q Hq. apply Hn. now apply reach_all_in.
  - apply right_more with (1 := Hknown). now apply Hr.
Qed.

Lemma holds_nothing n : holds n [].
Proof. induction n as [| n IH]; (split; [intros [] |]); trivial. intros c. now exists c. Qed.

Lemma without_lines_holds pl n : without_lines b pl = true -> holds n (needs g (fst pl) (snd pl)).
Proof.
  unfold without_lines. rewrite <- family_live_at.
  destruct (family_of (live_at b pl)); [| discriminate].
  intros _. apply holds_nothing.
Qed.

Lemma complete_sound map : all_right map -> complete b map = true ->
  forall n pl, known map pl -> holds n (needs g (fst pl) (snd pl)).
Proof.
  intros Hr Hc n. induction n as [| n IH]; intros pl (v & Hv).
  - destruct v; [split; [now apply Hr | exact I] |].
    apply (all_unanswered_spec _ _ _ Hc) in Hv. now apply without_lines_holds.
  - destruct v; [now apply Hr |]. apply (all_unanswered_spec _ _ _ Hc) in Hv.
    now apply without_lines_holds.
Qed.

Lemma follow_entries_sound entries : forall number map, all_right map ->
  follow_entries b entries number map = Fine tt ->
  forall n pl, known map pl -> holds n (needs g (fst pl) (snd pl)).
Proof.
  intros number map Hr H.
  apply (follow_all_sound _ _ all_right
    (fun map => forall n pl, known map pl -> holds n (needs g (fst pl) (snd pl)))) with (4 := H);
      trivial.
  - intros map' Hr' Hf. unfold unanswered in Hf. destruct (complete b map') eqn:Ec;
      [| discriminate].
    now apply complete_sound.
  - intros map1 map2 e Hr1 Hf. destruct (follow_entry_sound map1 map2 e Hr1 Hf) as [Hr2 Hkn].
    split; trivial.
    intros Hall n pl Hp. now apply Hall, Hkn.
Qed.

Lemma from_first entries number pl :
  follow_entries b entries number (put nowhere pl false) = Fine tt ->
  forall n, holds n (needs g (fst pl) (snd pl)).
Proof.
  intros H n. apply (follow_entries_sound entries number (put nowhere pl false)); trivial;
    [| apply put_known].
  intros other Hf. apply put_new in Hf. now destruct Hf as [[_ Hf] | []].
Qed.

Theorem check_breaker_sound of p entries : check_breaker b of p entries = Fine tt ->
  never_loses g of p.
Proof.
  unfold check_breaker. change (N.ldiff (full_of b) (taken p)) with (free_cells g p).
  set (first := reduced b (stones (other of) p) (free_cells g p)).
  assert (Hl : easier (needed g of p) (needs g (fst first) (snd first))) by apply reduced_easier.
  destruct (is_over b p || negb (N.eqb (N.land (x_stones p) (o_stones p)) 0)) eqn:E;
    [discriminate |].
  apply orb_false_iff in E. destruct E as [Eo Ea]. apply negb_false_iff, N.eqb_eq, apart_test in Ea.
  assert (Hmaker : mover p = other of ->
      follow_entries b entries 0 (put nowhere first false) = Fine tt ->
      never_loses g of p).
  { intros Hm H. apply stopped_maker; trivial. intros n. apply easier_holds with (1 := Hl).
    now apply from_first with (1 := H). }
  assert (Hbreaker : mover p = of -> (forall n, exists reply,
      holds n (without reply (needs g (fst first) (snd first)))) -> never_loses g of p).
  { intros Hm H. apply stopped_breaker; trivial. intros n. destruct (H n) as (reply & Hr).
    destruct (easier_without _ _ reply Hl) as (reply' & He). exists reply'.
    now apply easier_holds with (1 := He). }
  assert (Hfirst : mover p = of -> match entries with
      | Ended => if without_lines b first then Fine tt else Faulty 1 NoAnswer
      | Read e rest =>
          match same_place (place e) first, what e with
          | true, Moves [c] =>
              if N.testbit (snd first) c then
                follow_entries b (rest tt) 1
                  (put nowhere (reduced b (fst first) (N.clearbit (snd first) c)) false)
              else Faulty 1 WrongMove
          | _, _ => Faulty 1 WrongMove
          end
      end = Fine tt -> never_loses g of p).
  { intros Hm H. apply Hbreaker; trivial. intros n. destruct entries as [| e rest].
    - destruct (without_lines b first) eqn:Ew; [| discriminate]. exists 0%N.
      apply (without_lines_holds _ n) in Ew. apply holds_no_harder with (2 := Ew).
      apply no_harder_incl.
      intros set Hs. now apply in_without in Hs.
    - destruct (same_place (place e) first); [| discriminate].
      destruct (what e) as [[| c [|]] | | |]; try discriminate.
      destruct (N.testbit (snd first) c) eqn:Ec; [| discriminate]. exists c.
      apply (from_first _ _ _) with (n := n) in H.
      apply easier_holds with (1 := reduced_easier _ _) in H.
      apply holds_no_harder with (2 := H). intros set Hs. apply in_without in Hs.
      destruct Hs as [Hs Hn].
      apply in_needs in Hs. destruct Hs as (line & Hlines & Hlive & ->). rewrite has_land in Hn.
      fold (has (snd first) c) in Ec. simpl fst. simpl snd.
      exists (N.land (N.clearbit (snd first) c) line). split.
      + apply in_needs. exists line. repeat split; trivial. intros d Hd. rewrite has_clearbit.
        destruct (Hlive d Hd); [now left | right]. split; trivial. intros ->. tauto.
      + intros d. unfold same. rewrite !has_land, has_clearbit. tauto. }
  destruct (mover p) eqn:Em, of eqn:Eof; auto.
Qed.

End Correct.
