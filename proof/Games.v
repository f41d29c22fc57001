(** * Ten games as theorems

    Ten games as theorems of Coq's kernel. It evaluates the checker on the terms of [Terms], which
    terms.py writes from certificates of the repository; if the answer were another, these proofs
    would not compile. So nothing is trusted of these terms, of files, of a reader of files or of
    the translation to OCaml: only the kernel, and [Game].

    For a certificate of your own: [python3 terms.py FILE], and a theorem as those below. *)

Require Import NArith.
From Noughts Require Import Game Format Certificate Terms.

Definition accepted (c : certificate) : bool :=
  match check c with Holds _ => true | Fails _ _ _ => false end.

Lemma accepted_value c v : claimed c = Some v -> accepted c = true ->
  has_value (game_of c) (beginning c) v.
Proof.
  unfold accepted. intros Hclaim H.
  destruct (check c) as [shown | section entry why] eqn:E; [| discriminate].
  destruct (check_correct c shown E) as [[_ Hvalue] _]. now apply Hvalue.
Qed.

(** The kernel evaluates the checker by its virtual machine. *)
Ltac by_certificate c := refine (accepted_value c _ eq_refl _); vm_cast_no_check (eq_refl true).

Theorem game_3_3_3 : has_value (Game 3 3 3) start Draw.
Proof. by_certificate certificate_3_3_3. Qed.

Theorem game_4_3_3 : has_value (Game 4 3 3) start Win.
Proof. by_certificate certificate_4_3_3. Qed.

Theorem game_4_4_3 : has_value (Game 4 4 3) start Win.
Proof. by_certificate certificate_4_4_3. Qed.

Theorem game_4_4_4 : has_value (Game 4 4 4) start Draw.
Proof. by_certificate certificate_4_4_4. Qed.

Theorem game_5_4_4 : has_value (Game 5 4 4) start Draw.
Proof. by_certificate certificate_5_4_4. Qed.

Theorem game_6_4_4 : has_value (Game 6 4 4) start Draw.
Proof. by_certificate certificate_6_4_4. Qed.

Theorem game_7_6_5 : has_value (Game 7 6 5) start Draw.
Proof. by_certificate certificate_7_6_5. Qed.

Theorem game_7_7_5 : has_value (Game 7 7 5) start Draw.
Proof. by_certificate certificate_7_7_5. Qed.

Theorem game_8_6_5 : has_value (Game 8 6 5) start Draw.
Proof. by_certificate certificate_8_6_5. Qed.

Theorem game_9_5_5 : has_value (Game 9 5 5) start Draw.
Proof. by_certificate certificate_9_5_5. Qed.
