(** Work in a process of its own, so that nothing of it stays behind. *)

(** [run f] is what [f] answers (plain data: it is marshalled), computed in a
    child that starts with all this process knows and ends with the answer. Requests of the server that wait
    are answered meanwhile. An exception of [f], or a child that dies, is a
    [Failure] with what is known of it; when the wait is cut short by an
    exception the child is ended. *)
val run : (unit -> 'a) -> 'a
