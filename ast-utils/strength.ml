open Cil_types

let mentioned kf = Mentions.speak_of (Mentions.of_contract kf)

(* A complete clause over behaviours that speak of the result closes the cases. *)
let declared_complete kf speaking =
  List.exists
    (fun names ->
      names = [] || List.exists (fun n -> List.mem n speaking) names)
    (Annotations.complete ~populate:false kf)

let conjuncts_of clauses =
  List.concat_map
    (fun c -> Result_literal.(conjuncts (of_predicate c.Postconditions.says)))
    clauses
  |> List.filter Result_literal.speaks_of_result

let speaking_behaviors kf =
  List.filter_map
    (fun b ->
      if
        b.b_assumes <> []
        && List.exists
             (fun (t, p) ->
               t = Normal
               && Postconditions.(speaks_of_result (statement p)))
             b.b_post_cond
      then Some b.b_name
      else None)
    (Postconditions.behaviors kf)

let judge kf typ =
  let always, sometimes =
    List.partition
      (fun c -> c.Postconditions.assumes = [])
      (Postconditions.clauses kf)
  in
  let always = conjuncts_of always and sometimes = conjuncts_of sometimes in
  let bounds = Result_literal.bounds typ in
  let says_something c =
    match bounds with
    | Some b -> not (Result_literal.is_tautology b c)
    | None -> true
  in
  let telling = List.filter says_something always in
  if always = [] && sometimes = [] then `None
  else if telling = [] && not (List.exists says_something sometimes) then
    `Suspicious "all it says of \\result is true of every value of the type"
  else if telling = [] && not (declared_complete kf (speaking_behaviors kf))
  then
    `Suspicious
      "only behaviors speak of \\result, and they are not declared complete"
  else
    let literal, mixed =
      List.partition Result_literal.is_literal telling
    in
    match Option.bind bounds (fun b -> Result_literal.few_values b literal) with
    | None -> `Constrained
    | Some values ->
        let tied =
          List.concat_map (Result_literal.related values) (mixed @ sometimes)
        in
        let free =
          List.filter (fun v -> not (List.exists (Integer.equal v) tied)) values
        in
        if List.length free >= 2 then
          `Suspicious
            (Printf.sprintf
               "it allows the values %s and does not say when each is returned"
               (String.concat ", " (List.map Integer.to_string free)))
        else `Constrained

let exempt () =
  let known = Kernel_function.Hashtbl.create 17 in
  (* [false] while its callers are looked at: recursion is not exempt. *)
  let rec exempt kf =
    match Kernel_function.Hashtbl.find_opt known kf with
    | Some answer -> answer
    | None ->
        Kernel_function.Hashtbl.replace known kf false;
        let answer = is_driver kf in
        Kernel_function.Hashtbl.replace known kf answer;
        answer
  and is_driver kf =
    let v = Kernel_function.get_vi kf in
    v.vname = "main"
    || v.vstorage = Static
       && Kernel_function.is_definition kf
       && (not v.vaddrof)
       &&
       match Kernel_function.find_syntactic_callsites kf with
       | [] -> false
       | sites -> List.for_all (fun (caller, _) -> exempt caller) sites
  in
  exempt

let result_usage kf =
  let typ = Kernel_function.get_return_type kf in
  if Cil.isVoidType typ then `None else judge kf typ
