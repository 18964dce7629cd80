(** Generating WP's goals and having them proved. *)

type generation = {
  functions : string list;  (** empty: every defined function *)
  lemmas : bool;
  props : string list;  (** as [-wp-prop]; empty: all *)
}

(** Makes the goals, and proves none but those that are trivial. Raises
    {!Encode.Bad} for an unknown function. *)
val generate_goals : generation -> Encode.t

(** Raises {!Encode.Bad} for an unknown goal or prover. *)
val prove_goals : Proving.request -> Encode.t
