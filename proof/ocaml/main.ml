(* `noughts-checker FILE`: the verdict of the proved checker, with the words and the exit codes of `noughts check`. *)

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

(* What puts the next bytes of a file; where its name ends in .gz, those that were compressed. *)
let filling path file =
  if Filename.check_suffix path ".gz" then Gunzip.(fill (opened file)) else fun bytes -> input file bytes 0 Gunzip.room

(* A position as it was checked, row by row. *)
let position_text { game_of = { columns; rows; _ }; start_x; start_o; _ } =
  let mark cell = if Numbers.has start_x cell then 'X' else if Numbers.has start_o cell then 'O' else '.' in
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

let report (file : Reader.file) certificate verdict =
  let mover = (beginning certificate).mover in
  Printf.printf "holds: %s on %s, %s to move at %s\n" (conclusion verdict mover) (game_text certificate.game_of)
    (name_of mover) (position_text certificate);
  List.iter
    (fun { Reader.section; count; digest; _ } ->
      let entries = if count = 1 then "entry" else "entries" in
      Printf.printf "  %s %s: %s %s, SHA-256 %s\n" (name_of (about section)) (words (goal_of section))
        (with_commas count) entries (Reader.hex digest))
    (List.rev file.marks);
  if not (List.exists (fun mark -> about mark.Reader.section = Cross) file.marks) && shown verdict Cross <> None then
    print_endline "  X does not lose: strategy stealing"

(* The number of an entry's line; of section 0, that of the last line. *)
let line_of (file : Reader.file) section entry =
  if section == Numbers.zero then file.line.number
  else (List.nth (List.rev file.marks) (Numbers.to_int section - 1)).first + Numbers.to_int entry

let answer path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) @@ fun () ->
  let file, certificate = Reader.opened (filling path channel) in
  let answer = check certificate in
  Reader.finish file;
  match answer with
  | Holds verdict -> report file certificate verdict; 0
  | Fails (section, entry, fault) ->
      Printf.printf "does not hold: line %d: %s\n" (line_of file section entry) (why fault);
      1

let unknown path why =
  Printf.printf "unknown: '%s': %s\n" path why;
  exit 3

let () =
  (* Boards of more than 60 cells are short-lived blocks: with room for them a large file takes a tenth less time. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 4_194_304; space_overhead = 120 };
  match Sys.argv with
  | [| _; path |] -> (
      match answer path with
      | code -> exit code
      | exception Reader.Fault (line, why) ->
          Printf.eprintf "noughts-checker: '%s' is not a certificate: line %d: %s\n" path line why;
          exit 2
      | exception Reader.Options -> unknown path "this checker is for games without options"
      | exception Sys_error why -> Printf.eprintf "noughts-checker: %s\n" why; exit 2
      | exception Stack_overflow -> unknown path "it takes more stack than there is: ulimit -s unlimited allows more"
      | exception Out_of_memory -> unknown path "it takes more memory than there is")
  | _ -> prerr_endline "usage: noughts-checker FILE"; exit 2
