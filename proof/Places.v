(** * Places that are reached

    What is remembered of places: a finite map from pairs of boards. *)

Require Import NArith List Bool Lia OrderedTypeEx FMapAVL FMapFacts.
From Noughts Require Import Game Sets Symmetry Format.
Import ListNotations.

Module Key := PairOrderedType N_as_OT N_as_OT.
Module Map := FMapAVL.Make Key.
Module Facts := WFacts_fun Key Map.

Definition places (A : Type) : Type := Map.t A.

Definition same_place (a b : N * N) : bool := N.eqb (fst a) (fst b) && N.eqb (snd a) (snd b).

Lemma same_place_spec a b : same_place a b = true <-> a = b.
Proof.
  destruct a, b. unfold same_place. rewrite andb_true_iff, !N.eqb_eq. simpl.
  split; [intros [-> ->]; trivial | now injection 1].
Qed.

Lemma find_add {A} (map : places A) a v b :
  Map.find b (Map.add a v map) = if same_place a b then Some v else Map.find b map.
Proof.
  rewrite Facts.add_o. destruct (Key.eq_dec a b) as [[E F] | E]; destruct (same_place a b) eqn:D;
    trivial.
  - rewrite <- not_true_iff_false in D. exfalso. apply D. apply same_place_spec. destruct a, b.
    simpl in *. congruence.
  - exfalso. apply E. apply same_place_spec in D. subst. split; reflexivity.
Qed.

Lemma find_add_iff {A} (map : places A) a v b w :
  Map.find b (Map.add a v map) = Some w <-> (a = b /\ v = w) \/ (a <> b /\ Map.find b map = Some w).
Proof.
  rewrite find_add. destruct (same_place a b) eqn:E.
  - apply same_place_spec in E. subst. split; [injection 1; auto | intros [[_ ->] | []]; tauto].
  - assert (a <> b) by (intros F; apply same_place_spec in F; congruence). tauto.
Qed.

Lemma find_empty {A} a : Map.find a (Map.empty A) = None.
Proof. apply Facts.empty_o. Qed.

Definition all_of {A} (test : N * N -> A -> bool) (map : places A) : bool :=
  forallb (fun pair => test (fst pair) (snd pair)) (Map.elements map).

Lemma all_of_spec {A} (test : N * N -> A -> bool) (map : places A) a v :
  all_of test map = true -> Map.find a map = Some v -> test a v = true.
Proof.
  unfold all_of. intros H Hf. apply Map.find_2, Map.elements_1 in Hf.
  apply InA_alt in Hf. destruct Hf as ((b, w) & [E F] & Hin). simpl in *.
  apply (proj1 (forallb_forall _ _)) with (2 := Hin) in H. simpl in H. subst w.
  destruct a, b, E. simpl in *. now subst.
Qed.

(** The least of the images of a place: any of them stands for all. *)
Definition lesser (y : symmetry) (a : N * N) (best : N * N) : N * N :=
  let first := image y (fst a) in
  match N.compare first (fst best) with
  | Lt => (first, image y (snd a))
  | Eq => let second := image y (snd a) in if N.ltb second (snd best) then (first, second) else best
  | Gt => best
  end.

Fixpoint least_from (symmetries : list symmetry) (a best : N * N) : N * N :=
  match symmetries with [] => best | y :: rest => least_from rest a (lesser y a best) end.

Definition least (symmetries : list symmetry) (a : N * N) : N * N := least_from symmetries a a.

Lemma least_cases symmetries a :
  least symmetries a = a \/ exists y, In y symmetries /\
    least symmetries a = (image y (fst a), image y (snd a)).
Proof.
  assert (H : forall all some best, (forall y, In y some -> In y all) ->
    (best = a \/ exists y, In y all /\ best = (image y (fst a), image y (snd a))) ->
    least_from some a best = a \/
    exists y, In y all /\ least_from some a best = (image y (fst a), image y (snd a))).
  { intros all some. induction some as [| y rest IH]; intros best Hin Hb; simpl; trivial.
    apply IH; [intros z Hz; apply Hin; now right |]. unfold lesser.
    destruct (N.compare (image y (fst a)) (fst best)); trivial.
    - destruct (N.ltb (image y (snd a)) (snd best)); trivial. right. exists y. split; trivial.
      apply Hin. now left.
    - right. exists y. split; trivial. apply Hin. now left. }
  apply H; auto.
Qed.

(** ** The entries of a section, one after the other

    What is missing after the last is a fault of the entry after it. *)

Section Following.

Context {state : Type} (follow : state -> entry -> fault + state) (finish : state -> option fault).

Fixpoint follow_all (entries : list (unit -> entry)) (number : N) (st : state) : result unit :=
  match entries with
  | [] => match finish st with None => Fine tt | Some why => Faulty (N.succ number) why end
  | e :: entries =>
      match follow st (e tt) with
      | inr st => follow_all entries (N.succ number) st
      | inl why => Faulty (N.succ number) why
      end
  end.

Context (invariant claim : state -> Prop).

Lemma follow_all_sound :
  (forall st, invariant st -> finish st = None -> claim st) ->
  (forall st st' e, invariant st -> follow st e = inr st' -> invariant st' /\
    (claim st' -> claim st)) ->
  forall list number st, invariant st -> follow_all list number st = Fine tt -> claim st.
Proof.
  intros Hfinish Hfollow list. induction list as [| e list IH]; intros number st Hi H;
    cbn [follow_all] in H.
  - destruct (finish st) eqn:E; [discriminate |]. now apply Hfinish.
  - destruct (follow st (e tt)) as [| st'] eqn:E; [discriminate |].
    destruct (Hfollow st st' (e tt) Hi E) as [Hi' Hclaim]. now apply Hclaim, (IH _ _ Hi' H).
Qed.

End Following.
