open Cil_types

type root =
  | Variable of varinfo  (* the value a variable holds, or what it leads to *)
  | Object of varinfo  (* the address of a variable *)
  | Constant  (* a string literal *)
  | Fresh  (* the result of an allocation *)
  | Anything

(* [key] is the pointer as text, without casts, offsets and ranges. *)
type t = { root : root; key : string }

let rec offset_key = function
  | NoOffset -> ""
  | Field (f, o) -> "." ^ f.fname ^ offset_key o
  | Index (_, o) -> "[]" ^ offset_key o

let rec term_offset_key = function
  | TNoOffset -> ""
  | TField (f, o) -> "." ^ f.fname ^ term_offset_key o
  | TModel (m, o) -> "." ^ m.mi_name ^ term_offset_key o
  | TIndex (_, o) -> "[]" ^ term_offset_key o

let through key offset = "*" ^ key ^ offset
let is_pointer t = Cil.isPointerType t || Cil.isArrayType t

(* Everything a function assigns to its plain variables. *)
let assignments fd =
  let table = Cil_datatype.Varinfo.Hashtbl.create 17 in
  let add v source = Cil_datatype.Varinfo.Hashtbl.add table v source in
  let result lv f =
    match lv with
    | Some (Var v, NoOffset) -> add v (`Result f)
    | _ -> ()
  in
  let called e =
    match e.enode with Lval (Var f, NoOffset) -> Some f | _ -> None
  in
  List.iter
    (fun s ->
      match s.skind with
      | Instr (Set ((Var v, NoOffset), e, _))
      | Instr (Local_init (v, AssignInit (SingleInit e), _)) ->
          add v (`Value e)
      | Instr (Call (lv, f, _, _)) -> result lv (called f)
      | Instr (Local_init (v, ConsInit (f, _, Plain_func), _)) ->
          add v (`Result (Some f))
      | Instr (Asm (_, _, Some { asm_outputs; _ }, _)) ->
          List.iter (fun (_, _, lv) -> result (Some lv) None) asm_outputs
      | _ -> ())
    fd.sallstmts;
  Cil_datatype.Varinfo.Hashtbl.find_all table

let rec var_origins assigned taken seen v =
  if List.exists (Cil_datatype.Varinfo.equal v) seen then []
  else
    let seen = v :: seen in
    let here =
      if v.vformal || v.vglob then [ { root = Variable v; key = v.vname } ]
      else if taken v then [ { root = Anything; key = v.vname } ]
      else []
    in
    let from = function
      | `Value e -> exp_origins assigned taken seen e
      | `Result (Some f) when Library_functions.allocates f ->
          [ { root = Fresh; key = "result of " ^ f.vname ^ " in " ^ v.vname } ]
      | `Result _ -> [ { root = Anything; key = v.vname } ]
    in
    here @ List.concat_map from (assigned v)

and exp_origins assigned taken seen e =
  let again = exp_origins assigned taken seen in
  match e.enode with
  | Lval (Var v, NoOffset) -> var_origins assigned taken seen v
  | Lval (Var v, o) -> [ { root = Variable v; key = v.vname ^ offset_key o } ]
  | Lval (Mem p, o) ->
      let loaded b =
        let root =
          match b.root with Variable _ as v -> v | _ -> Anything
        in
        { root; key = through b.key (offset_key o) }
      in
      List.map loaded (again p)
  | AddrOf (Var v, _) | StartOf (Var v, _) ->
      [ { root = Object v; key = "&" ^ v.vname } ]
  | AddrOf (Mem p, _) | StartOf (Mem p, _) -> again p
  | BinOp ((PlusPI | MinusPI), p, _, _) -> again p
  | CastE (_, p) when is_pointer (Cil.typeOf p) -> again p
  | Const (CStr _ | CWStr _) -> [ { root = Constant; key = "a literal" } ]
  | _ when Cil.isZero e -> []
  | _ -> [ { root = Anything; key = Construct.text Printer.pp_exp e } ]

let of_exp fd =
  let assigned = assignments fd in
  fun taken -> exp_origins assigned taken []

(* Keys of a term of a contract; formals of predicates stand for [env]. *)
let rec of_term env t =
  match t.term_node with
  | TLval (TVar v, o) -> (
      match (List.assoc_opt v.lv_id env, o) with
      | Some keys, TNoOffset -> keys
      | _ -> [ v.lv_name ^ term_offset_key o ])
  | TLval (TMem p, o) ->
      List.map (fun k -> through k (term_offset_key o)) (of_term env p)
  | TAddrOf (TVar v, _) | TStartOf (TVar v, _) -> [ "&" ^ v.lv_name ]
  | TAddrOf (TMem p, _) | TStartOf (TMem p, _) -> of_term env p
  | TBinOp ((PlusPI | MinusPI), p, _) -> of_term env p
  | TCastE (_, p) | TLogic_coerce (_, p) | Tat (p, _) -> of_term env p
  | Tunion ts -> List.concat_map (of_term env) ts
  | _ -> []

let rec pairs = function
  | [] -> []
  | ks :: rest ->
      List.concat_map
        (fun k -> List.concat_map (List.map (fun l -> (k, l))) rest)
        ks
      @ pairs rest

(* What a precondition separates, also inside the predicates it applies. *)
let rec separated env depth p =
  match p.pred_content with
  | Pseparated ts -> pairs (List.map (of_term env) ts)
  | Pand (p, q) -> separated env depth p @ separated env depth q
  | Pforall (_, { pred_content = Pimplies (_, p); _ }) | Pforall (_, p) ->
      separated env depth p
  | Papp ({ l_body = LBpred body; _ } as li, _, args)
    when depth < 20 && List.compare_lengths li.l_profile args = 0 ->
      let bind v a = (v.lv_id, of_term env a) in
      separated (List.map2 bind li.l_profile args) (depth + 1) body
  | Pat (p, _) -> separated env depth p
  | _ -> []

let separated_by kf =
  List.concat_map
    (fun b ->
      if b.b_assumes <> [] then []
      else
        List.concat_map
          (fun r -> separated [] 0 r.ip_content.tp_statement)
          b.b_requires)
    (Annotations.behaviors ~populate:false kf)

(* Variables whose address exists somewhere in the program: only these can be
   reached through a pointer. *)
let address_taken () =
  let taken = Cil_datatype.Varinfo.Hashtbl.create 97 in
  let finder =
    object
      inherit Visitor.frama_c_inplace

      method! vexpr e =
        (match e.enode with
        | AddrOf (Var v, _) | StartOf (Var v, _) ->
            Cil_datatype.Varinfo.Hashtbl.replace taken v ()
        | _ -> ());
        Cil.DoChildren
    end
  in
  Visitor.visitFramacFileSameGlobals
    (finder :> Visitor.frama_c_visitor)
    (Ast.get ());
  Cil_datatype.Varinfo.Hashtbl.mem taken
