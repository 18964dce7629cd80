open Encode

let failure reason = obj [ ("ok", bool false); ("error", str reason) ]

(* A warning whose status makes it fatal is turned into an error before
   anybody hears of it, so that only "treated as fatal error" would be known.
   Such warnings are let through while the program loads, and whichever comes
   up fails the load. *)
let let_fatal_warnings_through () =
  List.filter_map
    (fun (key, status) ->
      match status with
      | Log.Wabort | Werror | Werror_once ->
          Kernel.set_warn_status key Log.Wactive;
          Some (key, status)
      | Winactive | Wfeedback | Wfeedback_once | Wonce | Wactive -> None)
    (Kernel.get_all_warn_categories_status ())

let load files =
  if Ast.is_computed () then bad "a program is loaded already";
  let from = Eventlog.next () in
  let fatal = let_fatal_warnings_through () in
  let restore () =
    List.iter (fun (key, status) -> Kernel.set_warn_status key status) fatal
  in
  let parse () =
    Fun.protect ~finally:restore (fun () ->
        Activity.during Load (fun () -> Compat.parse files))
  in
  match parse () with
  | () -> (
      let names = List.map (fun (key, _) -> Kernel.wkey_name key) fatal in
      match Eventlog.first_of_categories from ~plugin:"kernel" names with
      | Some message -> failure message
      | None -> obj [ ("ok", bool true); ("error", str "") ])
  | exception
      (( Log.AbortError _ | Log.AbortFatal _ | Log.FeatureRequest _ | Sys_error _
       | Failure _ | Not_found | Invalid_argument _ ) as exn) ->
      let said = Eventlog.last_error from in
      failure (if said <> "" then said else Printexc.to_string exn)
