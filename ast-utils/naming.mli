(** Names of properties that mean the same in every process and every run. *)

type name = {
  key : string;
      (** unique in this program; the same in every process that loaded the
          same sources with the same settings *)
  stable : string;
      (** without statement numbers, so that it survives edits elsewhere *)
}

(** The kind of a property; the list is in README.md. *)
val kind : Property.t -> string

(** The name of the function a property belongs to, or "". *)
val owner : Property.t -> string

(** Every property that may hold or fail, in a fixed order, with its name. With
    [owners], only those of these functions; the names are the same. *)
val all : ?owners:(string -> bool) -> unit -> (Property.t * name) list

(** [index all] looks names up by property. *)
val index : (Property.t * name) list -> Property.t -> name option

(** A name for a property that {!all} does not list (a smoke test). *)
val single : Property.t -> name
