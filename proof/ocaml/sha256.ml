(* SHA-256 (FIPS 180-4). It shows that a file is whole; no theorem rests on it. *)

let constants =
  [| 0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5; 0xd807aa98;
     0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174; 0xe49b69c1; 0xefbe4786;
     0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da; 0x983e5152; 0xa831c66d; 0xb00327c8;
     0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967; 0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13;
     0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85; 0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819;
     0xd6990624; 0xf40e3585; 0x106aa070; 0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a;
     0x5b9cca4f; 0x682e6ff3; 0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7;
     0xc67178f2 |]

let word a = a land 0xffffffff
let turned a by = word ((a lsr by) lor (a lsl (32 - by)))

(* Mix one block of 64 bytes into the state. *)
let mix state words text at =
  for i = 0 to 15 do
    words.(i) <- Int32.to_int (Bytes.get_int32_be text (at + (4 * i))) land 0xffffffff
  done;
  for i = 16 to 63 do
    let a = words.(i - 15) and b = words.(i - 2) in
    let s0 = turned a 7 lxor turned a 18 lxor (a lsr 3) and s1 = turned b 17 lxor turned b 19 lxor (b lsr 10) in
    words.(i) <- word (words.(i - 16) + s0 + words.(i - 7) + s1)
  done;
  let rec rounds i a b c d e f g h =
    if i = 64 then List.iteri (fun i a -> state.(i) <- word (state.(i) + a)) [ a; b; c; d; e; f; g; h ]
    else
      let s1 = turned e 6 lxor turned e 11 lxor turned e 25 and choice = (e land f) lxor (lnot e land g) in
      let first = h + s1 + choice + constants.(i) + words.(i) in
      let s0 = turned a 2 lxor turned a 13 lxor turned a 22 and most = (a land b) lxor (a land c) lxor (b land c) in
      rounds (i + 1) (word (first + s0 + most)) a b c (word (d + first)) e f g
  in
  rounds 0 state.(0) state.(1) state.(2) state.(3) state.(4) state.(5) state.(6) state.(7)

(* The digest, in hexadecimal digits, of `length` bytes of a text from `from` on. *)
let digest text from length =
  let state =
    [| 0x6a09e667; 0xbb67ae85; 0x3c6ef372; 0xa54ff53a; 0x510e527f; 0x9b05688c; 0x1f83d9ab; 0x5be0cd19 |]
  and words = Array.make 64 0 in
  let blocks = length / 64 in
  for i = 0 to blocks - 1 do
    mix state words (Bytes.unsafe_of_string text) (from + (64 * i))
  done;
  let rest = length - (64 * blocks) in
  let last = Bytes.make (if rest < 56 then 64 else 128) '\000' in
  Bytes.blit_string text (from + (64 * blocks)) last 0 rest;
  Bytes.set last rest '\x80';
  Bytes.set_int64_be last (Bytes.length last - 8) (Int64.of_int (8 * length));
  for i = 0 to (Bytes.length last / 64) - 1 do
    mix state words last (64 * i)
  done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") state))
