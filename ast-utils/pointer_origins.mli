(** Where pointers come from, within one function and without its callees, and
    which of them a contract separates. *)

open Cil_types

type root =
  | Variable of varinfo  (** the value a variable holds, or what it leads to *)
  | Object of varinfo  (** the address of a variable *)
  | Constant  (** a string literal *)
  | Fresh  (** the result of an allocation *)
  | Anything

(** [key] is the pointer as text, without casts, offsets and ranges. *)
type t = { root : root; key : string }

(** Variables whose address exists somewhere in the program: only these can be
    reached through a pointer. *)
val address_taken : unit -> varinfo -> bool

(** [of_exp fd taken e] for a pointer [e] of the function; [taken] is
    {!address_taken}. [of_exp fd] looks at the function once. *)
val of_exp : fundec -> (varinfo -> bool) -> exp -> t list

(** Pairs of keys that the preconditions of all behaviours separate, also inside
    the predicates they apply. *)
val separated_by : kernel_function -> (string * string) list
