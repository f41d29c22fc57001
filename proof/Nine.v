(* Nine or more in a row: a draw on every board, `nine_in_a_row`.

   Breaker answers each move in the cell's mate. Mates are neighbours, given by a table of 8 by 8
   steps that is repeated over the plane. In it every row, every column and every diagonal has,
   within 8 cells, one pair of mates that lie along it. So each line of 9 cells or more holds a
   pair, and Maker gets only one cell of a pair. (J. D. Hales, R. I. Jewett, Regularity and
   positional games, Trans. Amer. Math. Soc. 106, 1963: pairs; the table was found by a search, and
   all that is used of it is tested below, in `table_right`.)

   Read `mates_hold`, then the table and `table_at`, then `mate`, `line_has_mates` and the theorem.
   *)

Require Import ZArith NArith List Bool Lia Arith.
Require Import Noughts.Game Noughts.Sets Noughts.Lines Noughts.Weak Noughts.Opening.
Import ListNotations.
Local Open Scope Z_scope.

(* --- Breaker answers in the mate of a cell. A cell without one is its own. *)

Definition holds_mates (mate : N -> N) (set : N) : Prop :=
  exists c, mate c <> c /\ has set c /\ has set (mate c).

Lemma mates_hold (mate : N -> N) n : (forall c, mate (mate c) = c) -> forall family,
  (forall set, In set family -> holds_mates mate set) -> holds n family.
Proof.
  intros Hback. assert (Hzero : ~ holds_mates mate 0%N).
  { intros (c & _ & Hc & _). now apply (not_has_0 c). }
  induction n as [| n IH]; intros family H; (split; [intros Hin; now apply Hzero, H |]); trivial.
  intros move. exists (mate move). apply IH. intros set Hs. apply in_next in Hs.
  destruct Hs as (old & Ho & -> & Hn). rewrite has_clearbit in Hn.
  destruct (H old Ho) as (c & Hne & Hc & Hm). exists c. rewrite !has_clearbit.
  assert (Hmove : c <> move).
  { intros ->. now apply Hn. }
  assert (Hmate : mate c <> move).
  { intros E. apply Hn. rewrite <- E, Hback. auto. }
  auto.
Qed.

(* --- the table: where the mate of a cell lies, in columns to the right and in rows down *)

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

Definition way (d : direction) : Z * Z :=
  match d with Right => (1, 0) | Down => (0, 1) | DownRight => (1, 1) | DownLeft => (-1, 1) end.

Definition same_step (p q : Z * Z) : bool := (fst p =? fst q) && (snd p =? snd q).

Definition eight : list Z := [0; 1; 2; 3; 4; 5; 6; 7].

