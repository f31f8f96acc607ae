(* Reads the grids and writes the replies of a driver in OCaml (see driver.py). `ocaml` puts the copy after this module, and the calls
   after the copy. *)
module Driver = struct
  let requests = Unix.in_channel_of_descr (Unix.dup Unix.stdin)

  (* What the copy reads is not there. *)
  let () =
    let null = Unix.openfile "/dev/null" [ Unix.O_RDONLY ] 0 in
    Unix.dup2 null Unix.stdin;
    Unix.close null

  let digits = ref (String.make 81 '0')
  let number cell = Char.code !digits.[cell] - 48
  let number_or blank cell = match number cell with 0 -> blank | digit -> digit
  let option cell = match number cell with 0 -> None | digit -> Some digit
  let sign blank cell = match !digits.[cell] with '0' -> blank | digit -> digit
  let text blank start count = String.init count (fun cell -> sign blank (start + cell))

  (* --- values as JSON --- *)

  let list write items = "[" ^ String.concat ", " (List.map write items) ^ "]"
  let array write items = list write (Array.to_list items)
  let seq write items =
    let rec first count items =
      if count = 0 then []
      else match items () with Seq.Nil -> [] | Seq.Cons (item, rest) -> item :: first (count - 1) rest
    in
    list write (first 2 items)
  let maybe write = function None -> "null" | Some value -> write value
  let result write = function Ok value -> write value | Error _ -> "null"
  let nothing _ = "null"
  let int value = string_of_int value
  let bool value = string_of_bool value
  let float value = Printf.sprintf "%.0f" value
  let string text =
    let buffer = Buffer.create 100 in
    String.iter
      (fun sign ->
        if sign = '"' || sign = '\\' then (Buffer.add_char buffer '\\'; Buffer.add_char buffer sign)
        else if sign < ' ' || sign > '~' then Printf.bprintf buffer "\\u%04x" (Char.code sign)
        else Buffer.add_char buffer sign)
      text;
    "\"" ^ Buffer.contents buffer ^ "\""
  let char sign = string (String.make 1 sign)
  let bytes text = string (Bytes.to_string text)

  (* --- replies --- *)

  let argument = ref (fun () -> "null")
  let in_call = ref false
  let reply_with field =
    in_call := false;
    let shown = try !argument () with _ -> "null" in
    Printf.printf "\n\x1e{%s, \"argument\": %s}\n%!" field shown
  let show write value = argument := fun () -> write value
  let () = at_exit (fun () -> if !in_call then reply_with "\"returned\": null, \"ended\": true")
  let serve (calls : (unit -> string) list) =
    try
      while true do
        let line = input_line requests in
        let call =
          match String.index_opt line ' ' with
          | None -> digits := line; List.hd calls
          | Some place ->
            digits := String.sub line (place + 1) 81;
            List.nth calls (int_of_string (String.sub line 0 place))
        in
        argument := (fun () -> "null");
        in_call := true;
        match call () with
        | value -> reply_with ("\"returned\": " ^ value)
        | exception Stack_overflow -> reply_with "\"error\": \"Stack_overflow\""
        | exception error ->
          if !in_call then reply_with ("\"error\": " ^ string (Printexc.to_string error))
      done
    with End_of_file -> ()
end
