(** Generating WP's goals and having them proved. *)

type generation = {
  functions : string list;  (** empty: every defined function *)
  lemmas : bool;
  props : string list;  (** as [-wp-prop]; empty: all *)
}

(** Makes the goals, and proves none but those that are trivial. Raises
    {!Encode.Bad} for an unknown function. *)
val generate_goals : generation -> Encode.t

type proof = {
  goals : string list;  (** identifiers of goals that were made last *)
  provers : string list;  (** [Name:version], the quickest likely one first *)
  timeout : int;  (** seconds a goal and prover *)
  quick_timeout : int;  (** seconds of the first round; 0: no first round *)
  smoke_timeout : int;  (** seconds of a smoke test *)
  smoke_steps : int;  (** steps of a smoke test; 0: the time limit alone *)
  steps : int;  (** 0: no limit *)
  par : int;  (** provers at a time *)
}

(** Raises {!Encode.Bad} for an unknown goal or prover. *)
val prove_goals : proof -> Encode.t
