(** * The potential

    The potential of a family of sets (P. Erdos, J. L. Selfridge, J. Combin. Theory A 14, 1973): a
    set of f cells weighs 2^(k-f). Where Breaker is to move and the sum is below 2^k, he takes the
    cell of the greatest share, and holds. *)

Require Import NArith List Bool Lia.
From Noughts Require Import Game Sets Weak.
Import ListNotations.
Local Open Scope N_scope.

Definition weight (k : N) (set : N) : N := N.shiftl 1 (k - popcount set).

(** The sets with their weights. *)
Definition weighted (k : N) (family : list N) : list (N * N) :=
  map (fun set => (set, weight k set)) family.

Definition total (sets : list (N * N)) : N := fold_right (fun set sum => snd set + sum) 0 sets.

(** The weights of the sets through a cell. *)
Definition share (sets : list (N * N)) (c : N) : N :=
  fold_right (fun set sum => if N.testbit (fst set) c then snd set + sum else sum) 0 sets.

(** The potential closes the place; [cells] has all cells of the sets. *)
Definition low_potential (k : N) (cells : list N) (maker_to_move : bool) (family : list N) : bool :=
  let sets := weighted k family in
  let sum := total sets in
  let one := N.shiftl 1 k in
  if sum <? one then
    if negb maker_to_move || (sum + sum <? one) then true else
      let in_a_set := union_of family in
      forallb (fun c => if N.testbit in_a_set c then sum + share sets c <? one else true) cells
  else false.

Lemma popcount_half a : popcount a = popcount (N.div2 a) + (if N.odd a then 1 else 0).
Proof. destruct a as [| [a | a |]]; cbv [N.odd N.even negb]; cbn [popcount count_ones N.div2]; lia.
Qed.

Lemma div2_clear a c : N.div2 (N.clearbit a (N.succ c)) = N.clearbit (N.div2 a) c.
Proof.
  apply has_ext. intros d. unfold has. rewrite N.clearbit_eqb, !N.div2_spec, !N.shiftr_spec',
    N.clearbit_eqb.
  replace (N.succ c =? d + 1) with (c =? d); [tauto |].
  destruct (N.eqb_spec c d), (N.eqb_spec (N.succ c) (d + 1)); trivial; lia.
Qed.

Lemma div2_clear_0 a : N.div2 (N.clearbit a 0) = N.div2 a.
Proof.
  apply has_ext. intros d. unfold has. rewrite !N.div2_spec, !N.shiftr_spec', N.clearbit_eqb.
  replace (0 =? d + 1) with false; [now rewrite andb_true_r |]. symmetry. apply N.eqb_neq. lia.
Qed.

Lemma popcount_clear c : forall a, popcount a <= 1 + popcount (N.clearbit a c).
Proof.
  induction c as [| c IH] using N.peano_ind; intros a; rewrite (popcount_half a),
    (popcount_half (N.clearbit a _)).
  - rewrite div2_clear_0. destruct (N.odd a), (N.odd (N.clearbit a 0)); lia.
  - rewrite div2_clear. specialize (IH (N.div2 a)).
    replace (N.odd (N.clearbit a (N.succ c))) with (N.odd a); [lia |].
    rewrite <- !N.bit0_odd, N.clearbit_eqb. replace (N.succ c =? 0) with false;
      [now rewrite andb_true_r |].
    symmetry. apply N.eqb_neq. lia.
Qed.

Lemma weight_clear k set c : weight k (N.clearbit set c) <= 2 * weight k set.
Proof.
  unfold weight. rewrite !N.shiftl_1_l, <- N.pow_succ_r by lia. apply N.pow_le_mono_r; [lia |].
  pose proof (popcount_clear c set). lia.
Qed.

Lemma clear_absent set c : ~ has set c -> N.clearbit set c = set.
Proof. intros H. apply has_ext. intros d. rewrite has_clearbit. split; [tauto |]. intros Hd.
split; congruence. Qed.

Lemma total_given k c family :
  total (weighted k (given c family)) <= total (weighted k family) + share (weighted k family) c.
Proof.
  unfold given, weighted, total, share. induction family as [| set family IH];
    cbn [map fold_right fst snd]; [lia |].
  destruct (N.testbit set c) eqn:E.
  - pose proof (weight_clear k set c). lia.
  - rewrite clear_absent by (now apply has_false). lia.
Qed.

Lemma total_without k d family :
  total (weighted k (without d family)) + share (weighted k family) d = total (weighted k family).
