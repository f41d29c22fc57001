(** * The number of lines

    The number of lines of a board, [number_of_lines]: for k of at least 2, with a = m + 1 - k
    columns and b = n + 1 - k rows in which a line can begin, it is a n + b m + 2 a b; for k = 1,
    where the four directions are the same, m n. On smaller boards a or b is 0.

    Read [is_line], [line_count] and the theorem. The proof lists the places where a line begins,
    [starts], and shows that no two of them give the same set of cells. *)

Require Import NArith List Bool Lia Arith FinFun Permutation.
From Noughts Require Import Game Sets Lines Play.
Import ListNotations.

(** These cells, and no others, are a line. *)
Definition is_line (g : game) (set : N) : Prop :=
  exists d column row,
    (forall i, i < in_a_row g -> on_board g (place_of g d column row i)) /\
    forall c, has set c <-> exists i, i < in_a_row g /\ c = cell_at g (place_of g d column row i).

Definition line_count (m n k : nat) : nat :=
  if k =? 1 then m * n else
    let a := m + 1 - k in let b := n + 1 - k in a * n + b * m + 2 * a * b.

(** At most so many lines hold one cell. *)
Definition through_count (m n k : nat) : nat :=
  let a := m + 1 - k in let b :=
    n + 1 - k in Nat.min a k + Nat.min b k + 2 * Nat.min (Nat.min a b) k.

(** ** Lists without repetitions *)

Lemma nodup_app {A} (a b : list A) : NoDup a -> NoDup b -> (forall x, In x a -> ~ In x b) ->
  NoDup (a ++ b).
Proof.
  intros Ha Hb H. induction Ha as [| x a Hx Ha IH]; [exact Hb |]. cbn [app]. constructor.
  - rewrite in_app_iff. intros [Hin | Hin]; [contradiction | now apply (H x); [left |]].
  - apply IH. intros y Hy. apply H. now right.
Qed.

Lemma nodup_map_in {A B} (f : A -> B) (list : list A) : NoDup list ->
  (forall x y, In x list -> In y list -> f x = f y -> x = y) -> NoDup (map f list).
Proof.
  intros Hl H. induction Hl as [| x list Hx Hl IH]; [constructor |]. cbn [map]. constructor.
  - intros Hin. apply in_map_iff in Hin. destruct Hin as (y & E & Hy). apply Hx.
    replace x with y; [exact Hy |]. apply H; [now right | now left | exact E].
  - apply IH. intros y z Hy Hz. apply H; now right.
Qed.

Lemma nodup_prod {A B} (a : list A) (b : list B) : NoDup a -> NoDup b -> NoDup (list_prod a b).
Proof.
  intros Ha Hb. induction Ha as [| x a Hx Ha IH]; [constructor |]. cbn [list_prod]. apply nodup_app.
  - apply Injective_map_NoDup; [| exact Hb]. intros y z E. now injection E.
  - exact IH.
  - intros (y, z) Hin Hin'. apply in_map_iff in Hin. destruct Hin as (w & E & _).
    injection E as <- _.
    apply in_prod_iff in Hin'. tauto.
Qed.

(** A cell has one place. *)
Lemma same_cell g place other : on_board g place -> on_board g other ->
  cell_at g place = cell_at g other -> place = other.
Proof.
  destruct place as [x y], other as [u v]. unfold on_board, cell_at. cbn [fst snd].
  intros [Hx _] [Hu _] E.
  assert (F : y * columns g + x = v * columns g + u) by lia. assert (y = v) by nia. subst v.
  f_equal. lia.
Qed.

(** ** The beginnings of lines *)

Section Board.

Context (g : game) (Hk : 1 <= in_a_row g).

Notation m := (columns g).
Notation n := (rows g).
Notation k := (in_a_row g).

(** In as many columns, and in as many rows, a line of a direction can begin. *)
Definition wide (d : direction) : nat := match d with Down => m | _ => m + 1 - k end.

