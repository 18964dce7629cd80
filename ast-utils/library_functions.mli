(** What is known of functions by their names. *)

open Cil_types

(** The name in the source of what the Variadic plug-in made of one of its
    functions; the function's own name otherwise. *)
val source_name : varinfo -> string

(** Declared by Frama-C's own library, or built in. *)
val from_libc : varinfo -> bool

(** Does a function of this name start a thread, handle a signal, jump, replace
    the process or the like? *)
val is_special : string -> bool

(** Does its result lead to memory that nothing else leads to? *)
val allocates : varinfo -> bool

val is_alloca : string -> bool

(** What Frama-C calls for an array of variable length, to make it and to drop
    it; {!allocates_vla} is the first. *)
val is_vla : varinfo -> bool

val allocates_vla : varinfo -> bool
