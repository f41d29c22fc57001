(** * Two published strategies

    Two published strategies of 3,3,3, as functions from a position to the moves that are equal to
    them: the first rule of a list that has a cell decides. Neither loses from either seat, whatever
    it chooses and whatever the other side does: [ring_is_safe] and [newell_simon_is_safe].

    - [ring]: a list of rules published with a terminal game. It numbers the cells round the edge,
      clockwise from the top left corner, and takes one cell: of several, that of the lowest number.
    - [newell_simon]: the rules of A. Newell and H. A. Simon (Human Problem Solving, 1972), as later
      pages copy them. All cells of a rule are equal.

    docs/rule-lists.md has the words of the rules. A rule is asked only where the game is not
    over. *)

Require Import NArith List Bool Arith.
From Noughts Require Import Game Sets Lines Play Strategy Adequacy.
Import ListNotations.

Definition three : game := Game 3 3 3.

Definition three_lines : list N := Eval vm_compute in lines three.

Definition reading_order : list N := [0; 1; 2; 3; 4; 5; 6; 7; 8]%N.

(** The cells in the order of their ring numbers; the centre is the last. *)
Definition ring_order : list N := [0; 1; 2; 5; 8; 7; 6; 3; 4]%N.

Definition centre : list N := [4]%N.
Definition corners : list N := [0; 2; 6; 8]%N.
Definition sides : list N := [1; 3; 5; 7]%N.

Definition opposite (c : N) : N := (8 - c)%N.

(** The first list, if it has a cell, and else the second, which is computed only then. *)
Local Notation "a 'or' b" := (match a with [] => b | c :: cells => c :: cells end)
  (at level 85, right associativity).

Section Position.

Context (p : position).

Definition own : N := stones (mover p) p.

Definition theirs : N := stones (other (mover p)) p.

Definition is_free (c : N) : bool :=
  N.ltb c 9 && negb (N.testbit own c) && negb (N.testbit theirs c).

Definition free_of (cells : list N) : list N := filter is_free cells.

Definition held (stones : N) (cells : list N) : list N := filter (N.testbit stones) cells.

Definition moving_first : bool := match mover p with Cross => true | Nought => false end.

Definition moving_second : bool := negb moving_first.

