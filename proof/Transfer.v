(** * Keeping a side from its lines

    Who prevents all lines of the other side does not lose. *)

Require Import NArith List Bool Lia Arith.
From Noughts Require Import Game Sets Lines Weak Play.
Import ListNotations.

Definition live_in (lines : list N) (maker free : N) : list N :=
  let open := N.lor maker free in filter (fun line => subset line open) lines.

Definition live_lines (g : game) (maker free : N) : list N := live_in (lines g) maker free.

(** The free cells of each line that Maker may still complete. *)
Definition needs_in (lines : list N) (maker free : N) : list N :=
  map (N.land free) (live_in lines maker free).

Definition needs (g : game) (maker free : N) : list N := needs_in (lines g) maker free.

Definition apart (p : position) : Prop := forall c, ~ (has (x_stones p) c /\ has (o_stones p) c).

Lemma in_live_lines g maker free line : In line (live_lines g maker free) <->
  In line (lines g) /\ forall c, has line c -> has maker c \/ has free c.
Proof. unfold live_lines, live_in. rewrite filter_In, subset_spec. setoid_rewrite has_lor. tauto.
Qed.

Lemma in_needs g maker free set : In set (needs g maker free) <-> exists line,
  In line (lines g) /\ (forall c, has line c -> has maker c \/ has free c) /\
    set = N.land free line.
Proof. unfold needs, needs_in. rewrite in_map_iff. setoid_rewrite in_live_lines. firstorder. Qed.

Lemma needs_cells g maker free set c : In set (needs g maker free) -> has set c ->
  In c (all_cells g).
Proof.
  rewrite in_needs. intros (line & Hl & _ & ->) Hc. apply has_land in Hc. apply in_all_cells.
  now apply (line_on_board g line).
Qed.

Lemma apart_play g p c : apart p -> free g p c -> apart (play p c).
Proof.
  unfold apart, free, play. intros H (Hc & Hx & Ho) d.
  destruct (mover p); simpl; rewrite has_setbit; intros [[<- | ?] ?] || intros [? [<- | ?]];
    firstorder.
Qed.

Lemma apart_side s p c : apart p -> has (stones s p) c -> has (stones (other s) p) c -> False.
Proof. unfold apart. destruct s; simpl; firstorder. Qed.

Section Transfer.

Context (g : game) (Hk : 1 <= in_a_row g) (s : side).

Notation maker p := (stones (other s) p).

Definition needed (p : position) : list N := needs g (maker p) (free_cells g p).

