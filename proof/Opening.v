(** * The empty board

    The empty board. On every one of them, for every k of at least 1:

    - [first_never_loses]: the side that begins does not lose, because an extra stone never hurts;
    - [opening_value]: so the value is a win of the side that begins, or a draw;
    - [held_lines_draw]: it is a draw where Breaker, who answers Maker, keeps him from all lines of
      the board.

    The last is how the other modules show draws. A board without columns or rows is full at once,
    and a draw. *)

Require Import NArith List Lia.
From Noughts Require Import Game Sets Lines Weak Play Transfer.

Lemma start_sane g : 1 <= in_a_row g -> sane g start.
Proof. intros Hk [Hx _]. now apply (no_line_0 g Hk). Qed.

Theorem first_never_loses m n k : 1 <= k -> never_loses (Game m n k) Cross start.
Proof.
  intros Hk. set (g := Game m n k). assert (Hone : 1 <= in_a_row g) by exact Hk.
  destruct (determined g Hone Nought start (start_sane g Hone)) as [Ho | Hx].
  - now apply (stealing g Hone).
  - now apply wins_never_loses.
Qed.

Theorem opening_value m n k : 1 <= k ->
  has_value (Game m n k) start Win \/ has_value (Game m n k) start Draw.
Proof.
  intros Hk. set (g := Game m n k). assert (Hone : 1 <= in_a_row g) by exact Hk.
  destruct (determined g Hone Nought start (start_sane g Hone)) as [Ho | Hx].
  - right. split; [now apply first_never_loses | exact Ho].
  - now left.
Qed.

Lemma start_free g c : has (free_cells g start) c <-> (c < cells g)%N.
Proof.
  rewrite has_free_cells. unfold free, start, position_of. cbn [x_stones o_stones].
  pose proof (not_has_0 c). tauto.
Qed.

(** Each set of cells that X still needs on the empty board is a line. *)
Lemma start_needs g : no_harder same (lines g) (needed g Nought start).
Proof.
  intros set Hs. apply in_needs in Hs. destruct Hs as (line & Hl & _ & ->). exists line.
  split; [exact Hl |].
  intros c Hc. apply has_land. split; [now apply start_free, (line_on_board g line) | exact Hc].
Qed.

Theorem held_lines_draw m n k : 1 <= k -> stopped (lines (Game m n k)) ->
  has_value (Game m n k) start Draw.
Proof.
  intros Hk H. set (g := Game m n k) in *. split; [now apply first_never_loses |].
  apply (stopped_maker g Hk Nought start).
  - intros c [Hx _]. now apply (not_has_0 c).
  - reflexivity.
  - intros t. apply holds_no_harder with (2 := H t). apply start_needs.
Qed.
