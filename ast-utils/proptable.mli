(** The kernel's property table as JSON. *)

(** Every property with a status, in the order of {!Naming.all}. *)
val rows : unit -> Encode.t list

(** Those of the given functions that EVA said something of. *)
val rows_by_eva : owners:(string -> bool) -> Encode.t list

(** One row; the functions give names to pending hypotheses. *)
val row : names:(Property.t -> Naming.name option) -> Property.t * Naming.name -> Encode.t
