(** * Symmetries of the board

    Symmetries of the board. The checker makes them, and before it uses one it tests that it is one.

    The image of a set is made of pieces: the cells of one mask, moved left or right by as many
    bits. *)

Require Import NArith List Bool Lia Arith FinFun.
From Noughts Require Import Game Sets Lines Weak Play Transfer.
Import ListNotations.

Record piece := Piece { mask : N; left_by : N; right_by : N }.

Record symmetry := Symmetry { pieces : list piece; targets : list N }.

Definition piece_image (cells : N) (a : piece) : N :=
  N.shiftr (N.shiftl (N.land cells (mask a)) (left_by a)) (right_by a).

Definition image (y : symmetry) (cells : N) : N :=
  fold_right (fun a set => N.lor (piece_image cells a) set) 0%N (pieces y).

(** ** The symmetries of m columns and n rows, as those of docs/certificates.md *)

Definition row_of (g : game) (c : nat) : nat := c / columns g.
Definition column_of (g : game) (c : nat) : nat := c mod columns g.

Definition target (g : game) (down across transposed : bool) (c : nat) : nat :=
  let row := if transposed then column_of g c else row_of g c in
  let column := if transposed then row_of g c else column_of g c in
  (if down then rows g - 1 - row else row) * columns g +
    (if across then columns g - 1 - column else column).

Definition moved (to : nat -> nat) (c : nat) : N * N :=
  if Nat.leb c (to c) then (N.of_nat (to c - c), 0%N) else (0%N, N.of_nat (c - to c)).

Fixpoint put (c : N) (way : N * N) (pieces : list piece) : list piece :=
  match pieces with
  | [] => [Piece (N.setbit 0 c) (fst way) (snd way)]
  | a :: rest =>
      if N.eqb (left_by a) (fst way) && N.eqb (right_by a) (snd way)
      then Piece (N.setbit (mask a) c) (fst way) (snd way) :: rest
      else a :: put c way rest
  end.

Definition symmetry_of (count : nat) (to : nat -> nat) : symmetry :=
  Symmetry (fold_right (fun c => put (N.of_nat c) (moved to c)) [] (seq 0 count))
    (map (fun c => N.of_nat (to c)) (seq 0 count)).

(** Each symmetry of the board is one of these after the other, or some of them: the exchange of
    columns and rows, where there are as many of both, and the two reflections. *)
Definition symmetries (g : game) : list symmetry :=
  map (fun kind => symmetry_of (columns g * rows g)
    (target g (fst (fst kind)) (snd (fst kind)) (snd kind)))
    ((if Nat.eqb (columns g) (rows g) then [(false, false, true)] else []) ++
      [(true, false, false); (false, true, false)]).

(** ** The test *)

(** The cells that the image takes to a cell. *)
Definition sources (y : symmetry) (c : N) : list N :=
  flat_map (fun a => let from := (c + right_by a)%N in
    if N.leb (left_by a) from && N.testbit (mask a) (from - left_by a) then [(from - left_by a)%N]
      else []) (pieces y).

Definition back (g : game) (y : symmetry) (c : N) : N :=
  if N.ltb c (cells g) then hd c (sources y c) else c.

Definition forth (g : game) (y : symmetry) (c : N) : N :=
  if N.ltb c (cells g) then nth (N.to_nat c) (targets y) c else c.

Definition cell_test (g : game) (y : symmetry) (c : N) : bool :=
  match sources y c with
  | [from] => N.ltb from (cells g) && N.eqb (forth g y from) c
  | _ => false
  end && N.ltb (forth g y c) (cells g) && N.eqb (back g y (forth g y c)) c.

Definition among (set : N) (sets : list N) : bool := existsb (N.eqb set) sets.

Definition symmetry_test (g : game) (y : symmetry) : bool :=
  forallb (cell_test g y) (all_cells g) &&
  let all := lines g in
  let images := map (image y) all in
  forallb (fun line => among line all) images && forallb (fun line => among line images) all.

Lemma has_shifted a left right c :
  has (N.shiftr (N.shiftl a left) right) c <-> (left <= c + right)%N /\ has a (c + right - left).
Proof.
  unfold has. rewrite N.shiftr_spec'. destruct (N.le_gt_cases left (c + right)) as [H | H].
  - rewrite N.shiftl_spec_high' by assumption. tauto.
  - rewrite N.shiftl_spec_low by assumption. split; [discriminate | lia].
Qed.

Lemma has_image y set c : has (image y set) c <-> exists from, In from (sources y c) /\
  has set from.
