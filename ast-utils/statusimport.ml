open Encode

let emitter =
  Emitter.create "fcv: Eva" [ Emitter.Property_status ] ~correctness:[] ~tuning:[]

let status_of = function
  | "valid" -> Property_status.True
  | "invalid" -> Property_status.False_if_reachable
  | s -> bad "%S is not a verdict that can be brought over" s

let apply verdicts =
  let by_key = Hashtbl.create 97 in
  List.iter
    (fun (ip, (n : Naming.name)) -> Hashtbl.replace by_key n.key ip)
    (Naming.all ());
  let applied = ref 0 and unknown = ref [] and refused = ref [] in
  List.iter
    (fun (key, status) ->
      let status = status_of status in
      match Hashtbl.find_opt by_key key with
      | None -> unknown := key :: !unknown
      | Some ip when Property_status.automatically_computed ip ->
          refused := key :: !refused
      | Some ip ->
          Property_status.emit emitter ~hyps:[] ip status;
          incr applied)
    verdicts;
  obj
    [
      ("applied", int !applied);
      ("unknown", strings (List.rev !unknown));
      ("refused", strings (List.rev !refused));
    ]
