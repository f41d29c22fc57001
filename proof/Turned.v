(** * Columns and rows exchanged

    A board of m columns and n rows and one of n columns and m rows are the same game: they have the
    same value, [turned_value]. The cell in column x and row y of the one is that in column y and
    row x of the other. *)

Require Import NArith Lia Arith.
From Noughts Require Import Game Sets Lines Play Count.

Definition turned_game (g : game) : game := Game (rows g) (columns g) (in_a_row g).

Definition turned_place (place : nat * nat) : nat * nat := (snd place, fst place).

(** The stones of the one board are those of the other. *)
Definition turned_stones (g : game) (a b : N) : Prop := forall place, on_board g place ->
  has a (cell_at g place) <-> has b (cell_at (turned_game g) (turned_place place)).

Definition turned (g : game) (p q : position) : Prop :=
  mover q = mover p /\ forall s, turned_stones g (stones s p) (stones s q).

Lemma turned_back g a b : turned_stones g a b -> turned_stones (turned_game g) b a.
Proof.
  intros H [x y] Hon. symmetry. unfold turned_stones, turned_place, on_board in *.
  destruct g as [m n k]. exact (H (y, x) (conj (proj2 Hon) (proj1 Hon))).
Qed.

Lemma turned_on_board g place : on_board g place -> on_board (turned_game g) (turned_place place).
Proof. intros [Hx Hy]. now split. Qed.

Lemma turned_line g a b : turned_stones g a b -> has_line g a -> has_line (turned_game g) b.
Proof.
  intros H (d & column & row & Hline).
  exists (match d with Right => Down | Down => Right | _ => d end), row, column.
  intros i Hi. cbn [turned_game in_a_row] in Hi.
  set (j := match d with DownLeft => in_a_row g - 1 - i | _ => i end).
  assert (Hj : j < in_a_row g) by (unfold j; destruct d; lia).
  destruct (Hline j Hj) as [Hon Hhas].
  assert (E : place_of (turned_game g) (match d with Right => Down | Down => Right | _ => d end)
    row column i = turned_place (place_of g d column row j)).
  { unfold j, turned_place, turned_game. destruct d; cbn [place_of fst snd in_a_row]; f_equal; lia.
    }
  rewrite E. split; [now apply turned_on_board | now apply H].
Qed.

Lemma cell_place g c : (c < cells g)%N -> exists place, on_board g place /\ c = cell_at g place.
Proof.
  intros Hc. assert (Hm : columns g <> 0) by (unfold cells in Hc; lia).
  exists (N.to_nat c mod columns g, N.to_nat c / columns g). split.
  - split; cbn [fst snd]; [now apply Nat.mod_upper_bound |].
    apply Nat.div_lt_upper_bound; [exact Hm | unfold cells in Hc; lia].
  - unfold cell_at. cbn [fst snd]. rewrite Nat.mul_comm, <- Nat.div_mod by exact Hm.
    now rewrite N2Nat.id.
Qed.

Section Turned.

Context (g : game).

Notation h := (turned_game g).

Lemma turned_position p q : turned g p q -> turned h q p.
Proof. intros [Hm H]. split; [now symmetry |]. intros s. now apply turned_back. Qed.

Lemma turned_free p q place : turned g p q -> on_board g place ->
  free g p (cell_at g place) -> free h q (cell_at h (turned_place place)).
Proof.
  intros [_ H] Hon (_ & Hx & Ho). split; [now apply cell_on_board, turned_on_board |].
  pose proof (H Cross place Hon) as HX. pose proof (H Nought place Hon) as HO.
  cbn [stones] in HX, HO. tauto.
Qed.

Lemma turned_play p q place : turned g p q -> on_board g place ->
  turned g (play p (cell_at g place)) (play q (cell_at h (turned_place place))).
Proof.
  intros [Hm H] Hon. split; [now rewrite !play_mover, Hm |]. intros s other_place Hother.
  assert (Hsame : cell_at g place = cell_at g other_place <->
    cell_at h (turned_place place) = cell_at h (turned_place other_place)).
  { split; intros E.
    - apply (same_cell g) in E; [now subst | assumption | assumption].
    - apply (same_cell h) in E; [| now apply turned_on_board | now apply turned_on_board].
      destruct place as [x y], other_place as [u v]. unfold turned_place in E. cbn [fst snd] in E.
      injection E as -> ->. reflexivity. }
  destruct (other_cases s (mover p)) as [E | E].
  - rewrite !(play_own s) by congruence. rewrite !has_setbit, Hsame. now rewrite (H s _ Hother).
  - rewrite !(play_other s) by congruence. now apply H.
