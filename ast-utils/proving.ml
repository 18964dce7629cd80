open Wp
open Encode

type request = {
  goals : string list;
  provers : string list;
  timeout : int;
  quick_timeout : int;
  smoke_timeout : int;
  smoke_steps : int;
  steps : int;
  par : int;
}

(* WP looks at its provers when it is idle, by default every 50 ms; most
   provers answer sooner. *)
let tick = 0.002

let short_ticks () =
  Task.on_idle :=
    fun work ->
      while work () do
        Compat.yield ();
        Unix.sleepf tick
      done

let find_prover name =
  match VCS.parse_prover name with
  | Some p -> p
  | None -> bad "Why3 has no prover called %s" name

(* "Unknown" is an answer that more time does not change. *)
let may_still_answer wpo p =
  match (Wpo.get_result wpo p).verdict with
  | Unknown | Invalid | Valid -> false
  | NoResult | Timeout | Stepout | Computing _ | Failed -> true

(* First the quickest likely prover with a short limit; what survives meets the
   other provers, and the first again, with the full limit, while the first
   round goes on. Smoke tests, and whether a contract leaves the result free,
   are claims that a prover should fail to prove: one prover looks, once, after
   the goals that matter more. *)
let prove_here r goals ~settled =
  short_ticks ();
  match List.map find_prover r.provers with
  | [] -> ()
  | first :: others as provers ->
      let server = VC.server ~procs:r.par () in
      (* A cancelled run must not start anything more from its callbacks. *)
      let stopped = ref false in
      let spawn wpo ~timeout ~steps provers ended =
        Prover.spawn wpo ~delayed:false
          ~config:(Compat.limits ~timeout ~steps)
          ~success:(fun wpo _ -> ended wpo)
          (List.map (fun p -> (VCS.Batch, p)) provers)
      in
      let quick =
        if r.quick_timeout > 0 then min r.quick_timeout r.timeout else r.timeout
      in
      let again = if quick < r.timeout then provers else others in
      let second_round wpo =
        match List.filter (may_still_answer wpo) again with
        | provers
          when provers <> [] && (not !stopped) && not (Goaltable.passed wpo) ->
            spawn wpo ~timeout:r.timeout ~steps:r.steps provers settled
        | _ -> settled wpo
      in
      let questions, real = List.partition Goaltable.is_question goals in
      List.iter
        (fun w -> spawn w ~timeout:quick ~steps:r.steps [ first ] second_round)
        real;
      List.iter
        (fun w ->
          spawn w ~timeout:r.smoke_timeout ~steps:r.smoke_steps [ first ] settled)
        questions;
      Fun.protect
        ~finally:(fun () ->
          stopped := true;
          Task.cancel_all server)
        (fun () -> Task.launch server)

(* What a child that proves tells. *)
type news =
  | Settled of string * (VCS.prover * VCS.result) list
  | Said of Log.event list

let results wpo =
  List.filter (fun (_, r) -> VCS.is_verdict r) (Wpo.get_results wpo)

let share_of r goals send =
  let from = Eventlog.next () in
  prove_here { r with par = 1 } goals ~settled:(fun wpo ->
      send (Settled (Wpo.get_gid wpo, results wpo)));
  send (Said (Eventlog.events_since from))

(* Every n-th goal, from the first, the second, ... *)
let deal n goals =
  List.init n (fun k -> List.filteri (fun i _ -> i mod n = k) goals)

let prove r goals =
  (* An unknown prover is an error before any work is done. *)
  List.iter (fun p -> ignore (find_prover p)) r.provers;
  Activity.set_total (List.length goals);
  let by_id = Hashtbl.create 97 in
  List.iter (fun wpo -> Hashtbl.replace by_id (Wpo.get_gid wpo) wpo) goals;
  let on = function
    | Said events -> Eventlog.add events
    | Settled (id, results) ->
        let wpo = Hashtbl.find by_id id in
        List.iter (fun (p, result) -> Wpo.set_result wpo p result) results;
        Activity.step ~proved:(Goaltable.passed wpo) ()
  in
  match min r.par (List.length goals) with
  | 0 -> ()
  | n ->
      Activity.set_running n;
      Apart.all (List.map (share_of r) (deal n goals)) ~on
