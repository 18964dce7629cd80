open Cil_types
open Encode

let emitted = function
  | Property_status.True -> "valid"
  | False_if_reachable -> "invalid_if_reachable"
  | False_and_reachable -> "invalid"
  | Dont_know -> "unknown"

let emitters ip =
  let all =
    Property_status.fold_on_statuses
      (fun e status acc ->
        ( Emitter.Usable_emitter.get_name e.Property_status.emitter,
          emitted status,
          List.length e.properties )
        :: acc)
      ip []
  in
  list
    (fun (name, status, hyps) ->
      obj [ ("name", str name); ("status", str status); ("hyps", int hyps) ])
    (List.sort compare all)

let pending names ip =
  let keys pending =
    let union _ = Emitter.Usable_emitter.Map.fold (fun _ -> Property.Set.union) in
    Emitter.Usable_emitter.Map.fold union
      pending Property.Set.empty
    |> Property.Set.elements
    |> List.filter_map (fun p ->
           Option.map (fun n -> n.Naming.key) (names p))
    |> List.sort_uniq compare
  in
  match Property_status.Consolidation.get ip with
  | Valid_under_hyp p | Unknown p | Invalid_under_hyp p -> keys p
  | Invalid_but_dead p | Valid_but_dead p | Unknown_but_dead p -> keys p
  | Never_tried | Considered_valid | Valid _ | Invalid _ | Inconsistent _ -> []

let alarm (ip : Property.t) =
  match ip with
  | IPCodeAnnot { ica_ca; _ } -> Alarms.find ica_ca
  | _ -> None

let emitter_of (ip : Property.t) =
  match ip with
  | IPCodeAnnot { ica_stmt; ica_ca; _ } ->
      Annotations.code_annot_emitter
        ~filter:(fun _ ca -> ca.annot_id = ica_ca.annot_id)
        ica_stmt
      |> List.map (fun (_, e) -> Emitter.get_name e)
  | _ -> []

let origin ip =
  let user = Emitter.get_name Emitter.end_user in
  match (ip, emitter_of ip) with
  | _, [] -> "user"
  | _, es when List.mem user es -> "user"
  | _, es when List.exists (fun e -> e = "rte") es -> "rte"
  | _, es when List.exists (fun e -> e = "Eva" || e = "Eva alarms") es -> "eva"
  | _ -> "other"

(* A logic function or predicate applied at another label than the current
   one: EVA evaluates such an application in the current state, so its word on
   the whole property cannot be taken (measured on 25 and 30). Looks into the
   bodies of what is applied; a formal label there is the caller's own. *)
class label_finder found =
  object (self)
    inherit Visitor.frama_c_inplace
    val mutable seen : logic_info list = []

    method private application li labels =
      let elsewhere = function
        | BuiltinLabel Here | FormalLabel _ -> false
        | BuiltinLabel _ | StmtLabel _ -> true
      in
      if List.exists elsewhere labels then found := true
      else if not (List.memq li seen) then begin
        seen <- li :: seen;
        let visitor = (self :> Visitor.frama_c_visitor) in
        match li.l_body with
        | LBterm t -> ignore (Visitor.visitFramacTerm visitor t)
        | LBpred p -> ignore (Visitor.visitFramacPredicate visitor p)
        | LBinductive cases ->
            List.iter
              (fun (_, _, _, p) ->
                ignore (Visitor.visitFramacPredicate visitor p))
              cases
        | LBnone | LBreads _ -> ()
      end

    method! vterm t =
      (match t.term_node with
      | Tapp (li, labels, _) -> self#application li labels
      | _ -> ());
      Cil.DoChildren

    method! vpredicate_node p =
      (match p with
      | Papp (li, labels, _) -> self#application li labels
      | _ -> ());
      Cil.DoChildren
  end

let predicates_of (ip : Property.t) =
  match ip with
  | IPPredicate { ip_pred; _ } -> [ ip_pred.ip_content.tp_statement ]
  | IPPropertyInstance { ii_pred = Some p; _ } -> [ p.ip_content.tp_statement ]
  | IPPropertyInstance { ii_ip = IPPredicate { ip_pred; _ }; _ } ->
      [ ip_pred.ip_content.tp_statement ]
  | IPCodeAnnot { ica_ca; _ } -> (
      match ica_ca.annot_content with
      | AAssert (_, p) | AInvariant (_, _, p) -> [ p.tp_statement ]
      | _ -> [])
  | _ -> []

let label_sensitive ip =
  let found = ref false in
  List.iter
    (fun p ->
      ignore
        (Visitor.visitFramacPredicate
           (new label_finder found :> Visitor.frama_c_visitor)
           p))
    (predicates_of ip);
  !found

let libc (ip : Property.t) =
  match (ip, Property.get_kf ip) with
  | _, Some kf ->
      Compat.is_libc (Kernel_function.get_vi kf).vattr
  | IPLemma { il_attrs = attrs; _ }, None
  | IPAxiomatic { iax_attrs = attrs; _ }, None ->
      Compat.is_libc attrs
  | _, None -> false

let callee (ip : Property.t) =
  match ip with
  | IPPropertyInstance { ii_ip; _ } -> Naming.owner ii_ip
  | _ -> ""

let behavior ip =
  match Property.get_behavior ip with
  | Some b when not (Cil.is_default_behavior b) -> b.b_name
  | _ -> ""

let alarm_names = function
  | None -> ("", "")
  | Some a -> (Alarms.get_short_name a, Alarms.get_description a)

let row ~names (ip, (name : Naming.name)) =
  let short, descr = alarm_names (alarm ip) in
  obj
    [
      ("key", str name.key);
      ("stable", str name.stable);
      ("kind", str (Naming.kind ip));
      ("function", str (Naming.owner ip));
      ("names", strings (Property.get_names ip));
      ("behavior", str (behavior ip));
      ("predicate", printed Property.pretty ip);
      ("loc", location (Property.location ip));
      ( "stmt",
        int
          (match Property.get_kinstr ip with
          | Kstmt s -> s.sid
          | Kglobal -> -1) );
      ("alarm", str short);
      ("alarm_descr", str descr);
      ("origin", str (origin ip));
      ("callee", str (callee ip));
      ("libc", bool (libc ip));
      ("automatic", bool (Property_status.automatically_computed ip));
      ("label_sensitive", bool (label_sensitive ip));
      ("status", str (Compat.status_name (Property_status.Feedback.get ip)));
      ("emitters", emitters ip);
      ("pending", strings (pending names ip));
    ]

let rows () =
  let all =
    List.filter
      (fun (ip, _) -> not (Free_result.is_ours ip))
      (Naming.all ())
  in
  let names = Naming.index all in
  List.map (row ~names) all

let eva_spoke ip =
  Property_status.fold_on_statuses
    (fun e _ found ->
      found || Emitter.Usable_emitter.get_name e.Property_status.emitter = "Eva")
    ip false

let rows_by_eva ~owners =
  let all = Naming.all ~owners () in
  let names = Naming.index all in
  List.filter_map
    (fun ((ip, _) as named) ->
      if eva_spoke ip then Some (row ~names named) else None)
    all