Proof.
  unfold image, sources. induction (pieces y) as [| a list IH]; simpl.
  - split; [intros H; now apply not_has_0 in H | now intros (from & [] & _)].
  - rewrite has_lor, IH. unfold piece_image. rewrite has_shifted, has_land.
    destruct (N.leb_spec (left_by a) (c + right_by a)); simpl.
    + unfold has at 2. destruct (N.testbit (mask a) (c + right_by a - left_by a)) eqn:E; simpl.
      * split.
        -- intros [[_ [Hs _]] | (from & Hf & Hs)];
             [exists (c + right_by a - left_by a)%N | exists from]; tauto.
        -- intros (from & [<- | Hf] & Hs); [left | right; exists from]; tauto.
      * split; [intros [[_ [_ E']] | Hf]; [congruence | tauto] | tauto].
    + split; [intros [[? _] | Hf]; [lia | tauto] | tauto].
Qed.

Section Tested.

Context (g : game) (y : symmetry) (Hy : symmetry_test g y = true).

Lemma tested_cell c : (c < cells g)%N -> sources y c = [back g y c] /\ (back g y c < cells g)%N /\
  forth g y (back g y c) = c /\ (forth g y c < cells g)%N /\ back g y (forth g y c) = c.
Proof.
  intros Hc. unfold symmetry_test in Hy. rewrite !andb_true_iff in Hy. destruct Hy as [H _].
  apply (proj1 (forallb_forall _ _)) with (x := c) in H; [| now apply in_all_cells].
  unfold cell_test in H. rewrite !andb_true_iff, N.ltb_lt, N.eqb_eq in H. destruct H as [[H Hf] Hb].
  assert (E : back g y c = hd c (sources y c)).
  { unfold back. apply N.ltb_lt in Hc. now rewrite Hc. }
  destruct (sources y c) as [| from [|]]; try discriminate. simpl in E. rewrite E.
  apply andb_true_iff in H. rewrite N.ltb_lt, N.eqb_eq in H. tauto.
Qed.

Lemma outside c : ~ (c < cells g)%N -> back g y c = c /\ forth g y c = c.
Proof. unfold back, forth. intros H. apply N.nlt_ge, N.ltb_ge in H. now rewrite H. Qed.

Lemma forth_back c : forth g y (back g y c) = c.
Proof.
  destruct (N.lt_decidable c (cells g)) as [H | H]; [now apply tested_cell |].
  destruct (outside c H) as [-> ->]. trivial.
Qed.

Lemma back_forth c : back g y (forth g y c) = c.
Proof.
  destruct (N.lt_decidable c (cells g)) as [H | H]; [now apply tested_cell |].
  destruct (outside c H) as [E ->]. trivial.
Qed.

Lemma has_image_back set c : (c < cells g)%N -> has (image y set) c <-> has set (back g y c).
Proof.
  intros Hc. rewrite has_image. destruct (tested_cell c Hc) as (-> & _). simpl. split.
  - now intros (from & [<- | []] & H).
  - intros H. exists (back g y c). auto.
Qed.

Lemma back_inside c : (c < cells g)%N -> (back g y c < cells g)%N.
Proof. intros H. now apply tested_cell. Qed.

Lemma forth_inside c : (c < cells g)%N -> (forth g y c < cells g)%N.
Proof. intros H. now apply tested_cell. Qed.

Lemma among_spec set sets : among set sets = true <-> In set sets.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (a & Ha & E). apply N.eqb_eq in E. now subst.
  - intros H. exists set. split; [assumption | apply N.eqb_refl].
Qed.

Lemma image_line line : In line (lines g) -> In (image y line) (lines g).
Proof.
  intros Hl. unfold symmetry_test in Hy. rewrite !andb_true_iff in Hy. destruct Hy as [_ [H _]].
  apply among_spec. apply (proj1 (forallb_forall _ _) H). now apply in_map.
Qed.

Lemma line_image line : In line (lines g) -> exists other, In other (lines g) /\
  image y other = line.
Proof.
  intros Hl. unfold symmetry_test in Hy. rewrite !andb_true_iff in Hy. destruct Hy as [_ [_ H]].
  apply (proj1 (forallb_forall _ _)) with (2 := Hl) in H. apply among_spec, in_map_iff in H.
  firstorder.
Qed.

(** ** The weak game *)

Theorem needs_image maker free :
  no_harder (back g y) (needs g (image y maker) (image y free)) (needs g maker free).
Proof.
  intros set Hs. apply in_needs in Hs. destruct Hs as (line & Hl & Hlive & ->).
  exists (N.land (image y free) (image y line)). assert
    (Hi : forall c, has (image y line) c -> (c < cells g)%N).
  { intros c. apply line_on_board. now apply image_line. }
  split.
  - apply in_needs. exists (image y line). repeat split; [now apply image_line |]. intros c Hc.
    specialize (Hi c Hc).
    rewrite has_image_back in Hc by assumption. rewrite !has_image_back by assumption.
    now apply Hlive.
  - intros c. rewrite !has_land. intros [Hf Hc]. specialize (Hi c Hc).
    rewrite has_image_back in * by assumption. tauto.
Qed.

Theorem holds_needs_image n maker free : holds n (needs g (image y maker) (image y free)) ->
  holds n (needs g maker free).
Proof.
  apply holds_image with (image := back g y) (back := forth g y);
    [apply back_forth | apply forth_back |].
  apply needs_image.
Qed.

(** ** The game *)

Definition image_of (p : position) : position := Position (image y (x_stones p))
  (image y (o_stones p)) (mover p).

Context (Hk : 1 <= in_a_row g).

Lemma has_line_image a b : (forall c, (c < cells g)%N -> has b c <-> has a (back g y c)) ->
  has_line g a <->
  has_line g b.
Proof.
  intros H. rewrite !has_line_spec by assumption. split.
  - intros (line & Hl & Hs). exists (image y line). split; [now apply image_line |]. intros c Hc.
    assert (Hi : (c < cells g)%N) by now apply (line_on_board g (image y line)), Hc;
      apply image_line.
    rewrite has_image_back in Hc by assumption. now apply H, Hs.
  - intros (line & Hl & Hs). destruct (line_image line Hl) as (old & Ho & <-). exists old.
    split; trivial.
    intros c Hc. assert (Hi : (c < cells g)%N) by now apply (line_on_board g old).
    rewrite <- (back_forth c). apply H; [now apply forth_inside |]. apply Hs.
    rewrite has_image_back, back_forth by now apply forth_inside. assumption.
Qed.

(** q has the stones of p, moved. *)
Definition moved_to (p q : position) : Prop := mover q = mover p /\
  forall s c, (c < cells g)%N -> has (stones s q) c <-> has (stones s p) (back g y c).

Lemma moved_free p q c : moved_to p q -> free g q c <-> (c < cells g)%N /\ free g p (back g y c).
Proof.
  intros [_ H]. unfold free. split.
  - intros (Hc & Hx & Ho). rewrite (H Cross c Hc) in Hx || rewrite <- (H Cross c Hc).
    pose proof (H Cross c Hc) as HX. pose proof (H Nought c Hc) as HO. simpl in *.
    pose proof (back_inside c Hc). tauto.
  - intros (Hc & Hb & Hx & Ho). pose proof (H Cross c Hc) as HX. pose proof (H Nought c Hc) as HO.
    simpl in *. tauto.
Qed.

Lemma moved_play p q c : moved_to p q -> free g q c -> moved_to (play p (back g y c)) (play q c).
Proof.
  intros [Hm H] Hc. split; [now rewrite !play_mover, Hm |]. intros s d Hd.
  assert (Hinj : c = d <-> back g y c = back g y d).
  { split; [congruence |]. intros E. rewrite <- (forth_back c), <- (forth_back d). congruence. }
  destruct (other_cases s (mover p)) as [E | E].
  - rewrite !(play_own s) by congruence. now rewrite !has_setbit, H, Hinj.
  - rewrite !(play_other s) by congruence. now apply H.
Qed.

Lemma moved_over p q : moved_to p q -> over g q <-> over g p.
Proof.
  intros [Hm H]. unfold over.
  rewrite <- (has_line_image (x_stones p) (x_stones q)) by (exact (H Cross)).
  rewrite <- (has_line_image (o_stones p) (o_stones q)) by (exact (H Nought)).
  assert (Hf : (forall c, ~ free g q c) <-> forall c, ~ free g p c).
  { split; intros Hn c Hc.
    - apply (Hn (forth g y c)). apply (moved_free p q); [now split |].
      rewrite back_forth. split; [apply forth_inside, Hc | assumption].
    - apply (moved_free p q) in Hc; [| now split]. now apply (Hn (back g y c)). }
  tauto.
Qed.

Theorem forces_moved s (well : position -> Prop) : (forall p q, moved_to p q -> well q -> well p) ->
  forall q, forces g s well q -> forall p, moved_to p q -> forces g s well p.
Proof.
  intros Hw q H. induction H as [q Ho Hwell | q c Ho Hm Hc _ IH | q Ho Hm _ IH]; intros p Hpq.
  - apply ended; [now apply (moved_over p q) | now apply (Hw p q)].
  - apply a_move with (back g y c).
    + now rewrite <- (moved_over p q).
    + now rewrite <- (proj1 Hpq).
    + now apply (moved_free p q).
    + apply IH. now apply moved_play.
  - apply every_move; [now rewrite <- (moved_over p q) | now rewrite <- (proj1 Hpq) |]. intros c Hc.
    assert (Hq : free g q (forth g y c)).
    { apply (moved_free p q); trivial. rewrite back_forth.
      split; [apply forth_inside, Hc | assumption]. }
    rewrite <- (back_forth c). apply (IH _ Hq). now apply moved_play.
Qed.

Lemma moved_image p : moved_to p (image_of p).
Proof. split; [reflexivity |]. intros s c Hc. destruct s; simpl; now apply has_image_back. Qed.

Lemma count_image p : count_free g (image_of p) <= count_free g p.
Proof.
  unfold count_free. rewrite <- (map_length (back g y) (free_list g (image_of p))).
  apply NoDup_incl_length.
  - apply Injective_map_NoDup; [| apply NoDup_filter, nodup_cells].
    intros c d E. rewrite <- (forth_back c), <- (forth_back d). congruence.
  - intros c Hc. apply in_map_iff in Hc. destruct Hc as (d & <- & Hd). apply in_free_list in Hd.
    apply in_free_list. now apply (moved_free p (image_of p) d (moved_image p)).
Qed.

End Tested.
