(** * Places that are reached

    What is remembered of places, pairs of boards: a balanced tree of short lists, in order.

    No proof needs the order or the balance, on which time alone depends. Whatever the tree is, a
    place that is put into it stays, and what is found was put into it. *)

Require Import NArith List Bool Lia.
From Noughts Require Import Game Symmetry Format.
Import ListNotations.

(** A list of places with entries, and of places that are reached and have none yet. *)
Inductive chain :=
| Empty
| Answered (first second : N) (rest : chain)
| Reached (first second : N) (rest : chain).

(** A fork: its height, the least place of its upper part, the lower part and the upper one. *)
Inductive places := Places (list : chain)
  | Fork (height first second : N) (lower upper : places).

Definition nowhere : places := Places Empty.

Definition is_at (a : N * N) (first second : N) : bool :=
  N.eqb (fst a) first && N.eqb (snd a) second.

Definition same_place (a b : N * N) : bool := is_at a (fst b) (snd b).

Definition is_below (a : N * N) (first second : N) : bool :=
  N.ltb (fst a) first || N.eqb (fst a) first && N.ltb (snd a) second.

Fixpoint find_in (list : chain) (a : N * N) : option bool :=
  match list with
  | Empty => None
  | Answered x y rest => if is_at a x y then Some true else find_in rest a
  | Reached x y rest => if is_at a x y then Some false else find_in rest a
  end.

(** Whether a place is there, and then whether it is answered. *)
Fixpoint find (map : places) (a : N * N) : option bool :=
  match map with
  | Places list => find_in list a
  | Fork _ x y lower upper => if is_below a x y then find lower a else find upper a
  end.

Definition link (a : N * N) (answered : bool) (rest : chain) : chain :=
  if answered then Answered (fst a) (snd a) rest else Reached (fst a) (snd a) rest.

(** A place takes the position of its order, or that of itself. *)
Fixpoint put_in (list : chain) (a : N * N) (answered : bool) : chain :=
  match list with
  | Empty => link a answered Empty
  | Answered x y rest =>
      if is_below a x y then link a answered list
      else if is_at a x y then link a answered rest
      else Answered x y (put_in rest a answered)
  | Reached x y rest =>
      if is_below a x y then link a answered list
      else if is_at a x y then link a answered rest
      else Reached x y (put_in rest a answered)
  end.

(** The first places of a list, so many of them, and the others. *)
Fixpoint parted (count : nat) (list : chain) : chain * chain :=
  match count, list with
  | S count, Answered x y rest =>
      let (first, others) := parted count rest in (Answered x y first, others)
  | S count, Reached x y rest =>
      let (first, others) := parted count rest in (Reached x y first, others)
  | _, _ => (Empty, list)
  end.

Definition height (map : places) : N :=
  match map with Places _ => 0 | Fork height _ _ _ _ => height end.

Definition fork (x y : N) (lower upper : places) : places :=
  let (a, b) := (height lower, height upper) in
  Fork (N.succ (if N.ltb a b then b else a)) x y lower upper.

(** The fork of two parts, turned where one of them has become two higher than the other. *)
Definition balanced (x y : N) (lower upper : places) : places :=
  if N.ltb (N.succ (height upper)) (height lower) then
    match lower with
    | Fork _ z w a (Fork _ u v b c as inner) =>
        if N.ltb (height a) (height inner) then fork u v (fork z w a b) (fork x y c upper)
        else fork z w a (fork x y inner upper)
    | Fork _ z w a b => fork z w a (fork x y b upper)
    | Places _ => fork x y lower upper
    end
  else if N.ltb (N.succ (height lower)) (height upper) then
    match upper with
    | Fork _ z w (Fork _ u v b c as inner) a =>
        if N.ltb (height a) (height inner) then fork u v (fork x y lower b) (fork z w c a)
        else fork z w (fork x y lower inner) a
    | Fork _ z w b a => fork z w (fork x y lower b) a
    | Places _ => fork x y lower upper
    end
  else fork x y lower upper.

(** A list of more than twelve places becomes two. *)
Definition grown (list : chain) : places :=
  let (half, others) := parted 6 list in
  match others with
  | Empty => Places list
  | Answered x y _ | Reached x y _ =>
      match parted 6 others with
      | (_, Empty) => Places list
      | _ => fork x y (Places half) (Places others)
      end
  end.

Fixpoint put (map : places) (a : N * N) (answered : bool) : places :=
  match map with
  | Places list => grown (put_in list a answered)
  | Fork _ x y lower upper =>
      if is_below a x y then balanced x y (put lower a answered) upper
      else balanced x y lower (put upper a answered)
  end.

