open Cil_types

(* Postconditions, with the assumptions of their behaviour. *)
type clause = { assumes : predicate list; says : predicate }

let statement ip = ip.ip_content.tp_statement
let behaviors kf = Annotations.behaviors ~populate:false kf

let clauses kf =
  List.concat_map
    (fun b ->
      let assumes = List.map statement b.b_assumes in
      List.filter_map
        (fun (t, p) ->
          if t = Normal then Some { assumes; says = statement p } else None)
        b.b_post_cond)
    (behaviors kf)

(* Applications are looked into up to this depth; a recursive definition says
   nothing new after the first round. *)
let max_depth = 20

(* ---------------------------------------------------------------- *)

(* Memory locations, as far as they can be told apart by their form. *)
module Path = struct
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
end

(* ---------------------------------------------------------------- *)

(* Everything postconditions say of the state in which the function returns. *)
module Mentions = struct
  type context = {
    env : Path.env;
    labels : (logic_label * bool) list;
        (** of the definition we are in: is it the final state? *)
    final : bool;  (** are we speaking of the final state here? *)
    depth : int;
  }

  let start = { env = []; labels = []; final = true; depth = 0 }

  let is_final ctx label =
    match
      List.find_opt
        (fun (l, _) -> Cil_datatype.Logic_label.equal l label)
        ctx.labels
    with
    | Some (_, final) -> final
    | None -> (
        match label with
        | BuiltinLabel (Here | Post) -> ctx.final
        | BuiltinLabel (Old | Pre | Init | LoopEntry | LoopCurrent)
        | StmtLabel _ | FormalLabel _ ->
            false)

  (* The context inside a definition that is applied with these labels. *)
  let enter ctx li labels args =
    let given =
      match (li.l_labels, labels) with
      | [ l ], [] -> [ (l, ctx.final) ]
      | formal, actual when List.compare_lengths formal actual = 0 ->
          List.map2 (fun l a -> (l, is_final ctx a)) formal actual
      | _ -> []
    in
    {
      env = Path.bind ctx.env ctx.depth li args;
      labels = given;
      final = (match given with [ (_, final) ] -> final | _ -> false);
      depth = ctx.depth + 1;
    }

  (* [note] receives every place that is read in the final state. *)
  class reader note start =
    object (self)
      inherit Visitor.frama_c_inplace
      val mutable ctx : context = start

      method private within : 'a. context -> 'a Cil.visitAction =
        fun inner ->
          let before = ctx in
          ctx <- inner;
          Cil.DoChildrenPost
            (fun x ->
              ctx <- before;
              x)

      method! vterm_lval lv =
        if ctx.final then List.iter note (Path.places ctx.env ctx.depth lv);
        Cil.DoChildren

      (* Addresses and validity say nothing of what is stored there. *)
      method private address (host, off) =
        (match host with
        | TMem t -> ignore (Visitor.visitFramacTerm (self :> Visitor.frama_c_visitor) t)
        | TVar _ | TResult _ -> ());
        ignore
          (Visitor.visitFramacTermOffset (self :> Visitor.frama_c_visitor) off)

      method! vterm t =
        match t.term_node with
        | Tat (_, label) ->
            self#within { ctx with final = is_final ctx label }
        | TAddrOf lv | TStartOf lv ->
            self#address lv;
            Cil.SkipChildren
        | Tapp (li, labels, args) ->
            self#application li labels args;
            Cil.DoChildren
        | Tlet (li, _) ->
            self#within { ctx with env = Path.bind_let ctx.env ctx.depth li }
        | _ -> Cil.DoChildren

      method! vpredicate p =
        match p.pred_content with
        | Pat (_, label) -> self#within { ctx with final = is_final ctx label }
        | Papp (li, labels, args) ->
            self#application li labels args;
            Cil.DoChildren
        | Plet (li, _) ->
            self#within { ctx with env = Path.bind_let ctx.env ctx.depth li }
        | _ -> Cil.DoChildren

      method private application li labels args =
        if ctx.depth < max_depth then begin
          let inner = enter ctx li labels args in
          let visit x f =
            let reader = new reader note inner in
            ignore (f (reader :> Visitor.frama_c_visitor) x)
          in
          match li.l_body with
          | LBterm t -> visit t Visitor.visitFramacTerm
          | LBpred p -> visit p Visitor.visitFramacPredicate
          | LBreads its ->
              List.iter
                (fun it -> visit it.it_content Visitor.visitFramacTerm)
                its
          | LBnone | LBinductive _ ->
              (* Nothing says what it reads: what its pointers lead to, in each
                 of the states it is given. *)
              if List.exists snd inner.labels then
                List.iter
                  (fun a ->
                    List.iter
                      (fun p -> note (Path.target p))
                      (Path.pointers ctx.env ctx.depth a))
                  args
        end
    end

  let of_contract kf =
    let found = ref [] in
    let note p = if not (List.mem p !found) then found := p :: !found in
    List.iter
      (fun c ->
        ignore
          (Visitor.visitFramacPredicate
             (new reader note start :> Visitor.frama_c_visitor)
             c.says))
      (clauses kf);
    !found
