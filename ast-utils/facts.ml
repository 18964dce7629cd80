open Cil_types

type kind =
  | Asm
  | Attribute
  | Union_access
  | Bitfield
  | Type_punning
  | Unspecified_sequence
  | Pragma
  | Restrict
  | Libc_special
  | Variadic_call
  | Libc_call
  | Volatile_access
  | Float
  | Global_invariant
  | Type_invariant
  | Volatile_clause
  | Model_field
  | Stmt_contract
  | Admit
  | Calls_missing
  | Axiom
  | Axiomatic
  | Logic_recursion
  | Inductive
  | Ghost_function
  | Pointer_int_cast
  | Address_of_function
  | Noreturn_no_body
  | Alloca
  | Goto_backward
  | Goto_into_loop
  | Recursion

let string_of_kind = function
  | Asm -> "asm"
  | Attribute -> "attribute"
  | Union_access -> "union_access"
  | Bitfield -> "bitfield"
  | Type_punning -> "type_punning"
  | Unspecified_sequence -> "unspecified_sequence"
  | Pragma -> "pragma"
  | Restrict -> "restrict"
  | Libc_special -> "libc_special"
  | Variadic_call -> "variadic_call"
  | Libc_call -> "libc_call"
  | Volatile_access -> "volatile_access"
  | Float -> "float"
  | Global_invariant -> "global_invariant"
  | Type_invariant -> "type_invariant"
  | Volatile_clause -> "volatile_clause"
  | Model_field -> "model_field"
  | Stmt_contract -> "stmt_contract"
  | Admit -> "admit"
  | Calls_missing -> "calls_missing"
  | Axiom -> "axiom"
  | Axiomatic -> "axiomatic"
  | Logic_recursion -> "logic_recursion"
  | Inductive -> "inductive"
  | Ghost_function -> "ghost_function"
  | Pointer_int_cast -> "switch_to_pointer_int_cast"
  | Address_of_function -> "address_of_function"
  | Noreturn_no_body -> "noreturn_no_body"
  | Alloca -> "alloca"
  | Goto_backward -> "goto_backward"
  | Goto_into_loop -> "goto_into_loop"
  | Recursion -> "recursion"

type fact = {
  kind : string;
  kf : string;
  loc : location;
  name : string;
  detail : string;
}

type emit = ?kf:string -> ?detail:string -> kind -> location -> string -> unit

let text pp x = Format.asprintf "@[<h>%a@]" pp x
let has = Cil.hasAttribute
let inplace v = (v :> Visitor.frama_c_visitor)

(* What the Variadic plug-in made out of one function of the source has the
   name of that function as its original name; so has an inline function. *)
let source_name v =
  let generated = has "fc_stdlib_generated" v.vattr in
  if generated || v.vorig_name <> v.vname then v.vorig_name else v.vname

let is_defined v =
  match Globals.Functions.get v with
  | kf -> Kernel_function.is_definition kf
  | exception Not_found -> false

let user_functions () =
  Globals.Functions.fold
    (fun kf acc ->
      let v = Kernel_function.get_vi kf in
      if Kernel_function.is_definition kf && not (Compat.is_libc v.vattr) then
        Kernel_function.get_definition kf :: acc
      else acc)
    []

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
  Visitor.visitFramacFileSameGlobals (inplace finder) (Ast.get ());
  Cil_datatype.Varinfo.Hashtbl.mem taken

(* ---------------------------------------------------------------- *)

(* Attributes. CIL 25 keeps nearly all of them: on the variable, on the type
   (for many of a function: on its return type), on the struct or the field.
   [const] of a function is renamed "aconst". [alias] of a function becomes a
   body that calls the target, which is right; [vector_size] and C11's
   [_Alignas] and [_Atomic] are refused; attributes of statements and labels
   and everything on unused declarations are dropped. *)
