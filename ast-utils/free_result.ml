open Cil_types

let emitter =
  Emitter.create "fcv: free result" [ Emitter.Global_annot ] ~correctness:[]
    ~tuning:[]

let before = FormalLabel "Before"
let after = FormalLabel "After"

(* A clause that equates the result with something else leaves nothing free,
   where it applies. *)
let rec fixes_result p =
  match p.pred_content with
  | Prel (Req, a, b) ->
      let is_result t =
        match t.term_node with
        | TLval (TResult _, TNoOffset) -> true
        | TLogic_coerce (_, { term_node = TLval (TResult _, TNoOffset); _ }) ->
            true
        | _ -> false
      in
      let free t = not (Postconditions.term_speaks_of_result t) in
      (is_result a && free b) || (is_result b && free a)
  | Pand (p, q) -> fixes_result p || fixes_result q
  | _ -> false

(* The contract in terms of [result] for \result, [formals] for the formals
   and two labels for the states. *)
class restate result formals =
  object
    inherit Visitor.frama_c_copy (Project.current ())

    method! vterm_lhost h =
      match h with
      | TResult _ -> Cil.ChangeTo (TVar result)
      | TVar v -> (
          match Option.bind v.lv_origin (fun vi -> List.assq_opt vi formals) with
          | Some fresh -> Cil.ChangeTo (TVar fresh)
          | None -> Cil.DoChildren)
      | TMem _ -> Cil.DoChildren

    method! vlogic_label = function
      | BuiltinLabel (Pre | Old) -> Cil.ChangeTo before
      | BuiltinLabel (Here | Post) -> Cil.ChangeTo after
      | BuiltinLabel (LoopEntry | LoopCurrent | Init) | StmtLabel _
      | FormalLabel _ ->
          Cil.JustCopy
  end

let restated result formals p =
  Visitor.visitFramacPredicate
    (new restate result formals :> Visitor.frama_c_visitor)
    p

let quantified name typ =
  Cil_const.make_logic_var_quant name (Ctype (Cil.typeRemoveAttributes [ "const"; "volatile" ] typ))

let conj = Logic_const.pands

(* Everything the contract says of the result, each clause under the
   assumptions of its behaviour. *)
let claim kf =
  let speaking =
    List.filter
      (fun c -> Postconditions.speaks_of_result c.Postconditions.says)
      (Postconditions.clauses kf)
  in
  let fixed =
    speaking <> []
    && List.for_all
         (fun c -> fixes_result c.Postconditions.says)
         (List.filter (fun c -> c.Postconditions.assumes = []) speaking)
    && List.exists
         (fun c -> c.Postconditions.assumes = [])
         speaking
  in
  if speaking = [] || fixed then None else Some speaking

let requires kf =
  List.concat_map
    (fun b ->
      if Cil.is_default_behavior b then
        List.map Postconditions.statement b.b_requires
      else [])
    (Postconditions.behaviors kf)

let lemma kf speaking =
  let result = quantified "result" (Kernel_function.get_return_type kf) in
  let formals =
    List.map
      (fun vi -> (vi, quantified vi.vname vi.vtype))
      (Kernel_function.get_formals kf)
  in
  let restated = restated result formals in
  let at label p = Logic_const.pat (p, label) in
  let clause c =
    let says = at after (restated c.Postconditions.says) in
    match c.Postconditions.assumes with
    | [] -> says
    | assumes ->
        (* Assumptions speak of the state before, under the name of Here. *)
        Logic_const.pimplies (at before (restated (conj assumes)), says)
  in
  let body =
    Logic_const.pimplies
      (at before (restated (conj (requires kf))), conj (List.map clause speaking))
  in
  let p = Logic_const.pforall (result :: List.map snd formals, body) in
  let loc = Kernel_function.get_location kf in
  Dlemma
    ( "fcv_free_result_" ^ Kernel_function.get_name kf,
      [ before; after ],
      [],
      Logic_const.toplevel_predicate ~kind:Check p,
      [],
      loc )

let scalar typ = Cil.isArithmeticOrPointerType typ
let lemmas : (kernel_function * Property.t) list ref = ref []
let asked () = List.rev !lemmas
let is_ours ip = List.exists (fun (_, ours) -> Property.equal ip ours) !lemmas

let ask kfs =
  let exempt = Strength.exempt () in
  let worth_asking kf =
    scalar (Kernel_function.get_return_type kf)
    && (not (exempt kf))
    && Strength.result_usage kf = `Constrained
  in
  List.iter
    (fun kf ->
      if worth_asking kf then
        match claim kf with
        | None -> ()
        | Some speaking -> (
            let annotation = lemma kf speaking in
            match Property.ip_of_global_annotation_single annotation with
            | None -> ()
            | Some ip ->
                Annotations.add_global emitter annotation;
                lemmas := (kf, ip) :: !lemmas))
    kfs

let function_of ip =
  match List.find_opt (fun (_, ours) -> Property.equal ip ours) !lemmas with
  | Some (kf, _) -> Kernel_function.get_name kf
  | None -> ""
