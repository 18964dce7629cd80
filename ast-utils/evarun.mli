(** One EVA analysis from one entry point. *)

(** Works in a copy of the project, so that analyses from other entry points
    and the state of properties stay apart. *)
val run : entry:string -> lib_entry:bool -> Encode.t
