(** Frama-C's options, by the names of its command line. *)

(** The named options and every option that is not at its default. *)
val read : string list -> Encode.t

(** [write [(name, value); ...]]. Raises {!Encode.Bad} for an unknown name or a
    value of the wrong type. *)
val write : (string * string) list -> unit
