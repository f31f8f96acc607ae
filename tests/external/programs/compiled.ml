let g = Array.make 81 0
let fits n v =
  let r = n / 9 and c = n mod 9 in
  let rec each k =
    k = 9 || (g.(9*r+k) <> v && g.(9*k+c) <> v && g.(9*(r/3*3+k/3) + c/3*3 + k mod 3) <> v && each (k+1)) in
  each 0
let rec solve n =
  n = 81 || if g.(n) <> 0 then solve (n+1) else begin
    let found = ref false and v = ref 1 in
    while not !found && !v <= 9 do
      if fits n !v then (g.(n) <- !v; if solve (n+1) then found := true else g.(n) <- 0);
      incr v
    done;
    !found
  end
let () =
  String.iteri (fun i c -> if i < 81 then g.(i) <- Char.code c - 48) (read_line ());
  if solve 0 then (Array.iter print_int g; print_newline ()) else print_endline "no solution"
