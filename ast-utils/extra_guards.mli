(** Guards that Frama-C's generator of run-time-error guards does not make,
    although C11 leaves what they exclude undefined: a remainder whose quotient
    does not fit (6.5.5p6), and pointers into different objects that are
    ordered or subtracted (6.5.6p9, 6.5.8p5). *)

(** Adds them to a defined function. *)
val annotate : Cil_types.kernel_function -> unit
