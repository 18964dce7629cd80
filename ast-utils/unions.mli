(** Which members of unions the program uses, to be judged when all are known:
    one member alone is an ordinary object. *)

open Cil_types

type use = {
  field : fieldinfo;
  kf : string;
  at : location;
  escapes : bool;  (** its address is taken *)
}

(** The members of unions that an offset goes through. *)
val members : offset -> fieldinfo list

(** Once for a function and union. *)
val report : Construct.emit -> use list -> unit
