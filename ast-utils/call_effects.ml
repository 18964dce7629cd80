open Cil_types

type place =
  | Everything
  | Heap  (* what some pointer leads to *)
  | Global of varinfo
  | Through of int  (* what the n-th formal leads to *)

type t = { reads : place list; writes : place list }

let unknown = { reads = [ Everything ]; writes = [ Everything ] }
let nothing = { reads = []; writes = [] }

let key = function
  | Everything -> (0, 0)
  | Heap -> (1, 0)
  | Global v -> (2, v.vid)
  | Through n -> (3, n)

let normal places = List.sort_uniq (fun a b -> compare (key a) (key b)) places

(* Mostly nothing is new: a body names the same few places all the time. *)
let merge known places =
  let is_new p = not (List.exists (fun k -> key k = key p) known) in
  match List.filter is_new places with
  | [] -> known
  | fresh -> normal (fresh @ known)

let union a b =
  { reads = merge a.reads b.reads; writes = merge a.writes b.writes }

let same a b =
  List.equal (fun x y -> key x = key y) a.reads b.reads
  && List.equal (fun x y -> key x = key y) a.writes b.writes

let index_of formals v =
  let rec go n = function
    | [] -> None
    | f :: _ when Cil_datatype.Varinfo.equal f v -> Some n
    | _ :: rest -> go (n + 1) rest
  in
  go 0 formals

(* The place an address leads to; one that was loaded leads anywhere. *)
let rec pointed formals e =
  match e.enode with
  | Lval (Var v, NoOffset) -> (
      match index_of formals v with Some n -> [ Through n ] | None -> [ Heap ])
  | AddrOf (Var v, _) | StartOf (Var v, _) ->
      if v.vglob then [ Global v ] else [ Heap ]
  | AddrOf (Mem e, _) | StartOf (Mem e, _) | CastE (_, e)
  | BinOp ((PlusPI | MinusPI), e, _, _) ->
      pointed formals e
  | _ -> [ Heap ]

let place formals (host, _) =
  match host with
  | Var v -> if v.vglob then [ Global v ] else []
  | Mem e -> pointed formals e

(* Effects of a callee, seen from a call. A local whose address is passed
   stands for itself, as [Global]. *)
let at_call formals args effects =
  let here = function
    | Through n -> (
        match List.nth_opt args n with
        | None -> [ Heap ]
        | Some a -> (
            match (Cil.stripCasts a).enode with
            | AddrOf (Var v, _) | StartOf (Var v, _) -> [ Global v ]
            | _ -> pointed formals a))
    | p -> [ p ]
  in
  {
    reads = normal (List.concat_map here effects.reads);
    writes = normal (List.concat_map here effects.writes);
  }

let rec of_term formals t =
  let rec lead t =
    match t.term_node with
    | TLval (TVar { lv_origin = Some v; _ }, TNoOffset) -> (
        match index_of formals v with Some n -> Through n | None -> Heap)
    | TAddrOf (TVar { lv_origin = Some v; _ }, _)
    | TStartOf (TVar { lv_origin = Some v; _ }, _) ->
        if v.vglob then Global v else Heap
    | TBinOp ((PlusPI | MinusPI), t, _) | TCastE (_, t)
    | TAddrOf (TMem t, _) | TStartOf (TMem t, _) ->
        lead t
    | _ -> Heap
  in
  match t.term_node with
  | TLval (TVar { lv_origin = Some v; _ }, _) ->
      if v.vglob then [ Global v ] else []
  | TLval (TVar _, _) | TLval (TResult _, _) | TConst _ -> []
  | TLval (TMem t, _) -> [ lead t ]
  | Tunion ts | Tinter ts -> List.concat_map (of_term formals) ts
  | TCastE (_, t) | TLogic_coerce (_, t) | Tat (t, _) -> of_term formals t
  | Tempty_set -> []
  | _ -> [ Everything ]

let of_contract kf =
  let formals = Kernel_function.get_formals kf in
  let user e = Emitter.get_name e = Emitter.get_name Emitter.end_user in
  let defaults =
    Annotations.fold_assigns
      (fun e a acc -> if user e then a :: acc else acc)
      kf Cil.default_behavior_name []
  in
  let terms its = List.concat_map (fun it -> of_term formals it.it_content) its in
  match defaults with
  | [ Writes froms ] ->
      let writes = terms (List.map fst froms) in
      let reads =
        if froms = [] then [ Everything ]
        else
          List.concat_map
            (fun (_, deps) ->
              match deps with FromAny -> [ Everything ] | From l -> terms l)
            froms
      in
      Some { reads = normal reads; writes = normal writes }
  | _ -> None

let callee e =
  match e.enode with Lval (Var f, NoOffset) -> Some f | _ -> None

(* Walks code; [on_call] says what a call does there. *)
class walker formals on_call =
  object
    inherit Visitor.frama_c_inplace
    val mutable sum = nothing
    method sum = sum

    method! vinst i =
      let writes lv =
        sum <- union sum { nothing with writes = place formals lv }
      in
      (match i with
      | Set (lv, _, _) -> writes lv
      | Call (lv, f, args, _) ->
          Option.iter writes lv;
          sum <- union sum (on_call (callee f) args)
      | Local_init (v, ConsInit (f, args, k), _) ->
          let args =
            match k with
            | Plain_func -> args
            | Constructor -> Cil.mkAddrOfVi v :: args
          in
          sum <- union sum (on_call (Some f) args)
      | Asm _ -> sum <- union sum unknown
      | Local_init _ | Skip _ | Code_annot _ -> ());
      Cil.DoChildren

    method! vcode_annot _ = Cil.SkipChildren
    method! vspec _ = Cil.SkipChildren

    method! vlval lv =
      sum <- union sum { nothing with reads = place formals lv };
      Cil.DoChildren
  end

type table = t Cil_datatype.Varinfo.Hashtbl.t

let look (table : table) = function
  | None -> unknown
  | Some f -> (
      match Cil_datatype.Varinfo.Hashtbl.find_opt table f with
      | Some e -> e
      | None -> unknown)

(* The reads of a body are known better than any [from] clause tells. *)
let table () : table =
  let table = Cil_datatype.Varinfo.Hashtbl.create 97 in
  let declared = Cil_datatype.Varinfo.Hashtbl.create 97 in
  let bodies = ref [] in
  Globals.Functions.iter (fun kf ->
      let v = Kernel_function.get_vi kf in
      let contract = of_contract kf in
      Option.iter (Cil_datatype.Varinfo.Hashtbl.replace declared v) contract;
      if Kernel_function.is_definition kf then begin
        bodies := Kernel_function.get_definition kf :: !bodies;
        Cil_datatype.Varinfo.Hashtbl.replace table v nothing
      end
      else
        Cil_datatype.Varinfo.Hashtbl.replace table v
          (Option.value ~default:unknown contract));
  let round () =
    List.fold_left
      (fun changed fd ->
        let formals = fd.sformals in
        let walker =
          new walker formals (fun f args ->
              at_call formals args (look table f))
        in
        ignore (Visitor.visitFramacFunction (walker :> Visitor.frama_c_visitor) fd);
        let writes =
          match Cil_datatype.Varinfo.Hashtbl.find_opt declared fd.svar with
          | Some c -> c.writes
          | None -> walker#sum.writes
        in
        let now = { reads = walker#sum.reads; writes } in
        let before = Cil_datatype.Varinfo.Hashtbl.find table fd.svar in
        Cil_datatype.Varinfo.Hashtbl.replace table fd.svar now;
        changed || not (same now before))
      false !bodies
  in
  let rec settle () = if round () then settle () in
  settle ();
  table
