(* What Coq's numbers become (proof/Extraction.v): Zarith's whole numbers, of any size; and `nat`, of which only the
   sizes of the board are made, OCaml's. This file is trusted.

   A number of Zarith's that fits in 63 bits is a whole number of OCaml's. Most sets of cells do, so what is done with
   them most is done here, without a call into the library. *)

type t = Z.t

external fits : t -> bool = "%obj_is_int"
external whole : t -> int = "%identity"

let to_int a = if fits a then whole a else Z.to_int a

let zero, one = Z.zero, Z.one
let add, negated, max, succ = Z.add, Z.neg, Z.max, Z.succ
let sub = Z.sub
let monus a b = if Z.lt a b then Z.zero else Z.sub a b
let equal a b = if fits a || fits b then a == b else Z.equal a b
let less a b = if fits a && fits b then whole a < whole b else Z.lt a b
let at_most a b = not (less b a)
let compare = Z.compare
let both a b = if fits a && fits b then Z.of_int (whole a land whole b) else Z.logand a b
let either = Z.logor
let without a b = if fits a && fits b then Z.of_int (whole a land lnot (whole b)) else Z.logxor a (Z.logand a b)
let left a by = Z.shift_left a (to_int by)
let right a by = Z.shift_right a (to_int by)

let testbit a c =
  let c = to_int c in
  if fits a && c < Sys.int_size then (whole a lsr c) land 1 = 1 else Z.testbit a c

let setbit a c = Z.logor a (left Z.one c)
let clearbit a c = without a (left Z.one c)
let popcount a = Z.of_int (Z.popcount a)

(* The constructors of positive numbers, and the matches over each type. *)

let twice a = Z.shift_left a 1
let twice_and_one a = Z.succ (twice a)

let of_int = Z.of_int
let match_nat nothing more a = if a = 0 then nothing () else more (a - 1)

let match_positive odd even last a =
  if Z.equal a Z.one then last () else if Z.is_odd a then odd (Z.shift_right a 1) else even (Z.shift_right a 1)

let match_n nothing positive a = if Z.sign a = 0 then nothing () else positive a

let match_z nothing positive negative a =
  if Z.sign a = 0 then nothing () else if Z.sign a > 0 then positive a else negative (Z.neg a)

let match_comparison equal less greater c = if c = 0 then equal () else if c < 0 then less () else greater ()
