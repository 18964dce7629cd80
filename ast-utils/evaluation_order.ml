open Cil_types
open Call_effects

type element = {
  stmt : stmt;
  stores : lval list;
  loads : lval list;  (** as CIL records them, without an operand's own *)
  own : lval list;  (** every lvalue the element evaluates *)
  called : Call_effects.t;  (** effects of the calls inside *)
  calls : (exp list * Call_effects.t) list;
  kept : lval list;  (** what may be read after this element has set it *)
}

class calls_finder table =
  object
    inherit Visitor.frama_c_inplace
    val mutable calls = []
    val mutable lvals = []
    method calls = calls
    method lvals = lvals

    method! vinst i =
      let call f args =
        calls <- (args, at_call [] args (look table f)) :: calls
      in
      (match i with
      | Call (_, f, args, _) -> call (callee f) args
      | Local_init (_, ConsInit (f, args, _), _) -> call (Some f) args
      | _ -> ());
      Cil.DoChildren

    method! vcode_annot _ = Cil.SkipChildren

    method! vexpr e =
      (match e.enode with Lval lv -> lvals <- lv :: lvals | _ -> ());
      Cil.DoChildren
  end

let element table (stmt, kept, stores, loads, _) =
  let finder = new calls_finder table in
  ignore (Visitor.visitFramacStmt (finder :> Visitor.frama_c_visitor) stmt);
  {
    stmt;
    stores;
    loads;
    own = finder#lvals @ loads;
    called = List.fold_left (fun e (_, f) -> union e f) nothing finder#calls;
    calls = finder#calls;
    kept;
  }

let equal_lval a b = Cil_datatype.LvalStructEq.equal a b

(* Do a place of a callee and an lvalue of the caller meet? *)
let touches taken place (host, _) =
  match (place, host) with
  | (Global v, Var w) -> Cil_datatype.Varinfo.equal v w
  | Everything, Var w -> w.vglob || taken w
  | (Heap | Through _), Var w -> taken w
  | Global v, Mem _ -> taken v
  | (Everything | Heap | Through _), Mem _ -> true

let meet taken p q =
  match (p, q) with
  | Global v, Global w -> Cil_datatype.Varinfo.equal v w
  | Global v, (Heap | Through _) | (Heap | Through _), Global v -> taken v
  | Global v, Everything | Everything, Global v -> v.vglob || taken v
  | _ -> true

let some_touch taken places lvals =
  List.find_opt
    (fun lv -> List.exists (fun p -> touches taken p lv) places)
    lvals

let some_meet taken ps qs =
  List.exists (fun p -> List.exists (meet taken p) qs) ps

let overlap (h, o) (h', o') =
  match (h, h') with
  | Var v, Var w ->
      Cil_datatype.Varinfo.equal v w
      && (o = NoOffset || o' = NoOffset || equal_lval (h, o) (h', o'))
  | _ -> equal_lval (h, o) (h', o')

let temps lvals =
  List.filter_map
    (function Var v, NoOffset when v.vtemp -> Some v | _ -> None)
    lvals

class temps_set =
  object
    inherit Visitor.frama_c_inplace
    val mutable set = []
    method set = set

    method! vinst i =
      (match i with
      | Set ((Var v, NoOffset), _, _) | Call (Some (Var v, NoOffset), _, _, _)
        when v.vtemp ->
          set <- v :: set
      | _ -> ());
      Cil.DoChildren
  end

let defined e =
  let finder = new temps_set in
  ignore (Visitor.visitFramacStmt (finder :> Visitor.frama_c_visitor) e.stmt);
  finder#set

(* [later] uses a value that [first] computes, perhaps through others. *)
let depends elements first later =
  let mem vs v = List.exists (Cil_datatype.Varinfo.equal v) vs in
  let rec grow known = function
    | [] -> false
    | e :: rest ->
        let uses = List.exists (mem known) (temps e.own) in
        if e == later then uses
        else grow (if uses then defined e @ known else known) rest
  in
  let rec from = function
    | [] -> false
    | e :: rest -> if e == first then grow (defined first) rest else from rest
  in
  from elements

(* On one line; what is only evaluated has become an empty statement. *)
let show e =
  match e.stmt.skind with
  | Instr (Skip _) ->
      String.concat ", " (List.map (Construct.text Printer.pp_lval) e.loads)
  | _ ->
      Construct.text Printer.pp_stmt e.stmt
      |> String.split_on_char '\n' |> List.map String.trim
      |> String.concat " "

let calls e = e.calls <> []

(* The arguments of a call are evaluated before it whatever happens. *)
let foreign call lvals =
  let arguments = List.concat_map fst call.calls in
  let mine lv =
    List.exists
      (fun a ->
        match (Cil.stripCasts a).enode with
        | Lval l -> equal_lval l lv
        | _ -> false)
      arguments
  in
  List.filter (fun lv -> not (mine lv)) lvals

let is_skip e = match e.stmt.skind with Instr (Skip _) -> true | _ -> false

(* [first] stands before [later] in the sequence. *)
let conflict taken elements first later =
  let ordered = depends elements first later in
  let calls_meet =
    calls first && calls later && (not ordered)
    && (some_meet taken first.called.writes
          (later.called.writes @ later.called.reads)
       || some_meet taken later.called.writes first.called.reads)
  in
  let reads_of e other =
    let unset lv = not (List.exists (overlap lv) other.stores) in
    let own = List.filter unset e.own in
    if is_skip e then foreign other own else own
  in
  let call_reads caller other =
    if calls caller then
      some_touch taken caller.called.writes (reads_of other caller)
    else None
  in
  let call_stores caller other =
    if calls caller && not ordered then
      some_touch taken (caller.called.writes @ caller.called.reads) other.stores
    else None
  in
  let stores_meet =
    List.exists (fun s -> List.exists (overlap s) later.stores) first.stores
  in
  let load_after s e = List.exists (overlap s) e.loads in
  let kept s e = List.exists (overlap s) e.kept in
  let store_load =
    List.exists
      (fun s -> load_after s later && not (kept s later || kept s first))
      first.stores
    || List.exists
         (fun s -> load_after s first && not (kept s first || kept s later))
         later.stores
  in
  if calls_meet then Some "two calls with effects that meet"
  else if
    call_reads first later <> None || call_reads later first <> None
  then Some "a call changes what another operand reads"
  else if call_stores first later <> None || call_stores later first <> None
  then Some "a call uses what another operand changes"
  else if stores_meet then Some "the same object is changed twice"
  else if store_load then Some "an object is changed and read"
  else None

let check (emit : Construct.emit) table taken ~kf stmt sequence =
  let elements = List.map (element table) sequence in
  let rec first_conflict = function
    | [] -> None
    | e :: rest -> (
        match
          List.find_map
            (fun f ->
              Option.map
                (fun why -> (e, f, why))
                (conflict taken elements e f))
            rest
        with
        | Some _ as c -> c
        | None -> first_conflict rest)
  in
  match first_conflict elements with
  | None -> ()
  | Some (e, f, why) ->
      emit ~kf Unspecified_sequence
        (Cil_datatype.Stmt.loc stmt)
        why
        ~detail:(show e ^ " and " ^ show f)
