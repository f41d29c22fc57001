(** * The game

    All that the theorems of this development speak about.

    On a board of m columns and n rows, X and O put a stone on a free cell in turn. The side that
    first completes a line of k adjacent cells in a row, a column or a diagonal wins. A full board
    without a line is a draw.

    Cells are numbered row by row from the top left, from 0. A set of cells is a number: its bit c
    says whether it holds the cell c. *)

Require Import NArith Arith.

Record game := Game { columns : nat; rows : nat; in_a_row : nat }.

Definition has (cells : N) (c : N) : Prop := N.testbit cells c = true.

(** The number of cells of a set. *)
Fixpoint count_ones (a : positive) : N :=
  match a with xH => 1 | xO a => count_ones a | xI a => 1 + count_ones a end.

Definition popcount (cells : N) : N := match cells with N0 => 0 | Npos a => count_ones a end.

(** The number of cells of the board. *)
Definition cells (g : game) : N := N.of_nat (columns g * rows g).

(** ** Lines *)

Inductive direction := Right | Down | DownRight | DownLeft.

(** The column and the row of the cell number i of a line, from the leftmost column and the topmost
    row of the line. *)
Definition place_of (g : game) (d : direction) (column row i : nat) : nat * nat :=
  match d with
  | Right => (column + i, row)
  | Down => (column, row + i)
  | DownRight => (column + i, row + i)
  | DownLeft => (column + (in_a_row g - 1 - i), row + i)
  end.

Definition on_board (g : game) (place : nat * nat) : Prop :=
  fst place < columns g /\ snd place < rows g.

Definition cell_at (g : game) (place : nat * nat) : N :=
  N.of_nat (snd place * columns g + fst place).

(** These stones complete a line: maybe one of more than k. *)
Definition has_line (g : game) (stones : N) : Prop :=
  exists d column row, forall i, i < in_a_row g ->
    on_board g (place_of g d column row i) /\ has stones (cell_at g (place_of g d column row i)).

(** ** Positions *)

Inductive side := Cross | Nought.

Definition other (s : side) : side := match s with Cross => Nought | Nought => Cross end.

Record position := Position { x_stones : N; o_stones : N; mover : side }.

(** X begins, so X is to move if both sides have as many stones. *)
Definition position_of (x o : N) : position := Position x o
  (if N.eqb (popcount x) (popcount o) then Cross else Nought).

Definition start : position := position_of 0 0.

Definition stones (s : side) (p : position) : N :=
  match s with Cross => x_stones p | Nought => o_stones p end.

Definition free (g : game) (p : position) (c : N) : Prop :=
  (c < cells g)%N /\ ~ has (x_stones p) c /\ ~ has (o_stones p) c.

(** The side to move puts a stone on a cell. *)
Definition play (p : position) (c : N) : position :=
  match mover p with
  | Cross => Position (N.setbit (x_stones p) c) (o_stones p) Nought
  | Nought => Position (x_stones p) (N.setbit (o_stones p) c) Cross
  end.

Definition over (g : game) (p : position) : Prop :=
  has_line g (x_stones p) \/ has_line g (o_stones p) \/ forall c, ~ free g p c.

Definition won_by (g : game) (s : side) (p : position) : Prop :=
  has_line g (stones s p) /\ ~ has_line g (stones (other s) p).

(** ** What a side can force *)

(** From p the side s can choose its moves so that the game ends well, whatever the other side
    does. *)
Inductive forces (g : game) (s : side) (well : position -> Prop) : position -> Prop :=
| ended p : over g p -> well p -> forces g s well p
| a_move p c : ~ over g p -> mover p = s -> free g p c -> forces g s well (play p c) ->
  forces g s well p
| every_move p : ~ over g p -> mover p = other s ->
  (forall c, free g p c -> forces g s well (play p c)) ->
    forces g s well p.

Definition wins (g : game) (s : side) (p : position) : Prop := forces g s (won_by g s) p.

Definition never_loses (g : game) (s : side) (p : position) : Prop :=
  forces g s (fun final => ~ has_line g (stones (other s) final)) p.

(** ** Values *)

Inductive value := Win | Draw | Loss.

(** The value of a position for the side to move, if both sides play as well as they can. *)
Definition has_value (g : game) (p : position) (v : value) : Prop :=
  match v with
  | Win => wins g (mover p) p
  | Draw => never_loses g Cross p /\ never_loses g Nought p
  | Loss => wins g (other (mover p)) p
  end.
