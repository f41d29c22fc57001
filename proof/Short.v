(** * One and two in a row

    Short lines: with one or two in a row the side that begins wins on every board that is not too
    small, [one_in_a_row] and [two_in_a_row]. With two it takes a cell with two neighbours, and then
    one that the other side has left. *)

Require Import NArith List Lia Arith.
From Noughts Require Import Game Sets Lines Play Count.

Section Board.

Context (g : game) (Hk : 1 <= in_a_row g).

Definition pair_of (c d : N) : N := N.setbit (single c) d.

Lemma free_at_start c : (c < cells g)%N -> free g start c.
Proof. intros Hc. split; [exact Hc |]. split; apply not_has_0. Qed.

Lemma start_not_over c : (c < cells g)%N -> ~ over g start.
Proof.
  intros Hc [Hx | [Ho | Hfull]].
  - now apply (no_line_0 g Hk).
  - now apply (no_line_0 g Hk).
  - now apply (Hfull c), free_at_start.
Qed.

Lemma one_stone_no_line c : 2 <= in_a_row g -> ~ has_line g (single c).
Proof.
  intros Htwo (d & column & row & H). destruct (H 0 ltac:(lia)) as [H0 E0].
  destruct (H 1 ltac:(lia)) as [H1 E1]. apply has_single in E0. apply has_single in E1.
  rewrite <- E1 in E0. apply (same_cell g) in E0; [| assumption | assumption].
  destruct d; cbn [place_of] in E0; injection E0; lia.
Qed.

Lemma first_stone c : play start c = Position (single c) 0 Nought.
Proof. reflexivity. Qed.

Lemma won_after_one c : (c < cells g)%N -> has_line g (single c) -> wins g Cross start.
Proof.
  intros Hc Hline. apply a_move with c; [now apply (start_not_over c) | reflexivity | |].
  - now apply free_at_start.
  - rewrite first_stone. apply ended; [now left |]. split; [exact Hline |].
    now apply (no_line_0 g Hk).
Qed.

(** X has a stone, O another one, and X completes a line. *)
Lemma won_after_two c d e : 2 <= in_a_row g -> (e < cells g)%N -> e <> c -> e <> d ->
  has_line g (pair_of c e) -> wins g Cross (Position (single c) (single d) Cross).
Proof.
  intros Htwo He Hec Hed Hline. assert (Hfree : free g (Position (single c) (single d) Cross) e).
  { split; [exact He |]. cbn [x_stones o_stones]. rewrite !has_single. now split. }
  apply a_move with e; [| reflexivity | exact Hfree |].
  - intros [Hx | [Ho | Hfull]]; cbn [x_stones o_stones] in *.
    + now apply (one_stone_no_line c).
    + now apply (one_stone_no_line d).
    + now apply (Hfull e).
  - apply ended; [now left |]. split; [exact Hline |]. now apply (one_stone_no_line d).
Qed.

Lemma won_between c d e : 2 <= in_a_row g -> (c < cells g)%N -> (d < cells g)%N ->
  (e < cells g)%N ->
  c <> d -> c <> e -> d <> e -> has_line g (pair_of c d) -> has_line g (pair_of c e) ->
  wins g Cross start.
Proof.
  intros Htwo Hc Hd He Hcd Hce Hde Hline Hother.
  apply a_move with c; [now apply (start_not_over c) | reflexivity | now apply free_at_start |].
  rewrite first_stone. apply every_move; [| reflexivity |].
  - intros [Hx | [Ho | Hfull]]; cbn [x_stones o_stones] in *.
    + now apply (one_stone_no_line c).
    + now apply (no_line_0 g Hk).
    + apply (Hfull d). split; [exact Hd |]. cbn [x_stones o_stones].
      rewrite has_single. split; [congruence | apply not_has_0].
  - intros r Hr. change (wins g Cross (Position (single c) (single r) Cross)).
    destruct (N.eq_dec r d) as [-> | Hrd].
    + apply won_after_two with e; congruence.
    + apply won_after_two with d; congruence.
Qed.

End Board.

