(** * Nine or more in a row: a draw

    Nine or more in a row: a draw on every board, [nine_in_a_row].

    Mates are neighbours, given by a table of 8 by 8 steps that is repeated over the plane. In it
    every row, every column and every diagonal has, within 8 cells, one pair of mates that lie along
    it. So each line of 9 cells or more holds a pair. The table was found by a search; all that is
    used of it is tested below, in [table_right]. *)

Require Import ZArith NArith List Bool Lia Arith.
From Noughts Require Import Game Sets Lines Mates.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The table: where the mate of a cell lies, in columns to the right and in rows down *)

Definition table : list (Z * Z) := [
  (1,0);  (-1,0);  (-1,-1); (-1,-1); (-1,-1); (-1,1);  (-1,1);  (0,-1);
  (0,1);  (1,0);   (-1,0);  (0,1);   (1,-1);  (1,-1);  (-1,1);  (-1,1);
  (0,-1); (1,0);   (-1,0);  (0,-1);  (0,1);   (1,-1);  (1,-1);  (-1,1);
  (-1,1); (0,1);   (1,0);   (-1,0);  (0,-1);  (0,1);   (1,-1);  (-1,1);
  (-1,1); (0,-1);  (1,0);   (-1,0);  (1,1);   (0,-1);  (1,-1);  (1,-1);
  (1,0);  (-1,0);  (0,1);   (1,1);   (1,1);   (-1,-1); (0,1);   (1,-1);
  (1,0);  (-1,0);  (0,-1);  (1,1);   (-1,-1); (-1,-1); (0,-1);  (1,1);
  (-1,-1); (1,1);  (1,1);   (1,1);   (-1,-1); (1,0);   (-1,0);  (0,1)].

Definition step (x y : Z) : Z * Z := nth (Z.to_nat (8 * (y mod 8) + x mod 8)) table (0, 0).

Definition same_step (p q : Z * Z) : bool := (fst p =? fst q) && (snd p =? snd q).

Definition eight : list Z := [0; 1; 2; 3; 4; 5; 6; 7].

(** The mate of a cell's mate is the cell. *)
Definition back_test (x y : Z) : bool :=
  same_step (step (x + fst (step x y)) (y + snd (step x y))) (- fst (step x y), - snd (step x y)).

(** Within 8 cells along a direction one has its mate in that direction. *)
Definition way_test (x y : Z) (d : direction) : bool :=
  existsb (fun i => same_step (step (x + i * fst (way d)) (y + i * snd (way d))) (way d)) eight.

Lemma table_right :
  forallb (fun place => back_test (fst place) (snd place) &&
    forallb (way_test (fst place) (snd place)) directions)
    (list_prod eight eight) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma in_eight x : In x eight <-> 0 <= x < 8.
Proof. unfold eight. simpl. lia. Qed.

Lemma step_mod x y : step (x mod 8) (y mod 8) = step x y.
Proof. unfold step. now rewrite !Z.mod_mod. Qed.

Lemma step_from x y a b : step (x mod 8 + a) (y mod 8 + b) = step (x + a) (y + b).
Proof. rewrite <- step_mod. rewrite !Z.add_mod_idemp_l by lia. apply step_mod. Qed.

Lemma same_step_spec p q : same_step p q = true -> p = q.
Proof.
  destruct p as [a b], q as [c d]. unfold same_step. cbn [fst snd].
  rewrite andb_true_iff, !Z.eqb_eq.
  now intros [-> ->].
Qed.

(** What was tested of 64 cells is true of all. *)
Lemma table_at x y :
  step (x + fst (step x y)) (y + snd (step x y)) = (- fst (step x y), - snd (step x y)) /\
  forall d, exists i, 0 <= i < 8 /\ step (x + i * fst (way d)) (y + i * snd (way d)) = way d.
Proof.
  assert (Hin : In (x mod 8, y mod 8) (list_prod eight eight)).
  { apply in_prod_iff. rewrite !in_eight. split; now apply Z.mod_pos_bound. }
  pose proof (proj1 (forallb_forall _ _) table_right _ Hin) as H. cbn [fst snd] in H.
  apply andb_true_iff in H. destruct H as [Hback Hway]. split.
  - unfold back_test in Hback. apply same_step_spec in Hback.
    now rewrite step_from, step_mod in Hback.
  - intros d. apply (proj1 (forallb_forall _ _)) with (2 := direction_in d) in Hway.
    apply existsb_exists in Hway. destruct Hway as (i & Hi & Hs). apply same_step_spec in Hs.
    rewrite step_from in Hs. exists i. split; [now apply in_eight | exact Hs].
Qed.

Theorem nine_in_a_row m n k : (9 <= k)%nat -> has_value (Game m n k) start Draw.
Proof.
  intros Hk. apply (paired_draw step); [lia | exact (fun x y => proj1 (table_at x y)) |].
  intros d column row _. set (g := Game m n k).
  destruct (proj2 (table_at (line_x g d column 0) (line_y d row 0)) d) as (i & Hi & Hs).
  exists i. split; [cbn [g in_a_row]; lia |]. rewrite <- Hs. unfold line_x, line_y. f_equal; lia.
Qed.
