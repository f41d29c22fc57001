(* What Coq's numbers become (proof/Extraction.v): whole numbers of any size from 0 on. Those of `nat` are small.
   This file is trusted.

   A number below 2^60 is one of OCaml's whole numbers. A larger one is its lowest 60 bits, and the number above them:
   so a set of up to 60 cells is a machine word, and one of up to 120 a block of two. Zarith makes a call and a block of
   its own for each result of more than 62 bits. *)

type t (* a whole number of OCaml's, or a block of type `large` *)
type large = { low : int; high : t }

external is_small : t -> bool = "%obj_is_int"
external small : t -> int = "%identity"
external large : t -> large = "%identity"
external of_int : int -> t = "%identity"
external of_large : large -> t = "%identity"

let bits = 60
let mask = (1 lsl bits) - 1
let zero = of_int 0
let one = of_int 1

(* The one form of a number: without a zero above its highest bits. *)
let made low high = if high == zero then of_int low else of_large { low; high }
let low_of a = if is_small a then small a else (large a).low
let high_of a = if is_small a then zero else (large a).high
let to_int a = if is_small a then small a else failwith "a number that is too large"

(* --- sets: bit by bit *)

let rec both_large a b =
  if is_small a || is_small b then of_int (low_of a land low_of b)
  else made ((large a).low land (large b).low) (both_large (large a).high (large b).high)

let rec either_large a b =
  if is_small a && is_small b then of_int (small a lor small b)
  else of_large { low = low_of a lor low_of b; high = either_large (high_of a) (high_of b) }

let rec without_large a b =
  if is_small a then of_int (small a land lnot (low_of b))
  else made ((large a).low land lnot (low_of b)) (without_large (large a).high (high_of b))

let rec subset_large a b =
  low_of a land lnot (low_of b) = 0 && (is_small a || subset_large (large a).high (high_of b))

let both a b = if is_small a && is_small b then of_int (small a land small b) else both_large a b
let either a b = if is_small a && is_small b then of_int (small a lor small b) else either_large a b
let without a b = if is_small a && is_small b then of_int (small a land lnot (small b)) else without_large a b
let subset a b = if is_small a && is_small b then small a land lnot (small b) = 0 else subset_large a b

let rec left_by a by =
  let above = low_of a lsr (bits - by) in
  let high = if is_small a then of_int above else either (left_by (large a).high by) (of_int above) in
  made ((low_of a lsl by) land mask) high

let rec left_int a by =
  if by = 0 || a == zero then a else if by < bits then left_by a by else made 0 (left_int a (by - bits))

let rec right_int a by =
  if by = 0 then a
  else if by >= bits then if is_small a then zero else right_int (large a).high (by - bits)
  else if is_small a then of_int (small a lsr by)
  else made ((large a).low lsr by lor (low_of (large a).high lsl (bits - by)) land mask) (right_int (large a).high by)

let left a by = left_int a (to_int by)
let right a by = right_int a (to_int by)

let rec has_large a c =
  if c < bits then (low_of a lsr c) land 1 = 1 else (not (is_small a)) && has_large (large a).high (c - bits)

let has a c = if is_small a && c < bits then (small a lsr c) land 1 = 1 else has_large a c
let testbit a c = has a (to_int c)
let setbit a c = either a (left one c)
let clearbit a c = without a (left one c)

let count number =
  let pairs = number - ((number lsr 1) land 0x1555555555555555) in
  let fours = (pairs land 0x3333333333333333) + ((pairs lsr 2) land 0x3333333333333333) in
  let bytes = (fours + (fours lsr 4)) land 0x0f0f0f0f0f0f0f0f in
  let words = bytes + (bytes lsr 8) in
  let halves = words + (words lsr 16) in
  (halves + (halves lsr 32)) land 0x7f

let rec number_of_bits a = if is_small a then count (small a) else count (large a).low + number_of_bits (large a).high
let popcount a = of_int (number_of_bits a)

(* --- order *)

let rec equal_large a b =
  a == b
  || (not (is_small a || is_small b)) && (large a).low = (large b).low && equal_large (large a).high (large b).high

let equal a b = a == b || ((not (is_small a)) && equal_large a b)

let rec compare a b =
  if is_small a && is_small b then Stdlib.compare (small a) (small b)
  else
    match compare (high_of a) (high_of b) with
    | 0 -> Stdlib.compare (low_of a : int) (low_of b)
    | unequal -> unequal

let less a b = if is_small a && is_small b then small a < small b else compare a b < 0
let at_most a b = not (less b a)

(* --- sums: with what is carried, 0 or 1; a difference takes what is borrowed *)

let rec add_with a b carried =
  let sum = low_of a + low_of b + carried in
  if is_small a && is_small b then made (sum land mask) (of_int (sum lsr bits))
  else made (sum land mask) (add_with (high_of a) (high_of b) (sum lsr bits))

let rec sub_with a b borrowed =
  let difference = low_of a - low_of b - borrowed in
  if is_small a then of_int difference
  else made (difference land mask) (sub_with (large a).high (high_of b) (if difference < 0 then 1 else 0))

let add_large a b = add_with a b 0
let monus a b = if less a b then zero else sub_with a b 0

let add a b =
  let sum = if is_small a && is_small b then small a + small b else mask + 1 in
  if sum <= mask then of_int sum else add_large a b

let succ a = add a one

(* --- the constructors of positive numbers, and the matches over each type *)

let twice a = left_int a 1
let twice_and_one a = either (twice a) one
let match_nat nothing more a = if a = 0 then nothing () else more (a - 1)

let match_positive odd even last a =
  if a == one then last () else if low_of a land 1 = 1 then odd (right_int a 1) else even (right_int a 1)

let match_n nothing positive a = if a == zero then nothing () else positive a
