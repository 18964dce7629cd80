(** Recursive logic definitions. An ill-founded one has no model, and then it
    proves anything. *)

open Cil_types

(** Does the definition use itself, directly or through others? *)
val reaches_itself : logic_info -> bool

(** One measure (a formal, its negation, or a difference of two), bounded below
    by the guard of every recursive application and smaller in each. Recursion
    through other definitions is left unchecked. *)
val is_structural : logic_info -> bool
