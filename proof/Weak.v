(** * Maker and Breaker

    The game of Maker and Breaker without a board: a family of sets of cells, of which Maker wants
    all cells of one.

    Maker's move drops its cell from every set, Breaker's removes every set with his cell. Any cell
    may be named: one that is in no set is a pass, which helps nobody. *)

Require Import NArith List Bool Lia.
From Noughts Require Import Game Sets.
Import ListNotations.
Local Open Scope N_scope.

Definition without (reply : N) (family : list N) : list N :=
  filter (fun set => negb (N.testbit set reply)) family.

Definition given (move : N) (family : list N) : list N :=
  map (fun set => N.clearbit set move) family.

(** With Maker to move, Breaker keeps him from all cells of a set for n moves of Maker's. *)
Fixpoint holds (n : nat) (family : list N) : Prop :=
  ~ In 0 family /\
  match n with
  | 0%nat => True
  | S n => forall move, exists reply, holds n (without reply (given move family))
  end.

Definition stopped (family : list N) : Prop := forall n, holds n family.

(** The other family is no harder for Breaker, up to the names of cells: each of its sets has the
    image of one in it. *)
Definition no_harder (image : N -> N) (family other : list N) : Prop :=
  forall set', In set' other -> exists set, In set family /\ forall c, has set c ->
    has set' (image c).

Lemma in_without reply family set : In set (without reply family) <-> In set family /\
  ~ has set reply.
Proof. unfold without. rewrite filter_In, negb_true_iff. now rewrite has_false. Qed.

Lemma has_clearbit set move c : has (N.clearbit set move) c <-> has set c /\ c <> move.
Proof. unfold has. rewrite N.clearbit_iff. intuition. Qed.

Lemma in_given move family set : In set (given move family) <-> exists old, In old family /\
  set = N.clearbit old move.
Proof. unfold given. rewrite in_map_iff. firstorder. Qed.

Lemma in_next move reply family set : In set (without reply (given move family)) <->
  exists old, In old family /\ set = N.clearbit old move /\ ~ has set reply.
Proof. rewrite in_without, in_given. firstorder. Qed.

Lemma holds_fewer n family : holds (S n) family -> holds n family.
Proof.
  revert family. induction n as [| n IH]; intros family [H0 H].
  - split; [assumption | exact I].
  - split; [assumption |]. intros move. destruct (H move) as (reply & Hr). exists reply.
    now apply IH.
Qed.

Lemma in_zero family set : In set family -> (forall c, ~ has set c) -> In 0 family.
Proof. intros H E. now rewrite <- (proj1 (N.eqb_eq _ _) (proj2 (empty_spec set) E)). Qed.

Theorem holds_image image back n : (forall c, image (back c) = c) ->
  (forall c, back (image c) = c) ->
  forall family other, no_harder image family other -> holds n family -> holds n other.
Proof.
  intros Hib Hbi.
  assert (Hz : forall family other, no_harder image family other -> ~ In 0 family -> ~ In 0 other).
  { intros family other Hno H0 Hin. destruct (Hno _ Hin) as (set & Hs & Hc).
    apply H0, (in_zero family set Hs).
    intros c Hh. now apply (not_has_0 (image c)), Hc. }
  induction n as [| n IH]; intros family other Hno [H0 H]; split; trivial;
    try (now apply (Hz family)).
  intros move. destruct (H (back move)) as (reply & Hr). exists (image reply).
  apply IH with (2 := Hr).
  intros set' Hin. apply in_next in Hin. destruct Hin as (old' & Hold & -> & Hnot).
  destruct (Hno _ Hold) as (old & Ho & Hc). exists (N.clearbit old (back move)). split.
  - apply in_next. exists old. repeat split; trivial. intros Hh. apply Hnot.
    rewrite has_clearbit in *.
    split; [now apply Hc |]. intros E. apply (proj2 Hh). now rewrite <- E, Hbi.
  - intros c. rewrite !has_clearbit. intros [Hh Hne]. split; [now apply Hc |]. intros E. apply Hne.
    now rewrite <- E, Hbi.
Qed.

Definition same (c : N) : N := c.

Corollary holds_no_harder n family other : no_harder same family other -> holds n family ->
  holds n other.
Proof. now apply holds_image with (back := same). Qed.

Lemma no_harder_incl family other : (forall set, In set other -> In set family) ->
  no_harder same family other.
Proof. intros H set Hs. exists set. split; [now apply H | trivial]. Qed.

(** ** Exchange: Maker gets a, Breaker gets b, where each set with b has a *)

Definition exchanged (a b : N) (family : list N) : list N := given a (without b family).

Theorem holds_exchange a b n : a <> b -> forall family,
  (forall set, In set family -> has set b -> has set a) ->
  holds n (exchanged a b family) -> holds n family.
