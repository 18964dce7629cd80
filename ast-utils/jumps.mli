(** Jumps that make loops without a loop statement, or enter one sideways: loop
    annotations are lost on these. *)

val check : Construct.emit -> Cil_types.fundec -> unit
