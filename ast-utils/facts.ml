open Cil_types

type fact = {
  kind : string;
  kf : string;
  loc : location;
  name : string;
  detail : string;
}

let is_defined v =
  match Globals.Functions.get v with
  | kf -> Kernel_function.is_definition kf
  | exception Not_found -> false

let termination_clause = function
  | Normal -> "ensures"
  | Exits -> "exits"
  | Breaks -> "breaks"
  | Continues -> "continues"
  | Returns -> "returns"

class walk (emit : Construct.emit) effects taken =
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
            let p = Pragmas_known.name a in
            if not (Pragmas_known.harmless p) then emit Pragma loc p
        | GVarDecl (v, loc) | GVar (v, _, loc) -> Attributes_known.var emit loc v
        | GFunDecl (_, v, loc) ->
            if not (Cil.hasAttribute "FC_BUILTIN" v.vattr) then begin
              Attributes_known.var emit loc v;
              Attributes_known.noreturn emit loc v
            end;
            if v.vghost && not (is_defined v) then
              emit ~kf:v.vname Ghost_function loc v.vname
        | GFun (fd, loc) ->
            Attributes_known.var emit loc fd.svar;
            Attributes_known.noreturn emit loc fd.svar;
            Attributes_known.fundec emit fd
        | GType (t, loc) ->
            Attributes_known.report emit ~is_function:false loc ("type " ^ t.tname)
              (Attributes_known.of_type t.ttype)
        | GCompTag (c, loc) -> Attributes_known.comp emit loc c
        | GEnumTag (e, loc) ->
            Attributes_known.report emit ~is_function:false loc ("enum " ^ e.ename)
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
              if Logic_recursion.reaches_itself li then
                emit Logic_recursion loc name
                  ~detail:
                    (if Logic_recursion.is_structural li then "structural"
                     else "unchecked"))
      | Daxiomatic (name, inside, _, loc) ->
          emit Axiomatic loc name;
          List.iter self#annotation inside
      | Dlemma (name, _, _, { tp_kind = Admit; tp_statement }, _, loc) ->
          emit Axiom loc name
            ~detail:(Construct.text Printer.pp_predicate tp_statement)
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
      Jumps.check emit fd;
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
          ~detail:(Construct.text Printer.pp_predicate p.tp_statement)

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
      let name = Library_functions.source_name f in
      if Library_functions.is_vla f then begin
        if Library_functions.allocates_vla f then self#fact Alloca "vla"
      end
      else begin
        if Library_functions.is_alloca name then
          self#fact Alloca "alloca"
        else if Library_functions.from_libc f then self#fact Libc_call name ~detail;
        if Library_functions.is_special name && not (is_defined f) then
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
      let translated = Cil.hasAttribute "fc_stdlib_generated" f.vattr in
      if variadic || passes_list || translated then
        self#fact Variadic_call (Library_functions.source_name f)

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
          | _ -> self#fact Calls_missing (Construct.text Printer.pp_exp e))
      | Set _ | Local_init _ | Skip _ | Code_annot _ -> ());
      Cil.DoChildren

    method! vstmt_aux s =
      (match s.skind with
      | UnspecifiedSequence l ->
          Evaluation_order.check emit effects taken ~kf:self#kf s l
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
                   (Construct.text Printer.pp_typ declared))
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
          self#fact Volatile_access (Construct.text Printer.pp_lval lv)
      | AddrOf (Var f, NoOffset) when Cil.isFunctionType f.vtype ->
          self#fact Address_of_function (Library_functions.source_name f);
          self#uses f "address"
      | AddrOf (_, offset) | StartOf (_, offset) -> self#fields true offset
      | CastE (target, source) when not (Cil.isZero source) ->
          let from = Cil.typeOf source in
          let pointer t = Cil.isPointerType t in
          if
            (pointer target && Cil.isIntegralType from)
            || (Cil.isIntegralType target && pointer from)
          then
            self#fact Pointer_int_cast ""
              ~detail:(Construct.text Printer.pp_exp e)
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
    let kind = Construct.string_of_kind kind in
    facts := { kind; kf; loc; name; detail } :: !facts
  in
  let taken = Pointer_origins.address_taken () in
  let walk = new walk emit (Call_effects.table ()) taken in
  Visitor.visitFramacFileSameGlobals (walk :> Visitor.frama_c_visitor) (Ast.get ());
  Unions.report emit walk#unions;
  let recursive = Recursion.table () in
  Globals.Functions.iter_on_fundecs (fun fd ->
      let v = fd.svar in
      if recursive v && not (Compat.is_libc v.vattr) then
        emit ~kf:v.vname Recursion v.vdecl v.vname);
  without_repetitions (List.sort order !facts)
