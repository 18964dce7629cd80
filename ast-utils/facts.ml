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

let all_kinds =
  [
    Asm; Attribute; Union_access; Bitfield; Type_punning; Unspecified_sequence;
    Pragma; Restrict; Libc_special; Variadic_call; Libc_call; Volatile_access;
    Float; Global_invariant; Type_invariant; Volatile_clause; Model_field;
    Stmt_contract; Admit; Calls_missing; Axiom; Axiomatic; Logic_recursion;
    Inductive; Ghost_function; Pointer_int_cast; Address_of_function;
    Noreturn_no_body; Alloca; Goto_backward; Goto_into_loop; Recursion;
  ]

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
          emit Noreturn_no_body loc v.vname
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
        List.map (fun b -> { b with key = through b.key (offset_key o) }) (again p)
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
        if bases <> [] && not (Cil.isFunctionType typ) then
          let at =
            match self#current_stmt with
            | Some s -> Cil_datatype.Stmt.loc s
            | None -> Cil_datatype.Location.unknown
          in
          found <-
            { lval; scalars = Scalars.of_type typ; writes; at; bases } :: found

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
    let local v = not v.vglob in
    match (o.root, p.root) with
    | Constant, _ | _, Constant -> true
    | Object v, Object w when not (Cil_datatype.Varinfo.equal v w) -> true
    | Object v, Variable w when local v && (w.vformal || w.vglob) -> w.vformal
    | Variable w, Object v when local v && (w.vformal || w.vglob) -> w.vformal
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

  let check (emit : emit) taken fd =
    let assigned = Origins.assignments fd in
    let origins e =
      List.sort_uniq compare
        (List.map
           (fun (o : Origins.t) -> (o.key, o))
           (Origins.of_exp assigned taken [] e)
        |> List.map (fun (k, o) -> (k, o.Origins.root))
        |> List.map (fun (key, root) ->
               let tag = function
                 | Origins.Variable v -> Origins.Variable v
                 | r -> r
               in
               { Origins.root = tag root; key }))
    in
    let finder = new finder origins taken in
    ignore (Visitor.visitFramacFunction (inplace finder) fd);
    ignore emit
end

let collect () = []
