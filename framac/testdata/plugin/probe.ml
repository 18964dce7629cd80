(* A plug-in for the client's tests: the smallest requests that show how the
   server behaves while something long runs. *)

open Server

let package = Package.package ~plugin:"fcv-probe" ~title:"Probe" ()

(* Answers with its argument. *)
let () =
  Request.register ~package ~kind:`GET ~name:"echo"
    ~descr:(Markdown.plain "Answers with its argument")
    ~input:(module Data.Jany) ~output:(module Data.Jany)
    (fun x -> x)

let () =
  Request.register ~package ~kind:`SET ~name:"put"
    ~descr:(Markdown.plain "Answers with its argument, queued")
    ~input:(module Data.Jany) ~output:(module Data.Jany)
    (fun x -> x)

let () =
  Request.register ~package ~kind:`GET ~name:"fail"
    ~descr:(Markdown.plain "Always fails")
    ~input:(module Data.Jany) ~output:(module Data.Jany)
    (fun _ -> failwith "failing as asked")

(* Steps taken by the last [sleep]. *)
let steps = ref 0

let () =
  Request.register ~package ~kind:`GET ~name:"steps"
    ~descr:(Markdown.plain "Steps of the running sleep")
    ~input:(module Data.Jany) ~output:(module Data.Jint)
    (fun _ -> !steps)

(* Sleeps so many hundredths of a second and yields after each. *)
let () =
  Request.register ~package ~kind:`EXEC ~name:"sleep"
    ~descr:(Markdown.plain "Sleeps and yields")
    ~input:(module Data.Jint) ~output:(module Data.Jint)
    (fun n ->
       steps := 0;
       while !steps < n do
         Unix.sleepf 0.01;
         incr steps;
         Pause.yield ()
       done;
       !steps)

(* Starts a child in a session of its own, as some provers are started, and
   then never yields for so many hundredths of a second. *)
let () =
  Request.register ~package ~kind:`EXEC ~name:"spawn"
    ~descr:(Markdown.plain "Starts a process and stays deaf")
    ~input:(module Data.Jint) ~output:(module Data.Jint)
    (fun n ->
       let pid = Unix.create_process "setsid" [| "setsid"; "sleep"; "600" |]
           Unix.stdin Unix.stdout Unix.stderr in
       for _ = 1 to n do Unix.sleepf 0.01 done;
       pid)