module Attributes = struct
  (* Nothing is lost when these are ignored: warnings, hints to the optimiser
     and the linker that keep the meaning, calling conventions. *)
  let harmless =
    [
      "unused"; "maybe_unused"; "deprecated"; "unavailable"; "format";
      "format_arg"; "sentinel"; "warn_unused_result"; "nodiscard";
      "always_inline"; "noinline"; "noclone"; "noipa"; "no_icf"; "inline";
      "flatten"; "artificial"; "cold"; "hot"; "used"; "retain";
      "externally_visible"; "visibility"; "nothrow"; "leaf"; "access";
      "fallthrough"; "nonstring"; "designated_init"; "warn_if_not_aligned";
      "error"; "warning"; "diagnose_if"; "no_reorder"; "no_instrument_function";
      "no_profile_instrument_function"; "no_sanitize"; "no_sanitize_address";
      "no_address_safety_analysis"; "no_sanitize_thread";
      "no_sanitize_undefined"; "no_stack_protector"; "stack_protect";
      "no_split_stack"; "no_stack_limit"; "noplt"; "nocf_check"; "cf_check";
      "target"; "target_clones"; "tls_model"; "common"; "nocommon"; "cdecl";
      "stdcall"; "fastcall"; "thiscall"; "regparm"; "ms_abi"; "sysv_abi";
      "pcs"; "dllimport"; "dllexport"; "alloc_size"; "flag_enum";
      "enum_extensibility"; "thread"; "register"; "gnu_printf"; "overloadable";
      "annotate"; "swift_name"; "unsequenced"; "no_discard"; "pure_const";
    ]

  (* The analysis does what these ask for. *)
  let honoured =
    [ "packed"; "aligned"; "mode"; "const"; "volatile"; "ghost"; "static" ]

  (* Made by Frama-C; "restrict" and "noreturn" have facts of their own. *)
  let internal name =
    List.mem name
      [ "missingproto"; "arraylen"; "dummy"; "tmp"; "restrict"; "noreturn" ]
    || List.exists
         (fun p -> Extlib.string_prefix p name)
         [ "fc_"; "FC_"; "__fc_"; "frama_c_"; "FRAMA_C_"; "fraMa" ]

  let meaning =
    [
      ("cleanup", "runs a function at the end of the scope");
      ("constructor", "runs before main");
      ("destructor", "runs after main");
      ("alias", "names another object");
      ("aconst", "lets the compiler drop, merge and move calls");
      ("pure", "lets the compiler drop, merge and move calls");
      ("malloc", "promises that the result aliases nothing");
      ("weak", "may be replaced by another definition at link time");
      ("weakref", "refers to a definition that may be absent");
      ("ifunc", "is chosen when the program is loaded");
      ("scalar_storage_order", "changes the byte order");
      ("ms_struct", "changes the layout");
      ("gcc_struct", "changes the layout");
      ("section", "is placed by the linker");
      ("asm", "is known under another name, or lives in a register");
      ("naked", "has no prologue and epilogue");
      ("returns_twice", "may return more than once");
      ("vector_size", "is a vector");
      ("transparent_union", "changes how arguments are passed");
      ("may_alias", "may alias objects of other types");
      ("optimize", "is compiled with other options");
      ("nonnull", "lets the compiler drop tests for null");
      ("returns_nonnull", "lets the compiler drop tests for null");
      ("assume_aligned", "promises an alignment that nothing checks");
      ("alloc_align", "promises an alignment that nothing checks");
      ("gnu_inline", "may be replaced by another definition at link time");
      ("interrupt", "is called by hardware at any time");
      ("interrupt_handler", "is called by hardware at any time");
      ("signal", "is called by hardware at any time");
      ("isr", "is called by hardware at any time");
      ("no_init", "is not zero when the program starts");
      ("noinit", "is not zero when the program starts");
      ("persistent", "keeps its value over restarts");
    ]

  (* A function in an ordinary section is still that function; a variable
     may lose its initial value, or be run (".init_array"). *)
  let harmless_section is_function params =
    match params with
    | [ AStr s ] ->
        is_function
        && not (List.exists (fun p -> Extlib.string_prefix p s) [ ".init"; ".fini" ])
    | _ -> false

  let ignored ~is_function = function
    | AttrAnnot _ -> None
    | Attr (name, params) ->
        if List.mem name harmless || List.mem name honoured || internal name
        then None
        else if name = "section" && harmless_section is_function params then
          None
        else
          Some
            ( (if name = "aconst" then "const" else name),
              match List.assoc_opt name meaning with
              | Some m -> m
              | None -> "not on the list of harmless attributes" )

  (* The attributes written in a type itself, not those of what it names. *)
  let rec of_type t =
    match t with
    | TVoid a | TInt (_, a) | TFloat (_, a) | TNamed (_, a) | TComp (_, a)
    | TEnum (_, a) | TBuiltin_va_list a ->
        a
    | TPtr (t, a) | TArray (t, _, a) -> a @ of_type t
    | TFun (r, formals, _, a) ->
        a @ of_type r
        @ List.concat_map
            (fun (_, t, a) -> a @ of_type t)
            (Option.value ~default:[] formals)

  let report (emit : emit) ?kf ~is_function loc carrier attrs =
    List.iter
      (fun a ->
        match ignored ~is_function a with
        | None -> ()
        | Some (name, why) ->
            emit ?kf Attribute loc name ~detail:(carrier ^ ": " ^ why))
      attrs

  let var emit ?kf loc v =
    let is_function = Cil.isFunctionType v.vtype in
    let kf = if is_function then Some v.vname else kf in
    let carrier = (if is_function then "function " else "variable ") ^ v.vname in
    report emit ?kf ~is_function loc carrier (v.vattr @ of_type v.vtype)

  let promises_false kf =
    List.exists
      (fun b ->
        b.b_assumes = []
        && List.exists
             (fun (t, p) ->
               t = Normal
               && p.ip_content.tp_statement.pred_content = Pfalse)
             b.b_post_cond)
      (Annotations.behaviors ~populate:false kf)

  (* The compiler lets whatever follows a call fall away; a body that returns
     all the same is no contradiction for the analysis. *)
  let noreturn (emit : emit) loc v =
    if has "noreturn" v.vattr then
      match Globals.Functions.get v with
      | exception Not_found -> ()
      | kf when not (Kernel_function.is_definition kf) ->
          emit ~kf:v.vname Noreturn_no_body loc v.vname
      | kf when promises_false kf -> ()
      | _ ->
          emit Attribute ~kf:v.vname loc "noreturn"
            ~detail:
              ("function " ^ v.vname
             ^ ": nothing obliges the body not to return (ensures \\false)")

  let comp emit loc c =
    let carrier = Cil.compFullName c in
    report emit ~is_function:false loc carrier c.cattr;
    List.iter
      (fun f ->
        report emit ~is_function:false f.floc
          ("field " ^ f.fname ^ " of " ^ carrier)
          (f.fattr @ of_type f.ftype))
      (Option.value ~default:[] c.cfields)

  let fundec emit fd =
    let kf = fd.svar.vname in
    List.iter
      (fun v ->
        if not v.vtemp && v.vname <> "__retres" then var emit ~kf v.vdecl v)
      (fd.sformals @ fd.slocals)
