open Cil_types

(* Applications are looked into up to this depth; a recursive definition says
   nothing new after the first round. *)
let max_depth = 20

type step = Deref | Index | Field of int * string

type root = Logic_var of int | Result

type t = { root : root; steps : step list }

(* Where a pointer leads: to what the value at a place points to, or to a
   place whose address was taken. *)
type pointer = Value_at of t | Address_of of t

let extend p steps = { p with steps = p.steps @ steps }

let rec offset = function
  | TNoOffset -> []
  | TIndex (_, o) -> Index :: offset o
  | TField (f, o) -> Field (f.fcomp.ckey, f.fname) :: offset o
  | TModel (m, o) -> Field (-1, m.mi_name) :: offset o

let target = function
  | Value_at p -> extend p [ Deref ]
  | Address_of p -> p

(* One contains the other, or they are the same; what a pointer leads to is
   not part of the pointer. *)
let related a b =
  let rec prefix xs ys =
    match (xs, ys) with
    | [], rest | rest, [] -> not (List.mem Deref rest)
    | x :: xs, y :: ys -> x = y && prefix xs ys
  in
  a.root = b.root && prefix a.steps b.steps

(* [env] gives the pointers that formals of definitions stand for. *)
type env = (int * pointer list) list

let rec pointers (env : env) depth t =
  let again = pointers env depth in
  match t.term_node with
  | TLval (TVar v, TNoOffset) -> (
      match List.assoc_opt v.lv_id env with
      | Some ps -> ps
      | None -> [ Value_at { root = Logic_var v.lv_id; steps = [] } ])
  | TLval lv -> List.map (fun p -> Value_at p) (places env depth lv)
  | TAddrOf lv -> List.map (fun p -> Address_of p) (places env depth lv)
  | TStartOf lv ->
      List.map
        (fun p -> Address_of (extend p [ Index ]))
        (places env depth lv)
  | TBinOp ((PlusPI | MinusPI), t, _)
  | TCastE (_, t)
  | TLogic_coerce (_, t)
  | Tat (t, _) ->
      again t
  | Tif (_, a, b) -> again a @ again b
  | Tunion ts | Tinter ts -> List.concat_map again ts
  | Tlet (li, t) -> pointers (bind_let env depth li) depth t
  | Tapp ({ l_body = LBterm body; _ } as li, _, args) when depth < max_depth ->
      pointers (bind env depth li args) (depth + 1) body
  | _ -> []

and places env depth (host, off) =
  let steps = offset off in
  match host with
  | TVar v -> (
      match List.assoc_opt v.lv_id env with
      | None -> [ { root = Logic_var v.lv_id; steps } ]
      | Some ps ->
          List.filter_map
            (function
              | Value_at p -> Some (extend p steps) | Address_of _ -> None)
            ps)
  | TResult _ -> [ { root = Result; steps } ]
  | TMem t ->
      List.map
        (fun p -> extend (target p) steps)
        (pointers env depth t)

and bind env depth li args =
  if List.compare_lengths li.l_profile args <> 0 then env
  else
    List.map2 (fun v a -> (v.lv_id, pointers env depth a)) li.l_profile args
    @ env

and bind_let env depth li =
  match (li.l_profile, li.l_body) with
  | [], LBterm t -> (li.l_var_info.lv_id, pointers env depth t) :: env
  | _ -> env
