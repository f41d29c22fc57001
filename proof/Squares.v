(** * Squares: a draw

    The game n,n,n is a draw on every board of at least 3 by 3, [every_square]. It has 2 n + 2
    lines, which are few from n = 5 on; 3,3,3 and 4,4,4 are among the games that the kernel has
    evaluated. *)

Require Import NArith Lia Arith.
From Noughts Require Import Game Count Few Games.

Lemma square_lines n : 2 <= n -> line_count n n n = 2 * n + 2.
Proof.
  intros Hn. unfold line_count. destruct (Nat.eqb_spec n 1) as [E | _]; [lia |].
  replace (n + 1 - n) with 1 by lia. lia.
Qed.

Lemma square_few n : 2 * (5 + n) + 2 < 2 ^ (4 + n).
Proof.
  induction n as [| n IH]; [cbn; lia |]. rewrite !Nat.add_succ_r, Nat.pow_succ_r'. lia.
Qed.

Theorem every_square n : 3 <= n -> has_value (Game n n n) start Draw.
Proof.
  intros Hn. destruct (Nat.eq_dec n 3) as [-> | H3]; [exact game_3_3_3 |].
  destruct (Nat.eq_dec n 4) as [-> | H4]; [exact game_4_4_4 |].
  apply few_lines; [lia |]. rewrite square_lines by lia. pose proof (square_few (n - 5)) as Hfew.
  replace (5 + (n - 5)) with n in Hfew by lia.
  now replace (4 + (n - 5)) with (n - 1) in Hfew by lia.
Qed.
