open Cil_types

let check (emit : Construct.emit) fd =
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
  ignore (Visitor.visitFramacFunction (orderer :> Visitor.frama_c_visitor) fd);
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