Proof.
  intros Hab. induction n as [| n IH]; intros family Hall H.
  - split; trivial. intros Hin. apply (proj1 H). unfold exchanged. apply in_given. exists 0.
    rewrite in_without. repeat split; trivial. apply not_has_0.
  - assert (Hz : ~ In 0 family).
    { intros Hin. apply (proj1 H). unfold exchanged. apply in_given. exists 0.
      rewrite in_without. repeat split; trivial. apply not_has_0. }
    split; [assumption |]. intros move.
    destruct (N.eq_dec move a) as [-> | Hma]; [| destruct (N.eq_dec move b) as [-> | Hmb]].
    + exists b. apply holds_fewer in H. apply holds_no_harder with (2 := H). apply no_harder_incl.
      intros set Hin. apply in_next in Hin. destruct Hin as (old & Ho & -> & Hnot).
      unfold exchanged. apply in_given. exists old. rewrite in_without. repeat split; trivial.
      intros Hh. apply Hnot. rewrite has_clearbit. auto.
    + exists a. apply holds_fewer in H. apply holds_no_harder with (2 := H).
      intros set Hin. apply in_next in Hin. destruct Hin as (old & Ho & -> & Hnot).
      assert (Hna : ~ has old a). { intros Ha. apply Hnot. rewrite has_clearbit. auto. }
      exists (N.clearbit old a). split.
      * unfold exchanged. apply in_given. exists old. rewrite in_without. repeat split; trivial.
        auto.
      * intros c. rewrite !has_clearbit. unfold same. intros [Hc _]. split; [assumption |].
        intros ->.
        apply Hna, Hall; assumption.
    + destruct H as [_ H]. destruct (H move) as (reply & Hr).
      assert (Hkeep : forall reply', (forall set, In set family -> ~ has set b ->
        ~ has (N.clearbit set move) reply' ->
          ~ has (N.clearbit (N.clearbit set a) move) reply) -> exists reply,
            holds n (without reply (given move family))).
      { intros reply' Himp. exists reply'. apply IH.
        - intros set Hin Hb. apply in_next in Hin. destruct Hin as (old & Ho & -> & _).
          rewrite has_clearbit in *.
          split; [now apply Hall |]. auto.
        - apply holds_no_harder with (2 := Hr). intros set Hin. unfold exchanged in Hin.
          apply in_given in Hin. destruct Hin as (mid & Hm & ->). apply in_without in Hm.
          destruct Hm as [Hm Hb].
          apply in_next in Hm. destruct Hm as (old & Ho & -> & Hnot).
          exists (N.clearbit (N.clearbit old a) move). split.
          + apply in_next. exists (N.clearbit old a).
            assert (Hob : ~ has old b). { intros Hh. apply Hb. rewrite has_clearbit. auto. }
            repeat split; [| now apply Himp]. apply in_given. exists old. now rewrite in_without.
          + intros c. unfold same. rewrite !has_clearbit. tauto. }
      destruct (N.eq_dec reply a) as [-> | Hra]; [| destruct (N.eq_dec reply b) as [-> | Hrb]].
      * apply (Hkeep move). intros set _ _ _. rewrite !has_clearbit. tauto.
      * apply (Hkeep move). intros set _ Hb _. rewrite !has_clearbit. tauto.
      * apply (Hkeep reply). intros set _ _ Hn. rewrite !has_clearbit in *. tauto.
Qed.

