(** Parsing and type-checking. *)

(** [load files] where each file comes with its preprocessor arguments. Never
    raises for a program that does not parse: the answer says so, and the
    reasons are in {!Eventlog}. *)
val load : (string * string list) list -> Encode.t
