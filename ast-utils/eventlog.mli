(** Everything Frama-C says, kept as structure. *)

(** Start to listen; messages from before are lost. *)
val listen : unit -> unit

(** [since n] is every kept message whose number is at least [n]. *)
val since : int -> Encode.t

(** The message of the last error or failure since message [n], or "". *)
val last_error : int -> string

(** The first warning since message [n] of a plug-in in one of these
    categories. *)
val first_of_categories : int -> plugin:string -> string list -> string option

(** The first error or failure of a plug-in since message [n]. *)
val first_error : int -> plugin:string -> string option

(** The number the next message will get. *)
val next : unit -> int

(** The kept messages since message [n], to be given to another process. *)
val events_since : int -> Log.event list

(** Messages that another process recorded. *)
val add : Log.event list -> unit
