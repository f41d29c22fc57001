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

(* A member while it is read: its stream, whether that is over, and the sum and the length of what was made of it. *)
type member = { stream : Zlib.stream; mutable over : bool; mutable crc : int32; mutable size : int }

type t = { source : source; mutable member : member option }

let opened channel = { source = { channel; bytes = Bytes.create room; at = 0; stop = 0 }; member = None }

let end_member zipped { stream; crc; size; _ } =
  Zlib.inflate_end stream;
  let source = zipped.source in
  let right a b = (a lxor b) land 0xffffffff = 0 in
  if not (right (long source) (Int32.to_int crc) && right (long source) size) then raise Damaged;
  while (not (is_over source)) && peek source = 0 do skip source 1 done;
  zipped.member <- None

(* Put the next bytes that were compressed into `out`, which has room for `room` of them, and return how many: 0 at the
   end. Raises Damaged where gzip did not write the file. *)
let rec fill zipped out =
  let source = zipped.source in
  match zipped.member with
  | None when is_over source -> 0
  | None ->
      skip_head source;
      zipped.member <- Some { stream = Zlib.inflate_init false; over = false; crc = 0l; size = 0 };
      fill zipped out
  | Some member when member.over -> end_member zipped member; fill zipped out
  | Some member ->
      ignore (peek source);
      let over, used, made =
        try Zlib.inflate member.stream source.bytes source.at (source.stop - source.at) out 0 room Zlib.Z_SYNC_FLUSH
        with Zlib.Error _ -> raise Damaged
      in
      source.at <- source.at + used;
      member.crc <- Zlib.update_crc member.crc out 0 made;
      member.size <- member.size + made;
      member.over <- over;
      if made > 0 then made else fill zipped out
