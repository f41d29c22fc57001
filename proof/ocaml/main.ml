(* `noughts-checker FILE`: the verdict of the proved checker, with the words and the exit codes of `noughts check`. *)

module Integer = Z (* Zarith's, before the one of Coq comes *)
open Checker

let name_of = function Cross -> "X" | Nought -> "O"
let words = function ToWin -> "wins" | NotToLose -> "does not lose"

let why = function
  | NoSuchGame -> "there is no such game"
  | NotReached -> "no line above leads to this place, or it is answered already"
  | WrongArgument -> "this entry does not hold"
  | WrongMove -> "this move cannot be made here, or it is not the one move that is needed"
  | NoAnswer -> "a place that is reached has no entry"
  | EndsBadly -> "a game that is followed ends otherwise than the goal says"
  | GameOver -> "the game is over"
  | ValueNotShown -> "the sections do not show the value in the head"

let iter_plain put channel =
  let bytes = Bytes.create Gunzip.room in
  let rec follow () =
    let count = input channel bytes 0 Gunzip.room in
    if count > 0 then (put bytes count; follow ())
  in
  follow ()

(* The bytes of a file; where its name ends in .gz, those that were compressed. A line that is too long ends it. *)
let bytes_of path =
  let all = Buffer.create Gunzip.room and line = ref 1 and start = ref 0 in
  let put bytes count =
    let before = Buffer.length all in
    Buffer.add_subbytes all bytes 0 count;
    for at = 0 to count - 1 do
      if before + at - !start >= Reader.longest then raise (Reader.too_long !line);
      if Bytes.get bytes at = '\n' then (incr line; start := before + at + 1)
    done
  in
  let iter = if Filename.check_suffix path ".gz" then Gunzip.iter else iter_plain in
  let file = open_in_bin path in
  (try Fun.protect ~finally:(fun () -> close_in file) (fun () -> iter put file)
   with Gunzip.Damaged -> raise (Reader.Fault (!line, "the file is not a gzip file, or it is damaged")));
  Buffer.contents all

(* A position as it was checked, row by row. *)
let position_text { game_of = { columns; rows; _ }; start_x; start_o; _ } =
  let mark cell = if Integer.testbit start_x cell then 'X' else if Integer.testbit start_o cell then 'O' else '.' in
  let row number = String.init columns (fun column -> mark ((number * columns) + column)) in
  String.concat "/" (List.init rows row)

let game_text { columns; rows; in_a_row } =
  Printf.sprintf "%d,%d,%d" columns rows in_a_row

let conclusion verdict mover =
  let said side = Option.map (fun goal -> name_of side ^ " " ^ words goal) (shown verdict side) in
  match (value_of verdict mover, shown verdict Cross) with
  | Some Draw, _ -> "draw"
  | _, Some ToWin -> Option.get (said Cross)
  | _ -> String.concat " and " (List.filter_map said [ Cross; Nought ])

let with_commas number =
  let digits = string_of_int number in
  String.concat ""
    (List.mapi
       (fun i c -> if i > 0 && (String.length digits - i) mod 3 = 0 then Printf.sprintf ",%c" c else String.make 1 c)
       (List.of_seq (String.to_seq digits)))

let report text (file : Reader.file) verdict =
  let mover = (beginning file.certificate).mover in
  Printf.printf "holds: %s on %s, %s to move at %s\n" (conclusion verdict mover) (game_text file.certificate.game_of)
    (name_of mover) (position_text file.certificate);
  List.iter2
    (fun section (_, from, stop) ->
      Printf.printf "  %s %s: %s entries, SHA-256 %s\n" (name_of (about section)) (words (goal_of section))
        (with_commas (List.length section.entries))
        (Reader.digest text from (stop - from)))
    file.certificate.sections file.marks;
  if not (List.exists (fun section -> about section = Cross) file.certificate.sections) && shown verdict Cross <> None then
    print_endline "  X does not lose: strategy stealing"

let line_of (file : Reader.file) section entry =
  if Integer.sign section = 0 then file.last
  else
    let first, _, _ = List.nth file.marks (Integer.to_int section - 1) in
    first + Integer.to_int entry

let answer path =
  let text = bytes_of path in
  let file = Reader.read text in
  match check file.certificate with
  | Holds verdict -> report text file verdict; 0
  | Fails (section, entry, fault) ->
      Printf.printf "does not hold: line %d: %s\n" (line_of file section entry) (why fault);
      1

let unknown path why =
  Printf.printf "unknown: '%s': %s\n" path why;
  exit 3

let () =
  (* Boards of more than 62 cells are short-lived blocks: with room for them the largest file takes a tenth less time. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 4_194_304; space_overhead = 300 };
  match Sys.argv with
  | [| _; path |] -> (
      match answer path with
      | code -> exit code
      | exception Reader.Fault (line, why) ->
          Printf.eprintf "noughts-checker: '%s' is not a certificate: line %d: %s\n" path line why;
          exit 2
      | exception Sys_error why -> Printf.eprintf "noughts-checker: %s\n" why; exit 2
      | exception Stack_overflow -> unknown path "it takes more stack than there is: ulimit -s unlimited allows more"
      | exception Out_of_memory -> unknown path "it takes more memory than there is")
  | _ -> prerr_endline "usage: noughts-checker FILE"; exit 2
