(** What functions read and write, as far as callers can tell. A contract with
    [assigns] is taken at its word (it is checked elsewhere), a body is looked
    into, and of anything else everything is feared. *)

open Cil_types

type place =
  | Everything
  | Heap  (** what some pointer leads to *)
  | Global of varinfo  (** or a local whose address was passed *)
  | Through of int  (** what the n-th formal leads to *)

type t = { reads : place list; writes : place list }

val nothing : t
val union : t -> t -> t

(** The function an expression calls by name. *)
val callee : exp -> varinfo option

(** The effects of each function of the program. *)
type table

val table : unit -> table

(** [None] is an indirect call: everything is feared. *)
val look : table -> varinfo option -> t

(** [at_call formals args effects]: seen from a call in a function with these
    formals; none: the caller's own are not told apart. *)
val at_call : varinfo list -> exp list -> t -> t
