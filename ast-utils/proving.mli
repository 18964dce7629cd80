(** Having goals proved. Preparing a goal for a prover takes WP as long as
    proving it, on one core; so the goals are dealt to child processes, one for
    each prover that may run at a time. *)

type request = {
  goals : string list;  (** identifiers of goals that were made last *)
  provers : string list;  (** [Name:version], the quickest likely one first *)
  timeout : int;  (** seconds a goal and prover *)
  quick_timeout : int;  (** seconds of the first round; 0: no first round *)
  smoke_timeout : int;  (** seconds of a smoke test *)
  smoke_steps : int;  (** steps of a smoke test; 0: the time limit alone *)
  steps : int;  (** 0: no limit *)
  par : int;  (** provers at a time *)
}

(** Raises {!Encode.Bad} for an unknown prover, [Failure] when a child dies; then
    the goals it had not settled have no result. *)
val prove : request -> Wp.Wpo.t list -> unit
