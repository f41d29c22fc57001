(* Reads a certificate (docs/certificates.md) line by line, while the checker follows it. Prints each line again from
   what was read, and compares the bytes.

   This reader is not proved. What it must get right is in `entry_text` and in `head_of`: the rest only refuses. *)

open Checker

exception Fault of int * string (* the number of the line, and why the file is no certificate *)
exception Options (* the certificate is of a game with options, of which nothing is proved *)

let longest = 262_144 (* bytes of a line, its line feed among them *)
let most_rows = 26
let hex digest = Sha256.(to_hex (finalize digest))
let fault line why = raise (Fault (line, why))

(* --- printing *)

let put_digit out digit = Buffer.add_char out "0123456789abcdef".[digit land 15]

let rec put_decimal out number =
  if number > 9 then put_decimal out (number / 10);
  put_digit out (number mod 10)

let put_number out c = put_decimal out (Numbers.to_int c)

(* Fifteen hexadecimal digits are in one of OCaml's whole numbers. *)
let part = Numbers.bits

let rec put_hex out number =
  if number > 15 then put_hex out (number lsr 4);
  put_digit out number

let rec put_board out board =
  if Numbers.is_small board then put_hex out (Numbers.to_int board)
  else begin
    put_board out (Numbers.high_of board);
    let low = Numbers.low_of board in
    for at = (part / 4) - 1 downto 0 do put_digit out (low lsr (4 * at)) done
  end

let put_list put out = function
  | [] -> ()
  | first :: rest ->
      put out first;
      List.iter (fun one -> Buffer.add_char out ','; put out one) rest

let put_two out (a, b) = put_number out a; Buffer.add_char out '-'; put_number out b
let put_marked mark out cells = Buffer.add_char out mark; put_two out cells

let put_group out { reply; exchanges; group_pairs; moves_board } =
  put_number out reply;
  List.iter (put_marked 'x' out) exchanges;
  List.iter (put_marked 'p' out) group_pairs;
  Buffer.add_char out ':';
  put_board out moves_board

let entry_text out { place = first, second; what } =
  put_board out first;
  Buffer.add_char out ' ';
  put_board out second;
  Buffer.add_char out ' ';
  match what with
  | Moves moves -> Buffer.add_char out 'm'; put_list put_number out moves
  | Groups groups -> Buffer.add_char out 'g'; put_list put_group out groups
  | Pairs pairs -> Buffer.add_char out 'p'; put_list put_two out pairs
  | Potential -> Buffer.add_char out 'e'

let section_text kind side symmetric =
  Printf.sprintf "{\"section\": \"%s\", \"side\": \"%s\", \"symmetry\": %b%s}"
    (match kind with Strategy _ -> "strategy" | Breaker -> "breaker")
    (match side with Cross -> "X" | Nought -> "O")
    symmetric
    (match kind with
    | Strategy ToWin -> ", \"goal\": \"win\""
    | Strategy NotToLose -> ", \"goal\": \"not lose\""
    | Breaker -> "")

(* --- reading a line, from `at` on *)

(* `text` has the line feed, which is at `stop`. *)
type line = { text : string; number : int; stop : int; mutable at : int }

let peek line = if line.at < line.stop then line.text.[line.at] else '\n'
let wrong line = fault line.number "no head, section, entry or end as the format spells it"
let skip line c = if peek line = c then line.at <- line.at + 1 else wrong line
let skip_text line text = String.iter (skip line) text
let is_digit c = c >= '0' && c <= '9'

(* The rest of a number that began at `from`: it has one spelling, without a zero before it. *)
let end_number line from =
  if line.at = from || (line.text.[from] = '0' && line.at > from + 1) then wrong line

let read_int line =
  let from = line.at in
  let rec digits number =
    let c = peek line in
    if not (is_digit c) then number
    else if line.at = from + 9 then wrong line
    else begin
      line.at <- line.at + 1;
      digits ((10 * number) + Char.code c - Char.code '0')
    end
  in
  let number = digits 0 in
  end_number line from;
  number

let read_cell cells line =
  let cell = read_int line in
  if cell < cells then Numbers.of_int cell else fault line.number (Printf.sprintf "no cell %d" cell)

let read_board cells line =
  let from = line.at in
  let joined high low count =
    if high == Numbers.zero then Numbers.of_int low
    else Numbers.either (Numbers.left_int high (4 * count)) (Numbers.of_int low)
  in
  let rec digits high low count =
    let c = peek line in
    let digit =
      if is_digit c then Char.code c - Char.code '0' else if c >= 'a' && c <= 'f' then Char.code c - Char.code 'a' + 10 else -1
    in
    if digit < 0 then joined high low count
    else begin
      line.at <- line.at + 1;
      if count = part / 4 then digits (joined high low count) digit 1 else digits high ((16 * low) + digit) (count + 1)
    end
  in
  let board = digits Numbers.zero 0 0 in
  end_number line from;
  if Numbers.right_int board cells == Numbers.zero then board else fault line.number "a board beyond the cells"

(* A line may list thousands of things: no function here calls itself for each. *)
let read_more line mark read =
  let rec follow found = if peek line = mark then follow (read line :: found) else List.rev found in
  follow []

let read_list line read =
  let first = read line in
  first :: read_more line ',' (fun line -> skip line ','; read line)

let read_two cells line =
  let a = read_cell cells line in
  skip line '-';
  (a, read_cell cells line)

let read_marked cells mark line =
  read_more line mark (fun line -> skip line mark; read_two cells line)

let read_group cells line =
  let reply = read_cell cells line in
  let exchanges = read_marked cells 'x' line in
  let group_pairs = read_marked cells 'p' line in
  skip line ':';
  let moves_board = read_board cells line in
  if moves_board == Numbers.zero then wrong line;
  { reply; exchanges; group_pairs; moves_board }

let all_different line cells =
  let add seen c = if Numbers.testbit seen c then fault line.number "a cell twice" else Numbers.setbit seen c in
  ignore (List.fold_left add Numbers.zero cells)

let read_what cells line =
  let kind = peek line in
  line.at <- line.at + 1;
  match kind with
  | 'm' -> let moves = read_list line (read_cell cells) in all_different line moves; Moves moves
  | 'p' ->
      let pairs = read_list line (read_two cells) in
      all_different line (List.fold_left (fun cells (a, b) -> a :: b :: cells) [] pairs);
      Pairs pairs
  | 'g' -> Groups (read_list line (read_group cells))
  | 'e' -> Potential
  | _ -> wrong line

let read_entry out cells line =
  let first = read_board cells line in
  skip line ' ';
  let second = read_board cells line in
  skip line ' ';
  let entry = { place = (first, second); what = read_what cells line } in
  Buffer.clear out;
  entry_text out entry;
  Buffer.add_char out '\n';
  if Buffer.contents out <> line.text then wrong line;
  entry

(* --- the head *)

let is_hex c = is_digit c || (c >= 'a' && c <= 'f')

(* A JSON text in ASCII, with one spelling. *)
let skip_json line =
  skip line '"';
  let next () = let c = peek line in line.at <- line.at + 1; c in
  let rec inside () =
    match next () with
    | '"' -> ()
    | '\\' -> escaped (next ())
    | ' ' .. '~' -> inside ()
    | _ -> wrong line
  and escaped = function
    | '"' | '\\' | 'b' | 'f' | 'n' | 'r' | 't' -> inside ()
    | 'u' ->
        let digits = String.init 4 (fun _ -> next ()) in
        if not (String.for_all is_hex digits) then wrong line;
        let code = int_of_string ("0x" ^ digits) in
        if (code >= 0x20 && code < 0x7f) || List.mem code [ 8; 9; 10; 12; 13 ] then wrong line else inside ()
    | _ -> wrong line
  in
  inside ()

(* Whether some game reaches the position: X begins, and nobody moves after a line. *)
let is_reachable game x o =
  let has_line = has_line_of (lines game) in
  let more = Numbers.(number_of_bits x - number_of_bits o) in
  let last, before = if more > 0 then (x, o) else (o, x) in
  let cells = List.init (game.columns * game.rows) Numbers.of_int in
  let ends c = Numbers.testbit last c && not (has_line (Numbers.clearbit last c)) in
  (more = 0 || more = 1) && (not (has_line before)) && ((not (has_line last)) || List.exists ends cells)

let values = [ ("win", Win); ("draw", Draw); ("loss", Loss) ]

let is_here line text =
  line.at + String.length text <= line.stop && String.sub line.text line.at (String.length text) = text

let read_value line =
  match List.find_opt (fun (name, _) -> is_here line (Printf.sprintf ", \"value\": \"%s\"" name)) values with
  | Some (name, value) -> skip_text line (Printf.sprintf ", \"value\": \"%s\"" name); Some value
  | None -> None

let board_of_mark mark cells =
  let board = ref Numbers.zero in
  String.iteri (fun c here -> if here = mark then board := Numbers.(setbit !board (of_int c))) cells;
  !board

let head_of line =
  skip_text line "{\"schema\": \"noughts/certificate/2\", \"game\": [";
  let m = read_int line in
  skip_text line ", ";
  let n = read_int line in
  skip_text line ", ";
  let k = read_int line in
  if m < 1 || n < 1 || k < 1 || m > most_rows || n > most_rows || k > max m n then fault 1 "no such game";
  let has_options = ref false in
  List.iter
    (fun option -> if is_here line option then (skip_text line option; has_options := true))
    [ ", \"gravity\""; ", \"misere\""; ", \"exact\"" ];
  skip_text line "], \"position\": \"";
  if !has_options then raise Options;
  let from = line.at in
  while (match peek line with 'X' | 'O' | '.' | '/' -> true | _ -> false) do line.at <- line.at + 1 done;
  let position_text = String.sub line.text from (line.at - from) in
  let rows = String.split_on_char '/' position_text in
  if List.length rows <> n || List.exists (fun row -> String.length row <> m) rows then
    fault 1 "a position of another size";
  skip_text line "\", \"claim\": ";
  skip_json line;
  let claimed = read_value line in
  if is_here line ", \"strategy\": " then (skip_text line ", \"strategy\": "; skip_json line);
  skip_text line "}";
  if line.at <> line.stop then wrong line;
  let game_of = { columns = m; rows = n; in_a_row = k } in
  let marks = String.concat "" rows in
  let start_x = board_of_mark 'X' marks and start_o = board_of_mark 'O' marks in
  if not (is_reachable game_of start_x start_o) then fault 1 "no game reaches the position";
  { game_of; start_x; start_o; claimed; sections = Ended }

(* --- the file *)

(* Each section line with what it says: there are twelve. *)
let section_lines =
  List.concat_map
    (fun kind ->
      List.concat_map
        (fun side ->
          let with_symmetry symmetric = (section_text kind side symmetric ^ "\n", (kind, side, symmetric)) in
          List.map with_symmetry [ false; true ])
        [ Cross; Nought ])
    [ Strategy ToWin; Strategy NotToLose; Breaker ]

(* What was read of a section: the number of its line, its entries, and the digest of their lines. *)
type mark = { section : section; first : int; mutable count : int; digest : Sha256.ctx }

(* A file while it is read. `fill` puts the next bytes into `bytes`, and returns how many, or 0 at the end. `line`: the
   line to read next. `out`: where lines are put together. `digest`: of the lines above. `cells`: of the board.
   `marks`: of the sections, the last one first. *)
type file = {
  fill : bytes -> int;
  bytes : bytes;
  mutable at : int;
  mutable stop : int;
  mutable line : line;
  out : Buffer.t;
  digest : Sha256.ctx;
  mutable cells : int;
  mutable marks : mark list;
  mutable is_over : bool;
}

let has_bytes file number =
  if file.at = file.stop then begin
    file.at <- 0;
    try file.stop <- file.fill file.bytes
    with Gunzip.Damaged -> fault number "the file is not a gzip file, or it is damaged"
  end;
  file.stop > 0

let cut = ( ^ ) "the file is cut short: "

let next_line file number =
  Buffer.clear file.out;
  let rec collect () =
    if not (has_bytes file number) then
      fault number (if Buffer.length file.out = 0 then cut "it has no end line" else cut "the line has no end");
    let is_whole, stop =
      match Bytes.index_from_opt file.bytes file.at '\n' with
      | Some at when at < file.stop -> (true, at + 1)
      | _ -> (false, file.stop)
    in
    Buffer.add_subbytes file.out file.bytes file.at (stop - file.at);
    file.at <- stop;
    if Buffer.length file.out > longest then fault number (Printf.sprintf "longer than %d bytes" longest);
    if not is_whole then collect ()
  in
  collect ();
  let text = Buffer.contents file.out in
  { text; number; stop = String.length text - 1; at = 0 }

let advance file =
  Sha256.update_string file.digest file.line.text;
  file.line <- next_line file (file.line.number + 1)

let begin_section file =
  let line = file.line in
  let kind_of, section_side, symmetric =
    match List.assoc_opt line.text section_lines with Some section -> section | None -> wrong line
  in
  let section = { kind_of; section_side; symmetric; entries = Ended } in
  let wins section = goal_of section = ToWin in
  let clashes { section = other; _ } = about other = about section || wins other || wins section in
  if List.exists clashes file.marks then fault line.number "a section that adds nothing to the one above it";
  let mark = { section; first = line.number; count = 0; digest = Sha256.init () } in
  file.marks <- mark :: file.marks;
  mark

let check_end file =
  let line = file.line in
  if file.marks = [] then fault line.number "the file ends before any section";
  let count = List.fold_left (fun sum mark -> sum + mark.count) 0 file.marks in
  if line.text <> Printf.sprintf "end %d %s\n" count (hex file.digest) then
    fault line.number "the file is damaged: its count or digest does not match";
  if has_bytes file (line.number + 1) then fault line.number "there is text after the end";
  file.is_over <- true

(* The entries of the section that was read last, and the sections from here on. The checker asks for each once, in the
   order of the file: what comes behind a section when all its entries were read. *)
let rec entries file mark () =
  let line = file.line in
  if is_here line "end " || peek line = '{' then Ended
  else begin
    let entry = read_entry file.out file.cells line in
    mark.count <- mark.count + 1;
    Sha256.update_string mark.digest line.text;
    advance file;
    Read (entry, entries file mark)
  end

let rec sections file () =
  if is_here file.line "end " then (check_end file; Ended)
  else if peek file.line = '{' then begin
    let mark = begin_section file in
    advance file;
    Read ({ mark.section with entries = entries file mark () }, sections file)
  end
  else fault file.line.number "an entry before any section"

(* Begin to read: the file, and the certificate whose sections are in it. *)
let opened fill =
  let no_line = { text = ""; number = 0; stop = 0; at = 0 } in
  let file =
    { fill; bytes = Bytes.create Gunzip.room; at = 0; stop = 0; line = no_line; out = Buffer.create Gunzip.room;
      digest = Sha256.init (); cells = 0; marks = []; is_over = false }
  in
  advance file;
  let head = head_of file.line in
  file.cells <- head.game_of.columns * head.game_of.rows;
  advance file;
  (file, { head with sections = sections file () })

(* Read what the checker has not asked for: a file that is not a certificate is none, whatever its argument is. *)
let finish file =
  let rec all_entries = function Ended -> () | Read (_, rest) -> all_entries (rest ()) in
  let rec all_sections = function
    | Ended -> ()
    | Read (section, rest) -> all_entries section.entries; all_sections (rest ())
  in
  if not file.is_over then begin
    all_entries (entries file (List.hd file.marks) ());
    all_sections (sections file ())
  end
