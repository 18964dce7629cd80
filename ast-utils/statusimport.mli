(** Verdicts that another process established. *)

(** [apply [(key, status); ...]] with status [valid] or [invalid]; answers how
    many were applied, which keys no property has, and which properties refuse
    an emitted status. *)
val apply : (string * string) list -> Encode.t
