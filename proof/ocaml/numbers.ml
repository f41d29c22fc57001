(* What Coq's numbers become (proof/Extraction.v): Zarith's whole numbers, of any size; and `nat`, of which only the
   sizes of the board are made, OCaml's. This file is trusted. *)

type t = Z.t

let zero, one = Z.zero, Z.one
let add, negated, max, succ = Z.add, Z.neg, Z.max, Z.succ
let sub = Z.sub
let monus a b = if Z.lt a b then Z.zero else Z.sub a b
let equal, at_most, less, compare = Z.equal, Z.leq, Z.lt, Z.compare
let both, either = Z.logand, Z.logor
let without a b = Z.logxor a (Z.logand a b)
let left a by = Z.shift_left a (Z.to_int by)
let right a by = Z.shift_right a (Z.to_int by)
let testbit a c = Z.testbit a (Z.to_int c)
let setbit a c = Z.logor a (left Z.one c)
let clearbit a c = without a (left Z.one c)
let popcount a = Z.of_int (Z.popcount a)

(* The constructors of positive numbers, and the matches over each type. *)

let twice a = Z.shift_left a 1
let twice_and_one a = Z.succ (twice a)

let of_int, to_int = Z.of_int, Z.to_int
let match_nat nothing more a = if a = 0 then nothing () else more (a - 1)

let match_positive odd even last a =
  if Z.equal a Z.one then last () else if Z.is_odd a then odd (Z.shift_right a 1) else even (Z.shift_right a 1)

let match_n nothing positive a = if Z.sign a = 0 then nothing () else positive a

let match_z nothing positive negative a =
  if Z.sign a = 0 then nothing () else if Z.sign a > 0 then positive a else negative (Z.neg a)

let match_comparison equal less greater c = if c = 0 then equal () else if c < 0 then less () else greater ()
