(** How much a function contract says, as far as that can be read off its
    structure. What needs a prover is handed out as predicates. *)

open Cil_types

(** Is nobody outside the program's own driver meant to rely on this contract:
    [main], or a static function that is only called (never passed around) and
    only by such functions? The strength codes do not apply to these. *)
val exempt : kernel_function -> bool

(** [mentioned kf t] says whether a postcondition of [kf], of whatever behaviour,
    speaks of the value that the location [t] of an [assigns] clause has when
    the function returns: of the location itself, of a part of it, or of
    something that contains it; directly, or in the body of a predicate or logic
    function it applies. What is said of an earlier state ([\old], [\at(.., Pre)])
    does not count, nor does [\valid] and the like. *)
val mentioned : kernel_function -> term -> bool

(** Each location of each [assigns] clause of the contract, [\result] left out:
    its text, whether it is {!mentioned}, and where it stands. In the order of
    the behaviours; a location that two behaviours assign comes twice. *)
val assigned_unmentioned : kernel_function -> (string * bool * location) list

(** What the contract does with [\result].
    - [`None]: nothing; there is no result, no postcondition speaks of it, or the
      function is {!exempt}.
    - [`Suspicious why]: every clause about it is true of all values of its type
      (comparisons with literals only, the rest is for a prover); or it is
      restricted to at most 8 literal values of which two or more are related to
      nothing; or only behaviours with assumptions speak of it and no [complete
      behaviors] clause covers them (whether such a clause is proved is its
      property's status).
    - [`Constrained]: none of these. *)
val result_usage :
  kernel_function -> [ `None | `Constrained | `Suspicious of string ]

(** Every postcondition about [\result], for a prover to find out whether all of
    them together are true of every value of the type. One that belongs to a
    behaviour with assumptions has them, in the state before, as premise. *)
val result_predicates : kernel_function -> predicate list
