(* `noughts-checker FILE`: the verdict of the proved checker, with the words and the exit codes of `noughts check`. *)

module Integer = Z (* Zarith's, before the one of Coq comes *)
open Checker

let name_of = function X -> "X" | O -> "O"
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

let contents_of channel =
  let all = Buffer.create 65536 in
  (try
     while true do
       Buffer.add_channel all channel 65536
     done
   with End_of_file -> ());
  Buffer.contents all

(* The bytes of a file; where its name ends in .gz, those that gzip makes of it. *)
let bytes_of path =
  let file = open_in_bin path in
  if not (Filename.check_suffix path ".gz") then
    Fun.protect ~finally:(fun () -> close_in file) (fun () -> contents_of file)
  else begin
    close_in file;
    let pipe = Unix.open_process_in ("exec gzip -dc 2>/dev/null < " ^ Filename.quote path) in
    set_binary_mode_in pipe true;
    let all = contents_of pipe in
    if Unix.close_process_in pipe = Unix.WEXITED 0 then all
    else raise (Reader.Fault (1, "the file is not a gzip file, or it is damaged"))
  end

let game_text { columns; rows; in_a_row } =
  Printf.sprintf "%d,%d,%d" columns rows in_a_row

let conclusion verdict mover =
  let said side = Option.map (fun goal -> name_of side ^ " " ^ words goal) (shown verdict side) in
  match (value_of verdict mover, shown verdict X) with
  | Some Draw, _ -> "draw"
  | _, Some ToWin -> Option.get (said X)
  | _ -> String.concat " and " (List.filter_map said [ X; O ])

let with_commas number =
  let digits = string_of_int number in
  String.concat ""
    (List.mapi
       (fun i c -> if i > 0 && (String.length digits - i) mod 3 = 0 then Printf.sprintf ",%c" c else String.make 1 c)
       (List.of_seq (String.to_seq digits)))

let report text (file : Reader.file) verdict =
  let mover = (beginning file.certificate).mover in
  Printf.printf "holds: %s on %s, %s to move at %s\n" (conclusion verdict mover) (game_text file.certificate.game_of)
    (name_of mover) file.position_text;
  List.iter2
    (fun section (_, from, stop) ->
      Printf.printf "  %s %s: %s entries, SHA-256 %s\n" (name_of (about section)) (words (goal_of section))
        (with_commas (List.length section.entries))
        (Reader.digest text from (stop - from)))
    file.certificate.sections file.marks;
  if not (List.exists (fun section -> about section = X) file.certificate.sections) && shown verdict X <> None then
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
      | exception Sys_error why -> Printf.eprintf "noughts-checker: %s\n" why; exit 2)
  | _ -> prerr_endline "usage: noughts-checker FILE"; exit 2
