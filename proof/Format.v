(** * What a certificate holds and states

    What a certificate holds (docs/certificates.md), and what its head and its sections state. *)

Require Import NArith List.
From Noughts Require Import Game.

Record group := Group { reply : N; exchanges : list (N * N); group_pairs : list (N * N);
  moves_board : N }.

Inductive argument :=
| Moves (moves : list N)
| Groups (groups : list group)
| Pairs (pairs : list (N * N))
| Potential.

(** The two boards are X's and O's stones, or Maker's stones and the free cells. *)
Record entry := Entry { place : N * N; what : argument }.

Inductive goal := ToWin | NotToLose.

Inductive kind := Strategy (to : goal) | Breaker.

(** What is read one after the other, each when it is needed: a large file has more entries than fit
    in memory. *)
Inductive stream (A : Type) := Ended | Read (first : A) (rest : unit -> stream A).

Arguments Ended {A}.
Arguments Read {A}.

Fixpoint listed {A} (items : stream A) : list A :=
  match items with Ended => nil | Read a rest => cons a (listed (rest tt)) end.

Fixpoint streamed {A} (items : list A) : stream A :=
  match items with nil => Ended | cons a rest => Read a (fun _ => streamed rest) end.

Record section := Section_ { kind_of : kind; section_side : side; symmetric : bool;
  entries : stream entry }.

Record certificate := Certificate {
  game_of : game;
  start_x : N;
  start_o : N;
  claimed : option value;
  sections : stream section
}.

(** ** What it states *)

Definition reaches (g : game) (s : side) (to : goal) (p : position) : Prop :=
  match to with ToWin => wins g s p | NotToLose => never_loses g s p end.

Definition beginning (c : certificate) : position := position_of (start_x c) (start_o c).

(** The side that a section speaks of, and what it says of it. *)
Definition about (a : section) : side :=
  match kind_of a with Strategy _ => section_side a | Breaker => other (section_side a) end.

Definition goal_of (a : section) : goal := match kind_of a with Strategy to => to
  | Breaker => NotToLose end.

Definition states (c : certificate) : Prop :=
  (forall a, In a (listed (sections c)) -> reaches (game_of c) (about a) (goal_of a) (beginning c)) /\
  (forall v, claimed c = Some v -> has_value (game_of c) (beginning c) v).

(** ** What the checker answers *)

(** Why a certificate does not hold. *)
Inductive fault :=
| NoSuchGame | NotReached | WrongArgument | WrongMove | NoAnswer | EndsBadly | GameOver
  | ValueNotShown.

(** An answer, or the number of an entry (0: before the first) and its fault. *)
Inductive result (A : Type) := Fine (answer : A) | Faulty (entry : N) (why : fault).

Arguments Fine {A}.
Arguments Faulty {A}.
