(** * Lines

    All lines of a game, as sets of cells, and who has one. *)

Require Import NArith List Bool Lia.
From Noughts Require Import Game Sets.
Import ListNotations.

Definition directions := [Right; Down; DownRight; DownLeft].

Definition places (g : game) (d : direction) (column row : nat) : list (nat * nat) :=
  map (place_of g d column row) (seq 0 (in_a_row g)).

Definition on_boardb (g : game) (place : nat * nat) : bool :=
  Nat.ltb (fst place) (columns g) && Nat.ltb (snd place) (rows g).

Definition lines_from (g : game) (start : nat * nat) : list N :=
  map (fun d => set_of (map (cell_at g) (places g d (fst start) (snd start))))
    (filter (fun d => forallb (on_boardb g) (places g d (fst start) (snd start))) directions).

(** Each line once: with k = 1 the four directions are the same. *)
Definition lines (g : game) : list N :=
  nodup N.eq_dec (flat_map (lines_from g) (list_prod (seq 0 (columns g)) (seq 0 (rows g)))).

Definition all_cells (g : game) : list N := map N.of_nat (seq 0 (columns g * rows g)).

Definition full (g : game) : N := set_of (all_cells g).

Definition has_line_of (lines : list N) (stones : N) : bool :=
  existsb (fun line => subset line stones) lines.

Definition has_lineb (g : game) (stones : N) : bool := has_line_of (lines g) stones.

Lemma in_all_cells g c : In c (all_cells g) <-> (c < cells g)%N.
Proof.
  unfold all_cells, cells. rewrite in_map_iff. split.
  - intros (i & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat c). rewrite in_seq. lia.
Qed.

Lemma has_full g c : has (full g) c <-> (c < cells g)%N.
Proof. unfold full. now rewrite has_set_of, in_all_cells. Qed.

Lemma on_boardb_spec g place : on_boardb g place = true <-> on_board g place.
Proof. unfold on_boardb, on_board. now rewrite andb_true_iff, !PeanoNat.Nat.ltb_lt. Qed.

Lemma cell_on_board g place : on_board g place -> (cell_at g place < cells g)%N.
Proof. unfold on_board, cell_at, cells. intros []. nia. Qed.

Lemma direction_in d : In d directions.
Proof. destruct d; simpl; tauto. Qed.

(** A line is one of the list. *)
Lemma in_lines g line : In line (lines g) <-> exists d column row,
  column < columns g /\ row < rows g /\ line = set_of (map (cell_at g) (places g d column row)) /\
  forall i, i < in_a_row g -> on_board g (place_of g d column row i).
Proof.
  unfold lines. rewrite nodup_In, in_flat_map. split.
  - intros ((column, row) & Hs & Hl). apply in_prod_iff in Hs. rewrite !in_seq in Hs.
    apply in_map_iff in Hl. destruct Hl as (d & <- & Hd). apply filter_In in Hd.
    cbn [fst snd] in Hd |- *.
    exists d, column, row. repeat split; try lia.
    all: apply on_boardb_spec; apply (proj1 (forallb_forall _ _) (proj2 Hd)); unfold places;
      apply in_map;
      apply in_seq; lia.
  - intros (d & column & row & Hc & Hr & -> & H). exists (column, row). split.
    + apply in_prod_iff. rewrite !in_seq. lia.
    + unfold lines_from. cbn [fst snd]. apply in_map_iff. exists d. split; [reflexivity |].
      apply filter_In. split; [apply direction_in |].
      apply forallb_forall. intros place Hp. apply in_map_iff in Hp. destruct Hp as (i & <- & Hi).
      apply in_seq in Hi. apply on_boardb_spec, H. lia.
Qed.

Lemma line_on_board g line c : In line (lines g) -> has line c -> (c < cells g)%N.
Proof.
  rewrite in_lines. intros (d & column & row & _ & _ & -> & H). rewrite has_set_of, in_map_iff.
  intros (place & <- & Hp). unfold places in Hp. apply in_map_iff in Hp.
  destruct Hp as (i & <- & Hi).
  apply in_seq in Hi. apply cell_on_board, H. lia.
Qed.

Lemma has_line_spec g stones : 1 <= in_a_row g ->
  has_line g stones <-> exists line, In line (lines g) /\ forall c, has line c -> has stones c.
Proof.
  intros Hk. split.
  - intros (d & column & row & H). exists (set_of (map (cell_at g) (places g d column row))). split.
    + apply in_lines. exists d, column, row.
      assert (H0 := proj1 (H 0 ltac:(lia))). assert (H1 := proj1 (H (in_a_row g - 1) ltac:(lia))).
      repeat split; try (now apply H); destruct d; unfold on_board, place_of in *; simpl in *; lia.
    + intros c. rewrite has_set_of, in_map_iff. intros (place & <- & Hp).
      unfold places in Hp. apply in_map_iff in Hp. destruct Hp as (i & <- & Hi). apply in_seq in Hi.
      apply H. lia.
  - intros (line & Hl & Hs). apply in_lines in Hl.
    destruct Hl as (d & column & row & _ & _ & -> & H).
    exists d, column, row. intros i Hi. split; [now apply H |].
    apply Hs, has_set_of, in_map, in_map, in_seq. lia.
Qed.

Lemma has_lineb_spec g stones : 1 <= in_a_row g -> has_lineb g stones = true <-> has_line g stones.
Proof.
  intros Hk. rewrite has_line_spec by assumption. unfold has_lineb, has_line_of.
  rewrite existsb_exists.
  split; intros (line & Hl & Hs); exists line; split; auto; now apply subset_spec.
Qed.
