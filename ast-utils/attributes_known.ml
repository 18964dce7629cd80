open Cil_types

(* Attributes_known. CIL 25 keeps nearly all of them: on the variable, on the type
   (for many of a function: on its return type), on the struct or the field.
   [const] of a function is renamed "aconst". [alias] of a function becomes a
   body that calls the target, which is right; [vector_size] and C11's
   [_Alignas] and [_Atomic] are refused; attributes of statements and labels
   and everything on unused declarations are dropped. *)

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

let report (emit : Construct.emit) ?kf ~is_function loc carrier attrs =
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
let noreturn (emit : Construct.emit) loc v =
  if Cil.hasAttribute "noreturn" v.vattr then
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