Proof.
  unfold without, weighted, total, share.
  induction family as [| set family IH]; cbn [map filter fold_right fst snd]; [lia |].
  destruct (N.testbit set d); cbn [negb map fold_right fst snd]; lia.
Qed.

Lemma share_without k c d family : share (weighted k (without d family)) c <= share
  (weighted k family) c.
Proof.
  unfold without, weighted, share. induction family as [| set family IH];
    cbn [map filter fold_right fst snd]; [lia |].
  destruct (N.testbit set d); cbn [negb map fold_right fst snd]; destruct (N.testbit set c); lia.
Qed.

Lemma no_empty_set k family : total (weighted k family) < N.shiftl 1 k -> ~ In 0 family.
Proof.
  unfold weighted, total. intros H Hin. induction family as [| set family IH]; [assumption |].
  cbn [map fold_right fst snd] in H. destruct Hin as [-> | Hin].
  - unfold weight, popcount in H. rewrite N.sub_0_r in H. lia.
  - apply IH; [lia | assumption].
Qed.

Lemma greatest (f : N -> N) (list : list N) : list <> [] -> exists d, forall c, In c list ->
  f c <= f d.
Proof.
  induction list as [| a list IH]; [congruence |]. intros _. destruct list as [| b list].
  - exists a. intros c [-> | []]. lia.
  - destruct (IH ltac:(discriminate)) as (d & Hd). destruct (N.le_gt_cases (f a) (f d)).
    + exists d. intros c [-> | Hc]; [assumption | now apply Hd].
    + exists a. intros c [-> | Hc]; [lia |]. specialize (Hd c Hc). lia.
Qed.

Lemma share_beyond k family c : (forall set, In set family -> ~ has set c) ->
  share (weighted k family) c = 0.
Proof.
  unfold weighted, share. intros H. induction family as [| set family IH]; cbn [map fold_right fst];
    [reflexivity |].
  replace (N.testbit set c) with false.
  - apply IH. intros other Ho. apply H. now right.
  - symmetry. apply has_false, H. now left.
Qed.

Lemma greatest_share k family : exists d, forall c,
  share (weighted k family) c <= share (weighted k family) d.
Proof.
  destruct (greatest (share (weighted k family)) (map N.of_nat
    (seq 0 (S (N.to_nat (N.log2 (union_of family)))))))
    as (d & Hd); [discriminate |].
  exists d. intros c. destruct (N.le_gt_cases c (N.log2 (union_of family))).
  - apply Hd, in_map_iff. exists (N.to_nat c). rewrite in_seq. lia.
  - rewrite share_beyond; [lia |]. intros set Hs Hc. assert (Hu : has (union_of family) c).
    { apply has_union_of. eauto. }
    unfold has in Hu. rewrite N.bits_above_log2 in Hu by assumption. discriminate.
Qed.

(** Breaker is to move. *)
Lemma breaker_takes k family : total (weighted k family) < N.shiftl 1 k -> exists reply, forall c,
  total (weighted k (without reply family)) + share
    (weighted k (without reply family)) c < N.shiftl 1 k.
Proof.
  intros H. destruct (greatest_share k family) as (d & Hd). exists d. intros c.
  pose proof (total_without k d family). pose proof (share_without k c d family). specialize (Hd c).
  lia.
Qed.

Lemma maker_held k n : forall family,
  (forall c, total (weighted k family) + share (weighted k family) c < N.shiftl 1 k) ->
    holds n family.
Proof.
  induction n as [| n IH]; intros family H; (split;
    [apply (no_empty_set k); specialize (H 0); lia |]); trivial.
  intros move. destruct (breaker_takes k (given move family)) as (reply & Hr).
  - pose proof (total_given k move family). specialize (H move). lia.
  - exists reply. now apply IH.
Qed.

Lemma share_total sets c : share sets c <= total sets.
Proof. induction sets as [| (set, w) sets IH]; simpl; [lia |]. destruct (N.testbit set c); lia. Qed.

Theorem low_potential_maker k cells family n : (forall set c, In set family -> has set c ->
  In c cells) ->
  low_potential k cells true family = true -> holds n family.
