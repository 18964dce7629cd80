(** Pragmas without a meaning for the program, and [pack], which is honoured and
    normally consumed by the front end. *)

(** The pragma as it was written. *)
val name : Cil_types.attribute -> string

val harmless : string -> bool
