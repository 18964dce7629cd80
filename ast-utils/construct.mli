(** The constructs that facts are about, and how the finders of each tell of
    what they found. *)

(** What a fact is about. [name] and [detail] of a fact
    ({!Facts.fact}) mean: *)
type kind =
  | Asm  (** [name] "statement" or "toplevel"; [detail] says whether the clobber
             list has "memory" *)
  | Attribute
      (** an attribute that changes meaning and is not modelled, or one that is
          on neither list; [name] is the attribute, [detail] starts with what
          carries it *)
  | Union_access
      (** a member of a union of which several members are used; [name] is the
          union, [detail] the members *)
  | Bitfield
      (** access to a field narrower than its type; [name] is the field *)
  | Type_punning
      (** accesses through pointers of two scalar types that C lets alias (or that
          the function casts into each other), one a write, which no [requires]
          separates; once for a function and pair of types; [name] is the pair,
          [detail] the two accesses *)
  | Unspecified_sequence
      (** operands of one full expression whose effects meet and whose order C
          leaves open; [name] says how they meet, [detail] shows them. A comma
          inside a larger expression is not told from an operator. *)
  | Pragma  (** a global pragma that is not harmless; [name] is its text *)
  | Restrict  (** [name] is the formal *)
  | Libc_special
      (** a call that starts a thread, handles a signal, jumps or the like;
          [name] is the function *)
  | Variadic_call  (** [name] is the function as the source names it *)
  | Libc_call
      (** a library function called ([detail] "call") or whose address is taken
          ("address") *)
  | Volatile_access  (** a read; [name] is the lvalue *)
  | Float  (** once for a function that computes with floating-point numbers *)
  | Global_invariant
  | Type_invariant
  | Volatile_clause  (** an ACSL [volatile] clause *)
  | Model_field  (** an ACSL [model] field *)
  | Stmt_contract
  | Admit  (** [name] is the clause or annotation, [detail] the predicate *)
  | Calls_missing  (** an indirect call without a [calls] clause *)
  | Axiom
  | Axiomatic
  | Logic_recursion
      (** [name] is the logic function or predicate; [detail] is "structural" when
          an integer that the guard bounds from below goes down in each recursive
          application (a formal, its negation, or a difference of two), else
          "unchecked" *)
  | Inductive
  | Ghost_function  (** one without a body *)
  | Pointer_int_cast
      (** either way, null constants apart; [detail] is the cast *)
  | Address_of_function
  | Noreturn_no_body
  | Alloca  (** [name] is "alloca" or, for an array of variable length, "vla" *)
  | Goto_backward  (** [name] is the label *)
  | Goto_into_loop  (** [name] is the label *)
  | Recursion  (** a function that reaches itself through direct calls *)

(** The name of a kind in the protocol; a kind without one does not compile. *)
val string_of_kind : kind -> string

(** [emit ~kf ~detail kind loc name]: [kf] is the function concerned. *)
type emit =
  ?kf:string ->
  ?detail:string ->
  kind ->
  Cil_types.location ->
  string ->
  unit

(** On one line, as names and details show it. *)
val text : (Format.formatter -> 'a -> unit) -> 'a -> string