end

(* ---------------------------------------------------------------- *)

(* Scalar types as the aliasing rules of C see them. *)
module Scalars = struct
  type t = Int of ikind | Real of fkind | Pointer

  let name = function
    | Int k -> text Printer.pp_typ (TInt (k, []))
    | Real k -> text Printer.pp_typ (TFloat (k, []))
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

(* ---------------------------------------------------------------- *)

(* Where pointers come from, within one function and without its callees. *)
module Origins = struct
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

  let allocates f =
    List.mem f.vname
      [ "malloc"; "calloc"; "realloc"; "aligned_alloc"; "alloca";
        "__builtin_alloca"; "__fc_vla_alloc"; "strdup"; "strndup" ]

  let rec of_var assigned taken seen v =
    if List.exists (Cil_datatype.Varinfo.equal v) seen then []
    else
      let seen = v :: seen in
      let here =
        if v.vformal || v.vglob then [ { root = Variable v; key = v.vname } ]
        else if taken v then [ { root = Anything; key = v.vname } ]
        else []
      in
      let from = function
        | `Value e -> of_exp assigned taken seen e
        | `Result (Some f) when allocates f ->
            [ { root = Fresh; key = "result of " ^ f.vname ^ " in " ^ v.vname } ]
        | `Result _ -> [ { root = Anything; key = v.vname } ]
      in
      here @ List.concat_map from (assigned v)

  and of_exp assigned taken seen e =
    let again = of_exp assigned taken seen in
    match e.enode with
    | Lval (Var v, NoOffset) -> of_var assigned taken seen v
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
    | _ -> [ { root = Anything; key = text Printer.pp_exp e } ]

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
end

(* ---------------------------------------------------------------- *)

(* Accesses of different scalar types that C lets alias. WP's typed models keep
   them apart without printing a hypothesis. *)
module Punning = struct
  type access = {
    lval : lval;
    scalars : Scalars.t list;
    writes : bool;
    at : location;
    bases : Origins.t list;
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
              [ { Origins.root = Object v; key = "&" ^ v.vname } ]
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
        let keys = List.map (fun (o : Origins.t) -> o.key) bases in
        let sort = (writes, scalars, field, List.sort_uniq compare keys) in
        if keys <> [] && scalars <> [] && not (Hashtbl.mem seen sort) then begin
          Hashtbl.add seen sort ();
          let at =
            match self#current_stmt with
            | Some s -> Cil_datatype.Stmt.loc s
            | None -> Cil_datatype.Location.unknown
          in
          found <- { lval; scalars; writes; at; bases } :: found
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

  let apart separated a b (o : Origins.t) (p : Origins.t) =
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

  let show a = (if a.writes then "write of " else "read of ") ^ text Printer.pp_lval a.lval

  (* One fact for each pair of types: more of them say nothing new. *)
  let check (emit : emit) taken fd =
    let assigned = Origins.assignments fd in
    let finder = new finder (Origins.of_exp assigned taken []) taken in
    ignore (Visitor.visitFramacFunction (inplace finder) fd);
    let separated = Origins.separated_by (Globals.Functions.get fd.svar) in
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
end

(* ---------------------------------------------------------------- *)

(* What functions read and write, as far as callers can tell. A contract with
   [assigns] is taken at its word (it is checked elsewhere), a body is looked
   into, and of anything else everything is feared. *)
module Effects = struct
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
          ignore (Visitor.visitFramacFunction (inplace walker) fd);
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
end

(* ---------------------------------------------------------------- *)

(* Operands whose order C leaves open. CIL puts them one after the other, but
   keeps what belonged to one full expression in an [UnspecifiedSequence]:
   calls of one argument list, both sides of an operator, initialisers. What
   it records as read and written of each element is right for assignments;
   the effects of calls it does not look at. *)
module Sequence = struct
  open Effects

  type element = {
    stmt : stmt;
    stores : lval list;
    loads : lval list;  (** as CIL records them, without an operand's own *)
    own : lval list;  (** every lvalue the element evaluates *)
    called : Effects.t;  (** effects of the calls inside *)
    calls : (exp list * Effects.t) list;
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
    ignore (Visitor.visitFramacStmt (inplace finder) stmt);
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
    ignore (Visitor.visitFramacStmt (inplace finder) e.stmt);
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
        String.concat ", " (List.map (text Printer.pp_lval) e.loads)
    | _ ->
        text Printer.pp_stmt e.stmt
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

  let check (emit : emit) table taken ~kf stmt sequence =
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
end

(* ---------------------------------------------------------------- *)

(* Recursive logic definitions. An ill-founded one has no model, and then it
   proves anything. *)
module Recursion_of_logic = struct
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
        ignore (Visitor.visitFramacTerm (inplace v) t);
        v#found
    | LBpred p ->
        let v = new uses in
        ignore (Visitor.visitFramacPredicate (inplace v) p);
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
      ignore (visit (inplace v))
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
end

(* ---------------------------------------------------------------- *)

(* Functions that reach themselves through direct calls. *)
let recursive_functions bodies =
  let module H = Cil_datatype.Varinfo.Hashtbl in
  let calls = H.create 97 in
  List.iter
    (fun fd ->
      H.replace calls fd.svar
        (List.filter_map
           (fun s ->
             match s.skind with
             | Instr (Call (_, { enode = Lval (Var f, NoOffset); _ }, _, _))
             | Instr (Local_init (_, ConsInit (f, _, _), _)) ->
                 Some f
             | _ -> None)
           fd.sallstmts))
    bodies;
  let called f = Option.value ~default:[] (H.find_opt calls f) in
  let reaches_itself f =
    let seen = H.create 17 in
    let rec from g =
      List.exists
        (fun h ->
          Cil_datatype.Varinfo.equal h f
          || (not (H.mem seen h))
             && begin
                  H.add seen h ();
                  from h
                end)
        (called g)
    in
    from f
  in
  List.filter (fun fd -> reaches_itself fd.svar) bodies

(* Which members of unions the program uses, to be judged when all are known:
   one member alone is an ordinary object. *)
module Unions = struct
  type use = {
    field : fieldinfo;
    kf : string;
    at : location;
    escapes : bool;  (** its address is taken *)
  }

  let rec members = function
    | NoOffset -> []
    | Index (_, o) -> members o
    | Field (f, o) -> (if f.fcomp.cstruct then [] else [ f ]) @ members o

  let report (emit : emit) uses =
    let reported = Hashtbl.create 7 in
    List.iter
      (fun u ->
        let comp = u.field.fcomp in
        let same = List.filter (fun v -> v.field.fcomp.ckey = comp.ckey) uses in
        let names = List.sort_uniq compare (List.map (fun v -> v.field.fname) same) in
        let escapes = List.exists (fun v -> v.escapes) same in
        if
          (List.length names > 1 || escapes)
          && not (Hashtbl.mem reported (u.kf, comp.ckey))
        then begin
          Hashtbl.add reported (u.kf, comp.ckey) ();
          emit ~kf:u.kf Union_access u.at (Cil.compFullName comp)
            ~detail:
              (String.concat ", " names
              ^ if escapes then "; an address is taken" else "")
        end)
      uses
end

(* Jumps that make loops without a loop statement, or enter one sideways. *)
let check_gotos (emit : emit) fd =
  let order = Cil_datatype.Stmt.Hashtbl.create 97 in
  let loops = Cil_datatype.Stmt.Hashtbl.create 97 in
  let count = ref 0 in
  let orderer =
    object
      inherit Visitor.frama_c_inplace
      val mutable around = []

      method! vstmt_aux s =
        incr count;
        Cil_datatype.Stmt.Hashtbl.replace order s !count;
        Cil_datatype.Stmt.Hashtbl.replace loops s around;
        match s.skind with
        | Loop _ ->
            let before = around in
            around <- s.sid :: around;
            Cil.DoChildrenPost
              (fun s ->
                around <- before;
                s)
        | _ -> Cil.DoChildren

      method! vexpr _ = Cil.SkipChildren
      method! vcode_annot _ = Cil.SkipChildren
    end
  in
  ignore (Visitor.visitFramacFunction (inplace orderer) fd);
  let at table s = Cil_datatype.Stmt.Hashtbl.find_opt table s in
  let label s =
    List.fold_left
      (fun name l -> match l with Label (n, _, true) -> n | _ -> name)
      "" s.labels
  in
  List.iter
    (fun s ->
      match s.skind with
      | Goto (target, loc) ->
          let target = !target in
          let kf = fd.svar.vname in
          if at order target <= at order s then
            emit ~kf Goto_backward loc (label target);
          let inside t = Option.value ~default:[] (at loops t) in
          if List.exists (fun l -> not (List.mem l (inside s))) (inside target)
          then emit ~kf Goto_into_loop loc (label target)
      | _ -> ())
    fd.sallstmts

(* ---------------------------------------------------------------- *)

let special_functions =
  [
    "signal"; "sigaction"; "sigprocmask"; "sigsuspend"; "sigwait"; "sigqueue";
    "sigaltstack"; "raise"; "kill"; "alarm"; "ualarm"; "setitimer";
    "timer_create"; "atexit"; "at_quick_exit"; "on_exit"; "setjmp"; "_setjmp";
    "__sigsetjmp"; "sigsetjmp"; "longjmp"; "_longjmp"; "siglongjmp";
    "__builtin_setjmp"; "__builtin_longjmp"; "fork"; "vfork"; "clone"; "execve";
    "execv"; "execvp"; "execl"; "execlp"; "system"; "getcontext"; "setcontext";
    "makecontext"; "swapcontext"; "mmap"; "dlopen"; "dlsym";
  ]

let is_special name =
  List.mem name special_functions
  || List.exists
       (fun p -> Extlib.string_prefix p name)
       [ "pthread_"; "thrd_"; "mtx_"; "cnd_"; "tss_"; "sem_"; "__atomic_";
         "__sync_"; "atomic_" ]

(* Pragmas without a meaning for the program, and [pack], which is honoured
   and normally consumed by the front end. *)
let harmless_pragma pragma =
  match
    String.split_on_char ' ' pragma |> List.filter (fun w -> w <> "")
  with
  | ("once" | "message" | "region" | "endregion" | "mark" | "pack" | "ident"
    | "warning" | "fc_stdlib")
    :: _ ->
      true
  | ("GCC" | "clang") :: ("diagnostic" | "system_header" | "poison" | "warning"
    | "error" | "dependency" | "visibility") :: _ ->
      true
  | _ -> false

(* What the lexer could not read as an attribute has the pragma in its name. *)
let pragma_text = function
  | Attr (name, []) -> String.trim name
  | a -> String.trim (text Printer.pp_attribute a)

let termination_clause = function
  | Normal -> "ensures"
  | Exits -> "exits"
  | Breaks -> "breaks"
  | Continues -> "continues"
  | Returns -> "returns"

let vla v = List.mem v.vname [ "__fc_vla_alloc"; "__fc_vla_free" ]

class walk (emit : emit) effects taken =
  object (self)
    inherit Visitor.frama_c_inplace
    val mutable unions = []
    val mutable floats = Cil_datatype.Varinfo.Set.empty
    val mutable bitfields = []
    val mutable first_loc = Cil_datatype.Location.unknown
    method unions = List.rev unions

    method private kf =
      match self#current_func with Some fd -> fd.svar.vname | None -> ""

    method private here =
      match self#current_stmt with
      | Some s -> Cil_datatype.Stmt.loc s
      | None -> first_loc

    method private fact ?detail kind name =
      emit ~kf:self#kf ?detail kind self#here name

    (* Logic, attributes and code are looked at in different places. *)
    method! vglob_aux g =
      if Compat.is_libc (Cil.global_attributes g) then Cil.SkipChildren
      else begin
        first_loc <- Cil_datatype.Global.loc g;
        (match g with
        | GAsm (_, loc) -> emit Asm loc "toplevel" ~detail:"toplevel assembly"
        | GPragma (a, loc) ->
            let p = pragma_text a in
            if not (harmless_pragma p) then emit Pragma loc p
        | GVarDecl (v, loc) | GVar (v, _, loc) -> Attributes.var emit loc v
        | GFunDecl (_, v, loc) ->
            if not (has "FC_BUILTIN" v.vattr) then begin
              Attributes.var emit loc v;
              Attributes.noreturn emit loc v
            end;
            if v.vghost && not (is_defined v) then
              emit ~kf:v.vname Ghost_function loc v.vname
        | GFun (fd, loc) ->
            Attributes.var emit loc fd.svar;
            Attributes.noreturn emit loc fd.svar;
            Attributes.fundec emit fd
        | GType (t, loc) ->
            Attributes.report emit ~is_function:false loc ("type " ^ t.tname)
              (Attributes.of_type t.ttype)
        | GCompTag (c, loc) -> Attributes.comp emit loc c
        | GEnumTag (e, loc) ->
            Attributes.report emit ~is_function:false loc ("enum " ^ e.ename)
              e.eattr
        | GCompTagDecl _ | GEnumTagDecl _ | GText _ -> ()
        | GAnnot (a, _) -> self#annotation a);
        Cil.DoChildren
      end

    method private annotation = function
      | Dfun_or_pred (li, loc) -> (
          let name = li.l_var_info.lv_name in
          match li.l_body with
          | LBinductive _ -> emit Inductive loc name
          | _ ->
              if Recursion_of_logic.reaches_itself li then
                emit Logic_recursion loc name
                  ~detail:
                    (if Recursion_of_logic.is_structural li then "structural"
                     else "unchecked"))
      | Daxiomatic (name, inside, _, loc) ->
          emit Axiomatic loc name;
          List.iter self#annotation inside
      | Dlemma (name, _, _, { tp_kind = Admit; tp_statement }, _, loc) ->
          emit Axiom loc name ~detail:(text Printer.pp_predicate tp_statement)
      | Dlemma _ | Dtype _ | Dextended _ -> ()
      | Dinvariant (li, loc) -> emit Global_invariant loc li.l_var_info.lv_name
      | Dtype_annot (li, loc) -> emit Type_invariant loc li.l_var_info.lv_name
      | Dvolatile (_, _, _, _, loc) -> emit Volatile_clause loc "volatile"
      | Dmodel_annot (m, loc) -> emit Model_field loc m.mi_name

    method! vannotation _ = Cil.SkipChildren

    method! vfunc fd =
      List.iter
        (fun v ->
          if Cil.typeHasQualifier "restrict" v.vtype then
            emit ~kf:fd.svar.vname Restrict v.vdecl v.vname)
        fd.sformals;
      check_gotos emit fd;
      Punning.check emit taken fd;
      Cil.DoChildren

    method! vvdec v =
      if Cil.isFloatingType v.vtype then self#floating;
      Cil.DoChildren

    method private floating =
      match self#current_func with
      | Some fd when not (Cil_datatype.Varinfo.Set.mem fd.svar floats) ->
          floats <- Cil_datatype.Varinfo.Set.add fd.svar floats;
          self#fact Float fd.svar.vname
      | _ -> ()

    (* Admitted clauses, of functions and of statements. *)
    method private admitted clause p =
      if p.tp_kind = Admit then
        emit ~kf:self#kf Admit p.tp_statement.pred_loc clause
          ~detail:(text Printer.pp_predicate p.tp_statement)

    method! vbehavior b =
      let all clause =
        List.iter (fun p -> self#admitted clause p.ip_content)
      in
      all "requires" b.b_requires;
      all "assumes" b.b_assumes;
      List.iter
        (fun (t, p) -> self#admitted (termination_clause t) p.ip_content)
        b.b_post_cond;
      Cil.SkipChildren

    method! vcode_annot ca =
      (match ca.annot_content with
      | AAssert (_, p) -> self#admitted "assert" p
      | AInvariant (_, in_loop, p) ->
          self#admitted (if in_loop then "loop invariant" else "invariant") p
      | AStmtSpec _ -> (
          match self#current_stmt with
          | Some s
            when Emitter.get_name (Annotations.emitter_of_code_annot ca s)
                 = Emitter.get_name Emitter.end_user ->
              self#fact Stmt_contract ""
          | _ -> ())
      | AVariant _ | AAssigns _ | AAllocation _ | APragma _ | AExtended _ -> ());
      match ca.annot_content with
      | AStmtSpec _ -> Cil.DoChildren
      | _ -> Cil.SkipChildren

    method private uses f detail =
      let name = source_name f in
      let from_libc = Compat.is_libc f.vattr || has "FC_BUILTIN" f.vattr in
      if vla f then begin
        if f.vname = "__fc_vla_alloc" then self#fact Alloca "vla"
      end
      else begin
        if List.mem name [ "alloca"; "__builtin_alloca" ] then
          self#fact Alloca "alloca"
        else if from_libc then self#fact Libc_call name ~detail;
        if is_special name && not (is_defined f) then
          self#fact Libc_special name ~detail
      end

    method private call f =
      self#uses f "call";
      let _, formals, variadic, _ = Cil.splitFunctionTypeVI f in
      let passes_list =
        List.exists
          (fun (name, _, _) -> name = "__va_params")
          (Cil.argsToList formals)
      in
      let translated = has "fc_stdlib_generated" f.vattr in
      if variadic || passes_list || translated then
        self#fact Variadic_call (source_name f)

    method! vinst i =
      (match i with
      | Asm (_, _, details, loc) ->
          let clobbers =
            match details with Some d -> d.asm_clobbers | None -> []
          in
          emit ~kf:self#kf Asm loc "statement"
            ~detail:
              (if List.mem "memory" clobbers then "clobbers memory"
               else "no memory clobber")
      | Call (_, { enode = Lval (Var f, NoOffset); _ }, _, _)
      | Local_init (_, ConsInit (f, _, _), _) ->
          self#call f
      | Call (_, e, _, _) ->
          let resolved s =
            List.exists
              (fun ca ->
                match ca.annot_content with
                | AExtended (_, _, { ext_name = "calls"; _ }) -> true
                | _ -> false)
              (Annotations.code_annot s)
          in
          (match self#current_stmt with
          | Some s when resolved s -> ()
          | _ -> self#fact Calls_missing (text Printer.pp_exp e))
      | Set _ | Local_init _ | Skip _ | Code_annot _ -> ());
      Cil.DoChildren

    method! vstmt_aux s =
      (match s.skind with
      | UnspecifiedSequence l ->
          Sequence.check emit effects taken ~kf:self#kf s l
      | _ -> ());
      Cil.DoChildren

    method private fields escapes offset =
      List.iter
        (fun field ->
          unions <-
            { Unions.field; kf = self#kf; at = self#here; escapes } :: unions)
        (Unions.members offset);
      match Cil.lastOffset offset with
      | Field (({ fbitfield = Some width; _ } as f), _) ->
          let declared =
            Cil.typeRemoveAttributes [ Cil.bitfield_attribute_name ] f.ftype
          in
          let key = (self#kf, f.fcomp.ckey, f.fname) in
          if width < Cil.bitsSizeOf declared && not (List.mem key bitfields)
          then begin
            bitfields <- key :: bitfields;
            self#fact Bitfield f.fname
              ~detail:
                (Printf.sprintf "%d bits of %s" width
                   (text Printer.pp_typ declared))
          end
      | _ -> ()

    method! vlval (_, offset) =
      self#fields false offset;
      Cil.DoChildren

    (* The offsets of initialisers belong to no lvalue. *)
    method! vinitoffs offset =
      self#fields false offset;
      Cil.DoChildren

    method! vexpr e =
      let t = Cil.typeOf e in
      if Cil.isFloatingType t then self#floating;
      (match e.enode with
      | Lval lv when Cil.isVolatileLval lv ->
          self#fact Volatile_access (text Printer.pp_lval lv)
      | AddrOf (Var f, NoOffset) when Cil.isFunctionType f.vtype ->
          self#fact Address_of_function (source_name f);
          self#uses f "address"
      | AddrOf (_, offset) | StartOf (_, offset) -> self#fields true offset
      | CastE (target, source) when not (Cil.isZero source) ->
          let from = Cil.typeOf source in
          let pointer t = Cil.isPointerType t in
          if
            (pointer target && Cil.isIntegralType from)
            || (Cil.isIntegralType target && pointer from)
          then self#fact Pointer_int_cast "" ~detail:(text Printer.pp_exp e)
      | _ -> ());
      Cil.DoChildren
  end

let order a b =
  let place f =
    let p = fst f.loc in
    ( Filepath.Normalized.to_pretty_string p.Filepath.pos_path,
      p.pos_lnum,
      p.pos_cnum - p.pos_bol )
  in
  compare
    (place a, a.kf, a.kind, a.name, a.detail)
    (place b, b.kf, b.kind, b.name, b.detail)

let same a b = order a b = 0

let rec without_repetitions = function
  | a :: (b :: _ as rest) when same a b -> without_repetitions rest
  | a :: rest -> a :: without_repetitions rest
  | [] -> []

let collect () =
  let facts = ref [] in
  let emit ?(kf = "") ?(detail = "") kind loc name =
    facts := { kind = string_of_kind kind; kf; loc; name; detail } :: !facts
  in
  let taken = address_taken () in
  let walk = new walk emit (Effects.table ()) taken in
  Visitor.visitFramacFileSameGlobals (inplace walk) (Ast.get ());
  Unions.report emit walk#unions;
  List.iter
    (fun fd ->
      emit ~kf:fd.svar.vname Recursion fd.svar.vdecl fd.svar.vname)
    (recursive_functions (user_functions ()));
  without_repetitions (List.sort order !facts)
