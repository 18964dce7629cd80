(** Generating WP's goals and having them proved. *)

type request = {
  functions : string list;  (** empty: every defined function *)
  lemmas : bool;
  props : string list;  (** as [-wp-prop]; empty: all *)
  provers : string list;  (** [Name:version], the quickest likely one first *)
  timeout : int;  (** seconds a goal and prover *)
  quick_timeout : int;  (** seconds of the first round; 0: no first round *)
  smoke_timeout : int;  (** seconds of a smoke test *)
  smoke_steps : int;  (** steps of a smoke test; 0: the time limit alone *)
  steps : int;  (** 0: no limit *)
  par : int;  (** provers at a time *)
}

(** Raises {!Encode.Bad} for an unknown function or prover. *)
val run : request -> Encode.t