(* The mate of a cell's mate is the cell. *)
Definition back_test (x y : Z) : bool :=
  same_step (step (x + fst (step x y)) (y + snd (step x y))) (- fst (step x y), - snd (step x y)).

(* Within 8 cells along a direction one has its mate in that direction. *)
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

(* What was tested of 64 cells is true of all. *)
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

(* --- on a board *)

Section Board.

Context (g : game) (Hm : (0 < columns g)%nat).

Let m := Z.of_nat (columns g).

Definition number (x y : Z) : N := Z.to_N (y * m + x).

(* Columns end, and there are no rows above the first. Rows below the last do no harm: no line has a
   cell there. *)
Definition inside (x y : Z) : bool := (0 <=? x) && (x <? m) && (0 <=? y).

Definition mate_of (x y : Z) : N :=
  let to := (x + fst (step x y), y + snd (step x y)) in
  if inside (fst to) (snd to) then number (fst to) (snd to) else number x y.

Definition mate (c : N) : N := mate_of (Z.of_N c mod m) (Z.of_N c / m).

Lemma inside_spec x y : inside x y = true <-> 0 <= x < m /\ 0 <= y.
Proof. unfold inside. rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt. tauto. Qed.

Lemma number_x x y : 0 <= x < m -> 0 <= y -> Z.of_N (number x y) mod m = x.
Proof.
  intros Hx Hy. unfold number. rewrite Z2N.id by nia. rewrite Z.add_comm, Z_mod_plus_full.
  now apply Z.mod_small.
Qed.

Lemma number_y x y : 0 <= x < m -> 0 <= y -> Z.of_N (number x y) / m = y.
Proof.
  intros Hx Hy. unfold number. rewrite Z2N.id by nia. rewrite Z.div_add_l by lia.
  rewrite Z.div_small by exact Hx. lia.
Qed.

Lemma mate_number x y : 0 <= x < m -> 0 <= y -> mate (number x y) = mate_of x y.
Proof. intros Hx Hy. unfold mate. now rewrite number_x, number_y. Qed.

Lemma is_number c : exists x y, 0 <= x < m /\ 0 <= y /\ c = number x y.
Proof.
  assert (Hpos : 0 < m) by (unfold m; lia).
  exists (Z.of_N c mod m), (Z.of_N c / m). split; [now apply Z.mod_pos_bound | split].
  - apply Z.div_pos; lia.
  - unfold number. rewrite Z.mul_comm, <- Z.div_mod by lia. now rewrite N2Z.id.
Qed.

Lemma mate_mate c : mate (mate c) = c.
Proof.
  destruct (is_number c) as (x & y & Hx & Hy & ->). rewrite (mate_number x y Hx Hy).
  destruct (table_at x y) as [Hback _]. unfold mate_of. cbn [fst snd].
  destruct (inside (x + fst (step x y)) (y + snd (step x y))) eqn:E.
  - apply inside_spec in E. rewrite mate_number by tauto. unfold mate_of. rewrite Hback.
    cbn [fst snd].
    replace (x + fst (step x y) + - fst (step x y)) with x by lia.
    replace (y + snd (step x y) + - snd (step x y)) with y by lia.
    now rewrite (proj2 (inside_spec x y) (conj Hx Hy)).
  - rewrite (mate_number x y Hx Hy). unfold mate_of. cbn [fst snd]. now rewrite E.
Qed.

(* The column and the row of the cell number i of a line, from the topmost row of the line. *)
Definition line_x (d : direction) (column : nat) (i : Z) : Z :=
  Z.of_nat column + match d with DownLeft => Z.of_nat (in_a_row g - 1) | _ => 0 end + i * fst (way
    d).

Definition line_y (d : direction) (row : nat) (i : Z) : Z := Z.of_nat row + i * snd (way d).

Lemma cell_number d column row i : (i < in_a_row g)%nat ->
  cell_at g (place_of g d column row i) = number (line_x d column (Z.of_nat i)) (line_y d row
    (Z.of_nat i)).
Proof.
  intros Hi. unfold number, cell_at, line_x, line_y, m. apply N2Z.inj.
  rewrite Z2N.id; destruct d; cbn [place_of way fst snd]; nia.
Qed.

Lemma line_bounds d column row i : (i < in_a_row g)%nat -> on_board g (place_of g d column row i) ->
  0 <= line_x d column (Z.of_nat i) < m /\ 0 <= line_y d row (Z.of_nat i).
Proof. intros Hi [Hc _]. unfold line_x, line_y, m. destruct d; cbn [place_of way fst snd] in *; lia.
Qed.

Lemma line_has_mates d column row : (9 <= in_a_row g)%nat ->
  (forall i, (i < in_a_row g)%nat -> on_board g (place_of g d column row i)) ->
  holds_mates mate (set_of (map (cell_at g) (places g d column row))).
Proof.
  intros Hk Hon. assert (Hin : forall i, (i < in_a_row g)%nat ->
    has (set_of (map (cell_at g) (places g d column row))) (cell_at g (place_of g d column row i))).
  { intros i Hi. apply has_set_of, in_map, in_map, in_seq. lia. }
  destruct (table_at (line_x d column 0) (line_y d row 0)) as [_ Hall].
  destruct (Hall d) as (z & Hz & Hs). set (i := Z.to_nat z). set (j := S i).
  assert (Hi : (i < in_a_row g)%nat) by lia. assert (Hj : (j < in_a_row g)%nat) by lia.
  destruct (line_bounds d column row i Hi (Hon i Hi)) as [Bxi Byi].
  destruct (line_bounds d column row j Hj (Hon j Hj)) as [Bxj Byj].
  assert (Hstep : step (line_x d column (Z.of_nat i)) (line_y d row (Z.of_nat i)) = way d).
  { rewrite <- Hs. f_equal; unfold line_x, line_y, i; rewrite Z2Nat.id by lia; lia. }
  assert (Ex : line_x d column (Z.of_nat i) + fst (way d) = line_x d column (Z.of_nat j)).
  { unfold line_x, j. rewrite Nat2Z.inj_succ. lia. }
  assert (Ey : line_y d row (Z.of_nat i) + snd (way d) = line_y d row (Z.of_nat j)).
  { unfold line_y, j. rewrite Nat2Z.inj_succ. lia. }
  assert (Hmate : mate (cell_at g (place_of g d column row i)) = cell_at g (place_of g d column row
    j)).
  { rewrite !cell_number, mate_number by assumption. unfold mate_of. rewrite Hstep. cbn [fst snd].
    rewrite Ex, Ey. now rewrite (proj2 (inside_spec _ _) (conj Bxj Byj)). }
  exists (cell_at g (place_of g d column row i)). rewrite Hmate. split; [| split; now apply Hin].
  rewrite !cell_number by assumption. intros E.
  assert (Fx := f_equal (fun c => Z.of_N c mod m) E).
  assert (Fy := f_equal (fun c => Z.of_N c / m) E).
  cbv beta in Fx, Fy. rewrite !number_x in Fx by assumption. rewrite !number_y in Fy by assumption.
  rewrite <- Ex in Fx. rewrite <- Ey in Fy. destruct d; cbn [way fst snd] in *; lia.
Qed.

End Board.

Theorem nine_in_a_row m n k : (9 <= k)%nat -> has_value (Game m n k) start Draw.
Proof.
  intros Hk. apply held_lines_draw; [lia |]. set (g := Game m n k). intros t.
  destruct (Nat.eq_dec m 0) as [Hm | Hm].
  - apply (mates_hold (fun c => c) t); [reflexivity |]. intros set Hs. exfalso.
    apply in_lines in Hs. destruct Hs as (d & column & row & Hc & _). cbn [g columns] in Hc. lia.
  - assert (Hpos : (0 < columns g)%nat) by (cbn [g columns]; lia).
    apply (mates_hold (mate g) t); [exact (mate_mate g Hpos) |]. intros set Hs.
    apply in_lines in Hs. destruct Hs as (d & column & row & _ & _ & -> & Hon).
    exact (line_has_mates g Hpos d column row Hk Hon).
Qed.
