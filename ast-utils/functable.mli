(** Functions, what they call, and their contracts, as structure. *)

(** Every function of the program, sorted by name. *)
val rows : unit -> Encode.t list
