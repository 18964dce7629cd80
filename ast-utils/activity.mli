(** What the process is doing, readable while it does it. *)

type phase = Idle | Load | Rte | Eva | Generate | Prove

(** [during phase f] runs [f] as [phase] and returns to [Idle] whatever
    happens. *)
val during : phase -> (unit -> 'a) -> 'a

val set_total : int -> unit
val set_function : string -> unit
val set_running : int -> unit

val step : ?proved:bool -> unit -> unit
val to_json : unit -> Encode.t
