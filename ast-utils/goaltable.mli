(** WP's proof obligations as JSON. *)

(** Every goal, in a fixed order. *)
val rows : unit -> Encode.t list

(** Was the goal settled as wanted? For a smoke test: did some prover answer,
    and none prove the contradiction? *)
val passed : Wp.Wpo.t -> bool

(** A claim that a prover should fail to prove: a smoke test, or that a contract
    leaves the result free. *)
val is_question : Wp.Wpo.t -> bool
