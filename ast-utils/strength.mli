(** How much a function contract says, as far as that can be read off its
    structure. *)

open Cil_types

(** [exempt ()] answers for every function of the program whether nobody
    outside the program's own driver is meant to rely on its contract: [main],
    and a static function that is only called (never passed around) and only by
    such functions, without recursion. Weak contracts of these do no harm. *)
val exempt : unit -> kernel_function -> bool

(** [mentioned kf t] says whether a postcondition of [kf], of whatever behaviour,
    speaks of the value that the location [t] of an [assigns] clause has when
    the function returns: of the location itself, of a part of it, or of
    something that contains it; directly, or in the body of a predicate or logic
    function it applies. What is said of an earlier state ([\old], [\at(.., Pre)])
    does not count, nor does [\valid] and the like. [mentioned kf] reads the
    contract once. *)
val mentioned : kernel_function -> term -> bool

(** What the contract does with [\result].
    - [`None]: nothing; there is no result, or no postcondition speaks of it.
    - [`Suspicious why]: every clause about it is true of all values of its type
      (comparisons with literals only, the rest is for a prover); or it is
      restricted to at most 8 literal values of which two or more are related to
      nothing; or only behaviours with assumptions speak of it and no [complete
      behaviors] clause covers them (whether such a clause is proved is its
      property's status).
    - [`Constrained]: none of these. *)
val result_usage :
  kernel_function -> [ `None | `Constrained | `Suspicious of string ]
