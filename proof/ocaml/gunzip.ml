(* The bytes that gzip has compressed (RFC 1952): one member after the other, with zero bytes behind a member or none.

   Nothing here is trusted: whatever comes out is read as a certificate. Python's module gzip accepts the same files. *)

exception Damaged

let room = 65_536

type source = { channel : in_channel; bytes : bytes; mutable at : int; mutable stop : int }

let is_over source =
  if source.at = source.stop then begin
    source.at <- 0;
    source.stop <- input source.channel source.bytes 0 room
  end;
  source.stop = 0

let peek source = if is_over source then raise Damaged else Char.code (Bytes.get source.bytes source.at)

let byte source =
  let here = peek source in
  source.at <- source.at + 1;
  here

let skip source count = for _ = 1 to count do ignore (byte source) done
let short source = let low = byte source in low lor (byte source lsl 8)
let long source = let low = short source in low lor (short source lsl 16)
let rec skip_text source = if byte source <> 0 then skip_text source

let skip_head source =
  if short source <> 0x8b1f || byte source <> 8 then raise Damaged;
  let flags = byte source in
  let has flag = flags land flag <> 0 in
  skip source 6;
  if has 4 then skip source (short source);
  if has 8 then skip_text source;
  if has 16 then skip_text source;
  if has 2 then skip source 2

(* Give what a member contains to `put`, in pieces: bytes, from the first on, and how many. *)
let member source put =
  skip_head source;
  let stream = Zlib.inflate_init false and out = Bytes.create room in
  let rec follow crc size =
    ignore (peek source);
    let over, used, made =
      Zlib.inflate stream source.bytes source.at (source.stop - source.at) out 0 room Zlib.Z_SYNC_FLUSH
    in
    source.at <- source.at + used;
    put out made;
    let crc = Zlib.update_crc crc out 0 made and size = size + made in
    if over then (crc, size) else follow crc size
  in
  let crc, size = follow 0l 0 in
  Zlib.inflate_end stream;
  let right a b = (a lxor b) land 0xffffffff = 0 in
  if not (right (long source) (Int32.to_int crc) && right (long source) size) then raise Damaged

(* Give all that a file contains to `put`. Raises Damaged where gzip did not write it. *)
let iter put channel =
  let source = { channel; bytes = Bytes.create room; at = 0; stop = 0 } in
  let rec members () =
    if not (is_over source) then begin
      member source put;
      while (not (is_over source)) && peek source = 0 do skip source 1 done;
      members ()
    end
  in
  try members () with Zlib.Error _ -> raise Damaged
