open Cil_types
open Encode

(* Does a value of this type lead EVA to invent memory? Pointers are given
   small separate blocks (-eva-context-width, -eva-context-depth), which are only some of the
   states a contract allows. *)
let rec holds_pointer depth typ =
  depth > 8
  ||
  match Cil.unrollType typ with
  | TPtr _ | TFun _ | TBuiltin_va_list _ -> true
  | TArray (t, _, _) -> holds_pointer (depth + 1) t
  | TComp (ci, _) ->
      List.exists
        (fun f -> holds_pointer (depth + 1) f.ftype)
        (Option.value ~default:[] ci.cfields)
  | TVoid _ | TInt _ | TFloat _ | TEnum _ | TNamed _ -> false

let rec holds_float depth typ =
  depth > 8
  ||
  match Cil.unrollType typ with
  | TFloat _ -> true
  | TPtr (t, _) | TArray (t, _, _) -> holds_float (depth + 1) t
  | TComp (ci, _) ->
      List.exists
        (fun f -> holds_float (depth + 1) f.ftype)
        (Option.value ~default:[] ci.cfields)
  | TVoid _ | TInt _ | TEnum _ | TFun _ | TNamed _ | TBuiltin_va_list _ -> false

let globals_with test =
  Globals.Vars.fold
    (fun v _ acc ->
      if
        test v.vtype
        && (not (Compat.is_libc v.vattr))
        && not (Cil.typeHasQualifier "const" v.vtype)
      then v.vname :: acc
      else acc)
    []
  |> List.sort compare

(* Values of such types EVA makes up. *)
let invented typ = holds_pointer 0 typ || holds_float 0 typ

(* Variables without a definition. *)
let extern_with test =
  Globals.Vars.fold
    (fun v _ acc ->
      if
        (not v.vdefined) && v.vstorage = Extern && test v.vtype
        && not (Compat.is_libc v.vattr)
      then v.vname :: acc
      else acc)
    []
  |> List.sort compare

(* The reason why the initial state of a run from this entry is narrower than
   its contract, if it is. *)
let restriction kf lib_entry =
  let formals = Kernel_function.get_formals kf in
  let named test = List.filter (fun v -> test v.vtype) formals in
  if not lib_entry then
    (* main's own arguments, and what is defined elsewhere, are invented too *)
    match (named invented, extern_with invented) with
    | v :: _, _ -> Some (Format.asprintf "parameter %s is made up" v.vname)
    | [], g :: _ ->
        Some (Format.asprintf "global %s is defined elsewhere and made up" g)
    | [], [] -> None
  else
    match (named (holds_pointer 0), globals_with (holds_pointer 0)) with
    | v :: _, _ -> Some (Format.asprintf "parameter %s is a pointer" v.vname)
    | [], g :: _ -> Some (Format.asprintf "global %s holds a pointer" g)
    | [], [] -> (
        match (named (holds_float 0), globals_with (holds_float 0)) with
        | v :: _, _ ->
            Some (Format.asprintf "parameter %s is taken to be finite" v.vname)
        | [], g :: _ -> Some (Format.asprintf "global %s is taken to be finite" g)
        | [], [] -> None)

let status_name kf =
  match Eva.Analysis.status kf with
  | Unreachable -> "unreachable"
  | SpecUsed -> "spec"
  | Builtin _ -> "builtin"
  | Analyzed _ -> "analysed"

let function_row kf =
  let stmts = (Kernel_function.get_definition kf).sallstmts in
  let reached, unreached = List.partition Eva.Results.is_reachable stmts in
  obj
    [
      ("name", str (Kernel_function.get_name kf));
      ("status", str (status_name kf));
      ("reached", int (List.length reached));
      ("statements", int (List.length stmts));
      ("doubtful", int (List.length (Initialised.doubtful kf)));
      ("unreached_risky", int (List.length (List.filter Eva_only.risky unreached)));
    ]

let definitions () =
  Globals.Functions.fold
    (fun kf acc -> if Kernel_function.is_definition kf then kf :: acc else acc)
    []
  |> List.sort (fun a b ->
         compare (Kernel_function.get_name a) (Kernel_function.get_name b))

let analyse entry lib_entry =
  let kf = Globals.Functions.find_by_name entry in
  let restricted = restriction kf lib_entry in
  let from = Eventlog.next () in
  Globals.set_entry_point entry lib_entry;
  let error =
    match Eva.Analysis.compute () with
    | () -> ""
    | exception ((Log.AbortError _ | Log.AbortFatal _ | Log.FeatureRequest _) as e)
      ->
        let said = Eventlog.last_error from in
        if said <> "" then said else Printexc.to_string e
  in
  let state =
    if error <> "" then "failed"
    else
      match Eva.Analysis.current_computation_state () with
      | Computed -> "computed"
      | Aborted -> "aborted"
      | NotComputed | Computing -> "failed"
  in
  (* A run tells only of what it entered: with one run a function, all of all
     would grow with the square of the program. *)
  let entered =
    if state <> "computed" then []
    else
      List.filter
        (fun kf -> Eva.Analysis.status kf <> Unreachable)
        (definitions ())
  in
  let owners =
    let names = Hashtbl.create 97 in
    List.iter
      (fun kf -> Hashtbl.replace names (Kernel_function.get_name kf) ())
      entered;
    fun name -> name = "" || Hashtbl.mem names name
  in
  obj
    [
      ("entry", str entry);
      ("lib_entry", bool lib_entry);
      ("state", str state);
      ("error", str error);
      ( "functions",
        list function_row entered );
      ( "properties",
        `List
          (if state = "computed" then Proptable.rows_by_eva ~owners else []) );
      ("context", str (if restricted = None then "exact" else "restricted"));
      ("context_reason", str (Option.value ~default:"" restricted));
    ]

let run ~entry ~lib_entry =
  if not (Globals.Functions.mem_name entry) then
    bad "no function is called %s" entry;
  let from = Eventlog.next () in
  let row, said =
    Activity.during Eva (fun () ->
        Activity.set_function entry;
        Apart.run (fun () ->
            let row = analyse entry lib_entry in
            (row, Eventlog.events_since from)))
  in
  Eventlog.add said;
  row

let contexts () =
  let row kf =
    let reason = restriction kf true in
    obj
      [
        ("name", str (Kernel_function.get_name kf));
        ("context", str (if reason = None then "exact" else "restricted"));
        ("reason", str (Option.value ~default:"" reason));
      ]
  in
  obj [ ("functions", list row (definitions ())) ]
