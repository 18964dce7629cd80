(** One EVA analysis from one entry point. *)

(** Works in a process of its own, so that analyses from other entry points and
    the state of properties stay apart. *)
val run : entry:string -> lib_entry:bool -> Encode.t

(** For each defined function, whether an analysis that starts from it would
    cover all states its contract allows, and if not, why:
    [{"functions":[{"name","context","reason"}]}]. *)
val contexts : unit -> Encode.t
