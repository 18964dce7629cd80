(** Constructs that Frama-C's analyses drop, fix or misread without a word, in
    the code of the user. What the front end itself throws away before there is
    an AST (statement-level pragmas and attributes, code under conditions) cannot
    be found here and must be looked for in the preprocessed source.

    Everything is read off the normalised AST; nothing is computed by an
    analysis, and nothing is changed. Declarations of Frama-C's own library are
    no user code; a use of them by user code is. *)

open Cil_types

type fact = {
  kind : string;  (** {!Construct.string_of_kind} of a {!Construct.kind}, where the meaning of
                     [name] and [detail] is told *)
  kf : string;  (** function, or "" *)
  loc : location;
  name : string;
  detail : string;
}

(** Every fact of the program, sorted by place, then kind and name. *)
val collect : unit -> fact list