(** ** Domination

    Where each set with d has b, Maker's move d needs no reply of its own beside the one to b. *)

Definition swap (a b c : N) : N := if c =? a then b else if c =? b then a else c.

Lemma swap_swap a b c : swap a b (swap a b c) = c.
Proof.
  unfold swap. destruct (N.eqb_spec c a), (N.eqb_spec c b); subst; rewrite ?N.eqb_refl; trivial.
  - destruct (N.eqb_spec b a); congruence.
  - destruct (N.eqb_spec c a), (N.eqb_spec c b); congruence.
Qed.

Theorem holds_dominated b d n family reply : (forall set, In set family -> has set d ->
  has set b) ->
  holds n (without reply (given b family)) -> exists reply,
    holds n (without reply (given d family)).
Proof.
  intros Hall H. exists (swap b d reply).
  apply (holds_image (swap b d) (swap b d)) with (4 := H); try (apply swap_swap).
  intros set Hin. apply in_next in Hin. destruct Hin as (old & Ho & -> & Hnot).
  exists (N.clearbit old b).
  assert (Himage : forall c, has (N.clearbit old b) c -> has (N.clearbit old d) (swap b d c)).
  { intros c. rewrite !has_clearbit. unfold swap. intros [Hc Hne].
    destruct (N.eqb_spec c b); [contradiction |]. destruct (N.eqb_spec c d); subst; auto. }
  split; [| exact Himage]. apply in_next. exists old. repeat split; trivial. intros Hh.
  now apply Hnot, Himage.
Qed.

(** ** Pairs: the sets that hold no pair, without the cells of pairs *)

Definition pair_mask (pair : N * N) : N := N.setbit (N.setbit 0 (fst pair)) (snd pair).

Definition is_open (masks : list N) (set : N) : bool :=
  negb (existsb (fun mask => subset mask set) masks).

Definition cells_in (pairs : list (N * N)) : N := set_of (map fst pairs ++ map snd pairs).

Definition unpaired (pairs : list (N * N)) (family : list N) : list N :=
  let paired := cells_in pairs in
  let masks := map pair_mask pairs in
  map (fun set => N.ldiff set paired) (filter (is_open masks) family).

Definition disjoint (pairs : list (N * N)) : Prop := NoDup (map fst pairs ++ map snd pairs).

Lemma is_open_spec pairs set :
  is_open (map pair_mask pairs) set = true <-> forall a b, In (a, b) pairs -> has set a ->
    has set b -> False.
Proof.
  unfold is_open. rewrite negb_true_iff, <- not_true_iff_false, existsb_exists. split.
  - intros H a b Hin Ha Hb. apply H. exists (pair_mask (a, b)). split; [now apply in_map |].
    apply subset_spec.
    intros c. unfold pair_mask. rewrite !has_setbit. intros [<- | [<- | Hc]]; trivial.
    now apply not_has_0 in Hc.
  - intros H (mask & Hin & Hs). apply in_map_iff in Hin. destruct Hin as ((a, b) & <- & Hin).
    apply (H a b Hin);
      apply (proj1 (subset_spec _ _) Hs); unfold pair_mask; rewrite !has_setbit; auto.
Qed.

Lemma has_cells_in pairs c : has (cells_in pairs) c <-> exists a b, In (a, b) pairs /\
  (c = a \/ c = b).
Proof.
  unfold cells_in. rewrite has_set_of, in_app_iff, !in_map_iff. split.
  - intros [((a, b) & <- & H) | ((a, b) & <- & H)]; exists a, b; simpl; auto.
  - intros (a & b & H & [-> | ->]); [left | right]; exists (a, b); auto.
Qed.

Lemma in_unpaired pairs family set : In set (unpaired pairs family) <->
  exists old, In old family /\ is_open (map pair_mask pairs) old = true /\
    set = N.ldiff old (cells_in pairs).
Proof. unfold unpaired. rewrite in_map_iff. setoid_rewrite filter_In. firstorder. Qed.

Lemma disjoint_middle first a b last : disjoint (first ++ (a, b) :: last) ->
  a <> b /\ disjoint (first ++ last) /\ ~ has (cells_in (first ++ last)) a /\
    ~ has (cells_in (first ++ last)) b.
Proof.
  unfold disjoint, cells_in. rewrite !has_set_of, !map_app. simpl. rewrite <- !app_assoc. simpl.
  intros H.
  apply NoDup_remove in H. destruct H as [H Ha].
  rewrite !app_assoc in H, Ha. apply NoDup_remove in H. destruct H as [H Hb].
  rewrite <- !app_assoc in *. rewrite !in_app_iff in *. simpl in *.
  split; [| split; [| split]]; trivial; try tauto.
  intros ->. tauto.
Qed.

Lemma swap_pair_in pairs a b : In (a, b) pairs -> disjoint pairs -> exists rest,
  a <> b /\ disjoint rest /\ ~ has (cells_in rest) a /\ ~ has (cells_in rest) b /\
  forall c d, In (c, d) pairs <-> (c, d) = (a, b) \/ In (c, d) rest.
Proof.
  intros Hin Hd. apply in_split in Hin. destruct Hin as (first & last & ->). exists (first ++ last).
  destruct (disjoint_middle _ _ _ _ Hd) as (? & ? & ? & ?). repeat split; trivial.
  - rewrite !in_app_iff. simpl. intuition.
  - rewrite !in_app_iff. simpl. intuition.
Qed.

(** Maker takes a cell of a pair and Breaker the other one. *)
Lemma pair_answered pairs rest a b x y family : disjoint pairs -> In (a, b) pairs -> x <> y ->
  (forall c d, In (c, d) pairs <-> (c, d) = (a, b) \/ In (c, d) rest) ->
  (x = a /\ y = b \/ x = b /\ y = a) -> ~ has (cells_in rest) x -> ~ has (cells_in rest) y ->
  no_harder same (unpaired pairs family) (unpaired rest (without y (given x family))).
Proof.
  intros Hd Hin Hxy Hiff Hor Hx Hy set Hs. apply in_unpaired in Hs.
  destruct Hs as (mid & Hm & Hopen & ->).
  apply in_next in Hm. destruct Hm as (old & Ho & -> & Hnot). rewrite has_clearbit in Hnot.
  exists (N.ldiff old (cells_in pairs)). split.
  - apply in_unpaired. exists old. repeat split; trivial. apply is_open_spec. intros c d Hcd Hc Hd'.
    apply Hiff in Hcd. destruct Hcd as [E | Hcd].
    + injection E as -> ->. destruct Hor as [[-> ->] | [-> ->]]; apply Hnot; auto.
    + apply (proj1 (is_open_spec _ _) Hopen c d Hcd); rewrite has_clearbit; split; trivial;
        intros ->; apply Hx,
        has_cells_in; eauto.
  - intros c. unfold same. rewrite !has_ldiff, has_clearbit. intros [Hc Hn].
    assert (Hnr : ~ has (cells_in rest) c).
    { rewrite has_cells_in in *. intros (p & q & Hpq & Hc'). apply Hn. exists p, q.
      split; [| assumption]. apply Hiff.
      auto. }
    repeat split; trivial. intros ->. apply Hn, has_cells_in. exists a, b. split; [assumption |].
    tauto.
Qed.

Theorem holds_unpaired n : forall pairs family, disjoint pairs -> holds n (unpaired pairs family) ->
  holds n family.
Proof.
  induction n as [| n IH]; intros pairs family Hd H.
  - split; trivial. intros Hin. apply (proj1 H). apply in_unpaired. exists 0. repeat split; trivial.
    apply is_open_spec. intros a b _ Ha _. now apply not_has_0 in Ha.
  - split.
    { intros Hin. apply (proj1 H). apply in_unpaired. exists 0. repeat split; trivial.
      apply is_open_spec. intros a b _ Ha _. now apply not_has_0 in Ha. }
    intros move. destruct (has_dec (cells_in pairs) move) as [Hp | Hp].
    + apply has_cells_in in Hp. destruct Hp as (a & b & Hab & Hor). apply holds_fewer in H.
      destruct (swap_pair_in _ _ _ Hab Hd) as (rest & Hne & Hr & Ha & Hb & Hiff).
      destruct Hor as [-> | ->]; [exists b | exists a]; apply (IH rest); trivial;
        apply holds_no_harder with (2 := H).
      * apply pair_answered with (a := a) (b := b); auto.
      * apply pair_answered with (a := a) (b := b); auto.
    + destruct H as [_ H]. destruct (H move) as (reply & Hr).
      assert (Hkeep : forall reply', (forall set, ~ has (N.clearbit set move) reply' ->
          ~ has (N.clearbit (N.ldiff set (cells_in pairs)) move) reply) ->
          exists reply, holds n (without reply (given move family))).
      { intros reply' Himp. exists reply'. apply (IH pairs); trivial.
        apply holds_no_harder with (2 := Hr).
        intros set Hs. apply in_unpaired in Hs. destruct Hs as (mid & Hm & Hopen & ->).
        apply in_next in Hm. destruct Hm as (old & Ho & -> & Hnot).
        exists (N.clearbit (N.ldiff old (cells_in pairs)) move). split.
        - apply in_next. exists (N.ldiff old (cells_in pairs)). repeat split; [| now apply Himp].
          apply in_unpaired. exists old. repeat split; trivial. apply is_open_spec.
          intros c d Hcd Hc Hc'.
          apply (proj1 (is_open_spec _ _) Hopen c d Hcd); rewrite has_clearbit; split; trivial;
            intros ->;
            apply Hp, has_cells_in; eauto.
        - intros c. unfold same. rewrite has_clearbit, !has_ldiff, has_clearbit. tauto. }
      destruct (has_dec (cells_in pairs) reply) as [Hin | Hout].
      * apply (Hkeep move). intros set _. rewrite has_clearbit, has_ldiff. tauto.
      * apply (Hkeep reply). intros set. rewrite !has_clearbit, has_ldiff. tauto.
Qed.

(** The same with Breaker to move. *)
Theorem breaker_unpaired n pairs family reply : disjoint pairs ->
  holds n (without reply (unpaired pairs family)) ->
  holds n (without reply family).
Proof.
  intros Hd H. apply (holds_unpaired n pairs); trivial. apply holds_no_harder with (2 := H).
  intros set Hs. apply in_unpaired in Hs. destruct Hs as (old & Ho & Hopen & ->).
  apply in_without in Ho.
  exists (N.ldiff old (cells_in pairs)). split; [| now unfold same].
  apply in_without. split; [apply in_unpaired; exists old; tauto |]. rewrite has_ldiff. tauto.
Qed.