(** A line of Maker's is an empty set of the family. *)
Lemma line_needed p : apart p -> has_line g (maker p) -> In 0%N (needed p).
Proof.
  intros Ha Hl. apply has_line_spec in Hl; [| assumption]. destruct Hl as (line & Hl & Hs).
  apply (in_zero _ (N.land (free_cells g p) line)).
  - apply in_needs. exists line. repeat split; auto.
  - intros c. rewrite has_land, has_free_cells, (free_side s). intros [Hf Hc]. now apply Hs in Hc.
Qed.

Lemma no_zero n family : holds n family -> ~ In 0%N family.
Proof. destruct n; intros H; apply H. Qed.

(** After a move of Maker's. *)
Lemma needed_move p c : mover p = other s -> free g p c ->
  no_harder same (given c (needed p)) (needed (play p c)).
Proof.
  intros Hm Hc set Hs. apply in_needs in Hs. destruct Hs as (line & Hl & Hlive & ->).
  exists (N.clearbit (N.land (free_cells g p) line) c). split.
  - apply in_given. exists (N.land (free_cells g p) line). split; trivial. apply in_needs.
    exists line.
    repeat split; trivial. intros d Hd. apply Hlive in Hd.
    rewrite (play_own (other s)) in Hd by assumption.
    rewrite has_setbit, has_free_cells, free_play in Hd.
    rewrite has_free_cells. destruct Hd as [[<- | Hd] | [Hd _]]; auto.
  - intros d. unfold same. rewrite has_clearbit, !has_land, !has_free_cells, free_play. intuition.
Qed.

(** After a reply of Breaker's: to the cell named if it is free, to any cell else. *)
Lemma needed_reply p c reply : mover p = s -> free g p c -> (free g p reply -> c = reply) ->
  no_harder same (without reply (needed p)) (needed (play p c)).
Proof.
  intros Hm Hc Hr set Hs. apply in_needs in Hs. destruct Hs as (line & Hl & Hlive & ->).
  assert (Hold : forall d, has line d -> (has (maker p) d \/ free g p d) /\ c <> d).
  { intros d Hd. apply Hlive in Hd. rewrite (play_other (other s)), has_free_cells, free_play in
      Hd by (now rewrite other_other).
    destruct Hd as [Hd | Hd]; [| tauto]. split; [now left |]. intros <-. apply (free_side s) in Hc.
    tauto. }
  exists (N.land (free_cells g p) line). split.
  - apply in_without. split.
    + apply in_needs. exists line. repeat split; trivial. intros d Hd. rewrite has_free_cells.
      now apply Hold.
    + rewrite has_land, has_free_cells. intros [Hf Hd]. apply Hold in Hd. now apply Hd, Hr.
  - intros d. unfold same. rewrite !has_land, !has_free_cells, free_play. intros [Hf Hd].
    apply Hold in Hd as Hd'.
    tauto.
Qed.

Theorem reply_played n p : apart p -> mover p = s ->
  (forall q, apart q -> mover q = other s -> count_free g q < count_free g p ->
    holds n (needed q) ->
    never_loses g s q) ->
  (exists reply, holds n (without reply (needed p))) -> never_loses g s p.
Proof.
  intros Ha Hm IH (reply & Hr). destruct (over_dec g Hk p) as [Ho | Ho].
  - apply ended; trivial. intros Hl. apply line_needed in Hl; trivial. apply no_zero in Hr.
    apply Hr.
    apply in_without. split; trivial. apply not_has_0.
  - assert (Hc : exists c, free g p c /\ (free g p reply -> c = reply)).
    { destruct (free_dec g p reply); [now exists reply |].
      destruct (not_over_free g p Ho) as (c & Hc).
      exists c. split; [assumption | contradiction]. }
    destruct Hc as (c & Hc & He). apply a_move with c; trivial. apply IH.
    + now apply apart_play with g.
    + now rewrite play_mover, Hm.
    + now apply count_play.
    + apply holds_no_harder with (2 := Hr). now apply needed_reply.
Qed.

Theorem maker_to_move n : forall p, apart p -> mover p = other s -> count_free g p <= n ->
  holds n (needed p) ->
  never_loses g s p.
Proof.
  induction n as [n IH] using lt_wf_ind. intros p Ha Hm Hn H.
  destruct (over_dec g Hk p) as [Ho | Ho].
  - apply ended; trivial. intros Hl. apply line_needed in Hl; trivial. now apply no_zero in H.
  - apply every_move; trivial. intros c Hc. pose proof (count_play g p c Hc) as Hless.
    destruct n as [| n]; [lia |].
    destruct H as [_ H]. destruct (H c) as (reply & Hr). apply (reply_played n).
    + now apply apart_play with g.
    + now rewrite play_mover, Hm, other_other.
    + intros q Haq Hmq Hcq Hq. apply (IH n); trivial; lia.
    + exists reply. apply holds_no_harder with (2 := Hr). intros set Hs. apply in_without in Hs.
      destruct Hs as [Hs Hnot].
      destruct (needed_move p c Hm Hc set Hs) as (old & Ho' & Hsub). exists old. split; trivial.
      apply in_without. split; trivial. intros Hh. now apply Hnot, Hsub.
Qed.

Theorem stopped_maker p : apart p -> mover p = other s -> stopped (needed p) -> never_loses g s p.
Proof. intros Ha Hm H. now apply (maker_to_move (count_free g p)). Qed.

Theorem stopped_breaker p : apart p -> mover p = s ->
  (forall n, exists reply, holds n (without reply (needed p))) ->
  never_loses g s p.
Proof.
  intros Ha Hm H. apply (reply_played (count_free g p)); trivial. intros q Haq Hmq Hc Hq.
  apply (maker_to_move (count_free g p)); trivial. lia.
Qed.

End Transfer.