Fixpoint all_in (test : N * N -> bool) (list : chain) : bool :=
  match list with
  | Empty => true
  | Answered _ _ rest => all_in test rest
  | Reached x y rest => test (x, y) && all_in test rest
  end.

(** All places without an answer pass the test. *)
Fixpoint all_unanswered (test : N * N -> bool) (map : places) : bool :=
  match map with
  | Places list => all_in test list
  | Fork _ _ _ lower upper => all_unanswered test lower && all_unanswered test upper
  end.

(** ** What is there *)

Fixpoint in_chain (list : chain) (a : N * N) (answered : bool) : Prop :=
  match list with
  | Empty => False
  | Answered x y rest => (a = (x, y) /\ answered = true) \/ in_chain rest a answered
  | Reached x y rest => (a = (x, y) /\ answered = false) \/ in_chain rest a answered
  end.

Fixpoint there (map : places) (a : N * N) (answered : bool) : Prop :=
  match map with
  | Places list => in_chain list a answered
  | Fork _ _ _ lower upper => there lower a answered \/ there upper a answered
  end.

Lemma is_at_spec a x y : is_at a x y = true <-> a = (x, y).
Proof.
  destruct a. unfold is_at. rewrite andb_true_iff, !N.eqb_eq. simpl.
  split; [intros [-> ->]; trivial | now injection 1].
Qed.

Lemma same_place_spec a b : same_place a b = true <-> a = b.
Proof. destruct b. apply is_at_spec. Qed.

Lemma in_link a v list b w : in_chain (link a v list) b w <-> (b = a /\ w = v) \/
  in_chain list b w.
Proof. destruct a, v; reflexivity. Qed.

Lemma find_in_there list a v : find_in list a = Some v -> in_chain list a v.
Proof.
  induction list as [| x y rest IH | x y rest IH]; simpl; [discriminate | |];
    (destruct (is_at a x y) eqn:E; [apply is_at_spec in E; injection 1; auto | auto]).
Qed.

Theorem find_there map a v : find map a = Some v -> there map a v.
Proof.
  induction map as [list | h x y lower IHl upper IHu]; simpl; [apply find_in_there |].
  destruct (is_below a x y); auto.
Qed.

Lemma in_put_in list a v b w :
  (in_chain (put_in list a v) b w -> (b = a /\ w = v) \/ in_chain list b w) /\
  (in_chain list b w -> b = a \/ in_chain (put_in list a v) b w) /\
  in_chain (put_in list a v) a v.
Proof.
  induction list as [| x y rest IH | x y rest IH]; simpl; [rewrite !in_link; simpl; tauto | |];
    (destruct (is_below a x y); [rewrite !in_link; simpl; tauto |];
     destruct (is_at a x y) eqn:E; [apply is_at_spec in E; subst a; rewrite !in_link; tauto |
      simpl; tauto]).
Qed.

Lemma in_parted count : forall list b w, in_chain list b w <->
  in_chain (fst (parted count list)) b w \/ in_chain (snd (parted count list)) b w.
Proof.
  induction count as [| count IH]; intros [| x y rest | x y rest] b w; simpl; try tauto;
    (rewrite (IH rest b w); destruct (parted count rest); simpl; tauto).
Qed.

Lemma there_grown list b w : there (grown list) b w <-> in_chain list b w.
Proof.
  unfold grown. rewrite (in_parted 6 list). destruct (parted 6 list) as [half others] eqn:E.
  assert (Hlist : there (Places list) b w <-> in_chain half b w \/ in_chain others b w).
  { pose proof (in_parted 6 list b w) as H. now rewrite E in H. }
  destruct others as [| x y rest | x y rest]; trivial;
    (match goal with |- context [parted 6 ?all] => destruct (parted 6 all) as [? [| |]] end;
      [exact Hlist | reflexivity | reflexivity]).
Qed.

Lemma there_balanced x y lower upper b w :
  there (balanced x y lower upper) b w <-> there lower b w \/ there upper b w.
Proof.
  unfold balanced, fork. destruct (N.ltb _ _).
  - destruct lower as [| h z w' a [| h' u v c d]]; simpl; try tauto.
    destruct (N.ltb _ _); simpl; tauto.
  - destruct (N.ltb _ _); [| reflexivity].
    destruct upper as [| h z w' [| h' u v c d] a]; simpl; try tauto.
    destruct (N.ltb _ _); simpl; tauto.
Qed.

