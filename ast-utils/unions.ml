open Cil_types

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

let report (emit : Construct.emit) uses =
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