Definition high (d : direction) : nat := match d with Right => n | _ => n + 1 - k end.

Definition begins (d : direction) : list (direction * (nat * nat)) :=
  map (pair d) (list_prod (seq 0 (wide d)) (seq 0 (high d))).

Definition starts : list (direction * (nat * nat)) :=
  begins Right ++ begins Down ++ begins DownRight ++ begins DownLeft.

Definition line_of (begin : direction * (nat * nat)) : N :=
  set_of (map (cell_at g) (places g (fst begin) (fst (snd begin)) (snd (snd begin)))).

Lemma in_begins d e column row :
  In (e, (column, row)) (begins d) <-> e = d /\ column < wide d /\ row < high d.
Proof.
  unfold begins. rewrite in_map_iff. split.
  - intros (place & E & Hin). injection E as -> ->. apply in_prod_iff in Hin.
    rewrite !in_seq in Hin.
    repeat split; lia.
  - intros (-> & Hc & Hr). exists (column, row). split; [reflexivity |]. apply in_prod_iff.
    rewrite !in_seq. lia.
Qed.

Lemma in_starts d column row : In (d, (column, row)) starts <-> column < wide d /\ row < high d.
Proof. unfold starts. rewrite !in_app_iff, !in_begins. destruct d; intuition discriminate. Qed.

Lemma nodup_begins d : NoDup (begins d).
Proof.
  apply Injective_map_NoDup; [intros x y E; now injection E |].
  apply nodup_prod; apply seq_NoDup.
Qed.

Lemma nodup_starts : NoDup starts.
Proof.
  unfold starts. repeat apply nodup_app; try apply nodup_begins; intros (e, (column, row)) Hb;
    rewrite ?in_app_iff, !in_begins in *; intuition congruence.
Qed.

Lemma length_starts : length starts = (m + 1 - k) * n + (n + 1 - k) * m + 2 * (m + 1 - k) * (n + 1 -
  k).
Proof.
  unfold starts, begins. rewrite !app_length, !map_length, !prod_length, !seq_length.
  cbn [wide high]. lia.
Qed.

(** A line begins there if and only if all its cells are on the board. *)
Lemma begin_fits d column row :
  (column < wide d /\ row < high d) <-> forall i, i < k -> on_board g (place_of g d column row i).
Proof.
  unfold on_board. split.
  - intros H i Hi. destruct d; cbn [wide high place_of fst snd] in *; lia.
  - intros H. pose proof (H 0 ltac:(lia)) as Hfirst. pose proof (H (k - 1) ltac:(lia)) as Hlast.
    destruct d; cbn [wide high place_of fst snd] in *; lia.
Qed.

Lemma has_line_of begin c : has (line_of begin) c <->
  exists i, i < k /\ c = cell_at g (place_of g (fst begin) (fst (snd begin)) (snd (snd begin)) i).
Proof.
  unfold line_of, places. rewrite map_map, has_set_of, in_map_iff. split.
  - intros (i & <- & Hi). apply in_seq in Hi. exists i. split; [lia | reflexivity].
  - intros (i & Hi & ->). exists i. split; [reflexivity |]. apply in_seq. lia.
Qed.

Lemma is_line_spec set : is_line g set <-> In set (map line_of starts).
Proof.
  rewrite in_map_iff. split.
  - intros (d & column & row & Hon & Hset). exists (d, (column, row)). split.
    + apply has_ext. intros c. now rewrite has_line_of, Hset.
    + apply in_starts. now apply begin_fits.
  - intros ((d, (column, row)) & <- & Hin). exists d, column, row. split.
    + apply begin_fits. now apply in_starts.
    + apply has_line_of.
Qed.

