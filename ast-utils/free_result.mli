(** Does a contract leave [\result] free although it speaks of it? Decided by
    WP's provers: the clauses about [\result] are stated of an arbitrary value of
    the type, between arbitrary states before and after, as a lemma that no
    other proof may use. If it is proved, every value will do. *)

open Cil_types

(** Adds the lemmas for those of the functions whose contract is worth asking
    about: not those that {!Strength} already complains of, nor those nobody
    relies on. To be called before WP first looks at the logic of the program. *)
val ask : kernel_function list -> unit

(** The lemmas that were added, with the function each is about. *)
val asked : unit -> (kernel_function * Property.t) list

(** Is the property one of these lemmas? They are no claim of the program. *)
val is_ours : Property.t -> bool

(** The function one of these lemmas is about, "" for another property. *)
val function_of : Property.t -> string
