(** * The checker, and what it shows

    The checker of certificates, and the theorem: what it accepts is true of the game. *)

Require Import NArith List Bool Lia Arith.
From Noughts Require Import Game Format Sets Lines Play Strategy Breaker.
Import ListNotations.

(** What is shown of X and of O. *)
Record verdict := Verdict { x_shown : option goal; o_shown : option goal }.

Inductive answer := Holds (shown : verdict) | Fails (section entry : N) (why : fault).

Definition shown (v : verdict) (s : side) : option goal :=
  match s with Cross => x_shown v | Nought => o_shown v end.

Definition with_shown (v : verdict) (s : side) (to : goal) : verdict :=
  match s with Cross => Verdict (Some to) (o_shown v) | Nought => Verdict (x_shown v) (Some to) end.

Definition check_section (c : certificate) (a : section) : result unit :=
  let b := board_of (game_of c) (symmetric a) in
  match kind_of a with
  | Strategy to => check_strategy b (section_side a) to (beginning c) (entries a)
  | Breaker => check_breaker b (other (section_side a)) (beginning c) (entries a)
  end.

Fixpoint check_sections (c : certificate) (sections : stream section) (number : N)
  (v : verdict) : answer :=
  match sections with
  | Ended => Holds v
  | Read a rest =>
      match check_section c a with
      | Fine _ => check_sections c (rest tt) (N.succ number) (with_shown v (about a) (goal_of a))
      | Faulty entry why => Fails (N.succ number) entry why
      end
  end.

(** Strategy stealing: on the empty board the second player has no winning strategy. *)
Definition stolen (c : certificate) (v : verdict) : verdict :=
  match N.eqb (N.lor (start_x c) (start_o c)) 0, x_shown v, o_shown v with
  | true, None, Some NotToLose => Verdict (Some NotToLose) (o_shown v)
  | _, _, _ => v
  end.

Definition value_of (v : verdict) (mover : side) : option value :=
  match shown v mover, shown v (other mover) with
  | Some ToWin, _ => Some Win
  | _, Some ToWin => Some Loss
  | Some NotToLose, Some NotToLose => Some Draw
  | _, _ => None
  end.

Definition same_value (a b : value) : bool :=
  match a, b with Win, Win | Draw, Draw | Loss, Loss => true | _, _ => false end.

Definition check (c : certificate) : answer :=
  if Nat.leb 1 (in_a_row (game_of c)) then
    match check_sections c (sections c) 0 (Verdict None None) with
    | Holds v =>
        let v := stolen c v in
        match claimed c, value_of v (mover (beginning c)) with
        | None, _ => Holds v
        | Some claim, Some value => if same_value claim value then Holds v
          else Fails 0 0 ValueNotShown
        | _, _ => Fails 0 0 ValueNotShown
        end
    | fails => fails
    end
  else Fails 0 0 NoSuchGame.

(** ** The theorem *)

Definition right_of (c : certificate) (v : verdict) : Prop :=
  forall s to, shown v s = Some to -> reaches (game_of c) s to (beginning c).

Section Correct.

Context (c : certificate) (Hk : 1 <= in_a_row (game_of c)).

Lemma check_section_sound a : check_section c a = Fine tt ->
  reaches (game_of c) (about a) (goal_of a) (beginning c).
Proof.
  unfold check_section, about, goal_of. destruct (kind_of a); intros H.
  - now apply check_strategy_sound with (2 := H).
  - now apply check_breaker_sound with (2 := H).
Qed.

Lemma with_shown_right v s to : right_of c v -> reaches (game_of c) s to (beginning c) ->
  right_of c (with_shown v s to).
Proof.
  intros Hv Hr t to'. destruct s, t; simpl; try (intros [= <-]; assumption);
    [apply (Hv Nought) | apply (Hv Cross)].
Qed.

Lemma check_sections_sound sections : forall number v w, right_of c v ->
  check_sections c sections number v = Holds w ->
  right_of c w /\ forall a, In a (listed sections) -> reaches (game_of c) (about a) (goal_of a) (beginning c).
Proof.
  induction sections as [| a rest IH]; intros number v w Hv H; cbn [check_sections] in H.
  - injection H as <-. split; [assumption | intros a []].
  - destruct (check_section c a) as [[] | ] eqn:E; [| discriminate]. apply check_section_sound in E.
    destruct (IH tt _ _ w (with_shown_right v _ _ Hv E) H) as [Hw Hall]. split; trivial.
    intros d [<- | Hd]; auto.
Qed.

Lemma stolen_right v : right_of c v -> right_of c (stolen c v).
Proof.
  intros Hv. unfold stolen. destruct (N.eqb_spec (N.lor (start_x c) (start_o c)) 0) as [E |];
    trivial.
  destruct (x_shown v) eqn:Ex; trivial. destruct (o_shown v) as [[|] |] eqn:Eo; trivial.
  intros [|] to; simpl; intros [= <-].
  - assert (Hb : beginning c = start).
    { apply N.lor_eq_0_iff in E. unfold beginning, start. now destruct E as [-> ->]. }
    rewrite Hb. apply (stealing (game_of c) Hk). rewrite <- Hb. now apply (Hv Nought NotToLose).
  - now apply (Hv Nought).
Qed.

Lemma value_right v w : right_of c v -> value_of v (mover (beginning c)) = Some w ->
  has_value (game_of c) (beginning c) w.
Proof.
  unfold value_of. intros Hv H. pose proof (Hv (mover (beginning c))) as Ha.
  pose proof (Hv (other (mover (beginning c)))) as Hb.
  destruct (shown v (mover (beginning c))) as [[|] |].
  - injection H as <-. now apply (Ha ToWin).
  - destruct (shown v (other (mover (beginning c)))) as [[|] |]; try discriminate;
      injection H as <-;
      [now apply (Hb ToWin) |].
    specialize (Ha _ eq_refl). specialize (Hb _ eq_refl). unfold reaches in *.
    destruct (mover (beginning c)); split; assumption.
  - destruct (shown v (other (mover (beginning c)))) as [[|] |]; try discriminate.
    injection H as <-.
    now apply (Hb ToWin).
Qed.

End Correct.

(** The headline: what an accepted certificate states is true of the game, and so is what the
    checker says of it. *)
Theorem check_correct (c : certificate) (v : verdict) : check c = Holds v ->
  states c /\ right_of c v /\
  forall w, value_of v (mover (beginning c)) = Some w -> has_value (game_of c) (beginning c) w.
Proof.
  unfold check. destruct (Nat.leb_spec 1 (in_a_row (game_of c))) as [Hk |]; [| discriminate].
  destruct (check_sections c (sections c) 0 (Verdict None None)) as [u |] eqn:E; [| discriminate].
  apply check_sections_sound in E; [| assumption | intros [|] to; discriminate].
  destruct E as [Hu Hall].
  apply (stolen_right c Hk) in Hu. intros H.
  assert (Hv : stolen c u = v /\ forall w, claimed c = Some w ->
    value_of v (mover (beginning c)) = Some w).
  { destruct (claimed c) as [claim |]; [| injection H as <-; split; [trivial | discriminate]].
    destruct (value_of (stolen c u) (mover (beginning c))) as [w |] eqn:Ew; [| discriminate].
    destruct (same_value claim w) eqn:Es; [| discriminate]. injection H as <-. split; trivial.
    intros x [= <-].
    rewrite Ew. now destruct claim, w. }
  destruct Hv as [E Hc]. rewrite E in Hu. split; [split |].
  - assumption.
  - intros w Hw. apply (value_right c v); auto.
  - split; trivial. intros w. now apply value_right.
Qed.
