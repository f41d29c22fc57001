(** * Strategies as functions

    [Game] says what a side can force by a tree of moves; here a strategy
    is a function that names, for each position, the moves that it may choose, all equal to it.

    - [follows]: the positions that are reached when one side chooses among the moves of its
      strategy, and the other side makes any move;
    - [plays_well]: in all of them the strategy names a move, all that it names are legal, and all
      games that it finishes end well: whatever it chooses, and whatever the other side does;
    - [adequacy]: then the side forces that the game ends well; [adequacy_of_a_function] is the same
      of a function to one move;
    - [plays_well_test], which walks through all these games, and [plays_well_tested]: what it
      accepts plays well. *)

Require Import NArith List Bool Lia Arith.
From Noughts Require Import Game Sets Lines Play Strategy.
Import ListNotations.

Definition strategy := position -> list N.

Definition one_move (f : position -> N) : strategy := fun p => [f p].

Inductive follows (g : game) (s : side) (moves : strategy) : position -> position -> Prop :=
| here p : follows g s moves p p
| own_move p c q : ~ over g p -> mover p = s -> free g p c -> In c (moves p) ->
  follows g s moves (play p c) q ->
    follows g s moves p q
| their_move p c q : ~ over g p -> mover p = other s -> free g p c ->
  follows g s moves (play p c) q ->
    follows g s moves p q.

Definition plays_well (g : game) (s : side) (moves : strategy) (well : position -> Prop) (p :
  position) : Prop :=
  forall q, follows g s moves p q ->
    (~ over g q -> mover q = s -> moves q <> [] /\ forall c, In c (moves q) -> free g q c) /\
    (over g q -> well q).

(** The strategy never loses when its side plays it from the empty board. *)
Definition is_safe (g : game) (s : side) (moves : strategy) : Prop :=
  plays_well g s moves (fun final => ~ has_line g (stones (other s) final)) start.

Section Adequacy.

Context (g : game) (Hk : 1 <= in_a_row g) (s : side).

Lemma plays_well_after moves well p c : plays_well g s moves well p ->
  (forall q, follows g s moves (play p c) q -> follows g s moves p q) ->
    plays_well g s moves well (play p c).
Proof. intros H Hq q Hf. apply H. now apply Hq. Qed.

Theorem adequacy moves (well : position -> Prop) p : plays_well g s moves well p ->
  forces g s well p.
Proof.
  assert (H : forall n p, count_free g p < n -> plays_well g s moves well p -> forces g s well p).
  { clear p. intros n. induction n as [| n IH]; intros p Hn H; [lia |].
    destruct (H p (here g s moves p)) as [Hmove Hend]. destruct (over_dec g Hk p) as [Ho | Ho].
    - apply ended; auto.
    - assert (Hless : forall c, free g p c -> count_free g (play p c) < n).
      { intros c Hc. pose proof (count_play g p c Hc). lia. }
      destruct (other_cases s (mover p)) as [E | E].
      + destruct (Hmove Ho E) as [Hne Hfree].
        destruct (in_or_none (moves p)) as [(c & Hc) | E0]; [| contradiction].
        apply a_move with c; auto. apply IH; [auto |]. apply plays_well_after; [exact H |].
        intros q. apply own_move with (c := c); auto.
      + apply every_move; auto. intros c Hc. apply IH; [auto |].
        apply plays_well_after; [exact H |].
        intros q. now apply their_move with (c := c). }
  intros Hp. apply (H (S (count_free g p))); [lia | exact Hp].
Qed.

Corollary adequacy_of_a_function (f : position -> N) (well : position -> Prop) p :
  (forall q, follows g s (one_move f) p q -> ~ over g q -> mover q = s -> free g q (f q)) ->
  (forall q, follows g s (one_move f) p q -> over g q -> well q) -> forces g s well p.
Proof.
  intros Hlegal Hwell. apply (adequacy (one_move f)). intros q Hq. split; [| now apply Hwell].
  intros Ho Hm. split; [discriminate |]. intros c [<- | []]. now apply Hlegal.
Qed.

