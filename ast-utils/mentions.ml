open Cil_types

type context = {
  env : Assigned_place.env;
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
    env = Assigned_place.bind ctx.env ctx.depth li args;
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
      if ctx.final then List.iter note (Assigned_place.places ctx.env ctx.depth lv);
      Cil.DoChildren

    (* Addresses and validity say nothing of what is stored there. *)
    method private address (host, off) =
      (match host with
      | TMem t ->
          ignore
            (Visitor.visitFramacTerm (self :> Visitor.frama_c_visitor) t)
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
          let env = Assigned_place.bind_let ctx.env ctx.depth li in
          self#within { ctx with env }
      | _ -> Cil.DoChildren

    method! vpredicate p =
      match p.pred_content with
      | Pat (_, label) -> self#within { ctx with final = is_final ctx label }
      | Papp (li, labels, args) ->
          self#application li labels args;
          Cil.DoChildren
      | Plet (li, _) ->
          let env = Assigned_place.bind_let ctx.env ctx.depth li in
          self#within { ctx with env }
      | _ -> Cil.DoChildren

    method private application li labels args =
      if ctx.depth < Assigned_place.max_depth then begin
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
                    (fun p -> note (Assigned_place.target p))
                    (Assigned_place.pointers ctx.env ctx.depth a))
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
           c.Postconditions.says))
    (Postconditions.clauses kf);
  !found

let places_of t =
  let rec go t =
    match t.term_node with
    | TLval lv -> Assigned_place.places [] 0 lv
    | Tunion ts | Tinter ts -> List.concat_map go ts
    | TCastE (_, t) | TLogic_coerce (_, t) | Tat (t, _) -> go t
    | Tcomprehension (t, _, _) -> go t
    | _ -> []
  in
  go t

let speak_of mentions t =
  match places_of t with
  | [] -> false
  | places ->
      List.for_all (fun p -> List.exists (Assigned_place.related p) mentions) places
