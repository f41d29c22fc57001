(** * Thin boards: a draw

    Thin boards: a draw, [thin_board]. Where the board has fewer than k rows, all lines lie in rows.
    Breaker pairs neighbours of each row, and a line of 3 cells or more holds such a pair. The same
    is true of columns. *)

Require Import ZArith Lia Arith.
From Noughts Require Import Game Mates.
Local Open Scope Z_scope.

Definition in_rows (x y : Z) : Z * Z := if Z.even x then (1, 0) else (-1, 0).

Definition in_columns (x y : Z) : Z * Z := if Z.even y then (0, 1) else (0, -1).

Lemma even_next x : Z.even (x + 1) = negb (Z.even x) /\ Z.even (x + -1) = negb (Z.even x).
Proof. rewrite !Z.even_add. now destruct (Z.even x). Qed.

Lemma in_rows_back : goes_back in_rows.
Proof.
  intros x y. unfold in_rows. destruct (even_next x) as [Hnext Hlast].
  destruct (Z.even x) eqn:E; cbn [fst snd]; [rewrite Hnext | rewrite Hlast]; reflexivity.
Qed.

Lemma in_columns_back : goes_back in_columns.
Proof.
  intros x y. unfold in_columns. destruct (even_next y) as [Hnext Hlast].
  destruct (Z.even y) eqn:E; cbn [fst snd]; [rewrite Hnext | rewrite Hlast]; reflexivity.
Qed.

(** One of two neighbours is even. *)
Lemma even_soon x : exists i, 0 <= i < 2 /\ Z.even (x + i) = true.
Proof.
  destruct (Z.even x) eqn:E.
  - exists 0. rewrite Z.add_0_r. auto with zarith.
  - exists 1. destruct (even_next x) as [Hnext _]. rewrite Hnext, E. auto with zarith.
Qed.

Theorem thin_board m n k : (3 <= k)%nat -> (m < k \/ n < k)%nat ->
  has_value (Game m n k) start Draw.
Proof.
  intros Hk [Hthin | Hthin].
  - apply (paired_draw in_columns); [lia | exact in_columns_back |]. intros d column row Hon.
    pose proof (Hon 0%nat ltac:(lia)) as [Hfirst _].
    pose proof (Hon (k - 1)%nat ltac:(lia)) as [Hlast _].
    destruct d; cbn [place_of fst columns in_a_row] in *; try lia.
    destruct (even_soon (Z.of_nat row)) as (i & Hi & Heven). exists i.
    cbn [in_a_row]. split; [lia |]. unfold in_columns, line_y. cbn [way fst snd].
    now rewrite Z.mul_1_r, Heven.
  - apply (paired_draw in_rows); [lia | exact in_rows_back |]. intros d column row Hon.
    pose proof (Hon 0%nat ltac:(lia)) as [_ Hfirst].
    pose proof (Hon (k - 1)%nat ltac:(lia)) as [_ Hlast].
    destruct d; cbn [place_of snd rows in_a_row] in *; try lia.
    destruct (even_soon (Z.of_nat column)) as (i & Hi & Heven). exists i.
    cbn [in_a_row]. split; [lia |]. unfold in_rows, line_x. cbn [way fst snd].
    now rewrite Z.add_0_l, Z.mul_1_r, Heven.
Qed.
