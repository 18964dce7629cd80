open Encode

(* More than any useful report shows; what is beyond is counted, not kept. *)
let limit = 20_000

let events : (int * Log.event) Queue.t = Queue.create ()
let count = ref 0
let dropped = ref 0
let next () = !count

let record event =
  if Queue.length events >= limit then incr dropped
  else Queue.add (!count, event) events;
  incr count

let listen () =
  Log.add_listener
    ~kind:[ Log.Result; Feedback; Warning; Error; Failure ]
    record

let kind_name = function
  | Log.Result -> "result"
  | Feedback -> "feedback"
  | Debug -> "debug"
  | Warning -> "warning"
  | Error -> "error"
  | Failure -> "failure"

let event (seq, (e : Log.event)) =
  obj
    [
      ("seq", int seq);
      ("kind", str (kind_name e.evt_kind));
      ("plugin", str e.evt_plugin);
      ("category", str (Option.value ~default:"" e.evt_category));
      ("message", str e.evt_message);
      ( "source",
        match e.evt_source with None -> `Null | Some p -> position p p );
    ]

let fold_since n f acc =
  Queue.fold (fun acc (seq, e) -> if seq >= n then f acc (seq, e) else acc) acc events

let since n =
  obj
    [
      ("messages", `List (List.rev (fold_since n (fun acc e -> event e :: acc) [])));
      ("next", int !count);
      ("dropped", int !dropped);
    ]

let last_error n =
  fold_since n
    (fun acc (_, e) ->
      match e.Log.evt_kind with
      | Log.Error | Failure -> e.evt_message
      | _ -> acc)
    ""

let first from ~plugin accepts =
  fold_since from
    (fun acc (_, (e : Log.event)) ->
      if acc = None && e.evt_plugin = plugin && accepts e then Some e.evt_message
      else acc)
    None

let first_of_categories from ~plugin names =
  first from ~plugin (fun e ->
      match e.evt_category with
      | Some c -> List.mem c names
      | None -> false)

let first_error from ~plugin =
  first from ~plugin (fun e -> e.evt_kind = Log.Error || e.evt_kind = Failure)

let events_since n = List.rev (fold_since n (fun acc (_, e) -> e :: acc) [])
let add events = List.iter record events
