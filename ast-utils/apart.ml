(* The answer goes through a pipe; the end of the pipe is the end of it. *)

let child write f =
  let out = Unix.out_channel_of_descr write in
  let answer =
    match f () with
    | a -> Ok a
    | exception Encode.Bad m -> Error m
    | exception e -> Error (Printexc.to_string e)
  in
  Marshal.to_channel out answer [];
  flush out;
  (* No exit handlers: they belong to the parent. *)
  Unix._exit 0

let drain read pid =
  let buffer = Buffer.create 65536 in
  let chunk = Bytes.create 65536 in
  let rec wait () =
    Compat.yield ();
    match Unix.select [ read ] [] [] 0.002 with
    | [], _, _ -> wait ()
    | _ -> (
        match Unix.read read chunk 0 (Bytes.length chunk) with
        | 0 -> ()
        | n ->
            Buffer.add_subbytes buffer chunk 0 n;
            wait ()
        | exception Unix.Unix_error (Unix.EINTR, _, _) -> wait ())
    | exception Unix.Unix_error (Unix.EINTR, _, _) -> wait ()
  in
  (try wait ()
   with e ->
     Unix.kill pid Sys.sigkill;
     ignore (Unix.waitpid [] pid);
     raise e);
  let _, status = Unix.waitpid [] pid in
  (Buffer.contents buffer, status)

let ended = function
  | Unix.WEXITED n -> Printf.sprintf "exit status %d" n
  | WSIGNALED n -> Printf.sprintf "signal %d" n
  | WSTOPPED n -> Printf.sprintf "stopped by signal %d" n

let run f =
  let read, write = Unix.pipe ~cloexec:true () in
  Format.print_flush ();
  flush_all ();
  match Unix.fork () with
  | 0 ->
      Unix.close read;
      child write f
  | pid ->
      Unix.close write;
      Fun.protect
        ~finally:(fun () -> Unix.close read)
        (fun () ->
          let text, status = drain read pid in
          let whole =
            String.length text >= Marshal.header_size
            && String.length text = Marshal.total_size (Bytes.of_string text) 0
          in
          match status with
          | Unix.WEXITED 0 when whole -> (
              match (Marshal.from_string text 0 : ('a, string) result) with
              | Ok a -> a
              | Error reason -> failwith reason)
          | status -> failwith ("a process of Frama-C died: " ^ ended status))
