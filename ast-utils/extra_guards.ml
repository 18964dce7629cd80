open Cil_types

let emitter =
  Emitter.create "fcv: guards" [ Emitter.Code_annot; Emitter.Property_status ]
    ~correctness:[] ~tuning:[]

let is_object_pointer e =
  Cil.isPointerType (Cil.typeOf e) && not (Cil.isZero (Cil.stripCasts e))

(* The largest value of a signed type whose remainder may overflow; smaller
   types are promoted first and hold no such value. *)
let largest typ =
  match Cil.unrollType typ with
  | TInt (k, _) when Cil.isSigned k -> Some (Cil.max_signed_number (Cil.bitsSizeOfInt k))
  | _ -> None

let harmless_divisor e =
  match Cil.constFoldToInt e with
  | Some i -> not (Integer.equal i Integer.minus_one)
  | None -> false

let alarms_of e =
  match e.enode with
  | BinOp (Mod, a, b, t) when not (harmless_divisor b) -> (
      match (largest t, Cil.constFoldToInt a) with
      | Some max, None ->
          let quotient = Cil.new_exp ~loc:e.eloc (BinOp (Div, a, b, t)) in
          [ Alarms.Overflow (Alarms.Signed, quotient, max, Alarms.Upper_bound) ]
      | _ -> [])
  | BinOp (MinusPP, a, b, _) -> [ Alarms.Differing_blocks (a, b) ]
  | BinOp ((Lt | Gt | Le | Ge), a, b, _)
    when is_object_pointer a && is_object_pointer b ->
      [ Alarms.Differing_blocks (a, b) ]
  | _ -> []

class guards =
  object
    inherit Visitor.frama_c_inplace
    val mutable found = []
    val mutable entered = false
    method found = List.rev found

    method! vexpr e =
      match e.enode with
      | SizeOfE _ | AlignOfE _ -> Cil.SkipChildren
      | _ ->
          found <- List.rev_append (alarms_of e) found;
          Cil.DoChildren

    method! vstmt_aux _ =
      if entered then Cil.SkipChildren
      else begin
        entered <- true;
        Cil.DoChildren
      end

    method! vcode_annot _ = Cil.SkipChildren
    method! vspec _ = Cil.SkipChildren
  end

let annotate kf =
  List.iter
    (fun s ->
      let finder = new guards in
      ignore (Visitor.visitFramacStmt (finder :> Visitor.frama_c_visitor) s);
      List.iter
        (fun alarm -> ignore (Alarms.register emitter ~kf (Kstmt s) alarm))
        finder#found)
    (Kernel_function.get_definition kf).sallstmts
