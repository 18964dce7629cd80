(** What differs between the families of Frama-C. Exactly one implementation
    is compiled, chosen by the version found. *)

open Cil_types

(** The family this file was written for, as the first version number. *)
val family : string

val version : string
val codename : string

(** Does this declaration come from Frama-C's own standard library? *)
val is_libc : attributes -> bool

(** Let the server answer requests that wait, from within a long one. *)
val yield : unit -> unit

(** Add the run-time-error guards that the kernel's options ask for. *)
val annotate_rte : kernel_function -> unit

(** Statuses as the kernel's front ends name them. *)
val status_name : Property_status.Feedback.t -> string

(** The identity of the machine model, with what it implies. *)
val machdep : unit -> string

(** The command that preprocesses a file, without its name. *)
val preprocessor : unit -> string

(** Every file of the program, in the order given, parsed and linked. *)
val parse : (string * string list) list -> unit

(** Limits for the provers, in seconds and in steps (0: none). *)
val limits : timeout:int -> steps:int -> Wp.VCS.config