Theorem one_in_a_row m n : 1 <= m -> 1 <= n -> has_value (Game m n 1) start Win.
Proof.
  intros Hm Hn. set (g := Game m n 1). assert (Hk : 1 <= in_a_row g) by exact (le_n 1).
  assert (Hon : on_board g (0, 0)) by (split; cbn [g fst snd columns rows]; lia).
  apply (won_after_one g Hk (cell_at g (0, 0))); [now apply cell_on_board |].
  exists Right, 0, 0. intros i Hi. replace i with 0 by (cbn [g in_a_row] in Hi; lia).
  split; [exact Hon | now apply has_single].
Qed.

(** Neighbours in a row or a column are a line of two. *)
Lemma two_beside m n x y right : right <= 1 -> on_board (Game m n 2) (x, y) ->
  on_board (Game m n 2) (x + right, y + (1 - right)) ->
  has_line (Game m n 2)
    (pair_of (cell_at (Game m n 2) (x, y)) (cell_at (Game m n 2) (x + right, y + (1 - right)))).
Proof.
  intros Hright Hone Htwo. exists (if right =? 1 then Right else Down), x, y.
  intros i Hi. cbn [in_a_row] in Hi. unfold pair_of. rewrite has_setbit, has_single.
  assert (Hcase : i = 0 \/ i = 1) by lia.
  assert (Hside : right = 0 \/ right = 1) by lia.
  destruct Hside as [-> | ->], Hcase as [-> | ->]; cbn [Nat.eqb place_of Nat.sub] in *;
    rewrite ?Nat.add_0_r in *; auto.
Qed.

Lemma pair_swap c d : pair_of c d = pair_of d c.
Proof. apply has_ext. intros e. unfold pair_of. rewrite !has_setbit, !has_single. intuition. Qed.

Theorem two_in_a_row m n : 3 <= m * n -> has_value (Game m n 2) start Win.
Proof.
  intros Hmn. set (g := Game m n 2). assert (Hk : 1 <= in_a_row g) by (cbn [g in_a_row]; lia).
  assert (Htwo : 2 <= in_a_row g) by exact (le_n 2).
  assert (Hcell : forall x y, x < m -> y < n -> on_board g (x, y)) by (intros x y Hx Hy; now split).
  assert (Hpos : 1 <= m /\ 1 <= n) by nia.
  assert (Hshape : 3 <= m \/ 3 <= n \/ 2 <= m /\ 2 <= n) by nia.
  destruct Hshape as [Hm | [Hn | [Hm Hn]]].
  - assert (H0 := Hcell 0 0 ltac:(lia) ltac:(lia)). assert (H1 := Hcell 1 0 ltac:(lia) ltac:(lia)).
    assert (H2 := Hcell 2 0 ltac:(lia) ltac:(lia)).
    apply (won_between g Hk (cell_at g (1, 0)) (cell_at g (0, 0)) (cell_at g (2, 0)));
      try (now apply cell_on_board); try exact Htwo;
      try (intros E; apply (same_cell g) in E; [discriminate | assumption | assumption]).
    + rewrite pair_swap. now apply (two_beside m n 0 0 1).
    + now apply (two_beside m n 1 0 1).
  - assert (H0 := Hcell 0 0 ltac:(lia) ltac:(lia)). assert (H1 := Hcell 0 1 ltac:(lia) ltac:(lia)).
    assert (H2 := Hcell 0 2 ltac:(lia) ltac:(lia)).
    apply (won_between g Hk (cell_at g (0, 1)) (cell_at g (0, 0)) (cell_at g (0, 2)));
      try (now apply cell_on_board); try exact Htwo;
      try (intros E; apply (same_cell g) in E; [discriminate | assumption | assumption]).
    + rewrite pair_swap. apply (two_beside m n 0 0 0); [lia | exact H0 | exact H1].
    + apply (two_beside m n 0 1 0); [lia | exact H1 | exact H2].
  - assert (H0 := Hcell 0 0 ltac:(lia) ltac:(lia)). assert (H1 := Hcell 1 0 ltac:(lia) ltac:(lia)).
    assert (H2 := Hcell 0 1 ltac:(lia) ltac:(lia)).
    apply (won_between g Hk (cell_at g (0, 0)) (cell_at g (1, 0)) (cell_at g (0, 1)));
      try (now apply cell_on_board); try exact Htwo;
      try (intros E; apply (same_cell g) in E; [discriminate | assumption | assumption]).
    + now apply (two_beside m n 0 0 1).
    + apply (two_beside m n 0 0 0); [lia | exact H0 | exact H2].
Qed.