(** The list of lines of [Lines] is that of all lines. *)
Lemma in_lines_is_line set : In set (lines g) <-> is_line g set.
Proof.
  rewrite in_lines. split.
  - intros (d & column & row & _ & _ & -> & Hon). exists d, column, row. split; [exact Hon |].
    exact (has_line_of (d, (column, row))).
  - intros (d & column & row & Hon & Hset). exists d, column, row.
    pose proof (proj2 (begin_fits d column row) Hon) as [Hc Hr].
    repeat split; [destruct d; cbn [wide] in Hc; lia | destruct d; cbn [high] in Hr;
      lia | | apply Hon; assumption ..].
    apply has_ext. intros c. rewrite Hset. symmetry. exact (has_line_of (d, (column, row)) c).
Qed.

(** With k of at least 2 the set of cells gives the direction and the beginning. *)
Lemma line_of_once : 2 <= k -> forall begin other, In begin starts -> In other starts ->
  line_of begin = line_of other -> begin = other.
Proof.
  intros Htwo. assert (Hin : forall d c r e u v i, In (d, (c, r)) starts -> In (e, (u, v)) starts ->
    line_of (d, (c, r)) = line_of (e, (u, v)) -> i < k ->
    exists j, j < k /\ place_of g d c r i = place_of g e u v j).
  { intros d c r e u v i Hd He E Hi.
    assert (Hc : has (line_of (e, (u, v))) (cell_at g (place_of g d c r i))).
    { rewrite <- E. apply has_line_of. now exists i. }
    apply has_line_of in Hc. destruct Hc as (j & Hj & Ec). cbn [fst snd] in Ec. exists j.
    split; [exact Hj |].
    apply in_starts in Hd. apply in_starts in He.
    apply (same_cell g); [now apply begin_fits | now apply begin_fits | exact Ec]. }
  intros (d, (c, r)) (e, (u, v)) Hd He E.
  destruct (Hin d c r e u v 0 Hd He E ltac:(lia)) as (i1 & H1 & E1).
  destruct (Hin d c r e u v (k - 1) Hd He E ltac:(lia)) as (i2 & H2 & E2).
  symmetry in E.
  destruct (Hin e u v d c r 0 He Hd E ltac:(lia)) as (i3 & H3 & E3).
  destruct (Hin e u v d c r (k - 1) He Hd E ltac:(lia)) as (i4 & H4 & E4).
  destruct d, e; cbn [place_of] in *; injection E1; injection E2; injection E3; injection E4;
    intros;
    repeat (f_equal; try lia); exfalso; lia.
Qed.

Lemma line_of_one begin : k = 1 -> line_of begin = single (cell_at g (snd begin)).
Proof.
  intros Hone. apply has_ext. intros c. rewrite has_line_of, has_single.
  destruct begin as [d [column row]]. cbn [fst snd].
  assert (E : place_of g d column row 0 = (column, row)).
  { unfold place_of. rewrite Hone. destruct d; f_equal; lia. }
  split.
  - intros (i & Hi & ->). replace i with 0 by lia. now rewrite E.
  - intros ->. exists 0. split; [lia | now rewrite E].
Qed.

(** Lines through a place: in each direction at most k, and at most as many as begin in columns and
    rows of their own. *)

Definition through (c : N) (d : direction) : list (direction * (nat * nat)) :=
  filter (fun begin => N.testbit (line_of begin) c) (begins d).

Lemma through_at_most x y d bound (f : nat -> nat * nat) : x < m -> y < n ->
  (forall column row i, column < wide d -> row < high d -> i < k ->
    place_of g d column row i = (x, y) -> exists j, j < bound /\ (column, row) = f j) ->
  length (through (cell_at g (x, y)) d) <= bound.
Proof.
  intros Hx Hy H. rewrite <- (seq_length bound 0). rewrite <- (map_length (fun j => (d, f j))).
  apply NoDup_incl_length; [apply NoDup_filter, nodup_begins |].
  intros (e, (column, row)) Hin. apply filter_In in Hin. destruct Hin as [Hin Hc].
  apply in_begins in Hin. destruct Hin as (-> & Hcolumn & Hrow).
  fold (has (line_of (d, (column, row)))
    (cell_at g (x, y))) in Hc. apply has_line_of in Hc. destruct Hc as (i & Hi & E).
    cbn [fst snd] in E.
  apply (same_cell g) in E; [| now split | now apply begin_fits].
  destruct (H column row i Hcolumn Hrow Hi (eq_sym E)) as (j & Hj & F). apply in_map_iff. exists j.
  rewrite F. split; [reflexivity | apply in_seq; lia].
