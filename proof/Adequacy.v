(* Strategies as functions. `Game` says what a side can force by a tree of moves; here a strategy is
   a function that names, for each position, the moves that it may choose, all equal to it.

   - `follows`: the positions that are reached when one side chooses among the moves of its
     strategy, and the other side makes any move;
   - `plays_well`: in all of them the strategy names a move, all that it names are legal, and all
     games that it finishes end well: whatever it chooses, and whatever the other side does;
   - `adequacy`: then the side forces that the game ends well; `adequacy_of_a_function` is the same
     of a function to one move;
   - `plays_well_test`, which walks through all these games, and `plays_well_tested`: what it
     accepts plays well. *)

Require Import NArith List Bool Lia Arith.
Require Import Noughts.Game Noughts.Sets Noughts.Lines Noughts.Play.
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

(* The strategy never loses when its side plays it from the empty board. *)
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

(* --- all games of a strategy *)

Context (moves : strategy) (wellb : position -> bool).

(* All positions down to this many moves. *)
Fixpoint plays_well_test (n : nat) (p : position) : bool :=
  if overb g p then wellb p
  else match n with
  | 0 => false
  | S n =>
      let after c := plays_well_test n (play p c) in
      match s, mover p with
      | X, X | O, O => match moves p with [] => false | _ => forallb (fun c =>
          N.testbit (free_cells g p) c && after c) (moves p) end
      | _, _ => forallb after (free_list g p)
      end
  end.

Lemma test_own n p : plays_well_test (S n) p = true -> ~ over g p -> mover p = s ->
  moves p <> [] /\ forall c, In c (moves p) -> free g p c /\ plays_well_test n (play p c) = true.
Proof.
  intros H Ho Hm. rewrite <- (overb_spec g Hk p) in Ho. apply not_true_iff_false in Ho.
  cbn [plays_well_test] in H. rewrite Ho, Hm in H.
  assert (Hall : match moves p with [] => false | _ => forallb (fun c =>
    N.testbit (free_cells g p) c && plays_well_test n (play p c)) (moves p) end = true).
  { now destruct s. }
  split; [now intros E; rewrite E in Hall |]. intros c Hc.
  assert (Hc' : N.testbit (free_cells g p) c && plays_well_test n (play p c) = true).
  { destruct (moves p) as [| d rest]; [discriminate |]. now apply (proj1 (forallb_forall _ _) Hall).
    }
  apply andb_true_iff in Hc'. split; [now apply has_free_cells | tauto].
Qed.

Lemma test_other n p : plays_well_test (S n) p = true -> ~ over g p -> mover p = other s ->
  forall c, free g p c -> plays_well_test n (play p c) = true.
Proof.
  intros H Ho Hm c Hc. rewrite <- (overb_spec g Hk p) in Ho. apply not_true_iff_false in Ho.
  cbn [plays_well_test] in H. rewrite Ho, Hm in H.
  assert (Hall : forallb (fun c => plays_well_test n (play p c)) (free_list g p) = true).
  { now destruct s. }
  apply (proj1 (forallb_forall _ _) Hall). now apply in_free_list.
Qed.

Lemma test_not_over p : plays_well_test 0 p = true -> over g p.
Proof. cbn [plays_well_test]. rewrite <- (overb_spec g Hk). now destruct (overb g p). Qed.

Lemma test_followed p q : follows g s moves p q -> forall n, plays_well_test n p = true ->
  exists n, plays_well_test n q = true.
Proof.
  induction 1 as [p | p c q Ho Hm Hc Hin _ IH | p c q Ho Hm Hc _ IH]; intros n H;
    [now exists n | |];
    (destruct n as [| n]; [now apply test_not_over in H |]).
  - apply (IH n). now apply test_own.
  - apply (IH n). now apply (test_other n p).
Qed.

Theorem plays_well_tested (well : position -> Prop) n p : (forall q, wellb q = true -> well q) ->
  plays_well_test n p = true -> plays_well g s moves well p.
Proof.
  intros Hwell Hp q Hq. destruct (test_followed p q Hq n Hp) as (t & Ht). split.
  - intros Ho Hm. destruct t as [| t]; [now apply test_not_over in Ht |].
    destruct (test_own t q Ht Ho Hm) as [Hne Hall]. split; [exact Hne |]. intros c Hc.
    now apply Hall.
  - intros Ho. apply Hwell. apply (overb_spec g Hk) in Ho.
    destruct t as [| t]; cbn [plays_well_test] in Ht; now rewrite Ho in Ht.
Qed.

End Adequacy.
