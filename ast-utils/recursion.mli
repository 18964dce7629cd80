(** Recursion of C functions, through direct calls. *)

open Cil_types

(** The function that a statement calls by name, if it does. *)
val direct_call : stmt -> varinfo option

(** [table ()] looks at every call of the program once and answers for any
    function whether it reaches itself. *)
val table : unit -> varinfo -> bool