Qed.

Lemma through_bounds x y d : x < m -> y < n ->
  length (through (cell_at g (x, y)) d) <= match d with
  | Right => Nat.min (m + 1 - k) k
  | Down => Nat.min (n + 1 - k) k
  | _ => Nat.min (Nat.min (m + 1 - k) (n + 1 - k)) k
  end.
Proof.
  intros Hx Hy. pose proof (fun f bound => through_at_most x y d bound f Hx Hy) as H.
  destruct d; cbn [wide high place_of] in H; repeat apply Nat.min_glb.
  - apply (H (fun column => (column, y))). intros c r i Hc Hr Hi E. injection E as Ex Ey.
    exists c. split; [lia | f_equal; lia].
  - apply (H (fun i => (x - i, y))). intros c r i Hc Hr Hi E. injection E as Ex Ey.
    exists i. split; [lia | f_equal; lia].
  - apply (H (fun row => (x, row))). intros c r i Hc Hr Hi E. injection E as Ex Ey.
    exists r. split; [lia | f_equal; lia].
  - apply (H (fun i => (x, y - i))). intros c r i Hc Hr Hi E. injection E as Ex Ey.
    exists i. split; [lia | f_equal; lia].
  - apply (H (fun column => (column, y - (x - column)))). intros c r i Hc Hr Hi E.
    injection E as Ex Ey.
    exists c. split; [lia | f_equal; lia].
  - apply (H (fun row => (x - (y - row), row))). intros c r i Hc Hr Hi E. injection E as Ex Ey.
    exists r. split; [lia | f_equal; lia].
  - apply (H (fun i => (x - i, y - i))). intros c r i Hc Hr Hi E. injection E as Ex Ey.
    exists i. split; [lia | f_equal; lia].
  - apply (H (fun column => (column, y - (column + (k - 1) - x)))). intros c r i Hc Hr Hi E.
    injection E as Ex Ey. exists c. split; [lia | f_equal; lia].
  - apply (H (fun row => (x - (k - 1 - (y - row)), row))). intros c r i Hc Hr Hi E.
    injection E as Ex Ey. exists r. split; [lia | f_equal; lia].
  - apply (H (fun i => (x - (k - 1 - i), y - i))). intros c r i Hc Hr Hi E. injection E as Ex Ey.
    exists i. split; [lia | f_equal; lia].
Qed.

Lemma lines_through_cell c :
  length (filter (fun line => N.testbit line c) (lines g)) <= through_count m n k.
Proof.
  destruct (filter (fun line => N.testbit line c) (lines g)) as [| line rest] eqn:E;
    [apply Nat.le_0_l |].
  rewrite <- E. assert (Hc : (c < cells g)%N).
  { assert (Hin : In line (filter (fun line => N.testbit line c) (lines g))) by (rewrite E;
      now left).
    apply filter_In in Hin. now apply (line_on_board g line). }
  set (x := N.to_nat c mod m). set (y := N.to_nat c / m).
  assert (Hm : m <> 0) by (unfold cells in Hc; lia).
  assert (Hx : x < m) by now apply Nat.mod_upper_bound.
  assert (Hy : y < n) by (apply Nat.div_lt_upper_bound; [exact Hm | unfold cells in Hc; lia]).
  assert (Ec : c = cell_at g (x, y)).
  { unfold cell_at. cbn [fst snd]. rewrite Nat.mul_comm. unfold x, y.
    rewrite <- Nat.div_mod by exact Hm. now rewrite N2Nat.id. }
  set (all := through c Right ++ through c Down ++ through c DownRight ++ through c DownLeft).
  apply Nat.le_trans with (length (map line_of all)).
  - apply NoDup_incl_length; [apply NoDup_filter, NoDup_nodup |]. intros set Hin.
    apply filter_In in Hin. destruct Hin as [Hl Hset]. apply in_lines_is_line, is_line_spec in Hl.
    apply in_map_iff in Hl. destruct Hl as (begin & <- & Hb). apply in_map. unfold all, through.
    unfold starts in Hb. rewrite !in_app_iff, !filter_In in *. tauto.
  - unfold all, through_count. rewrite map_length, !app_length. rewrite Ec.
    pose proof (through_bounds x y Right Hx Hy). pose proof (through_bounds x y Down Hx Hy).
    pose proof (through_bounds x y DownRight Hx Hy). pose proof (through_bounds x y DownLeft Hx Hy).
    cbv beta iota in *. lia.
