(** * Pairs over the plane

    Pairs: Breaker answers each move in the mate of its cell, and so keeps Maker from every line
    that holds a cell and its mate, [mates_hold]. (J. D. Hales, R. I. Jewett, Regularity and
    positional games, Trans. Amer. Math. Soc. 106, 1963.)

    Mates are given by steps over the plane, from a cell to its mate. [paired_draw]: where each line
    of a board holds a cell whose step leads along the line to another of its cells, the game is a
    draw. [Nine] and [Thin] have such steps. *)

Require Import ZArith NArith List Bool Lia Arith.
From Noughts Require Import Game Sets Lines Weak Opening.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Breaker answers in the mate of a cell

    A cell without one is its own. *)

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

(** ** Steps over the plane, in columns to the right and in rows down *)

Definition way (d : direction) : Z * Z :=
  match d with Right => (1, 0) | Down => (0, 1) | DownRight => (1, 1) | DownLeft => (-1, 1) end.

(** The mate of a cell's mate is the cell. *)
Definition goes_back (step : Z -> Z -> Z * Z) : Prop :=
  forall x y, step (x + fst (step x y)) (y + snd (step x y)) = (- fst (step x y), - snd (step x y)).

(** The column and the row of the cell number i of a line, from its topmost row. *)
Definition line_x (g : game) (d : direction) (column : nat) (i : Z) : Z :=
  match d with DownLeft => Z.of_nat (in_a_row g - 1) | _ => 0 end + Z.of_nat column +
    i * fst (way d).

Definition line_y (d : direction) (row : nat) (i : Z) : Z := Z.of_nat row + i * snd (way d).

(** The line holds a cell whose step leads to the next of its cells. *)
Definition has_step (g : game) (step : Z -> Z -> Z * Z) (d : direction) (column row : nat) : Prop :=
  exists i, 0 <= i < Z.of_nat (in_a_row g) - 1 /\
    step (line_x g d column i) (line_y d row i) = way d.

(** ** On a board *)

Section Board.

Context (g : game) (Hm : (0 < columns g)%nat) (step : Z -> Z -> Z * Z) (Hback : goes_back step).

Let m := Z.of_nat (columns g).

Definition number (x y : Z) : N := Z.to_N (y * m + x).

(** Columns end, and there are no rows above the first. Rows below the last do no harm: no line has
    a cell there. *)
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
  unfold mate_of. cbn [fst snd].
  destruct (inside (x + fst (step x y)) (y + snd (step x y))) eqn:E.
  - apply inside_spec in E. rewrite mate_number by tauto. unfold mate_of. rewrite Hback.
    cbn [fst snd].
    replace (x + fst (step x y) + - fst (step x y)) with x by lia.
    replace (y + snd (step x y) + - snd (step x y)) with y by lia.
    now rewrite (proj2 (inside_spec x y) (conj Hx Hy)).
  - rewrite (mate_number x y Hx Hy). unfold mate_of. cbn [fst snd]. now rewrite E.
Qed.

Lemma cell_number d column row i : (i < in_a_row g)%nat ->
  cell_at g (place_of g d column row i) =
    number (line_x g d column (Z.of_nat i)) (line_y d row (Z.of_nat i)).
Proof.
  intros Hi. unfold number, cell_at, line_x, line_y, m. apply N2Z.inj.
  rewrite Z2N.id; destruct d; cbn [place_of way fst snd]; nia.
Qed.

Lemma line_bounds d column row i : (i < in_a_row g)%nat ->
  on_board g (place_of g d column row i) ->
  0 <= line_x g d column (Z.of_nat i) < m /\ 0 <= line_y d row (Z.of_nat i).
Proof.
  intros Hi [Hc _]. unfold line_x, line_y, m. destruct d; cbn [place_of way fst snd] in *; lia.
Qed.

Lemma line_has_mates d column row :
  (forall i, (i < in_a_row g)%nat -> on_board g (place_of g d column row i)) ->
  has_step g step d column row ->
  holds_mates mate (set_of (map (cell_at g) (places g d column row))).
Proof.
  intros Hon (z & Hz & Hs). set (cell i := cell_at g (place_of g d column row i)).
  assert (Hin : forall i, (i < in_a_row g)%nat ->
    has (set_of (map (cell_at g) (places g d column row))) (cell i)).
  { intros i Hi. unfold cell. apply has_set_of, in_map, in_map, in_seq. lia. }
  set (i := Z.to_nat z). set (j := S i).
  assert (Hi : (i < in_a_row g)%nat) by lia. assert (Hj : (j < in_a_row g)%nat) by lia.
  assert (Ez : z = Z.of_nat i) by lia. rewrite Ez in Hs.
  destruct (line_bounds d column row i Hi (Hon i Hi)) as [Bxi Byi].
  destruct (line_bounds d column row j Hj (Hon j Hj)) as [Bxj Byj].
  assert (Ex : line_x g d column (Z.of_nat i) + fst (way d) = line_x g d column (Z.of_nat j)).
  { unfold line_x, j. rewrite Nat2Z.inj_succ. lia. }
  assert (Ey : line_y d row (Z.of_nat i) + snd (way d) = line_y d row (Z.of_nat j)).
  { unfold line_y, j. rewrite Nat2Z.inj_succ. lia. }
  assert (Hmate : mate (cell i) = cell j).
  { unfold cell. rewrite !cell_number, mate_number by assumption. unfold mate_of. rewrite Hs.
    cbn [fst snd]. rewrite Ex, Ey. now rewrite (proj2 (inside_spec _ _) (conj Bxj Byj)). }
  exists (cell i). rewrite Hmate. split; [| split; now apply Hin].
  unfold cell. rewrite !cell_number by assumption. intros E.
  assert (Fx := f_equal (fun c => Z.of_N c mod m) E).
  assert (Fy := f_equal (fun c => Z.of_N c / m) E).
  cbv beta in Fx, Fy. rewrite !number_x in Fx by assumption. rewrite !number_y in Fy by assumption.
  rewrite <- Ex in Fx. rewrite <- Ey in Fy. destruct d; cbn [way fst snd] in *; lia.
Qed.

End Board.

Theorem paired_draw (step : Z -> Z -> Z * Z) m n k : (1 <= k)%nat -> goes_back step ->
  (forall d column row,
    (forall i, (i < k)%nat -> on_board (Game m n k) (place_of (Game m n k) d column row i)) ->
    has_step (Game m n k) step d column row) ->
  has_value (Game m n k) start Draw.
Proof.
  intros Hk Hback H. apply held_lines_draw; [exact Hk |]. set (g := Game m n k) in *. intros t.
  destruct (Nat.eq_dec m 0) as [Hm | Hm].
  - apply (mates_hold (fun c => c) t); [reflexivity |]. intros set Hs. exfalso.
    apply in_lines in Hs. destruct Hs as (d & column & row & Hc & _). cbn [g columns] in Hc. lia.
  - assert (Hpos : (0 < columns g)%nat) by (cbn [g columns]; lia).
    apply (mates_hold (mate g step) t); [exact (mate_mate g Hpos step Hback) |]. intros set Hs.
    apply in_lines in Hs. destruct Hs as (d & column & row & _ & _ & -> & Hon).
    apply (line_has_mates g Hpos step); [exact Hon | exact (H d column row Hon)].
Qed.
