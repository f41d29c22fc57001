(** * A game has one value

    Facts about the game: it ends, one side can force something, a stone more never hurts, and so
    the second player has no winning strategy on the empty board. *)

Require Import NArith List Bool Lia Arith FinFun.
From Noughts Require Import Game Sets Lines.
Import ListNotations.

Definition taken (p : position) : N := N.lor (x_stones p) (o_stones p).

Definition free_cells (g : game) (p : position) : N := N.ldiff (full g) (taken p).

Definition free_list (g : game) (p : position) : list N :=
  filter (N.testbit (free_cells g p)) (all_cells g).

Definition count_free (g : game) (p : position) : nat := length (free_list g p).

Definition overb (g : game) (p : position) : bool :=
  has_lineb g (x_stones p) || has_lineb g (o_stones p) || N.eqb (free_cells g p) 0.

(** Not both sides have a line. *)
Definition sane (g : game) (p : position) : Prop :=
  ~ (has_line g (x_stones p) /\ has_line g (o_stones p)).

Lemma other_other s : other (other s) = s.
Proof. now destruct s. Qed.

Lemma other_cases s t : t = s \/ t = other s.
Proof. destruct s, t; auto. Qed.

Lemma has_taken p c : has (taken p) c <-> has (x_stones p) c \/ has (o_stones p) c.
Proof. apply has_lor. Qed.

Lemma has_taken_side s p c : has (taken p) c <-> has (stones s p) c \/ has (stones (other s) p) c.
Proof. rewrite has_taken. destruct s; simpl; tauto. Qed.

Lemma has_free_cells g p c : has (free_cells g p) c <-> free g p c.
Proof. unfold free_cells, free. rewrite has_ldiff, has_full, has_taken. tauto. Qed.

Lemma free_side s g p c : free g p c <-> (c < cells g)%N /\ ~ has (stones s p) c /\
  ~ has (stones (other s) p) c.
Proof. unfold free. destruct s; simpl; tauto. Qed.

Lemma in_free_list g p c : In c (free_list g p) <-> free g p c.
Proof.
  unfold free_list. rewrite filter_In, in_all_cells. fold (has (free_cells g p) c).
  rewrite has_free_cells.
  unfold free. tauto.
Qed.

Lemma free_dec g p c : {free g p c} + {~ free g p c}.
Proof. destruct (has_dec (free_cells g p) c); rewrite has_free_cells in *; auto. Qed.

Lemma play_mover p c : mover (play p c) = other (mover p).
Proof. unfold play. now destruct (mover p). Qed.

Lemma play_own s p c : mover p = s -> stones s (play p c) = N.setbit (stones s p) c.
Proof. intros <-. unfold play. now destruct (mover p) eqn:E. Qed.

Lemma play_other s p c : mover p = other s -> stones s (play p c) = stones s p.
Proof. unfold play. intros ->. now destruct s. Qed.

Lemma taken_play p c d : has (taken (play p c)) d <-> c = d \/ has (taken p) d.
Proof. rewrite !has_taken. unfold play. destruct (mover p); simpl; rewrite has_setbit; tauto. Qed.

Lemma free_play g p c d : free g (play p c) d <-> free g p d /\ c <> d.
Proof.
  rewrite <- !has_free_cells. unfold free_cells. rewrite !has_ldiff, taken_play.
  intuition congruence.
Qed.

Lemma nodup_cells g : NoDup (all_cells g).
Proof. unfold all_cells. apply Injective_map_NoDup; [intros a b; lia | apply seq_NoDup]. Qed.

Lemma count_play g p c : free g p c -> count_free g (play p c) < count_free g p.
Proof.
  intros Hc. unfold count_free. apply (NoDup_incl_length (l := c :: free_list g (play p c))).
  - constructor; [| apply NoDup_filter, nodup_cells]. rewrite in_free_list, free_play. tauto.
  - intros d [<- | Hd]; rewrite in_free_list in *; [assumption |]. now apply free_play in Hd.
Qed.

Lemma has_line_more g a b : (forall c, has a c -> has b c) -> has_line g a -> has_line g b.
Proof. intros H (d & column & row & Hl). exists d, column, row. intros i Hi. destruct (Hl i Hi).
auto. Qed.

Lemma in_or_none {A} (list : list A) : {a & In a list} + {list = []}.
Proof. destruct list as [| a list]; [now right | left; exists a; now left]. Qed.

Section Rules.