Lemma there_put map a v b w :
  (there (put map a v) b w -> (b = a /\ w = v) \/ there map b w) /\
  (there map b w -> b = a \/ there (put map a v) b w) /\
  there (put map a v) a v.
Proof.
  induction map as [list | h x y lower IHl upper IHu]; simpl.
  - rewrite !there_grown. apply in_put_in.
  - destruct (is_below a x y); rewrite !there_balanced; tauto.
Qed.

(** A place is there, answered or not. *)
Definition known (map : places) (a : N * N) : Prop := exists v, there map a v.

Theorem put_new map a v b w : there (put map a v) b w -> (b = a /\ w = v) \/ there map b w.
Proof. apply there_put. Qed.

Theorem put_known map a v : known (put map a v) a.
Proof. exists v. now apply (there_put map a v a v). Qed.

Theorem put_keeps map a v b : known map b -> known (put map a v) b.
Proof.
  intros (w & H). apply (there_put map a v) in H. destruct H as [-> | H]; [apply put_known |].
  now exists w.
Qed.

Theorem all_unanswered_spec test map a : all_unanswered test map = true -> there map a false ->
  test a = true.
Proof.
  induction map as [list | h x y lower IHl upper IHu]; simpl.
  - induction list as [| x y rest IH | x y rest IH]; simpl; [intros _ [] | |].
    + intros H [[_ E] | Hin]; [discriminate | auto].
    + rewrite andb_true_iff. intros [Ht H] [[-> _] | Hin]; auto.
  - rewrite andb_true_iff. intros [Hl Hu] [H | H]; auto.
Qed.

(** ** The least image of a place stands for all *)

Definition image_of_place (y : symmetry) (a : N * N) : N * N := (image y (fst a), image y (snd a)).

Definition lesser (a best : N * N) : N * N :=
  if N.ltb (fst a) (fst best) then a
  else if N.eqb (fst a) (fst best) && N.ltb (snd a) (snd best) then a else best.

Fixpoint least_from (symmetries : list symmetry) (a best : N * N) : N * N :=
  match symmetries with
  | [] => lesser a best
  | y :: rest => least_from rest (image_of_place y a) (least_from rest a best)
  end.

Definition least (symmetries : list symmetry) (a : N * N) : N * N := least_from symmetries a a.

(** What is true of a place, and of the image of each place of which it is true, is true of the
    least. *)
Lemma least_has (good : N * N -> Prop) symmetries a : good a ->
  (forall y b, In y symmetries -> good b -> good (image_of_place y b)) -> good (least symmetries a).
Proof.
  intros Ha. unfold least. enough (H : forall some, (forall y, In y some -> In y symmetries) ->
    (forall y b, In y symmetries -> good b -> good (image_of_place y b)) ->
    forall b best, good b -> good best -> good (least_from some b best)) by auto.
  intros some Hin Hy. induction some as [| y rest IH]; intros b best Hb Hbest; simpl.
  - unfold lesser. destruct (N.ltb _ _); trivial. now destruct (_ && _).
  - assert (Hrest : forall z, In z rest -> In z symmetries) by (intros z Hz; apply Hin; now right).
    apply IH; trivial; [| now apply IH]. apply Hy; [apply Hin; now left | assumption].
Qed.

(** ** The entries of a section, one after the other

    What is missing after the last is a fault of the entry after it. *)

Section Following.

Context {state : Type} (follow : state -> entry -> fault + state) (finish : state -> option fault).

Fixpoint follow_all (entries : stream entry) (number : N) (st : state) : result unit :=
  match entries with
  | Ended => match finish st with None => Fine tt | Some why => Faulty (N.succ number) why end
  | Read e rest =>
      match follow st e with
      | inr st => follow_all (rest tt) (N.succ number) st
      | inl why => Faulty (N.succ number) why
      end
  end.

Context (invariant claim : state -> Prop).

Lemma follow_all_sound :
  (forall st, invariant st -> finish st = None -> claim st) ->
  (forall st st' e, invariant st -> follow st e = inr st' -> invariant st' /\
    (claim st' -> claim st)) ->
  forall entries number st, invariant st -> follow_all entries number st = Fine tt -> claim st.
Proof.
  intros Hfinish Hfollow entries. induction entries as [| e rest IH]; intros number st Hi H;
    cbn [follow_all] in H.
  - destruct (finish st) eqn:E; [discriminate |]. now apply Hfinish.
  - destruct (follow st e) as [| st'] eqn:E; [discriminate |].
    destruct (Hfollow st st' e Hi E) as [Hi' Hclaim]. now apply Hclaim, (IH tt _ _ Hi' H).
Qed.

End Following.
