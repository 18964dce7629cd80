open Wp
open Encode

let asks_for_result wpo = Free_result.is_ours (Wpo.get_property wpo)
let is_question wpo = Wpo.is_smoke_test wpo || asks_for_result wpo

let verdict_name = function
  | VCS.NoResult -> "none"
  | Invalid -> "invalid"
  | Unknown -> "unknown"
  | Timeout -> "timeout"
  | Stepout -> "stepout"
  | Computing _ -> "computing"
  | Valid -> "valid"
  | Failed -> "failed"

let verdicts wpo =
  List.map (fun (_, (r : VCS.result)) -> r.verdict) (Wpo.get_results wpo)

(* The strongest answer that was given, from the least to the most informative
   for a person; "none" when no prover answered. *)
let strongest vs =
  let rank = function
    | VCS.NoResult -> 0
    | Computing _ -> 1
    | Failed -> 2
    | Unknown -> 3
    | Stepout -> 4
    | Timeout -> 5
    | Invalid -> 6
    | Valid -> 7
  in
  List.fold_left
    (fun best v -> if rank v > rank best then v else best)
    VCS.NoResult vs

let answered = function
  | VCS.Unknown | Timeout | Stepout | Invalid -> true
  | NoResult | Computing _ | Failed | Valid -> false

(* Of a question, provers must look and fail to prove it. *)
let status wpo =
  let vs = verdicts wpo in
  if is_question wpo then
    if List.mem VCS.Valid vs then "invalid"
    else if List.exists answered vs then "valid"
    else verdict_name (strongest vs)
  else verdict_name (strongest vs)

let passed wpo = status wpo = "valid"

let prover_name = VCS.name_of_prover

let proved_by wpo =
  match
    List.find_opt
      (fun (_, (r : VCS.result)) -> r.verdict = VCS.Valid)
      (Wpo.get_results wpo)
  with
  | Some (p, _) -> prover_name p
  | None -> ""

let result (p, (r : VCS.result)) =
  obj
    [
      ("prover", str (prover_name p));
      ("verdict", str (verdict_name r.verdict));
      ("cached", bool r.cached);
      ("time", float r.prover_time);
      ("steps", int r.prover_steps);
      ("error", str r.prover_errmsg);
    ]

let warning (w : Warning.t) =
  obj
    [
      ("severe", bool w.severe);
      ("source", str w.source);
      ("reason", str w.reason);
      ("effect", str w.effect);
    ]

let hypotheses (wpo : Wpo.t) =
  match wpo.po_formula with
  | GoalAnnot a -> Property.Set.elements a.deps
  | GoalLemma l -> List.map LogicUsage.ip_lemma l.depends

let kind (wpo : Wpo.t) ip =
  if is_question wpo then "smoke" else Naming.kind ip

(* What a smoke test is about, as WP names it: "..._dead_code_s12". *)
let smoke_of (ip : Property.t) =
  match ip with
  | IPOther { io_name; _ } -> io_name
  | IPLemma _ when Free_result.is_ours ip -> "free_result"
  | _ -> ""

(* The clauses that are contradictory if the smoke test is proved. *)
let doomed names (wpo : Wpo.t) =
  if Wpo.is_smoke_test wpo then
    WpPropId.doomed_if_valid wpo.po_pid
    |> List.map (fun p -> (names p).Naming.key)
    |> List.sort_uniq compare
  else []

(* The statement that is unreachable if the smoke test is proved, or -1. *)
let unreachable (wpo : Wpo.t) =
  if not (Wpo.is_smoke_test wpo) then -1
  else
    match WpPropId.unreachable_if_valid wpo.po_pid with
    | OLStmt (_, s) -> s.sid
    | OLContract _ | OLGlob _ -> -1

let part (wpo : Wpo.t) =
  match WpPropId.parts_of_id wpo.po_pid with
  | Some (k, n) -> Printf.sprintf "%d/%d" (k + 1) n
  | None -> ""

let row names stable (wpo : Wpo.t) =
  let ip = Wpo.get_property wpo in
  let name = names ip in
  let source = WpPropId.source_of_id wpo.po_pid in
  obj
    [
      ("id", str (Wpo.get_gid wpo));
      ("stable", str (stable name wpo));
      ("property", str name.Naming.key);
      ( "function",
        str
          (match Wpo.get_index wpo with
          | Axiomatic _ -> Free_result.function_of ip
          | Function (kf, _) -> Kernel_function.get_name kf) );
      ("kind", str (kind wpo ip));
      ("description", str (Wpo.get_label wpo));
      ("smoke", bool (is_question wpo));
      ("smoke_of", str (smoke_of ip));
      ("doomed", strings (doomed names wpo));
      ("unreachable", int (unreachable wpo));
      ("part", str (part wpo));
      ("loc", position source source);
      ("status", str (status wpo));
      ("prover", str (proved_by wpo));
      ("results", list result (Wpo.get_results wpo));
      ("warnings", list warning (Wpo.warnings wpo));
      ( "deps",
        strings
          (List.sort_uniq compare
             (List.map (fun p -> (names p).Naming.key) (hypotheses wpo))) );
    ]

let rows () =
  let find = Naming.index (Naming.all ()) in
  let names ip =
    match find ip with Some n -> n | None -> Naming.single ip
  in
  let goals = ref [] in
  Wpo.iter_on_goals (fun w -> goals := w :: !goals);
  let goals =
    List.sort (fun a b -> compare (Wpo.get_gid a) (Wpo.get_gid b)) !goals
  in
  (* Several goals of one property are numbered in the order of their names. *)
  let seen = Hashtbl.create 97 in
  let stable (name : Naming.name) wpo =
    let base =
      if is_question wpo then name.stable ^ "/smoke" else name.stable
    in
    let n = Option.value ~default:0 (Hashtbl.find_opt seen base) in
    Hashtbl.replace seen base (n + 1);
    if n = 0 then base else base ^ "." ^ string_of_int n
  in
  List.map (row names stable) goals
