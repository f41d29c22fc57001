(* Reads a certificate (docs/certificates.md), prints each line again from what was read, and compares the bytes.

   This reader is not proved. What it must get right is in `entry_text` and in `head_of`: the rest only refuses. *)

module Integer = Z (* Zarith's, before the one of Coq comes *)
open Checker

exception Fault of int * string (* the number of the line, and why the file is no certificate *)

let longest = 262_144 (* bytes of a line, its line feed among them: who gives the text refuses longer ones *)
let most_rows = 26

(* What was read. `marks`: the first line of each section, and the bytes from its first to behind its last entry.
   `last`: the number of the last line. *)
type file = {
  certificate : certificate;
  marks : (int * int * int) list;
  last : int;
}

let digest text from length = Sha256.(to_hex (substring text from length))
let fault line why = raise (Fault (line, why))
let too_long line = Fault (line, Printf.sprintf "longer than %d bytes" longest)

(* --- printing *)

let put_digit out digit = Buffer.add_char out "0123456789abcdef".[digit land 15]

let rec put_decimal out number =
  if number > 9 then put_decimal out (number / 10);
  put_digit out (number mod 10)

let put_number out c = put_decimal out (Integer.to_int c)

(* Fifteen hexadecimal digits are in one of OCaml's whole numbers. *)
let part = 60
let low_part = Integer.of_int ((1 lsl part) - 1)

let rec put_hex out number =
  if number > 15 then put_hex out (number lsr 4);
  put_digit out number

let rec put_board out board =
  if Integer.numbits board <= part then put_hex out (Integer.to_int board)
  else begin
    put_board out (Integer.shift_right board part);
    let low = Integer.to_int (Integer.logand board low_part) in
    for at = (part / 4) - 1 downto 0 do put_digit out (low lsr (4 * at)) done
  end

let put_list put out = function
  | [] -> ()
  | first :: rest ->
      put out first;
      List.iter (fun one -> Buffer.add_char out ','; put out one) rest

let put_two between out (a, b) = put_number out a; Buffer.add_char out between; put_number out b
let put_marked mark out cells = Buffer.add_char out mark; put_two '-' out cells

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
  | Replies replies -> Buffer.add_char out 'r'; put_list (put_two ':') out replies
  | Groups groups -> Buffer.add_char out 'g'; put_list put_group out groups
  | Pairs pairs -> Buffer.add_char out 'p'; put_list (put_two '-') out pairs
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
  if cell < cells then Integer.of_int cell else fault line.number (Printf.sprintf "no cell %d" cell)

let read_board cells line =
  let from = line.at in
  let joined high low count =
    if Integer.sign high = 0 then Integer.of_int low
    else Integer.logor (Integer.shift_left high (4 * count)) (Integer.of_int low)
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
  let board = digits Integer.zero 0 0 in
  end_number line from;
  if Integer.numbits board <= cells then board else fault line.number "a board beyond the cells"

(* A line may list thousands of things: no function here calls itself for each. *)
let read_more line mark read =
  let rec follow found = if peek line = mark then follow (read line :: found) else List.rev found in
  follow []

let read_list line read =
  let first = read line in
  first :: read_more line ',' (fun line -> skip line ','; read line)

let read_two cells between line =
  let a = read_cell cells line in
  skip line between;
  (a, read_cell cells line)

let read_marked cells mark line =
  read_more line mark (fun line -> skip line mark; read_two cells '-' line)

let read_group cells line =
  let reply = read_cell cells line in
  let exchanges = read_marked cells 'x' line in
  let group_pairs = read_marked cells 'p' line in
  skip line ':';
  let moves_board = read_board cells line in
  if Integer.sign moves_board = 0 then wrong line;
  { reply; exchanges; group_pairs; moves_board }

let all_different line cells =
  if List.length (List.sort_uniq Integer.compare cells) < List.length cells then fault line.number "a cell twice"

let read_what cells line =
  let kind = peek line in
  line.at <- line.at + 1;
  match kind with
  | 'm' -> let moves = read_list line (read_cell cells) in all_different line moves; Moves moves
  | 'r' ->
      let replies = read_list line (read_two cells ':') in
      all_different line (List.rev_map fst replies);
      Replies replies
  | 'p' ->
      let pairs = read_list line (read_two cells '-') in
      all_different line (List.fold_left (fun cells (a, b) -> a :: b :: cells) [] pairs);
      Pairs pairs
  | 'g' -> Groups (read_list line (read_group cells))
  | 'e' -> Potential
  | _ -> wrong line

let read_entry cells line =
  let first = read_board cells line in
  skip line ' ';
  let second = read_board cells line in
  skip line ' ';
  { place = (first, second); what = read_what cells line }

(* An entry to read when it is needed: here it is read to see that its form is right. *)
let delayed_entry out cells line =
  let from = line.at in
  let entry = read_entry cells line in
  Buffer.clear out;
  entry_text out entry;
  if line.at <> line.stop || Buffer.contents out <> String.sub line.text from (line.stop - from) then wrong line;
  fun () -> read_entry cells { line with at = from }

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
  let last, before = if Integer.popcount x > Integer.popcount o then (x, o) else (o, x) in
  let without c = has_line (Integer.logand last (Integer.lognot (Integer.shift_left Integer.one c))) in
  let cells = List.filter (Integer.testbit last) (List.init (Integer.numbits last) Fun.id) in
  (match Integer.popcount x - Integer.popcount o with 0 | 1 -> true | _ -> false)
  && (not (has_line before))
  && ((not (has_line last)) || List.exists (fun c -> not (without c)) cells)

let values = [ ("win", Win); ("draw", Draw); ("loss", Loss) ]

let is_here line text =
  line.at + String.length text <= line.stop && String.sub line.text line.at (String.length text) = text

let read_value line =
  match List.find_opt (fun (name, _) -> is_here line (Printf.sprintf ", \"value\": \"%s\"" name)) values with
  | Some (name, value) -> skip_text line (Printf.sprintf ", \"value\": \"%s\"" name); Some value
  | None -> None

let board_of_mark mark cells =
  let board = ref Integer.zero in
  String.iteri (fun c here -> if here = mark then board := Integer.(logor !board (shift_left one c))) cells;
  !board

let head_of line =
  skip_text line "{\"schema\": \"noughts/certificate/2\", \"game\": [";
  let m = read_int line in
  skip_text line ", ";
  let n = read_int line in
  skip_text line ", ";
  let k = read_int line in
  if m < 1 || n < 1 || k < 1 || m > most_rows || n > most_rows || k > max m n then fault 1 "no such game";
  skip_text line "], \"position\": \"";
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
  ({ game_of; start_x; start_o; claimed; sections = [] }, m * n)

(* --- the file *)

(* Each section line with what it says: there are twelve. *)
let section_lines =
  List.concat_map
    (fun kind ->
      List.concat_map
        (fun side ->
          List.map (fun symmetric -> (section_text kind side symmetric, (kind, side, symmetric))) [ false; true ])
        [ Cross; Nought ])
    [ Strategy ToWin; Strategy NotToLose; Breaker ]

let begin_section line text sections =
  let kind_of, section_side, symmetric =
    match List.assoc_opt text section_lines with Some section -> section | None -> wrong line
  in
  let section = { kind_of; section_side; symmetric; entries = [] } in
  let clashes other = about other = about section || goal_of other = ToWin || goal_of section = ToWin in
  if List.exists clashes sections then fault line.number "a section that adds nothing to the one above it";
  section

let read text =
  let size = String.length text and out = Buffer.create 4096 in
  let next number from =
    match String.index_from_opt text from '\n' with
    | _ when from >= size -> fault number "the file is cut short: it has no end line"
    | None -> fault number "the file is cut short: the line has no end"
    | Some stop -> { text; number; stop; at = from }
  in
  let first = next 1 0 in
  let certificate, cells = head_of first in
  let finished section listed = { section with entries = List.rev listed } in
  let rec follow number from count sections marks listed =
    let line = next number from in
    let closed () =
      match (sections, marks) with
      | section :: others, (at, start, _) :: before -> (finished section listed :: others, (at, start, from) :: before)
      | _ -> (sections, marks)
    in
    let whole () = String.sub text from (line.stop - from) in
    if is_here line "end " then begin
      if sections = [] then fault number "the file ends before any section";
      if whole () <> Printf.sprintf "end %d %s" count (digest text 0 from) then
        fault number "the file is damaged: its count or digest does not match";
      if line.stop + 1 <> size then fault number "there is text after the end";
      let sections, marks = closed () in
      let certificate = { certificate with sections = List.rev sections } in
      { certificate; marks = List.rev marks; last = number }
    end
    else if peek line = '{' then begin
      let sections, marks = closed () in
      let section = begin_section line (whole ()) sections in
      follow (number + 1) (line.stop + 1) count (section :: sections) ((number, line.stop + 1, 0) :: marks) []
    end
    else if sections = [] then fault number "an entry before any section"
    else
      let entry = delayed_entry out cells line in
      follow (number + 1) (line.stop + 1) (count + 1) sections marks (entry :: listed)
  in
  follow 2 (first.stop + 1) 0 [] [] []
