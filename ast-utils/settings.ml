open Encode

(* Every option of the kernel and of all plug-ins, by name. *)
let all () =
  let table = Hashtbl.create 997 in
  Plugin.iter_on_plugins (fun p ->
      Hashtbl.iter
        (fun _group params ->
          List.iter
            (fun (t : Typed_parameter.t) -> Hashtbl.replace table t.name t)
            params)
        p.Plugin.p_parameters);
  table

let value (t : Typed_parameter.t) =
  match t.accessor with
  | Bool (a, _) -> string_of_bool (a.get ())
  | Int (a, _) -> string_of_int (a.get ())
  | String (a, _) -> a.get ()

let encode (t : Typed_parameter.t) =
  obj
    [
      ("name", str t.name);
      ("value", str (value t));
      ("set", bool (t.is_set ()));
    ]

let read names =
  let table = all () in
  let wanted, unknown =
    List.partition (fun n -> Hashtbl.mem table n) (List.sort_uniq compare names)
  in
  let changed =
    Hashtbl.fold
      (fun name (t : Typed_parameter.t) acc ->
        if t.is_set () && not (List.mem name wanted) then name :: acc else acc)
      table []
  in
  let shown = List.sort compare (wanted @ changed) in
  obj
    [
      ("parameters", list (fun n -> encode (Hashtbl.find table n)) shown);
      ("unknown", strings unknown);
    ]

let set (t : Typed_parameter.t) v =
  match t.accessor with
  | Bool (a, _) -> (
      match bool_of_string_opt v with
      | Some b -> a.set b
      | None -> bad "%s: %S is neither true nor false" t.name v)
  | Int (a, range) -> (
      let low, high = range () in
      match int_of_string_opt v with
      | Some n when low <= n && n <= high -> a.set n
      | Some n -> bad "%s: %d is not between %d and %d" t.name n low high
      | None -> bad "%s: %S is not an integer" t.name v)
  | String (a, values) -> (
      match values () with
      | [] -> a.set v
      | accepted when List.mem v accepted -> a.set v
      | accepted ->
          bad "%s: %S is not one of %s" t.name v (String.concat ", " accepted))

let write pairs =
  let table = all () in
  List.iter
    (fun (name, v) ->
      match Hashtbl.find_opt table name with
      | Some t -> set t v
      | None -> bad "no option is called %s" name)
    pairs
