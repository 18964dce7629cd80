(** Accesses of different scalar types that C lets alias. WP's typed models keep
    them apart without printing a hypothesis. *)

(** [check emit taken fd]: one fact for each pair of types, more of them say
    nothing new. [taken] is {!Pointer_origins.address_taken}. *)
val check :
  Construct.emit -> (Cil_types.varinfo -> bool) -> Cil_types.fundec -> unit