Qed.

End Turned.

Lemma turned_over g p q : turned g p q -> over g p -> over (turned_game g) q.
Proof.
  intros H [Hx | [Ho | Hfull]].
  - left. exact (turned_line g _ _ (proj2 H Cross) Hx).
  - right. left. exact (turned_line g _ _ (proj2 H Nought) Ho).
  - right. right. intros c Hc. destruct (cell_place (turned_game g) c (proj1 Hc)) as (place & Hon &
      ->).
    apply turned_position in H. apply (turned_free (turned_game g) q p place H Hon) in Hc.
    destruct g as [m n k]. now apply Hfull in Hc.
Qed.

Lemma turned_twice g : turned_game (turned_game g) = g.
Proof. now destruct g. Qed.

Lemma turned_forces g s (well other_well : position -> Prop) :
  (forall p q, turned g p q -> well p -> other_well q) ->
  forall p, forces g s well p -> forall q, turned g p q -> forces (turned_game g) s other_well q.
Proof.
  intros Hwell p H. assert (Hover : forall p q, turned g p q -> ~ over g p ->
    ~ over (turned_game g) q).
  { intros r t Hrt Hr Ht. apply Hr. rewrite <- (turned_twice g).
    apply (turned_over (turned_game g) t r); [now apply turned_position | exact Ht]. }
  induction H as [p Ho Hp | p c Ho Hm Hc _ IH | p Ho Hm Hall IH]; intros q Hq.
  - apply ended; [now apply (turned_over g p q) | now apply (Hwell p q)].
  - destruct (cell_place g c (proj1 Hc)) as (place & Hon & ->).
    apply a_move with (cell_at (turned_game g) (turned_place place)).
    + now apply (Hover p q).
    + now rewrite (proj1 Hq).
    + now apply (turned_free g p q).
    + apply IH. now apply turned_play.
  - apply every_move; [now apply (Hover p q) | now rewrite (proj1 Hq) |]. intros c Hc.
    destruct (cell_place (turned_game g) c (proj1 Hc)) as (place & Hon & ->).
    assert (Hback : on_board g (turned_place place)) by (destruct Hon; now split).
    assert (Eplace : turned_place (turned_place place) = place) by now destruct place.
    rewrite <- Eplace. apply (IH (cell_at g (turned_place place))); [| now apply turned_play].
    apply turned_position in Hq. apply (turned_free (turned_game g) q p place Hq Hon) in Hc.
    now destruct g.
Qed.

Theorem turned_value m n k v : has_value (Game m n k) start v -> has_value (Game n m k) start v.
Proof.
  set (g := Game m n k). change (Game n m k) with (turned_game g).
  assert (Hstart : turned g start start).
  { split; [reflexivity |]. intros s place _. destruct s; split; intros H; now apply not_has_0 in H.
    }
  assert (Hno : forall s p q, turned g p q ->
    ~ has_line g (stones s p) -> ~ has_line (turned_game g) (stones s q)).
  { intros s p q Hpq Hline Hq. apply Hline. rewrite <- (turned_twice g).
    apply (turned_line (turned_game g) (stones s q)); [now apply turned_back, Hpq | exact Hq]. }
  assert (Hwins : forall s, wins g s start -> wins (turned_game g) s start).
  { intros s H. apply (turned_forces g s (won_by g s)) with (2 := H); [| exact Hstart].
    intros p q Hpq [Hown Hother]. split; [| now apply (Hno (other s) p q)].
    exact (turned_line g _ _ (proj2 Hpq s) Hown). }
  assert (Hsafe : forall s, never_loses g s start -> never_loses (turned_game g) s start).
  { intros s H. apply (turned_forces g s (fun final => ~ has_line g (stones (other s) final)))
      with (2 := H); [| exact Hstart].
    intros p q Hpq. now apply Hno. }
  destruct v; cbn [has_value]; auto. intros [Hx Ho]. auto.
Qed.
