(** * Sets of cells

    Sets of cells as numbers: what the checker does with them, and what this means. *)

Require Import NArith List Bool Lia.
From Noughts Require Import Game.
Import ListNotations.
Local Open Scope N_scope.

Definition subset (a b : N) : bool := N.land a b =? a.

Definition single (c : N) : N := N.shiftl 1 c.

Definition set_of (list : list N) : N := fold_right (fun c set => N.setbit set c) 0 list.

Definition union_of (sets : list N) : N := fold_right N.lor 0 sets.

Lemma has_false (a c : N) : ~ has a c <-> N.testbit a c = false.
Proof. unfold has. destruct (N.testbit a c); split; congruence. Qed.

Lemma has_dec (a c : N) : {has a c} + {~ has a c}.
Proof. unfold has. destruct (N.testbit a c); [left | right]; congruence. Qed.

Lemma not_has_0 c : ~ has 0 c.
Proof. unfold has. now rewrite N.bits_0. Qed.

Lemma has_lor a b c : has (N.lor a b) c <-> has a c \/ has b c.
Proof. unfold has. now rewrite N.lor_spec, orb_true_iff. Qed.

Lemma has_land a b c : has (N.land a b) c <-> has a c /\ has b c.
Proof. unfold has. now rewrite N.land_spec, andb_true_iff. Qed.

Lemma has_ldiff a b c : has (N.ldiff a b) c <-> has a c /\ ~ has b c.
Proof. unfold has. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff.
now rewrite <- not_true_iff_false. Qed.

Lemma has_single a c : has (single a) c <-> c = a.
Proof.
  unfold has, single. rewrite N.shiftl_1_l, N.pow2_bits_eqb, N.eqb_eq. split; congruence.
Qed.

Lemma has_setbit a b c : has (N.setbit a b) c <-> b = c \/ has a c.
Proof. unfold has. now rewrite N.setbit_iff. Qed.

Lemma subset_spec a b : subset a b = true <-> forall c, has a c -> has b c.
Proof.
  unfold subset. rewrite N.eqb_eq. split.
  - intros <- c. rewrite has_land. tauto.
  - intros H. apply N.bits_inj. intros c. rewrite N.land_spec. specialize (H c). unfold has in H.
    destruct (N.testbit a c); [now rewrite H | reflexivity].
Qed.

Lemma empty_spec a : (a =? 0) = true <-> forall c, ~ has a c.
Proof.
  rewrite N.eqb_eq. split.
  - intros ->. apply not_has_0.
  - intros H. apply N.bits_inj. intros c. rewrite N.bits_0. now apply has_false.
Qed.

Lemma not_empty a : a <> 0 -> exists c, has a c.
Proof. intros H. exists (N.log2 a). now apply N.bit_log2. Qed.

Lemma land_empty a b : (N.land a b =? 0) = true <-> forall c, has a c -> ~ has b c.
Proof. rewrite empty_spec. split; intros H c; specialize (H c); rewrite ?has_land in *; tauto. Qed.

Lemma has_set_of list c : has (set_of list) c <-> In c list.
Proof.
  induction list as [| a list IH]; simpl.
  - split; [apply not_has_0 | tauto].
  - rewrite has_setbit, IH. tauto.
Qed.

Lemma has_union_of sets c : has (union_of sets) c <-> exists a, In a sets /\ has a c.
Proof.
  induction sets as [| a sets IH]; simpl.
  - split; [intros H; now apply not_has_0 in H | firstorder].
  - rewrite has_lor, IH. split; [intros [H | (b & H)] | intros (b & [-> | H] & Hb)]; eauto;
      firstorder.
Qed.

Lemma has_ext a b : (forall c, has a c <-> has b c) -> a = b.
Proof.
  intros H. apply N.bits_inj. intros c. specialize (H c). unfold has in H.
  destruct (N.testbit a c), (N.testbit b c); intuition congruence.
Qed.
