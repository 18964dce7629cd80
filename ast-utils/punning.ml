open Cil_types

(* Scalar types as the aliasing rules of C see them. *)
module Scalars = struct
  type t = Int of ikind | Real of fkind | Pointer

  let name = function
    | Int k -> Construct.text Printer.pp_typ (TInt (k, []))
    | Real k -> Construct.text Printer.pp_typ (TFloat (k, []))
    | Pointer -> "pointer"

  let rec inside seen t =
    match Cil.unrollType t with
    | TInt (k, _) -> [ Int k ]
    | TEnum (e, _) -> [ Int e.ekind ]
    | TFloat (k, _) -> [ Real k ]
    | TPtr _ | TFun _ | TBuiltin_va_list _ -> [ Pointer ]
    | TArray (t, _, _) -> inside seen t
    | TComp (c, _) when not (List.mem c.ckey seen) ->
        List.concat_map
          (fun f -> inside (c.ckey :: seen) f.ftype)
          (Option.value ~default:[] c.cfields)
        |> List.sort_uniq compare
    | TComp _ | TVoid _ | TNamed _ -> []

  let of_type = inside []
  let is_char = function Int (IChar | ISChar | IUChar) -> true | _ -> false

  let may_alias a b =
    a <> b
    && (is_char a || is_char b
       ||
       match (a, b) with
       | Int j, Int k -> Cil.unsignedVersionOf j = Cil.unsignedVersionOf k
       | _ -> false)
end

type access = {
  lval : lval;
  scalars : Scalars.t list;
  writes : bool;
  at : location;
  direct : bool;  (** of a variable by name, not through a pointer *)
  bases : Pointer_origins.t list;
}

class finder origins taken =
  object (self)
    inherit Visitor.frama_c_inplace
    val mutable found = []
    val mutable casts = []
    val seen = Hashtbl.create 17
    method found = List.rev found
    method casts = casts

    method private add writes ((host, _) as lval) =
      let bases =
        match host with
        | Var v when taken v ->
            [ { Pointer_origins.root = Object v; key = "&" ^ v.vname } ]
        | Var _ -> []
        | Mem e -> origins e
      in
      let typ = Cil.typeOfLval lval in
      let scalars =
        if Cil.isFunctionType typ then [] else Scalars.of_type typ
      in
      (* One access of each sort: elements of one array are all alike. *)
      let field =
        match snd lval with
        | Field (f, _) -> (f.fcomp.ckey, f.fname)
        | NoOffset | Index _ -> (-1, "")
      in
      let keys = List.map (fun (o : Pointer_origins.t) -> o.key) bases in
      let sort = (writes, scalars, field, List.sort_uniq compare keys) in
      if keys <> [] && scalars <> [] && not (Hashtbl.mem seen sort) then begin
        Hashtbl.add seen sort ();
        let at =
          match self#current_stmt with
          | Some s -> Cil_datatype.Stmt.loc s
          | None -> Cil_datatype.Location.unknown
        in
        let direct = match host with Var _ -> true | Mem _ -> false in
        found <- { lval; scalars; writes; at; direct; bases } :: found
      end

    method! vinst i =
      (match i with
      | Set (lv, _, _) | Call (Some lv, _, _, _) -> self#add true lv
      | Local_init (v, _, _) -> self#add true (Var v, NoOffset)
      | Asm (_, _, Some { asm_outputs; _ }, _) ->
          List.iter (fun (_, _, lv) -> self#add true lv) asm_outputs
      | _ -> ());
      Cil.DoChildren

    method! vcode_annot _ = Cil.SkipChildren
    method! vspec _ = Cil.SkipChildren

    method! vexpr e =
      (match e.enode with
      | Lval lv -> self#add false lv
      | CastE (t, source) when Cil.isPointerType t ->
          let rec innermost e =
            match e.enode with
            | CastE (t, e) when Cil.isVoidPtrType t -> innermost e
            | _ -> Cil.typeOf e
          in
          let from = innermost source in
          if Cil.isPointerType from then
            casts <-
              ( Scalars.of_type (Cil.typeOf_pointed t),
                Scalars.of_type (Cil.typeOf_pointed from) )
              :: casts
      | _ -> ());
      Cil.DoChildren
  end

let cast_between casts a b =
  List.exists
    (fun (s, t) ->
      s <> t
      && ((List.mem a s && List.mem b t) || (List.mem a t && List.mem b s)))
    casts

(* Two fields of one structure never overlap (unions are another fact). *)
let fields_of_one a b =
  match (snd a.lval, snd b.lval) with
  | Field (f, _), Field (g, _) ->
      f.fcomp.ckey = g.fcomp.ckey && f.fcomp.cstruct
  | _ -> false

let apart separated a b (o : Pointer_origins.t) (p : Pointer_origins.t) =
  match (o.root, p.root) with
  | Constant, _ | _, Constant -> true
  | Object v, Object w when not (Cil_datatype.Varinfo.equal v w) -> true
  | (Object v, Variable w | Variable w, Object v)
    when (not v.vglob) && w.vformal ->
      true
  | Fresh, (Variable _ | Object _) | (Variable _ | Object _), Fresh -> true
  | Fresh, Fresh -> o.key <> p.key
  | _ ->
      (o.key = p.key && fields_of_one a b)
      || List.mem (o.key, p.key) separated
      || List.mem (p.key, o.key) separated

let conflict casts separated a b =
  if not (a.writes || b.writes) then None
  else if a.direct && b.direct then
    (* By name, each with its own type; unions are another fact. *)
    None
  else if
    List.for_all
      (fun o -> List.for_all (apart separated a b o) b.bases)
      a.bases
  then None
  else
    List.find_map
      (fun s ->
        List.find_map
          (fun t ->
            if Scalars.may_alias s t || (s <> t && cast_between casts s t)
            then Some (s, t)
            else None)
          b.scalars)
      a.scalars

let show a =
  (if a.writes then "write of " else "read of ")
  ^ Construct.text Printer.pp_lval a.lval

(* One fact for each pair of types: more of them say nothing new. *)
let check (emit : Construct.emit) taken fd =
  let finder = new finder (Pointer_origins.of_exp fd taken) taken in
  ignore (Visitor.visitFramacFunction (finder :> Visitor.frama_c_visitor) fd);
  let separated = Pointer_origins.separated_by (Globals.Functions.get fd.svar) in
  let seen = Hashtbl.create 7 in
  let pair a b =
    match conflict finder#casts separated a b with
    | None -> ()
    | Some (s, t) ->
        let types = List.sort compare [ Scalars.name s; Scalars.name t ] in
        let name = String.concat ", " types in
        if not (Hashtbl.mem seen name) then begin
          Hashtbl.add seen name ();
          let at = if a.writes then a.at else b.at in
          emit ~kf:fd.svar.vname Type_punning at name
            ~detail:(show a ^ " and " ^ show b)
        end
  in
  let rec all = function
    | [] -> ()
    | a :: rest ->
        List.iter (pair a) rest;
        all rest
  in
  all finder#found
