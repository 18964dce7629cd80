open Cil_types

type t = Json.t

let str s : t = `String s
let int n : t = `Int n
let bool b : t = `Bool b
let float f : t = `Float (if Float.is_finite f then f else 0.)
let list f xs : t = `List (List.map f xs)
let strings = list str
let obj fields : t = `Assoc fields

let position ({ Filepath.pos_path; _ } as p) (e : Filepath.position) : t =
  if Filepath.Normalized.is_empty pos_path then `Null
  else
    let column (q : Filepath.position) = q.pos_cnum - q.pos_bol + 1 in
    obj
      [
        ("file", str (Filepath.Normalized.to_pretty_string pos_path));
        ("line", int p.pos_lnum);
        ("column", int (max 1 (column p)));
        ("end_line", int e.pos_lnum);
        ("end_column", int (max 1 (column e)));
      ]

let location ((b, e) : location) = position b e
(* The kernel breaks long predicates itself; here they go on one line. *)
let squeeze s =
  let b = Buffer.create (String.length s) in
  String.iter
    (fun c ->
      let blank = c = ' ' || c = '\n' || c = '\t' in
      let after_blank =
        Buffer.length b > 0 && Buffer.nth b (Buffer.length b - 1) = ' '
      in
      if not blank then Buffer.add_char b c
      else if not after_blank then Buffer.add_char b ' ')
    s;
  Buffer.contents b

let printed pp x = str (squeeze (Format.asprintf "@[<h>%a@]" pp x))

exception Bad of string

let bad fmt = Format.kasprintf (fun s -> raise (Bad s)) fmt

let member name (j : t) : t option =
  match j with
  | `Assoc fields -> (
      match List.assoc_opt name fields with
      | None | Some `Null -> None
      | some -> some)
  | `Null -> None
  | _ -> bad "an object was expected around %S" name

let get name of_json ~default j =
  match member name j with None -> default | Some v -> of_json name v

let to_string name = function `String s -> s | _ -> bad "%S is not a string" name
let to_int name = function `Int n -> n | _ -> bad "%S is not an integer" name
let to_bool name = function `Bool b -> b | _ -> bad "%S is not a boolean" name

let to_list of_json name = function
  | `List xs -> List.map (of_json name) xs
  | _ -> bad "%S is not a list" name

let to_strings = to_list to_string
