(** Work in child processes: they start with all that this process knows, run at
    the same time, and nothing of them stays behind but what they send. *)

(** [all jobs ~on] runs every job in a child of its own. What a job sends comes
    to [on] here, in the order sent by each (plain data: it is marshalled).
    Requests of the server that wait are answered meanwhile. Returns when all
    have ended. A job that raises, or a child that dies, is a [Failure] once the
    others have ended; when the wait is cut short by an exception all children
    are ended. *)
val all : (('a -> unit) -> unit) list -> on:('a -> unit) -> unit

(** [run f] is what [f] answers, computed in a child. *)
val run : (unit -> 'a) -> 'a
