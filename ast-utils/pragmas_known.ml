open Cil_types

(* Pragmas without a meaning for the program, and [pack], which is honoured
   and normally consumed by the front end. *)
let harmless pragma =
  match
    String.split_on_char ' ' pragma |> List.filter (fun w -> w <> "")
  with
  | ("once" | "message" | "region" | "endregion" | "mark" | "pack" | "ident"
    | "warning" | "fc_stdlib")
    :: _ ->
      true
  | ("GCC" | "clang") :: ("diagnostic" | "system_header" | "poison" | "warning"
    | "error" | "dependency" | "visibility") :: _ ->
      true
  | _ -> false

(* What the lexer could not read as an attribute has the pragma in its name. *)
let name = function
  | Attr (name, []) -> String.trim name
  | a -> String.trim (Construct.text Printer.pp_attribute a)
