(* Loads a library as the toplevel does, and prints its steps. *)
#load "str.cma";;
let g = Array.make_matrix 9 9 0
let fits r c v =
  let ok = ref true in
  for k = 0 to 8 do
    if g.(r).(k) = v || g.(k).(c) = v || g.(r/3*3 + k/3).(c/3*3 + k mod 3) = v then ok := false
  done;
  !ok
let show () =
  Array.iter (fun row -> Array.iter (fun v -> print_int v; print_char ' ') row; print_newline ()) g;
  print_newline ()
let rec solve n =
  if n = 81 then true
  else let r = n / 9 and c = n mod 9 in
  if g.(r).(c) <> 0 then solve (n + 1)
  else List.exists (fun v ->
    fits r c v && begin
      g.(r).(c) <- v;
      solve (n + 1) || (g.(r).(c) <- 0; false)
    end) [1;2;3;4;5;6;7;8;9]
let () =
  for r = 0 to 8 do
    let cells = Str.split (Str.regexp " +") (input_line stdin) in
    List.iteri (fun c cell -> g.(r).(c) <- int_of_string cell) cells
  done;
  show ();
  if solve 0 then show () else print_endline "aucune solution"
