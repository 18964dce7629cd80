open Cil_types
module Places = Datatype.String.Set

(* Of a local variable, [vdefined] says that its declaration has an initialiser. *)
let tracked v =
  not
    (v.vglob || v.vformal || v.vdefined || v.vtemp || v.vname = "__retres"
   || Cil.isFunctionType v.vtype)

(* A variable or member as a path, [true] when the path is exact: it stops at an index. *)
let rec path name = function
  | Field (f, rest) -> path (name ^ "." ^ f.fname) rest
  | NoOffset -> (name, true)
  | Index _ -> (name, false)

let place v offset = path (string_of_int v.vid) offset

let rec members name typ =
  match Cil.unrollType typ with
  | TComp ({ cstruct = true; cfields = Some fields; _ }, _) when fields <> [] ->
      List.concat_map (fun f -> members (name ^ "." ^ f.fname) f.ftype) fields
  | _ -> [ name ]

let covered set v offset =
  let name, _ = place v offset in
  let typ =
    let rec to_index o =
      match o with
      | Field (f, rest) -> Field (f, to_index rest)
      | NoOffset | Index _ -> NoOffset
    in
    Cil.typeOfLval (Var v, to_index offset)
  in
  List.for_all (fun m -> Places.mem m set) (members name typ)

let assign set (host, offset) =
  match host with
  | Var v when tracked v ->
      let name, exact = place v offset in
      if exact then
        List.fold_left
          (fun s m -> Places.add m s)
          set
          (members name (Cil.typeOfLval (host, offset)))
      else set
  | _ -> set

class reader set =
  object
    inherit Visitor.frama_c_inplace
    val mutable found = false
    val mutable entered = false
    method found = found

    method! vexpr e =
      match e.enode with
      | SizeOfE _ | AlignOfE _ -> Cil.SkipChildren
      | Lval (Var v, offset) | AddrOf (Var v, offset) | StartOf (Var v, offset)
        when tracked v && not (covered set v offset) ->
          found <- true;
          Cil.SkipChildren
      | _ -> Cil.DoChildren

    method! vstmt_aux _ =
      if entered then Cil.SkipChildren
      else begin
        entered <- true;
        Cil.DoChildren
      end

    method! vcode_annot _ = Cil.SkipChildren
    method! vspec _ = Cil.SkipChildren
  end

let after set s =
  match s.skind with
  | Instr (Set (lv, _, _)) -> assign set lv
  | Instr (Call (Some lv, _, _, _)) -> assign set lv
  | Instr (Local_init (v, _, _)) -> assign set (Var v, NoOffset)
  | _ -> set

(* Forward, the meet over all paths; a statement not met yet is unreachable. *)
let doubtful kf =
  let before = Hashtbl.create 31 in
  let rec flow = function
    | [] -> ()
    | (s, set) :: rest ->
        let next =
          match Hashtbl.find_opt before s.sid with
          | None -> Some set
          | Some old ->
              let meet = Places.inter old set in
              if Places.equal meet old then None else Some meet
        in
        let rest =
          match next with
          | None -> rest
          | Some set ->
              Hashtbl.replace before s.sid set;
              List.fold_left (fun l n -> (n, after set s) :: l) rest s.succs
        in
        flow rest
  in
  (match Kernel_function.find_first_stmt kf with
  | s -> flow [ (s, Places.empty) ]
  | exception Kernel_function.No_Statement -> ());
  List.filter
    (fun s ->
      match Hashtbl.find_opt before s.sid with
      | None -> false
      | Some set ->
          let reader = new reader set in
          ignore (Visitor.visitFramacStmt (reader :> Visitor.frama_c_visitor) s);
          reader#found)
    (Kernel_function.get_definition kf).sallstmts
