open Cil_types

module Info = Cil_datatype.Logic_info

class uses =
  object
    inherit Visitor.frama_c_inplace
    val mutable found = []
    method found = found

    method! vlogic_info_use li =
      found <- li :: found;
      Cil.DoChildren
  end

let used_by li =
  match li.l_body with
  | LBterm t ->
      let v = new uses in
      ignore (Visitor.visitFramacTerm (v :> Visitor.frama_c_visitor) t);
      v#found
  | LBpred p ->
      let v = new uses in
      ignore (Visitor.visitFramacPredicate (v :> Visitor.frama_c_visitor) p);
      v#found
  | LBnone | LBreads _ | LBinductive _ -> []

(* Everything a definition uses, itself only if it is used. *)
let reached li =
  let seen = Info.Hashtbl.create 7 in
  let rec from l =
    List.iter
      (fun m ->
        if not (Info.Hashtbl.mem seen m) then begin
          Info.Hashtbl.add seen m ();
          if not (Info.equal m li) then from m
        end)
      (used_by l)
  in
  from li;
  seen

let reaches_itself li = Info.Hashtbl.mem (reached li) li

let only_through_itself li =
  Info.Hashtbl.fold
    (fun m () ok ->
      ok && (Info.equal m li || not (List.exists (Info.equal li) (used_by m))))
    (reached li) true

(* A sum of formals with integer factors, and a constant. *)
type linear = { factors : (int * Integer.t) list; constant : Integer.t }

let constant c = { factors = []; constant = c }

let combine f a b =
  let get l v = Option.value ~default:Integer.zero (List.assoc_opt v l.factors) in
  let keys =
    List.sort_uniq compare (List.map fst a.factors @ List.map fst b.factors)
  in
  {
    factors =
      List.filter_map
        (fun v ->
          let c = f (get a v) (get b v) in
          if Integer.is_zero c then None else Some (v, c))
        keys;
    constant = f a.constant b.constant;
  }

let add = combine Integer.add
let sub = combine Integer.sub

let rec linear formals t =
  match t.term_node with
  | TLval (TVar v, TNoOffset)
    when List.exists (fun f -> f.lv_id = v.lv_id) formals ->
      Some { factors = [ (v.lv_id, Integer.one) ]; constant = Integer.zero }
  | TLogic_coerce (Linteger, t) -> linear formals t
  | TUnOp (Neg, t) ->
      Option.map (sub (constant Integer.zero)) (linear formals t)
  | TBinOp (((PlusA | MinusA) as op), a, b) -> (
      match (linear formals a, linear formals b) with
      | Some a, Some b -> Some ((if op = PlusA then add else sub) a b)
      | _ -> None)
  | _ -> Option.map constant (Logic_utils.constFoldTermToInt t)

(* Conditions, as linear forms that are at least zero. *)
let at_least formals rel a b =
  match (linear formals a, linear formals b) with
  | Some a, Some b -> (
      let one = constant Integer.one in
      match rel with
      | `Le -> [ sub b a ]
      | `Lt -> [ sub (sub b a) one ]
      | `Ge -> [ sub a b ]
      | `Gt -> [ sub (sub a b) one ]
      | `Eq -> [ sub a b; sub b a ]
      | `Ne -> [])
  | _ -> []

let negated = function
  | `Le -> `Gt | `Lt -> `Ge | `Ge -> `Lt | `Gt -> `Le | `Eq -> `Ne | `Ne -> `Eq

let of_relation = function
  | Rle -> `Le | Rlt -> `Lt | Rge -> `Ge | Rgt -> `Gt | Req -> `Eq | Rneq -> `Ne

let of_binop = function
  | Le -> Some `Le | Lt -> Some `Lt | Ge -> Some `Ge | Gt -> Some `Gt
  | Eq -> Some `Eq | Ne -> Some `Ne | _ -> None

let rec from_term formals holds t =
  match t.term_node with
  | TBinOp (LAnd, a, b) when holds ->
      from_term formals holds a @ from_term formals holds b
  | TBinOp (LOr, a, b) when not holds ->
      from_term formals holds a @ from_term formals holds b
  | TUnOp (LNot, a) -> from_term formals (not holds) a
  | TCastE (_, a) | TLogic_coerce (_, a) -> from_term formals holds a
  | TBinOp (op, a, b) -> (
      match of_binop op with
      | Some r -> at_least formals (if holds then r else negated r) a b
      | None -> [])
  | _ -> []

