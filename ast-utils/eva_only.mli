(** What only EVA checks. The run-time-error guards that WP proves ask neither
    whether a variable was initialised nor whether two pointers may be compared
    or subtracted, so a statement that no analysis reached is unchecked in these
    respects. *)

(** Does the statement itself (not those inside it) compare or subtract two
    pointers, neither of them a null constant, or read a local variable that its
    declaration does not initialise? Formals and the variables that the front end
    makes up are always set. What is read through a pointer is not looked at. *)
val risky : Cil_types.stmt -> bool
