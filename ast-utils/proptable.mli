(** The kernel's property table as JSON. *)

(** Every property with a status, in the order of {!Naming.all}. *)
val rows : unit -> Encode.t list

(** One row; the functions give names to pending hypotheses. *)
val row : names:(Property.t -> Naming.name option) -> Property.t * Naming.name -> Encode.t
