open Wp
open Encode

type generation = { functions : string list; lemmas : bool; props : string list }

let find_function name =
  match Globals.Functions.find_by_name name with
  | kf -> kf
  | exception Not_found -> bad "no function is called %s" name

let definitions () =
  Globals.Functions.fold
    (fun kf acc -> if Kernel_function.is_definition kf then kf :: acc else acc)
    []
  |> List.sort Kernel_function.compare

(* The command line adds the obligations of the memory model before it
   generates goals; generating through the API does not. *)
let add_memory_model_obligations kfs =
  if Wp_parameters.CheckMemoryContext.get () then begin
    let setup = Factory.parse (Wp_parameters.Model.get ()) in
    let model = Factory.instance setup (Driver.load_driver ()) in
    let id = WpContext.MODEL.id model in
    let hypotheses = WpContext.compute_hypotheses model in
    MemoryContext.compute id hypotheses;
    List.iter (fun kf -> MemoryContext.add_behavior kf id hypotheses) kfs
  end

let emitter =
  Emitter.create "fcv: smoke" [ Emitter.Funspec ] ~correctness:[] ~tuning:[]

(* WP tests a precondition for contradictions only where there is one, so that
   a contradiction among the axioms passes in a function without. *)
let give_every_contract_a_precondition kfs =
  if Wp_parameters.SmokeTests.get () then
    List.iter
      (fun kf ->
        let has_requires =
          List.exists
            (fun b -> b.Cil_types.b_requires <> [])
            (Annotations.behaviors ~populate:false kf)
        in
        if not has_requires then
          let p = { Logic_const.ptrue with pred_name = [ "fcv_trivial" ] } in
          Annotations.add_requires emitter kf [ Logic_const.new_predicate p ])
      kfs

type failure = { of_function : string; reason : string }

(* One function that WP cannot treat (a loop that is not natural, say) must
   not take the others with it. WP may also report an error and go on. *)
let protected name f =
  let from = Eventlog.next () in
  match f () with
  | (goals : VC.t Bag.t) -> (
      match Eventlog.first_error from ~plugin:"wp" with
      | Some reason -> Error { of_function = name; reason }
      | None -> Ok goals)
  | exception ((Log.AbortError _ | Log.AbortFatal _ | Log.FeatureRequest _) as e)
    ->
      let said = Eventlog.last_error from in
      let reason = if said <> "" then said else Printexc.to_string e in
      Error { of_function = name; reason }

let lemmas () =
  Property_status.fold
    (fun ip acc ->
      match ip with
      | Property.IPLemma _
        when Naming.kind ip <> "axiom" && not (Free_result.is_ours ip) ->
          ip :: acc
      | _ -> acc)
    []
  |> List.sort Property.compare

let generate (r : generation) kfs =
  let prop = match r.props with [] -> None | ps -> Some ps in
  let step name f =
    Activity.set_function name;
    let result = protected name f in
    Activity.step ();
    Compat.yield ();
    result
  in
  let of_functions =
    List.map
      (fun kf ->
        step (Kernel_function.get_name kf) (fun () ->
            VC.generate_kf ?prop kf))
      kfs
  in
  let of_lemmas =
    if r.lemmas && r.props = [] then
      List.map
        (fun ip -> step "" (fun () -> VC.generate_ip ip))
        (lemmas ())
    else []
  in
  let of_contracts =
    List.map
      (fun (kf, ip) ->
        step (Kernel_function.get_name kf) (fun () -> VC.generate_ip ip))
      (Free_result.asked ())
  in
  List.partition_map
    (function Ok goals -> Left goals | Error f -> Right f)
    (of_functions @ of_lemmas @ of_contracts)

(* WP's table also holds the goals of earlier requests. *)
let goals_of bags =
  let made = Hashtbl.create 97 in
  List.iter (Bag.iter (fun vc -> Hashtbl.replace made (VC.get_id vc) ())) bags;
  let mine = ref [] in
  Wpo.iter_on_goals (fun wpo ->
      if Hashtbl.mem made (Wpo.get_gid wpo) then mine := wpo :: !mine);
  List.sort (fun a b -> compare (Wpo.get_gid a) (Wpo.get_gid b)) !mine

let failure f =
  obj [ ("function", str f.of_function); ("reason", str f.reason) ]

(* What the last generation made; proving chooses among these. *)
let made : Wpo.t list ref = ref []

let generate_goals (r : generation) =
  let kfs =
    match r.functions with
    | [] -> definitions ()
    | names -> List.map find_function names
  in
  let bags, failures =
    Activity.during Generate (fun () ->
        Activity.set_total (List.length kfs);
        (* Before WP looks at the logic of the program for the first time. *)
        if Wp_parameters.SmokeTests.get () then Free_result.ask kfs;
        add_memory_model_obligations (definitions ());
        give_every_contract_a_precondition kfs;
        generate r kfs)
  in
  made := goals_of bags;
  obj
    [
      ("goals", int (List.length !made));
      ("failures", list failure failures);
    ]

let prove_goals (r : Proving.request) =
  let wanted = Hashtbl.create 97 in
  List.iter (fun id -> Hashtbl.replace wanted id ()) r.goals;
  let goals =
    List.filter (fun wpo -> Hashtbl.mem wanted (Wpo.get_gid wpo)) !made
  in
  if List.length goals <> Hashtbl.length wanted then
    bad "%d goals were asked for, %d of them exist" (Hashtbl.length wanted)
      (List.length goals);
  Activity.during Prove (fun () -> Proving.prove r goals);
  obj [ ("goals", int (List.length goals)) ]