Corollary safe_never_loses moves : is_safe g s moves -> never_loses g s start.
Proof. apply adequacy. Qed.

(** ** All games of a strategy *)

Context (moves : strategy) (wellb : position -> bool).

(** The board with its lines, which are computed once. *)
Notation b := (board_of g false).

(** Walks through all games of at most n more moves. *)
Fixpoint walk (b : board) (n : nat) (p : position) : bool :=
  if is_over b p then wellb p
  else match n with
  | 0 => false
  | S n =>
      let free := free_on b p in
      match s, mover p with
      | Cross, Cross | Nought, Nought =>
          negb (match moves p with [] => true | _ => false end) &&
          forallb (fun c => N.testbit free c && walk b n (play p c)) (moves p)
      | _, _ => forallb (fun c => negb (N.testbit free c) || walk b n (play p c)) (cells_of b)
      end
  end.

Definition plays_well_test (n : nat) (p : position) : bool := walk b n p.

Lemma walk_own n p : walk b (S n) p = true -> ~ over g p -> mover p = s ->
  moves p <> [] /\ forall c, In c (moves p) -> free g p c /\ walk b n (play p c) = true.
Proof.
  intros H Ho Hm. apply (is_over_false g Hk false p) in Ho. cbn [walk] in H. rewrite Ho, Hm in H.
  assert (Hall : negb (match moves p with [] => true | _ => false end) &&
    forallb (fun c => N.testbit (free_on b p) c && walk b n (play p c)) (moves p) = true).
  { now destruct s. }
  apply andb_true_iff in Hall. destruct Hall as [Hne Hall]. split.
  - intros E. now rewrite E in Hne.
  - intros c Hc. apply (proj1 (forallb_forall _ _)) with (2 := Hc) in Hall.
    apply andb_true_iff in Hall. split; [now apply (free_on_spec g false) | tauto].
Qed.

Lemma walk_their n p : walk b (S n) p = true -> ~ over g p -> mover p = other s ->
  forall c, free g p c -> walk b n (play p c) = true.
Proof.
  intros H Ho Hm c Hc. apply (is_over_false g Hk false p) in Ho. cbn [walk] in H.
  rewrite Ho, Hm in H.
  assert (Hall : forallb (fun c => negb (N.testbit (free_on b p) c) || walk b n (play p c))
    (cells_of b) = true).
  { now destruct s. }
  assert (Hin : In c (cells_of b)) by (apply in_all_cells; apply Hc).
  apply (proj1 (forallb_forall _ _)) with (2 := Hin) in Hall.
  apply (free_on_spec g false) in Hc. now rewrite Hc in Hall.
Qed.

Lemma walk_over p : walk b 0 p = true -> over g p.
Proof. cbn [walk]. intros H. apply (is_over_spec g Hk false). now destruct (is_over b p). Qed.

Lemma walk_followed p q : follows g s moves p q -> forall n, walk b n p = true ->
  exists n, walk b n q = true.
Proof.
  induction 1 as [p | p c q Ho Hm Hc Hin _ IH | p c q Ho Hm Hc _ IH]; intros n H;
    [now exists n | |]; (destruct n as [| n]; [now apply walk_over in H |]).
  - apply (IH n). now apply walk_own.
  - apply (IH n). now apply (walk_their n p).
Qed.

Theorem plays_well_tested (well : position -> Prop) n p : (forall q, wellb q = true -> well q) ->
  plays_well_test n p = true -> plays_well g s moves well p.
Proof.
  intros Hwell Hp q Hq. destruct (walk_followed p q Hq n Hp) as (t & Ht). split.
  - intros Ho Hm. destruct t as [| t]; [now apply walk_over in Ht |].
    destruct (walk_own t q Ht Ho Hm) as [Hne Hall]. split; [exact Hne |]. intros c Hc.
    now apply Hall.
  - intros Ho. apply Hwell. apply (is_over_spec g Hk false) in Ho.
    destruct t as [| t]; cbn [walk] in Ht; now rewrite Ho in Ht.
Qed.

End Adequacy.
