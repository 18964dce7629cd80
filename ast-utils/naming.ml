open Cil_types

type name = { key : string; stable : string }

let with_predicate_kind tp_kind base =
  match tp_kind with
  | Assert -> base
  | Check -> "check_" ^ base
  | Admit -> "admit_" ^ base

let code_annotation ca =
  match ca.annot_content with
  | AAssert (_, { tp_kind = Assert; _ }) -> "assert"
  | AAssert (_, { tp_kind = Check; _ }) -> "check"
  | AAssert (_, { tp_kind = Admit; _ }) -> "admit"
  | AInvariant (_, true, p) -> with_predicate_kind p.tp_kind "loop_invariant"
  | AInvariant (_, false, p) -> with_predicate_kind p.tp_kind "invariant"
  | AVariant _ -> "loop_variant"
  | AStmtSpec _ -> "stmt_contract"
  | AAssigns _ -> "loop_assigns"
  | AAllocation _ -> "loop_allocation"
  | APragma _ | AExtended _ -> "extended"

let termination = function
  | Normal -> "ensures"
  | Exits -> "exits"
  | Breaks -> "breaks"
  | Continues -> "continues"
  | Returns -> "returns"

let kind (ip : Property.t) =
  match ip with
  | IPPredicate { ip_kind; ip_pred; _ } ->
      with_predicate_kind ip_pred.ip_content.tp_kind
        (match ip_kind with
        | PKRequires _ -> "requires"
        | PKAssumes _ -> "assumes"
        | PKEnsures (_, t) -> termination t
        | PKTerminates -> "terminates")
  | IPExtended _ -> "extended"
  | IPAxiomatic _ -> "axiomatic"
  | IPLemma { il_pred = { tp_kind = Admit; _ }; _ } -> "axiom"
  | IPLemma { il_pred; _ } -> with_predicate_kind il_pred.tp_kind "lemma"
  | IPBehavior _ -> "behavior"
  | IPComplete _ -> "complete"
  | IPDisjoint _ -> "disjoint"
  | IPCodeAnnot { ica_ca; _ } -> code_annotation ica_ca
  | IPAllocation { ial_bhv = Id_loop _; _ } -> "loop_allocation"
  | IPAllocation { ial_bhv = Id_contract _; _ } -> "allocation"
  | IPAssigns { ias_bhv = Id_loop _; _ } -> "loop_assigns"
  | IPAssigns { ias_bhv = Id_contract _; _ } -> "assigns"
  | IPFrom { if_bhv = Id_loop _; _ } -> "loop_from"
  | IPFrom { if_bhv = Id_contract _; _ } -> "from"
  | IPDecrease { id_ca = Some _; _ } -> "loop_variant"
  | IPDecrease { id_ca = None; _ } -> "decreases"
  | IPReachable _ -> "reachable"
  | IPPropertyInstance _ -> "precondition"
  | IPTypeInvariant _ -> "type_invariant"
  | IPGlobalInvariant _ -> "global_invariant"
  | IPOther _ -> "other"

let owner ip =
  match Property.get_kf ip with
  | Some kf -> Kernel_function.get_name kf
  | None -> ""

let sid ip =
  match Property.get_kinstr ip with Kstmt s -> s.sid | Kglobal -> -1

(* What a property says, without where it stands. The text is only hashed, so
   that it need not be parsed by anybody; a reachability has no text but its
   statement number, which must not enter a stable name. *)
let text (ip : Property.t) =
  match ip with
  | IPReachable _ -> ""
  | IPLemma { il_name; _ } -> il_name
  | IPAxiomatic { iax_name; _ } -> iax_name
  | IPPropertyInstance { ii_ip; _ } ->
      Format.asprintf "@[<h>%s %a@]" (owner ii_ip) Property.pretty ii_ip
  | _ ->
      let behavior =
        match Property.get_behavior ip with
        | Some b -> b.b_name
        | None -> ""
      in
      let active = String.concat "," (Property.get_for_behaviors ip) in
      Format.asprintf "@[<h>%s %s %a@]" behavior active Property.pretty ip

let digest s = String.sub (Digest.to_hex (Digest.string s)) 0 12

type row = {
  ip : Property.t;
  r_owner : string;
  r_kind : string;
  r_hash : string;
  r_sid : int;
}

(* Printing dominates: a table is asked for several times in a run. *)
let hashes : string Property.Hashtbl.t = Property.Hashtbl.create 97

let hash ip =
  match Property.Hashtbl.find_opt hashes ip with
  | Some h -> h
  | None ->
      let h = digest (text ip) in
      Property.Hashtbl.replace hashes ip h;
      h

let row ip =
  {
    ip;
    r_owner = owner ip;
    r_kind = kind ip;
    r_hash = hash ip;
    r_sid = sid ip;
  }

let position r =
  let p, _ = Property.location r.ip in
  (p.Filepath.pos_lnum, p.pos_cnum)

let order a b =
  let by f g = if f <> 0 then f else g () in
  by (compare a.r_owner b.r_owner) @@ fun () ->
  by (compare a.r_kind b.r_kind) @@ fun () ->
  by (compare a.r_hash b.r_hash) @@ fun () ->
  by (compare a.r_sid b.r_sid) @@ fun () ->
  by (compare (position a) (position b)) @@ fun () -> Property.compare a.ip b.ip

let numbered base n = if n = 0 then base else base ^ "#" ^ string_of_int n

(* Names are made unique among the properties of one function, so that leaving
   out whole functions changes none of the others. *)
let all ?(owners = fun _ -> true) () =
  let rows =
    Property_status.fold
      (fun ip acc -> if owners (owner ip) then row ip :: acc else acc)
      []
  in
  let rows = List.sort order rows in
  let keys = Hashtbl.create 97 and stables = Hashtbl.create 97 in
  let next table base =
    let n = Option.value ~default:0 (Hashtbl.find_opt table base) in
    Hashtbl.replace table base (n + 1);
    numbered base n
  in
  List.map
    (fun r ->
      let owner = if r.r_owner = "" then "-" else r.r_owner in
      let stable = String.concat "/" [ owner; r.r_kind; r.r_hash ] in
      let key =
        if r.r_sid < 0 then stable else stable ^ "@" ^ string_of_int r.r_sid
      in
      (r.ip, { key = next keys key; stable = next stables stable }))
    rows

let index names =
  let table = Property.Hashtbl.create 97 in
  List.iter (fun (ip, name) -> Property.Hashtbl.replace table ip name) names;
  fun ip -> Property.Hashtbl.find_opt table ip

let single ip =
  let r = row ip in
  let owner = if r.r_owner = "" then "-" else r.r_owner in
  let stable = String.concat "/" [ owner; r.r_kind; r.r_hash ] in
  { key = stable ^ "@" ^ string_of_int r.r_sid; stable }
