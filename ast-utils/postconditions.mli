(** The [ensures] clauses of a contract, over all its behaviours. Nothing is
    made up for a function that has no contract. *)

open Cil_types

type clause = {
  assumes : predicate list;  (** of its behaviour; empty: always applies *)
  says : predicate;
}

val statement : identified_predicate -> predicate
val behaviors : kernel_function -> behavior list

(** In the order of the behaviours. *)
val clauses : kernel_function -> clause list

val speaks_of_result : predicate -> bool
val term_speaks_of_result : term -> bool
