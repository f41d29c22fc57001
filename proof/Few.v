(** * Few lines: a draw

    Few lines: a draw, [few_lines], and [low_potential_draw], which reaches further. On a board with
    fewer than 2^(k-1) lines Breaker, who always takes the cell of the greatest potential, keeps
    Maker from each (P. Erdos, J. L. Selfridge, On a combinatorial game, J. Combin. Theory A 14,
    1973: module [Potential]). The number of lines is that of [Count]. *)

Require Import NArith List Bool Lia Arith FinFun.
From Noughts Require Import Game Sets Lines Weak Potential Opening Count.
Import ListNotations.

(** ** A line has k cells *)

Lemma div2_set a c : N.div2 (N.setbit a (N.succ c)) = N.setbit (N.div2 a) c.
Proof.
  apply has_ext. intros d. rewrite has_setbit. unfold has. rewrite !N.div2_spec, !N.shiftr_spec'.
  fold (has (N.setbit a (N.succ c)) (d + 1)). rewrite has_setbit. unfold has.
  split; (intros [E | H]; [left; lia | now right]).
Qed.

Lemma div2_set_0 a : N.div2 (N.setbit a 0) = N.div2 a.
Proof.
  apply has_ext. intros d. unfold has. rewrite !N.div2_spec, !N.shiftr_spec'.
  fold (has (N.setbit a 0) (d + 1)). rewrite has_setbit. unfold has.
  split; [intros [E | H]; [lia | exact H] | now right].
Qed.

Lemma popcount_set c : forall a, ~ has a c -> (popcount (N.setbit a c) = 1 + popcount a)%N.
Proof.
  induction c as [| c IH] using N.peano_ind; intros a H;
    rewrite (popcount_half (N.setbit a _)), (popcount_half a).
  - apply has_false in H. rewrite N.bit0_odd in H.
    rewrite div2_set_0, H, <- N.bit0_odd, N.setbit_eq. lia.
  - rewrite div2_set, IH.
    + replace (N.odd (N.setbit a (N.succ c))) with (N.odd a); [lia |].
      rewrite <- !N.bit0_odd, N.setbit_neq; [reflexivity | lia].
    + intros Hc. apply H. unfold has in *. rewrite N.div2_spec, N.shiftr_spec' in Hc.
      now rewrite <- N.add_1_r.
Qed.

Lemma popcount_set_of list : NoDup list -> popcount (set_of list) = N.of_nat (length list).
Proof.
  induction 1 as [| c list Hc Hl IH]; [reflexivity |]. cbn [set_of fold_right length].
  fold (set_of list).
  rewrite popcount_set; [rewrite IH; lia | now rewrite has_set_of].
Qed.

Lemma line_popcount g line : In line (lines g) -> popcount line = N.of_nat (in_a_row g).
Proof.
  intros Hl. apply in_lines in Hl. destruct Hl as (d & column & row & _ & _ & -> & Hon).
  unfold places. rewrite map_map, popcount_set_of; [now rewrite map_length, seq_length |].
  apply nodup_map_in; [apply seq_NoDup |]. intros i j Hi Hj E. apply in_seq in Hi.
  apply in_seq in Hj.
  apply (same_cell g) in E; [| apply Hon; lia | apply Hon; lia].
  destruct d; cbn [place_of] in E; injection E; lia.
Qed.

(** ** The potential of the empty board *)

Lemma total_small k family : (forall set, In set family -> popcount set = k) ->
  total (weighted k family) = N.of_nat (length family).
Proof.
  intros H. induction family as [| set family IH]; [reflexivity |].
  cbn [weighted map total fold_right snd length]. fold (weighted k family).
  fold (total (weighted k family)).
  rewrite IH by (intros other Ho; apply H; now right).
  unfold weight. rewrite (H set (or_introl eq_refl)), N.sub_diag, N.shiftl_0_r. lia.
Qed.

Lemma share_small k family c : (forall set, In set family -> popcount set = k) ->
  share (weighted k family) c = N.of_nat (length (filter (fun set => N.testbit set c) family)).
Proof.
  intros H. induction family as [| set family IH]; [reflexivity |].
  cbn [weighted map share fold_right fst snd filter].
  fold (weighted k family). fold (share (weighted k family) c).
  rewrite IH by (intros other Ho; apply H; now right).
  unfold weight. rewrite (H set (or_introl eq_refl)), N.sub_diag, N.shiftl_0_r.
  destruct (N.testbit set c); cbn [length]; lia.
Qed.

(** Few lines and, in one cell, few more: the potential after Maker's first move is less than 1. *)
Theorem low_potential_draw m n k : 1 <= k -> line_count m n k + through_count m n k < 2 ^ k ->
  has_value (Game m n k) start Draw.
Proof.
  intros Hk Hfew. apply held_lines_draw; [exact Hk |]. intros t. apply (maker_held (N.of_nat k)).
  intros c. pose proof (lines_through_cell (Game m n k) Hk c) as Hshare.
  rewrite total_small, share_small by (exact (line_popcount (Game m n k))).
  rewrite length_lines by exact Hk.
  assert (Hpower : (N.shiftl 1 (N.of_nat k) = N.of_nat (2 ^ k))%N).
  { rewrite N.shiftl_1_l, Nat2N.inj_pow. reflexivity. }
  cbn [columns rows in_a_row] in Hshare. lia.
Qed.

Theorem few_lines m n k : 1 <= k -> line_count m n k < 2 ^ (k - 1) ->
  has_value (Game m n k) start Draw.
Proof.
  intros Hk Hfew. apply held_lines_draw; [exact Hk |]. intros t. apply (maker_held (N.of_nat k)).
  intros c.
  pose proof (share_total (weighted (N.of_nat k) (lines (Game m n k))) c) as Hshare.
  rewrite total_small in * by (exact (line_popcount (Game m n k))).
  rewrite length_lines in * by exact Hk.
  assert (Hpower : (N.shiftl 1 (N.of_nat k) = 2 * N.of_nat (2 ^ (k - 1)))%N).
  { rewrite N.shiftl_1_l. replace k with (S (k - 1)) at 1 by lia.
    rewrite Nat2N.inj_succ, N.pow_succ_r', Nat2N.inj_pow. reflexivity. }
  lia.
Qed.

(** A board that is too small for a line has none. *)
Corollary no_line_fits m n k : 1 <= k -> m < k -> n < k -> has_value (Game m n k) start Draw.
Proof.
  intros Hk Hm Hn. apply few_lines; [exact Hk |]. unfold line_count.
  assert (Hpower : 1 <= 2 ^ (k - 1)) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; discriminate).
  destruct (Nat.eqb_spec k 1) as [Hone | Hmore]; [assert (m = 0) by lia; subst m; exact Hpower |].
  replace (m + 1 - k) with 0 by lia. replace (n + 1 - k) with 0 by lia. exact Hpower.
Qed.