Proof.
  unfold low_potential. intros Hcells H. apply (maker_held k). intros c.
  destruct (N.ltb_spec (total (weighted k family)) (N.shiftl 1 k)) as [Hl |]; [| discriminate].
  cbn [negb orb] in H.
  destruct (N.ltb_spec (total (weighted k family) + total (weighted k family)) (N.shiftl 1 k)).
  - pose proof (share_total (weighted k family) c). lia.
  - destruct (has_dec (union_of family) c) as [Hc | Hc].
    + destruct (proj1 (has_union_of family c) Hc) as (set & Hs & Hh).
      apply (proj1 (forallb_forall _ _)) with (2 := Hcells set c Hs Hh) in H. unfold has in Hc.
      rewrite Hc in H.
      now apply N.ltb_lt.
    + rewrite share_beyond; [lia |]. intros set Hs Hh. apply Hc, has_union_of. eauto.
Qed.

Theorem low_potential_breaker k cells family n : low_potential k cells false family = true ->
  exists reply, holds n (without reply family).
Proof.
  unfold low_potential. destruct (N.ltb_spec (total (weighted k family)) (N.shiftl 1 k));
    [| discriminate].
  intros _. destruct (breaker_takes k family) as (reply & Hr); [assumption |]. exists reply.
  now apply (maker_held k).
Qed.

(** ** A leaf: pairs of free cells, and the potential of the sets that hold no pair *)

Fixpoint disjoint_pairs (allowed : N) (pairs : list (N * N)) : bool :=
  match pairs with
  | [] => true
  | (a, b) :: pairs => N.testbit allowed a && N.testbit (N.clearbit allowed a) b &&
      disjoint_pairs (N.clearbit (N.clearbit allowed a) b) pairs
  end.

Definition leaf (k : N) (cells : list N) (maker_to_move : bool) (free : N) (pairs : list (N * N))
  (family : list N) : bool :=
  disjoint_pairs free pairs && low_potential k cells maker_to_move (unpaired pairs family).

Lemma disjoint_pairs_spec pairs : forall allowed, disjoint_pairs allowed pairs = true ->
  disjoint pairs /\ forall c, In c (map fst pairs ++ map snd pairs) -> has allowed c.
Proof.
  induction pairs as [| (a, b) pairs IH]; simpl; intros allowed H.
  - split; [constructor | intros c []].
  - apply andb_true_iff in H. destruct H as [H Hrest]. apply andb_true_iff in H.
    destruct H as [Ha Hb].
    fold (has allowed a) in Ha. fold (has (N.clearbit allowed a) b) in Hb.
    rewrite has_clearbit in Hb.
    destruct (IH _ Hrest) as [Hd Hin]. setoid_rewrite has_clearbit in Hin.
    setoid_rewrite has_clearbit in Hin.
    assert (Hna : ~ In a (map fst pairs ++ map snd pairs)). { intros E. apply Hin in E. tauto. }
    assert (Hnb : ~ In b (map fst pairs ++ map snd pairs)). { intros E. apply Hin in E. tauto. }
    split.
    + unfold disjoint. simpl. constructor.
      * rewrite in_app_iff in *. simpl. intros [E | [E | E]]; tauto.
      * apply NoDup_Add with (a := b) (l := map fst pairs ++ map snd pairs);
          [apply Add_app | now split].
    + intros c [<- | E]; trivial. rewrite in_app_iff in E. simpl in E.
      destruct E as [E | [<- | E]]; try tauto;
        apply Hin; apply in_app_iff; tauto.
Qed.

Lemma unpaired_cells pairs family cells : (forall set c, In set family -> has set c ->
  In c cells) ->
  forall set c, In set (unpaired pairs family) -> has set c -> In c cells.
Proof.
  intros H set c Hs. apply in_unpaired in Hs. destruct Hs as (old & Ho & _ & ->). rewrite has_ldiff.
  intros [Hc _]. now apply (H old).
Qed.

Theorem leaf_maker k cells free pairs family n : (forall set c, In set family -> has set c ->
  In c cells) ->
  leaf k cells true free pairs family = true -> holds n family.
Proof.
  intros Hc H. apply andb_true_iff in H. destruct H as [Hd Hl]. apply disjoint_pairs_spec in Hd.
  apply (holds_unpaired n pairs); [tauto |]. apply low_potential_maker with (2 := Hl).
  now apply unpaired_cells.
Qed.

Theorem leaf_breaker k cells free pairs family n :
  leaf k cells false free pairs family = true -> exists reply, holds n (without reply family).
Proof.
  intros H. apply andb_true_iff in H. destruct H as [Hd Hl]. apply disjoint_pairs_spec in Hd.
  apply (low_potential_breaker _ _ _ n) in Hl. destruct Hl as (reply & Hr). exists reply.
  now apply (breaker_unpaired n pairs).
Qed.
