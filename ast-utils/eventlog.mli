(** Everything Frama-C says, kept as structure. *)

(** Start to listen; messages from before are lost. *)
val listen : unit -> unit

(** [since n] is every kept message whose number is at least [n]. *)
val since : int -> Encode.t

(** The message of the last error or failure since message [n], or "". *)
val last_error : int -> string

(** The number the next message will get. *)
val next : unit -> int
