open Cil_types

type value = Is_result | Number of Integer.t

(* What formals of definitions stand for; [None]: something else. *)
type env = (int * value option) list

let rec value (env : env) depth t =
  match t.term_node with
  | TLval (TResult _, TNoOffset) -> Some Is_result
  | TLval (TVar v, TNoOffset) ->
      Option.join (List.assoc_opt v.lv_id env)
  | TLogic_coerce (_, t) | Tat (t, BuiltinLabel (Here | Post)) ->
      value env depth t
  | Tapp ({ l_body = LBterm body; _ } as li, _, args)
    when depth < Assigned_place.max_depth ->
      value (bind env depth li args) (depth + 1) body
  | Tlet ({ l_profile = []; l_body = LBterm d; _ } as li, t) ->
      value ((li.l_var_info.lv_id, value env depth d) :: env) depth t
  | _ ->
      Option.map (fun n -> Number n) (Logic_utils.constFoldTermToInt t)

and bind env depth li args =
  if List.compare_lengths li.l_profile args <> 0 then []
  else
    List.map2 (fun v a -> (v.lv_id, value env depth a)) li.l_profile args

let relation = function
  | Rlt -> Integer.lt
  | Rgt -> Integer.gt
  | Rle -> Integer.le
  | Rge -> Integer.ge
  | Req -> Integer.equal
  | Rneq -> fun a b -> not (Integer.equal a b)

exception Not_literal

(* The truth of a predicate for one result; [note] hears of each literal. *)
let rec holds note env depth result p =
  let again = holds note env depth result in
  (* Both sides are looked at, so that all literals are heard of. *)
  let both p q f =
    let a = again p in
    let b = again q in
    f a b
  in
  match p.pred_content with
  | Ptrue -> true
  | Pfalse -> false
  | Prel (r, a, b) -> (
      let number = function
        | Some Is_result -> result
        | Some (Number n) ->
            note n;
            n
        | None -> raise Not_literal
      in
      match (value env depth a, value env depth b) with
      | None, _ | _, None -> raise Not_literal
      | a, b ->
          let x = number a in
          relation r x (number b))
  | Pand (p, q) -> both p q ( && )
  | Por (p, q) -> both p q ( || )
  | Pxor (p, q) -> both p q ( <> )
  | Pimplies (p, q) -> both p q (fun a b -> (not a) || b)
  | Piff (p, q) -> both p q ( = )
  | Pnot p -> not (again p)
  | Pat (p, BuiltinLabel (Here | Post)) -> again p
  | Papp ({ l_body = LBpred body; _ } as li, _, args)
    when depth < Assigned_place.max_depth ->
      holds note (bind env depth li args) (depth + 1) result body
  | Plet ({ l_profile = []; l_body = LBterm d; _ } as li, p) ->
      holds note
        ((li.l_var_info.lv_id, value env depth d) :: env)
        depth result p
  | _ -> raise Not_literal

type t = { env : env; p : predicate }

let of_predicate p = { env = []; p }

let test c v =
  match holds ignore c.env 0 v c.p with
  | b -> Some b
  | exception Not_literal -> None

let literals c =
  let found = ref [] in
  match
    holds (fun n -> found := n :: !found) c.env 0 Integer.zero c.p
  with
  | _ -> Some !found
  | exception Not_literal -> None

(* A clause as conjuncts, through the predicates that it applies. *)
let rec conjuncts_from depth c =
  match c.p.pred_content with
  | Pand (p, q) ->
      conjuncts_from depth { c with p } @ conjuncts_from depth { c with p = q }
  | Papp ({ l_body = LBpred body; _ } as li, _, args)
    when depth < Assigned_place.max_depth
         && List.compare_lengths li.l_profile args = 0 ->
      conjuncts_from (depth + 1) { env = bind c.env depth li args; p = body }
  | _ -> [ c ]

let conjuncts = conjuncts_from 0

(* In a conjunct, through the formals of the predicate it came from. *)
let speaks_of_result c =
  Postconditions.speaks_of_result c.p
  || Cil_datatype.Logic_var.Set.exists
       (fun v -> List.assoc_opt v.lv_id c.env = Some (Some Is_result))
       (Cil.extract_free_logicvars_from_predicate c.p)

(* The results that a conjunct with other things in it ties to these: those
   its comparisons of [\result] with literals hold of; all of them when it
   does anything else with [\result]. *)
let related values c =
  let rec of_predicate env depth p =
    let here = { env; p } in
    if not (speaks_of_result here) then []
    else
      match (test here Integer.zero, p.pred_content) with
      | Some _, _ -> List.filter (fun v -> test here v = Some true) values
      | None, (Pand (p, q) | Por (p, q) | Pxor (p, q) | Pimplies (p, q)
              | Piff (p, q)) ->
          of_predicate env depth p @ of_predicate env depth q
      | None, Pif (c, p, q) when not (Postconditions.term_speaks_of_result c) ->
          of_predicate env depth p @ of_predicate env depth q
      | None, (Pnot p | Pat (p, BuiltinLabel (Here | Post))) ->
          of_predicate env depth p
      | None, Papp ({ l_body = LBpred body; _ } as li, _, args)
        when depth < Assigned_place.max_depth
             && List.compare_lengths li.l_profile args = 0 ->
          of_predicate (bind env depth li args) (depth + 1) body
      | None, _ -> values
  in
  of_predicate c.env 0 c.p

let is_literal c = literals c <> None

let bounds typ =
  let of_kind k =
    let bits = Cil.bitsSizeOfInt k in
    if k = IBool then (Integer.zero, Integer.one)
    else if Cil.isSigned k then
      (Cil.min_signed_number bits, Cil.max_signed_number bits)
    else (Integer.zero, Cil.max_unsigned_number bits)
  in
  match Cil.unrollType typ with
  | TInt (k, _) -> Some (of_kind k)
  | TEnum (e, _) -> Some (of_kind e.ekind)
  | _ -> None

(* Is a literal predicate true of every value of the type? *)
let is_tautology (low, high) c =
  match literals c with
  | None -> false
  | Some literals ->
      let around =
        List.concat_map
          (fun n -> [ Integer.pred n; n; Integer.succ n ])
          literals
      in
      List.for_all
        (fun v ->
          Integer.lt v low || Integer.gt v high || test c v = Some true)
        (low :: high :: around)

let most_values = 8

(* The few results that literal predicates leave, or [None] for many. The truth
   of such a predicate changes at a literal or right behind one, so that only
   there a value can follow one that is ruled out. *)
let few_values (low, high) literal =
  let allowed v = List.for_all (fun c -> test c v = Some true) literal in
  let changes =
    List.concat (List.filter_map literals literal)
    |> List.concat_map (fun n -> [ n; Integer.succ n ])
    |> List.sort_uniq Integer.compare
  in
  let rec from v found =
    if List.length found > most_values then None
    else if Integer.gt v high then Some (List.rev found)
    else if allowed v then from (Integer.succ v) (v :: found)
    else
      match List.find_opt (fun n -> Integer.gt n v) changes with
      | Some next -> from next found
      | None -> Some (List.rev found)
  in
  if literal = [] then None else from low []
