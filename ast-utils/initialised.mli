(** Which reads of local variables a look at the syntax settles: the variable,
    or the member, is assigned on every path that leads there. *)

(** [doubtful kf] lists the statements that read a local of [kf], or give its
    address away, before every path has assigned it. Arrays are assigned by
    their declaration alone, structures by it, by an assignment to the whole, or
    member by member. Formals and the variables the front end makes up are always set. *)
val doubtful : Cil_types.kernel_function -> Cil_types.stmt list