end

let places_of t =
  let rec go t =
    match t.term_node with
    | TLval lv -> Path.places [] 0 lv
    | Tunion ts | Tinter ts -> List.concat_map go ts
    | TCastE (_, t) | TLogic_coerce (_, t) | Tat (t, _) -> go t
    | Tcomprehension (t, _, _) -> go t
    | _ -> []
  in
  go t

let is_mentioned mentions t =
  match places_of t with
  | [] -> false
  | places ->
      List.for_all (fun p -> List.exists (Path.related p) mentions) places

let mentioned kf t = is_mentioned (Mentions.of_contract kf) t

let is_result t =
  match t.term_node with TLval (TResult _, _) -> true | _ -> false

let assigned_unmentioned kf =
  let mentions = Mentions.of_contract kf in
  List.concat_map
    (fun b ->
      match b.b_assigns with
      | WritesAny -> []
      | Writes froms ->
          List.filter_map
            (fun (it, _) ->
              let t = it.it_content in
              if is_result t then None
              else
                Some
                  ( Format.asprintf "@[<h>%a@]" Printer.pp_identified_term it,
                    is_mentioned mentions t,
                    t.term_loc ))
            froms)
    (behaviors kf)

(* ---------------------------------------------------------------- *)

class result_finder =
  object
    inherit Visitor.frama_c_inplace
    val mutable found = false
    method found = found

    method! vterm_lhost h =
      (match h with TResult _ -> found <- true | TVar _ | TMem _ -> ());
      Cil.DoChildren
  end

let speaks_of_result p =
  let finder = new result_finder in
  ignore (Visitor.visitFramacPredicate (finder :> Visitor.frama_c_visitor) p);
  finder#found

let term_speaks_of_result t =
  let finder = new result_finder in
  ignore (Visitor.visitFramacTerm (finder :> Visitor.frama_c_visitor) t);
  finder#found

let result_predicates kf =
  List.filter_map
    (fun c ->
      if not (speaks_of_result c.says) then None
      else
        match c.assumes with
        | [] -> Some c.says
        | assumes ->
            Some
              (Logic_const.pimplies
                 (Logic_const.pold (Logic_const.pands assumes), c.says)))
    (clauses kf)

(* ---------------------------------------------------------------- *)

(* Predicates that compare [\result] with literals and do nothing else are
   decided here, by looking at the literals, their neighbours and the ends of
   the type: between two literals nothing changes. *)
module Literal = struct
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
    | Tapp ({ l_body = LBterm body; _ } as li, _, args) when depth < max_depth ->
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
    | Papp ({ l_body = LBpred body; _ } as li, _, args) when depth < max_depth ->
        holds note (bind env depth li args) (depth + 1) result body
    | Plet ({ l_profile = []; l_body = LBterm d; _ } as li, p) ->
        holds note
          ((li.l_var_info.lv_id, value env depth d) :: env)
          depth result p
    | _ -> raise Not_literal

  type t = { env : env; p : predicate }

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
  let rec conjuncts depth c =
    match c.p.pred_content with
    | Pand (p, q) ->
        conjuncts depth { c with p } @ conjuncts depth { c with p = q }
    | Papp ({ l_body = LBpred body; _ } as li, _, args)
      when depth < max_depth && List.compare_lengths li.l_profile args = 0 ->
        conjuncts (depth + 1) { env = bind c.env depth li args; p = body }
    | _ -> [ c ]

  (* In a conjunct, through the formals of the predicate it came from. *)
  let speaks_of_result c =
    speaks_of_result c.p
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
        | None, Pif (c, p, q) when not (term_speaks_of_result c) ->
            of_predicate env depth p @ of_predicate env depth q
        | None, (Pnot p | Pat (p, BuiltinLabel (Here | Post))) ->
            of_predicate env depth p
        | None, Papp ({ l_body = LBpred body; _ } as li, _, args)
          when depth < max_depth
               && List.compare_lengths li.l_profile args = 0 ->
            of_predicate (bind env depth li args) (depth + 1) body
        | None, _ -> values
    in
    of_predicate c.env 0 c.p