Context (g : game) (Hk : 1 <= in_a_row g).

Lemma has_line_dec m : {has_line g m} + {~ has_line g m}.
Proof. destruct (has_lineb g m) eqn:E; [left | right]; rewrite <- has_lineb_spec by assumption;
  congruence. Qed.

Lemma overb_spec p : overb g p = true <-> over g p.
Proof.
  unfold overb, over. rewrite !orb_true_iff, !has_lineb_spec, empty_spec by assumption.
  setoid_rewrite has_free_cells. tauto.
Qed.

Lemma over_dec p : {over g p} + {~ over g p}.
Proof. destruct (overb g p) eqn:E; [left | right]; rewrite <- overb_spec; congruence. Qed.

Lemma not_over_free p : ~ over g p -> exists c, free g p c.
Proof.
  intros H. destruct (in_or_none (free_list g p)) as [(c & Hc) | E].
  - exists c. now apply in_free_list.
  - exfalso. apply H. right. right. intros c Hc. apply in_free_list in Hc. now rewrite E in Hc.
Qed.

Lemma not_over_no_line s p : ~ over g p -> ~ has_line g (stones s p).
Proof. unfold over. destruct s; simpl; tauto. Qed.

Lemma sane_play p c : ~ over g p -> sane g (play p c).
Proof. unfold over, sane, play. destruct (mover p); simpl; tauto. Qed.

Lemma sane_side s p : sane g p -> has_line g (stones s p) -> ~ has_line g (stones (other s) p).
Proof. unfold sane. destruct s; simpl; tauto. Qed.

(** ** A game has one value *)

Lemma some_or_all (P Q : N -> Prop) (list : list N) : (forall c, In c list -> P c \/ Q c) ->
  (exists c, In c list /\ P c) \/ forall c, In c list -> Q c.
Proof.
  induction list as [| a list IH]; intros H; [right; intros c [] |].
  destruct (H a (or_introl eq_refl)) as [Ha | Ha]; [left; exists a; simpl; auto |].
  destruct IH as [(c & Hc & HP) | HQ]; [intros c Hc; apply H; now right | left; exists c; simpl;
    auto |].
  right. intros c [<- | Hc]; auto.
Qed.

Theorem determined s : forall p, sane g p -> never_loses g s p \/ wins g (other s) p.
Proof.
  assert (H : forall n p, count_free g p < n -> sane g p -> never_loses g s p \/
    wins g (other s) p).
  { intros n. induction n as [| n IH]; intros p Hn Hs; [lia |].
    destruct (over_dec p) as [Ho | Ho].
    - destruct (has_line_dec (stones (other s) p)).
      + right. apply ended; trivial. split; trivial. now apply sane_side.
      + left. now apply ended.
    - assert (Hc : forall c, In c (free_list g p) -> never_loses g s (play p c) \/
        wins g (other s) (play p c)).
      { intros c Hc. apply in_free_list in Hc. apply IH; [| now apply sane_play].
        pose proof (count_play g p c Hc).
        lia. }
      destruct (other_cases s (mover p)) as [E | E].
      + destruct (some_or_all _ _ _ Hc) as [(c & Hin & Hw) | Hall].
        * left. apply in_free_list in Hin. now apply a_move with c.
        * right. apply every_move; trivial; [now rewrite other_other |]. intros c Hf.
          now apply Hall, in_free_list.
      + destruct (some_or_all (fun c => wins g (other s) (play p c))
          (fun c => never_loses g s (play p c))
          (free_list g p)) as [(c & Hin & Hw) | Hall].
        * intros c Hin. specialize (Hc c Hin). tauto.
        * right. apply in_free_list in Hin. now apply a_move with c.
        * left. apply every_move; trivial. intros c Hf. now apply Hall, in_free_list. }
  intros p. apply (H (S (count_free g p))). lia.
Qed.

Theorem not_both s p : never_loses g s p -> wins g (other s) p -> False.
Proof.
  intros H. induction H as [p Ho Hw | p c Ho Hm Hc _ IH | p Ho Hm Hc IH]; intros Hwin.
  - inversion Hwin as [q _ [Hl _] | q ? Hn | q Hn]; contradiction.
  - inversion Hwin as [q Hn | q d Hn Hm' | q Hn Hm' Hd]; try contradiction.
    + rewrite Hm in Hm'. now destruct s.
    + now apply IH, Hd.
  - inversion Hwin as [q Hn | q d Hn Hm' Hd Hw | q Hn Hm' Hd]; try contradiction.
    + now apply (IH d).
    + rewrite Hm, other_other in Hm'. now destruct s.
