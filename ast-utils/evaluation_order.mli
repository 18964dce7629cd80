(** Operands whose order C leaves open. CIL puts them one after the other, but
    keeps what belonged to one full expression in an [UnspecifiedSequence]:
    calls of one argument list, both sides of an operator, initialisers. What
    it records as read and written of each element is right for assignments;
    the effects of calls it does not look at. *)

open Cil_types

(** [check emit effects taken ~kf stmt sequence] reports the first two elements
    of the sequence that [stmt] is whose effects meet. [taken] is
    {!Pointer_origins.address_taken}. *)
val check :
  Construct.emit ->
  Call_effects.table ->
  (varinfo -> bool) ->
  kf:string ->
  stmt ->
  (stmt * lval list * lval list * lval list * stmt ref list) list ->
  unit