let rec from_predicate formals holds p =
  let again = from_predicate formals in
  match p.pred_content with
  | Prel (r, a, b) ->
      let r = of_relation r in
      at_least formals (if holds then r else negated r) a b
  | Pand (p, q) when holds -> again holds p @ again holds q
  | Por (p, q) when not holds -> again holds p @ again holds q
  | Pimplies (p, q) when not holds -> again true p @ again false q
  | Pnot p -> again (not holds) p
  | _ -> []

(* Every recursive application with what is known where it stands. *)
let applications li =
  let formals = li.l_profile in
  let found = ref [] in
  let note l args known =
    if Info.equal l li then found := (args, known) :: !found
  in
  let rec term known t =
    match t.term_node with
    | Tif (c, a, b) ->
        term known c;
        term (from_term formals true c @ known) a;
        term (from_term formals false c @ known) b
    | Tapp (l, _, args) ->
        note l args known;
        List.iter (term known) args
    | _ -> inside known (fun v -> Visitor.visitFramacTerm v t)
  and predicate known p =
    match p.pred_content with
    | Pand (p, q) ->
        predicate known p;
        predicate (from_predicate formals true p @ known) q
    | Pimplies (p, q) ->
        predicate known p;
        predicate (from_predicate formals true p @ known) q
    | Por (p, q) ->
        predicate known p;
        predicate (from_predicate formals false p @ known) q
    | Pif (c, p, q) ->
        term known c;
        predicate (from_term formals true c @ known) p;
        predicate (from_term formals false c @ known) q
    | Papp (l, _, args) ->
        note l args known;
        List.iter (term known) args
    | _ -> inside known (fun v -> Visitor.visitFramacPredicate v p)
  (* Goes one level down and leaves the parts to [term] and [predicate]. *)
  and inside : 'a. _ -> (Visitor.frama_c_visitor -> 'a) -> unit =
   fun known visit ->
    let top = ref true in
    let part walk x =
      if !top then begin
        top := false;
        Cil.DoChildren
      end
      else begin
        walk known x;
        Cil.SkipChildren
      end
    in
    let v =
      object
        inherit Visitor.frama_c_inplace
        method! vterm t = part term t
        method! vpredicate p = part predicate p
      end
    in
    ignore (visit (v :> Visitor.frama_c_visitor))
  in
  (match li.l_body with
  | LBterm t -> term [] t
  | LBpred p -> predicate [] p
  | LBnone | LBreads _ | LBinductive _ -> ());
  !found

let measures formals =
  let var v = { factors = [ (v.lv_id, Integer.one) ]; constant = Integer.zero } in
  let vars = List.map var formals in
  vars
  @ List.map (sub (constant Integer.zero)) vars
  @ List.concat_map (fun a -> List.map (sub a) vars) vars

let substitute args formals m =
  List.fold_left2
    (fun sum f a ->
      match (sum, List.assoc_opt f.lv_id m.factors) with
      | None, _ -> None
      | Some _, None -> sum
      | Some s, Some factor ->
          Option.map
            (fun l ->
              add s
                {
                  factors =
                    List.map (fun (v, c) -> (v, Integer.mul factor c)) l.factors;
                  constant = Integer.mul factor l.constant;
                })
            (linear formals a))
    (Some (constant m.constant))
    formals args

let decreases formals m (args, known) =
  List.compare_lengths formals args = 0
  && (match substitute args formals m with
     | None -> false
     | Some after ->
         let change = sub after m in
         change.factors = [] && Integer.lt change.constant Integer.zero)
  && List.exists (fun k -> (sub k m).factors = []) known

(* One measure, bounded below by the guard of every recursive application and
   smaller in each. Recursion through other definitions is left unchecked. *)
let is_structural li =
  let direct = applications li in
  direct <> []
  && only_through_itself li
  && List.exists
       (fun m ->
         m.factors <> [] && List.for_all (decreases li.l_profile m) direct)
       (measures li.l_profile)