Qed.

Lemma forces_weaker s (well weaker : position -> Prop) : (forall p, well p -> weaker p) ->
  forall p, forces g s well p -> forces g s weaker p.
Proof.
  intros Hw p H. induction H as [p Ho Hp | p c Ho Hm Hc _ IH | p Ho Hm _ IH];
    [apply ended; auto | now apply a_move with c | now apply every_move].
Qed.

Lemma wins_never_loses s p : wins g s p -> never_loses g s p.
Proof. apply forces_weaker. now intros q [_ H]. Qed.

Theorem some_value p : sane g p -> exists v, has_value g p v.
Proof.
  intros Hs. destruct (determined (mover p) p Hs) as [Ha | Ha]; [| now exists Loss].
  destruct (determined (other (mover p)) p Hs) as [Hb | Hb].
  - exists Draw. simpl. now destruct (mover p).
  - exists Win. now rewrite other_other in Hb.
Qed.

Theorem one_value p v w : has_value g p v -> has_value g p w -> v = w.
Proof.
  assert (Hwin : forall s, wins g s p -> ~ never_loses g (other s) p).
  { intros s Hw Hn. apply (not_both (other s) p Hn). now rewrite other_other. }
  assert (Hmover : wins g (mover p) p -> has_value g p Draw -> False).
  { intros Hw [Hx Ho]. apply (Hwin _ Hw). now destruct (mover p). }
  assert (Hother : wins g (other (mover p)) p -> has_value g p Draw -> False).
  { intros Hw [Hx Ho]. apply (Hwin _ Hw). now destruct (mover p). }
  assert (Hboth : wins g (mover p) p -> wins g (other (mover p)) p -> False).
  { intros Ha Hb. apply (Hwin _ Ha). now apply wins_never_loses. }
  destruct v, w; intros Hv Hw; trivial; exfalso; auto.
Qed.

(** ** A stone more never hurts *)

Definition add (s : side) (c : N) (p : position) : position :=
  match s with
  | Cross => Position (N.setbit (x_stones p) c) (o_stones p) (mover p)
  | Nought => Position (x_stones p) (N.setbit (o_stones p) c) (mover p)
  end.

Lemma add_own s c p : stones s (add s c p) = N.setbit (stones s p) c.
Proof. now destruct s. Qed.

Lemma add_other s c p : stones (other s) (add s c p) = stones (other s) p.
Proof. now destruct s. Qed.

Lemma add_mover s c p : mover (add s c p) = mover p.
Proof. now destruct s. Qed.

Lemma free_add s p c d : free g (add s c p) d <-> free g p d /\ c <> d.
Proof. unfold free. destruct s; simpl; rewrite has_setbit; intuition. Qed.

Lemma setbit_setbit a c d : N.setbit (N.setbit a c) d = N.setbit (N.setbit a d) c.
Proof. apply has_ext. intros e. rewrite !has_setbit. tauto. Qed.

Lemma play_add s p c d : play (add s c p) d = add s c (play p d).
Proof. unfold play. rewrite add_mover. destruct s, (mover p); simpl; f_equal; apply setbit_setbit.
Qed.

Lemma play_add_first s p c d : mover p = s -> play (add s c p) d = add s d (play p c).
Proof. intros <-. unfold play. rewrite add_mover. now destruct (mover p) eqn:E; simpl; rewrite ?E.
Qed.

Lemma wins_full s p : wins g s p -> (forall c, ~ free g p c) -> has_line g (stones s p).
Proof.
  intros H Hf. destruct H as [p Ho [Hl _] | p c Ho | p Ho]; trivial; exfalso; apply Ho; unfold over;
    auto.
Qed.

