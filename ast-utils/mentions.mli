(** What the postconditions of a contract say of the state in which the function
    returns, looking into the predicates and logic functions they apply. *)

open Cil_types

(** Every place that some postcondition reads in that state. *)
val of_contract : kernel_function -> Assigned_place.t list

(** [speak_of mentions t]: is each place that [t] stands for related to one of
    them? No when the form of [t] does not tell its places. *)
val speak_of : Assigned_place.t list -> term -> bool
