open Cil_types

let is_pointer e =
  let e = Cil.stripCasts e in
  Cil.isPointerType (Cil.typeOf e) && not (Cil.isZero e)

(* Of a local variable, [vdefined] says that its declaration has an initialiser. *)
let may_be_unset v =
  not
    (v.vglob || v.vformal || v.vdefined || v.vtemp || v.vname = "__retres"
   || Cil.isFunctionType v.vtype)

class finder =
  object
    inherit Visitor.frama_c_inplace
    val mutable found = false
    val mutable entered = false
    method found = found

    method! vexpr e =
      match e.enode with
      | SizeOfE _ | AlignOfE _ -> Cil.SkipChildren
      | Lval (Var v, _) when may_be_unset v ->
          found <- true;
          Cil.SkipChildren
      | BinOp (MinusPP, _, _, _) ->
          found <- true;
          Cil.SkipChildren
      | BinOp ((Lt | Gt | Le | Ge | Eq | Ne), a, b, _)
        when is_pointer a && is_pointer b ->
          found <- true;
          Cil.SkipChildren
      | _ -> Cil.DoChildren

    (* The statements inside are asked about on their own. *)
    method! vstmt_aux _ =
      if entered then Cil.SkipChildren
      else begin
        entered <- true;
        Cil.DoChildren
      end

    method! vcode_annot _ = Cil.SkipChildren
    method! vspec _ = Cil.SkipChildren
  end

let risky s =
  let finder = new finder in
  ignore (Visitor.visitFramacStmt (finder :> Visitor.frama_c_visitor) s);
  finder#found
