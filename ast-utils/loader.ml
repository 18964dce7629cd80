open Encode

let failure from exn =
  let said = Eventlog.last_error from in
  let text = if said <> "" then said else Printexc.to_string exn in
  obj [ ("ok", bool false); ("error", str text) ]

let load files =
  let from = Eventlog.next () in
  match Activity.during Load (fun () -> Compat.parse files) with
  | () -> obj [ ("ok", bool true); ("error", str "") ]
  | exception ((Log.AbortError _ | Log.AbortFatal _ | Log.FeatureRequest _) as exn)
    ->
      failure from exn
  | exception ((Sys_error _ | Failure _ | Not_found | Invalid_argument _) as exn) ->
      failure from exn
