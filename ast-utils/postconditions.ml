open Cil_types

type clause = { assumes : predicate list; says : predicate }

let statement ip = ip.ip_content.tp_statement
let behaviors kf = Annotations.behaviors ~populate:false kf

let clauses kf =
  List.concat_map
    (fun b ->
      let assumes = List.map statement b.b_assumes in
      List.filter_map
        (fun (t, p) ->
          if t = Normal then Some { assumes; says = statement p } else None)
        b.b_post_cond)
    (behaviors kf)

class result_finder =
  object
    inherit Visitor.frama_c_inplace
    val mutable found = false
    method found = found

    method! vterm_lhost h =
      (match h with TResult _ -> found <- true | TVar _ | TMem _ -> ());
      Cil.DoChildren
  end

let speaks_of_result p =
  let finder = new result_finder in
  ignore (Visitor.visitFramacPredicate (finder :> Visitor.frama_c_visitor) p);
  finder#found

let term_speaks_of_result t =
  let finder = new result_finder in
  ignore (Visitor.visitFramacTerm (finder :> Visitor.frama_c_visitor) t);
  finder#found