Qed.

(** Two lists without repetitions of the same lines are as long. *)
Lemma count_as (list : list N) begin_list : NoDup list -> NoDup (map line_of begin_list) ->
  (forall set, In set list <-> In set (map line_of begin_list)) -> length list = length begin_list.
Proof.
  intros Hl Hb H. rewrite <- (map_length line_of begin_list). apply Permutation_length.
  now apply NoDup_Permutation.
Qed.

Lemma counted (list : list N) : NoDup list -> (forall set, In set list <-> is_line g set) ->
  length list = line_count m n k.
Proof.
  intros Hl H. setoid_rewrite is_line_spec in H. unfold line_count.
  destruct (Nat.eqb_spec k 1) as [Hone | Hmore].
  - assert (E : forall set, In set (map line_of starts) <-> In set (map line_of (begins Right))).
    { intros set. rewrite !in_map_iff. split.
      - intros ((d, (column, row)) & <- & Hin). exists (Right, (column, row)).
        rewrite !line_of_one by exact Hone. split; [reflexivity |]. apply in_starts in Hin.
        apply in_begins.
        split; [reflexivity |]. destruct d; cbn [wide high] in *; lia.
      - intros (begin & <- & Hin). exists begin. split; [reflexivity |]. unfold starts.
        rewrite in_app_iff. now left. }
    setoid_rewrite E in H. rewrite (count_as list (begins Right) Hl); [| | exact H].
    + unfold begins. rewrite map_length, prod_length, !seq_length. cbn [wide high]. rewrite Hone.
      f_equal. lia.
    + apply nodup_map_in.
      * apply Injective_map_NoDup; [intros x y F; now injection F | apply nodup_prod;
          apply seq_NoDup].
      * intros (d, place) (e, other) Hd He F. rewrite !line_of_one in F by exact Hone.
        cbn [snd] in F.
        assert (G : cell_at g place = cell_at g other).
        { apply has_single. rewrite <- F. now apply has_single. }
        destruct place as [c r], other as [u v]. apply in_begins in Hd. apply in_begins in He.
        destruct Hd as (-> & Hc & Hr). destruct He as (-> & Hu & Hv). cbn [wide high] in *.
        f_equal. apply (same_cell g); [split; cbn [fst snd]; lia | split; cbn [fst snd];
          lia | exact G].
  - rewrite (count_as list starts Hl); [apply length_starts | | exact H].
    apply nodup_map_in; [apply nodup_starts | apply line_of_once; lia].
Qed.

End Board.

(** All lists of all lines, without repetitions, have this length; one of them is [lines]. *)
Theorem number_of_lines m n k : 1 <= k -> forall list, NoDup list ->
  (forall set, In set list <-> is_line (Game m n k) set) -> length list = line_count m n k.
Proof. intros Hk. exact (counted (Game m n k) Hk). Qed.

Corollary length_lines m n k : 1 <= k -> length (lines (Game m n k)) = line_count m n k.
Proof.
  intros Hk. apply number_of_lines; [exact Hk | apply NoDup_nodup | now apply in_lines_is_line].
Qed.
