(** Predicates that compare [\result] with literals and do nothing else. They are
    decided by looking at the literals, their neighbours and the ends of the
    type: between two literals nothing changes. *)

open Cil_types

(** What formals of the definitions around stand for. *)
type env

(** A predicate within a definition. *)
type t = { env : env; p : predicate }

val of_predicate : predicate -> t

(** A clause as conjuncts, through the predicates that it applies. *)
val conjuncts : t -> t list

val speaks_of_result : t -> bool

(** Does it nothing but compare [\result] with literals? *)
val is_literal : t -> bool

(** Least and greatest value of an integer type. *)
val bounds : typ -> (Integer.t * Integer.t) option

(** Is a literal predicate true of every value between the bounds? *)
val is_tautology : Integer.t * Integer.t -> t -> bool

(** The values between the bounds that literal predicates leave; [None]: more
    than 8, or there are no predicates. *)
val few_values : Integer.t * Integer.t -> t list -> Integer.t list option

(** Those of the values that a conjunct with other things in it ties to these:
    those its comparisons of [\result] with literals hold of; all of them when it
    does anything else with [\result]. *)
val related : Integer.t list -> t -> Integer.t list
