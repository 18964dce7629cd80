open Cil_types
open Encode

type call = { target : string; at : stmt; direct : bool }

let has_calls_clause stmt =
  Annotations.code_annot stmt
  |> List.exists (fun ca ->
         match ca.annot_content with
         | AExtended (_, _, { ext_name = "calls"; _ }) -> true
         | _ -> false)

let calls_of_stmt s =
  match s.skind with
  | Instr (Call (_, { enode = Lval (Var f, NoOffset); _ }, _, _)) ->
      [ { target = f.vname; at = s; direct = true } ]
  | Instr (Call _) -> [ { target = ""; at = s; direct = false } ]
  | Instr (Local_init (_, ConsInit (f, _, _), _)) ->
      [ { target = f.vname; at = s; direct = true } ]
  | _ -> []

class address_finder =
  object
    inherit Visitor.frama_c_inplace
    val mutable names = []
    method names = List.sort_uniq compare names

    method! vexpr e =
      (match e.enode with
      | AddrOf (Var v, NoOffset) when Cil.isFunctionType v.vtype ->
          names <- v.vname :: names
      | _ -> ());
      Cil.DoChildren
  end

let statements kf =
  if Kernel_function.is_definition kf then
    (Kernel_function.get_definition kf).sallstmts
  else []

let addresses kf =
  if Kernel_function.is_definition kf then begin
    let finder = new address_finder in
    ignore
      (Visitor.visitFramacFunction
         (finder :> Visitor.frama_c_visitor)
         (Kernel_function.get_definition kf));
    finder#names
  end
  else []

let loops stmts =
  List.filter_map
    (fun s ->
      match s.skind with
      | Loop _ ->
          let annots = Annotations.code_annot s in
          let has p = List.exists (fun ca -> p ca.annot_content) annots in
          Some
            (obj
               [
                 ("stmt", int s.sid);
                 ("loc", location (Cil_datatype.Stmt.loc s));
                 ("variant", bool (has (function AVariant _ -> true | _ -> false)));
                 ( "assigns",
                   bool
                     (has (function
                       | AAssigns (_, Writes _) -> true
                       | _ -> false)) );
               ])
      | _ -> None)
    stmts

let call_row c =
  obj
    [
      ("function", str c.target);
      ("stmt", int c.at.sid);
      ("loc", location (Cil_datatype.Stmt.loc c.at));
      ("indirect", bool (not c.direct));
      ("calls_clause", bool ((not c.direct) && has_calls_clause c.at));
    ]

let assigned (it, deps) =
  obj
    [
      ("text", printed Printer.pp_identified_term it);
      ("from", str (match deps with FromAny -> "any" | From _ -> "given"));
    ]

let assigns_shape = function
  | WritesAny -> ("any", [])
  | Writes [] -> ("nothing", [])
  | Writes froms -> ("locations", froms)

let count = List.length

let behavior b =
  let shape, froms = assigns_shape b.b_assigns in
  let post p = count (List.filter (fun (t, _) -> p t) b.b_post_cond) in
  obj
    [
      ("name", str (if Cil.is_default_behavior b then "" else b.b_name));
      ("requires", int (count b.b_requires));
      ("assumes", int (count b.b_assumes));
      ("ensures", int (post (fun t -> t = Normal)));
      ("exits", int (post (fun t -> t = Exits)));
      ("assigns", str shape);
      ("locations", list assigned froms);
    ]

let terminates kf =
  match Annotations.terminates ~populate:false kf with
  | None -> "none"
  | Some p -> (
      match p.ip_content.tp_statement.pred_content with
      | Ptrue -> "true"
      | Pfalse -> "false"
      | _ -> "other")

let inferred kf =
  Annotations.fold_behaviors
    (fun e _ acc -> acc && Emitter.get_name e <> Emitter.get_name Emitter.end_user)
    kf true

let contract kf =
  let behaviors = Annotations.behaviors ~populate:false kf in
  obj
    [
      ("generated", bool (inferred kf));
      ("behaviors", list behavior behaviors);
      ("terminates", str (terminates kf));
      ("decreases", bool (Annotations.decreases ~populate:false kf <> None));
      ("complete", int (count (Annotations.complete ~populate:false kf)));
      ("disjoint", int (count (Annotations.disjoint ~populate:false kf)));
    ]

(* Functions that reach themselves through direct calls. *)
let recursive_names calls_by_name =
  let calls f = Option.value ~default:[] (Hashtbl.find_opt calls_by_name f) in
  let reaches_itself f =
    let seen = Hashtbl.create 17 in
    let rec from g =
      List.exists
        (fun h ->
          h = f
          || (not (Hashtbl.mem seen h))
             && begin
                  Hashtbl.add seen h ();
                  from h
                end)
        (calls g)
    in
    from f
  in
  reaches_itself

let row recursive kf calls =
  let vi = Kernel_function.get_vi kf in
  let stmts = statements kf in
  let result, _, variadic, _ = Cil.splitFunctionTypeVI vi in
  let loc = Kernel_function.get_location kf in
  obj
    [
      ("name", str vi.vname);
      ("defined", bool (Kernel_function.is_definition kf));
      ("loc", location loc);
      ( "file",
        str (Filepath.Normalized.to_pretty_string (fst loc).Filepath.pos_path) );
      ("static", bool (vi.vstorage = Static));
      ("libc", bool (Compat.is_libc vi.vattr));
      ("variadic", bool variadic);
      ("main", bool (vi.vname = "main"));
      ( "params",
        list
          (fun v ->
            obj
              [ ("name", str v.vname); ("type", printed Printer.pp_typ v.vtype) ])
          (Kernel_function.get_formals kf) );
      ("result", printed Printer.pp_typ result);
      ("calls", list call_row calls);
      ("takes_address_of", strings (addresses kf));
      ("loops", `List (loops stmts));
      ("recursive", bool (recursive vi.vname));
      ("contract", contract kf);
      ( "contract_text",
        printed Printer.pp_funspec (Annotations.funspec ~populate:false kf) );
    ]

let rows () =
  let all =
    Globals.Functions.fold
      (fun kf acc -> (kf, List.concat_map calls_of_stmt (statements kf)) :: acc)
      []
    |> List.sort (fun (a, _) (b, _) ->
           compare (Kernel_function.get_name a) (Kernel_function.get_name b))
  in
  let by_name = Hashtbl.create 97 in
  List.iter
    (fun (kf, calls) ->
      Hashtbl.replace by_name (Kernel_function.get_name kf)
        (List.filter_map (fun c -> if c.direct then Some c.target else None) calls))
    all;
  let recursive = recursive_names by_name in
  List.map (fun (kf, calls) -> row recursive kf calls) all