end

(* ---------------------------------------------------------------- *)

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
  match Literal.literals c with
  | None -> false
  | Some literals ->
      let around =
        List.concat_map
          (fun n -> [ Integer.pred n; n; Integer.succ n ])
          literals
      in
      List.for_all
        (fun v ->
          Integer.lt v low || Integer.gt v high
          || Literal.test c v = Some true)
        (low :: high :: around)

let most_values = 8

(* The few results that literal predicates leave, or [None] for many. The truth
   of such a predicate changes at a literal or right behind one, so that only
   there a value can follow one that is ruled out. *)
let literal_range (low, high) literal =
  let allowed v = List.for_all (fun c -> Literal.test c v = Some true) literal in
  let changes =
    List.concat (List.filter_map Literal.literals literal)
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

(* A complete clause over behaviours that speak of the result closes the cases. *)
let declared_complete kf speaking =
  List.exists
    (fun names ->
      names = [] || List.exists (fun n -> List.mem n speaking) names)
    (Annotations.complete ~populate:false kf)

let conjuncts_of clauses =
  List.concat_map
    (fun c -> Literal.conjuncts 0 { Literal.env = []; p = c.says })
    clauses
  |> List.filter Literal.speaks_of_result

let speaking_behaviors kf =
  List.filter_map
    (fun b ->
      if
        b.b_assumes <> []
        && List.exists
             (fun (t, p) -> t = Normal && speaks_of_result (statement p))
             b.b_post_cond
      then Some b.b_name
      else None)
    (behaviors kf)

let judge kf typ =
  let always, sometimes =
    List.partition (fun c -> c.assumes = []) (clauses kf)
  in
  let always = conjuncts_of always and sometimes = conjuncts_of sometimes in
  let bounds = bounds typ in
  let says_something c =
    match bounds with Some b -> not (is_tautology b c) | None -> true
  in
  let telling = List.filter says_something always in
  if always = [] && sometimes = [] then `None
  else if telling = [] && not (List.exists says_something sometimes) then
    `Suspicious "all it says of \\result is true of every value of the type"
  else if telling = [] && not (declared_complete kf (speaking_behaviors kf))
  then
    `Suspicious
      "only behaviors speak of \\result, and they are not declared complete"
  else
    let literal, mixed =
      List.partition (fun c -> Literal.literals c <> None) telling
    in
    match Option.bind bounds (fun b -> literal_range b literal) with
    | None -> `Constrained
    | Some values ->
        let tied = List.concat_map (Literal.related values) (mixed @ sometimes) in
        let free =
          List.filter (fun v -> not (List.exists (Integer.equal v) tied)) values
        in
        if List.length free >= 2 then
          `Suspicious
            (Printf.sprintf
               "it allows the values %s and does not say when each is returned"
               (String.concat ", " (List.map Integer.to_string free)))
        else `Constrained

(* ---------------------------------------------------------------- *)

let exempt kf =
  let rec driver seen kf =
    let v = Kernel_function.get_vi kf in
    v.vname = "main"
    || v.vstorage = Static
       && Kernel_function.is_definition kf
       && (not (List.exists (Kernel_function.equal kf) seen))
       && (not v.vaddrof)
       &&
       match Kernel_function.find_syntactic_callsites kf with
       | [] -> false
       | sites -> List.for_all (fun (k, _) -> driver (kf :: seen) k) sites
  in
  driver [] kf

let result_usage kf =
  let typ = Kernel_function.get_return_type kf in
  if Cil.isVoidType typ || exempt kf then `None else judge kf typ