(** It is the mover's move of this number. *)
Definition move_number (i : N) : bool := N.eqb (N.div2 (popcount (taken p)) + 1) i.

(** ** Lines and threats *)

Definition completes (stones c : N) : bool := has_line_of three_lines (N.setbit stones c).

(** The free cells that complete a line of some stones. *)
Definition completing (stones : N) : list N := filter (completes stones) (free_of reading_order).

(** The threats that a move makes: cells that complete a line after it, and did not before. *)
Definition threats_made (stones c : N) : list N :=
  filter (fun d => negb (N.eqb c d) && completes (N.setbit stones c) d && negb (completes stones d))
    (free_of reading_order).

Definition two_or_more (cells : list N) : bool := 2 <=? length cells.

Definition empty (cells : list N) : bool := match cells with [] => true | _ => false end.

Definition fork_cells (stones : N) : list N :=
  filter (fun c => two_or_more (threats_made stones c)) (free_of reading_order).

(** The fork cells of the other side that a stone on a cell leaves: it takes the cell, and a threat
    there. *)
Definition forks_left (c : N) : list N :=
  filter (fun fork => negb (N.eqb c fork) &&
    two_or_more (filter (fun d => negb (N.eqb c d)) (threats_made theirs fork))) (fork_cells
      theirs).

(** Takes the cell where they could fork; of several, makes a threat that leaves them none, else a
    threat whose answer is none, else takes one of them. *)
Definition block_fork : list N :=
  let forks := fork_cells theirs in
  if two_or_more forks then
    let makers := filter (fun c => negb (empty (threats_made own c))) (free_of reading_order) in
    let harmless c := forallb (fun answer => negb (existsb (N.eqb answer) (forks_left c)))
      (threats_made own c) in
    filter (fun c => empty (forks_left c)) makers or filter harmless makers or forks
  else forks.

(** A rule that counts only where something holds. *)
Local Notation "'when' holds 'do' cells" := (if holds then cells else []) (at level 80).

Definition newell_simon_moves : list N :=
  when moving_first && move_number 1 do free_of centre or
  completing own or
  completing theirs or
  fork_cells own or
  block_fork or
  free_of centre or
  free_of (map opposite (held theirs corners)) or
  free_of corners or
  free_of sides.

(** ** Round the ring *)

Definition ring_cell (number : nat) : N := nth (number mod 8) ring_order 0%N.

(** The ring numbers of some stones that are not in the centre, in reading order of the stones. *)
Definition ring_number (c : N) : nat :=
  length (filter (fun i => negb (existsb (N.eqb c) (firstn (S i) ring_order))) (seq 0 8)).

Definition ring_numbers (stones : list N) : list nat := map ring_number stones.

(** The cell of the lowest ring number. *)
Definition lowest (cells : list N) : list N :=
  firstn 1 (filter (fun c => existsb (N.eqb c) cells) ring_order).

Definition away (steps : nat) : list N :=
  free_of (map (fun c => ring_cell (ring_number c + steps)) (held theirs (corners ++ sides))).

(** The ring numbers between two on the shorter way, clockwise; of two equal ways, from the
    first. *)
Definition arc (one two : nat) : list nat :=
  let forward := (two + 8 - one) mod 8 in
  let from := if forward <=? 4 then one else two in
  let steps := if forward <=? 4 then forward else 8 - forward in
  map (fun step => (from + step) mod 8) (seq 1 (steps - 1)).

Definition halfway : list N :=
  match ring_numbers (held theirs sides) with
  | [one; two] => free_of [ring_cell (nth (length (arc one two) / 2) (arc one two) 0)]
  | _ => []
  end.

Definition corner_in_gap : list N :=
  match ring_numbers (held theirs corners), ring_numbers (held theirs sides) with
  | [corner], [side] => free_of (map ring_cell (firstn 1 (filter Nat.even (arc corner side))))
  | _, _ => []
  end.

Definition has_some (stones : N) (cells : list N) : bool := negb (empty (held stones cells)).

Definition opposite_corners : bool := has_some theirs (map opposite (held theirs corners)).

Definition corner_opposite_own : bool := has_some theirs (map opposite (held own corners)).

Definition ring_moves : list N :=
  lowest (completing own) or
  lowest (completing theirs) or
  when move_number 1 do free_of centre or
  when move_number 1 do lowest (free_of corners) or
  when moving_first && move_number 2 && has_some own centre do away 3 or
  when moving_second && move_number 2 && has_some theirs centre && corner_opposite_own do away 2 or
  when moving_second && move_number 2 && two_or_more (held theirs sides) do halfway or
  when moving_second && move_number 2 && opposite_corners do lowest (free_of sides) or
  when moving_second && move_number 2 && has_some theirs corners && has_some theirs sides do
    corner_in_gap or
  lowest (free_of reading_order).

End Position.

Definition ring : strategy := ring_moves.

Definition newell_simon : strategy := newell_simon_moves.

(** ** The theorems *)

Definition no_line_against (s : side) (p : position) : bool :=
  negb (has_line_of three_lines (stones (other s) p)).

Lemma safe_by_test s moves :
  plays_well_test three s moves (no_line_against s) 9 start = true -> is_safe three s moves.
Proof.
  assert (Hk : 1 <= in_a_row three) by (cbn; auto).
  apply (plays_well_tested three Hk s moves). intros p H Hline.
  apply (has_lineb_spec three (stones (other s) p) Hk) in Hline. unfold no_line_against in H.
  change three_lines with (lines three) in H. unfold has_lineb in Hline. now rewrite Hline in H.
Qed.

Theorem ring_is_safe s : is_safe three s ring.
Proof. apply safe_by_test. destruct s; vm_cast_no_check (eq_refl true). Qed.

Theorem newell_simon_is_safe s : is_safe three s newell_simon.
Proof. apply safe_by_test. destruct s; vm_cast_no_check (eq_refl true). Qed.