Theorem extra_stone s p : wins g s p -> forall c, free g p c -> wins g s (add s c p).
Proof.
  intros H. induction H as [p Ho Hw | p d Ho Hm Hd Hwins IH | p Ho Hm Hall IH]; intros c Hc.
  - assert (Hl : has_line g (stones s (add s c p))).
    { apply has_line_more with (2 := proj1 Hw). intros e. rewrite add_own, has_setbit. tauto. }
    apply ended; [destruct s; simpl in *; unfold over; tauto |]. split; trivial. rewrite add_other.
    apply Hw.
  - assert (Hno : ~ has_line g (stones (other s) (add s c p))).
    { rewrite add_other. now apply not_over_no_line. }
    destruct (has_line_dec (stones s (add s c p))) as [Hl | Hl].
    { apply ended; [destruct s; simpl in *; unfold over; tauto |]. now split. }
    destruct (over_dec (add s c p)) as [Hov | Hov].
    + exfalso. apply Hl. assert (Hfull : forall e, ~ free g (add s c p) e).
      { destruct s; simpl in *; unfold over in Hov; simpl in Hov; tauto. }
      assert (c = d). { destruct (N.eq_dec c d); trivial. exfalso. apply (Hfull d).
      now apply free_add. }
      subst d. rewrite add_own, <- (play_own s) by assumption. apply wins_full; trivial.
      intros e He. apply (Hfull e). now apply free_add, free_play.
    + destruct (N.eq_dec c d) as [<- | Hne].
      * destruct (not_over_free _ Hov) as (e & He).
        apply a_move with e; trivial; [now rewrite add_mover |].
        rewrite play_add_first by assumption. apply IH. now apply free_add in He; apply free_play.
      * apply a_move with d; trivial; [now rewrite add_mover | now apply free_add |].
        rewrite play_add. apply IH, free_play. auto.
  - assert (Hno : ~ has_line g (stones (other s) (add s c p))).
    { rewrite add_other. now apply not_over_no_line. }
    destruct (has_line_dec (stones s (add s c p))) as [Hl | Hl].
    { apply ended; [destruct s; simpl in *; unfold over; tauto |]. now split. }
    destruct (over_dec (add s c p)) as [Hov | Hov].
    + exfalso. assert (Hfull : forall e, ~ free g (add s c p) e).
      { destruct s; simpl in *; unfold over in Hov; simpl in Hov; tauto. }
      apply (not_over_no_line s p Ho). rewrite <- (play_other s p c Hm).
      apply wins_full; [now apply Hall |].
      intros e He. apply (Hfull e). now apply free_add, free_play.
    + apply every_move; trivial; [now rewrite add_mover |]. intros d Hd. apply free_add in Hd.
      destruct Hd as [Hd Hne].
      rewrite play_add. apply IH; trivial. apply free_play. auto.
Qed.

(** ** Strategy stealing *)

Definition flip (p : position) : position := Position (o_stones p) (x_stones p) (other (mover p)).

Lemma flip_stones s p : stones (other s) (flip p) = stones s p.
Proof. now destruct s. Qed.

Lemma free_flip p c : free g (flip p) c <-> free g p c.
Proof. unfold free. simpl. tauto. Qed.

Lemma over_flip p : over g (flip p) <-> over g p.
Proof. unfold over. setoid_rewrite free_flip. simpl. tauto. Qed.

Lemma play_flip p c : play (flip p) c = flip (play p c).
Proof. unfold play. simpl. now destruct (mover p). Qed.

Lemma wins_flip s p : wins g s p -> wins g (other s) (flip p).
Proof.
  intros H. induction H as [p Ho Hw | p c Ho Hm Hc _ IH | p Ho Hm _ IH].
  - apply ended; [now apply over_flip |]. destruct Hw as [Hl Hn]. split; now rewrite flip_stones.
  - apply a_move with c; [now rewrite over_flip | simpl; now rewrite Hm | now apply free_flip |].
    now rewrite play_flip.
  - apply every_move; [now rewrite over_flip | simpl; now rewrite Hm |].
    intros c Hc. rewrite play_flip. now apply IH, free_flip.
Qed.

Lemma no_line_0 : ~ has_line g 0.
Proof. intros (d & column & row & H). destruct (H 0 ltac:(lia)) as [_ H0].
now apply not_has_0 in H0. Qed.

Theorem stealing : never_loses g Nought start -> never_loses g Cross start.
Proof.
  intros H. destruct (determined Cross start) as [| Hw]; trivial.
  { intros [H0 _]. now apply no_line_0. }
  exfalso. apply (not_both Nought start H). simpl in *. destruct (over_dec start) as [Ho | Ho].
  - inversion Hw as [q _ [Hl _] | q ? Hn | q Hn]; try contradiction. now apply no_line_0 in Hl.
  - destruct (not_over_free _ Ho) as (c & Hc). apply a_move with c; trivial.
    change (play start c) with (add Cross c (flip start)). apply extra_stone;
      [now apply (wins_flip Nought) | now apply free_flip].
Qed.

End Rules.
