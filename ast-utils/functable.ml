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
  match (Recursion.direct_call s, s.skind) with
  | Some f, _ -> [ { target = f.vname; at = s; direct = true } ]
  | None, Instr (Call _) -> [ { target = ""; at = s; direct = false } ]
  | None, _ -> []

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

(* The relation a measure goes down in, "" for the usual one. *)
let relation = function
  | _, Some r -> r.l_var_info.lv_name
  | _, None -> ""

let loops stmts =
  List.filter_map
    (fun s ->
      match s.skind with
      | Loop _ ->
          let annots = Annotations.code_annot s in
          let has p = List.exists (fun ca -> p ca.annot_content) annots in
          let variant =
            List.find_map
              (fun ca ->
                match ca.annot_content with AVariant v -> Some v | _ -> None)
              annots
          in
          Some
            (obj
               [
                 ("stmt", int s.sid);
                 ("loc", location (Cil_datatype.Stmt.loc s));
                 ("variant", bool (variant <> None));
                 ( "variant_relation",
                   str (Option.fold ~none:"" ~some:relation variant) );
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

let assigned mentioned (it, deps) =
  obj
    [
      ("text", printed Printer.pp_identified_term it);
      ("mentioned", bool (mentioned it.it_content));
      ("from", str (match deps with FromAny -> "any" | From _ -> "given"));
    ]

let assigns_shape = function
  | WritesAny -> ("any", [])
  | Writes [] -> ("nothing", [])
  | Writes froms -> ("locations", froms)

let count = List.length

let behavior mentioned b =
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
      ("locations", list (assigned mentioned) froms);
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
      ("behaviors", list (behavior (Strength.mentioned kf)) behaviors);
      ("terminates", str (terminates kf));
      ("decreases", bool (Annotations.decreases ~populate:false kf <> None));
      ("complete", int (count (Annotations.complete ~populate:false kf)));
      ("disjoint", int (count (Annotations.disjoint ~populate:false kf)));
    ]

(* What says nothing of its result needs a contract first, or has none to say
   anything of. *)
let result_usage kf exempt =
  let written =
    Kernel_function.is_definition kf
    && Annotations.behaviors ~populate:false kf <> []
  in
  let usage, reason =
    if exempt || not written then ("none", "")
    else
      match Strength.result_usage kf with
      | `None -> ("none", "")
      | `Constrained -> ("constrained", "")
      | `Suspicious why -> ("suspicious", why)
  in
  obj [ ("usage", str usage); ("reason", str reason) ]

let row recursive exempt kf calls =
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
      ("recursive", bool (recursive vi));
      ( "decreases_relation",
        str
          (Option.fold ~none:"" ~some:relation
             (Annotations.decreases ~populate:false kf)) );
      ("exempt", bool (exempt kf));
      ("result_usage", result_usage kf (exempt kf));
      ("contract", contract kf);
      ( "contract_text",
        printed Printer.pp_funspec (Annotations.funspec ~populate:false kf) );
    ]

let rows () =
  let recursive = Recursion.table () and exempt = Strength.exempt () in
  Globals.Functions.fold (fun kf acc -> kf :: acc) []
  |> List.sort (fun a b ->
         compare (Kernel_function.get_name a) (Kernel_function.get_name b))
  |> List.map (fun kf ->
         row recursive exempt kf (List.concat_map calls_of_stmt (statements kf)))
