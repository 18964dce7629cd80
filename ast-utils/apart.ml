type 'a message = Sent of 'a | Failed of string

type 'a child = {
  pid : int;
  read : Unix.file_descr;
  received : Buffer.t;  (** what does not make a whole message yet *)
  mutable open_ : bool;
  mutable trouble : string option;
}

(* The server's socket belongs to the parent. The analyses yield to the server
   now and then, and a child that did would take requests away: it gets a
   socket that nobody writes to instead. *)
let leave_the_server_alone () =
  let silent, other_end = Unix.socketpair PF_UNIX SOCK_STREAM 0 in
  Unix.set_nonblock silent;
  let kept = [ silent; other_end ] in
  Array.iter
    (fun name ->
      let fd : Unix.file_descr = Obj.magic (int_of_string name) in
      match (Unix.fstat fd).st_kind with
      | S_SOCK when not (List.mem fd kept) -> Unix.dup2 silent fd
      | _ -> ()
      | exception Unix.Unix_error _ -> ())
    (Sys.readdir "/proc/self/fd")

let work write job =
  leave_the_server_alone ();
  let out = Unix.out_channel_of_descr write in
  let send m =
    Marshal.to_channel out m [];
    flush out
  in
  (try job (fun a -> send (Sent a)) with
  | Encode.Bad m -> send (Failed m)
  | e -> send (Failed (Printexc.to_string e)));
  (* No exit handlers: they belong to the parent. *)
  Unix._exit 0

let start job =
  let read, write = Unix.pipe ~cloexec:true () in
  Format.print_flush ();
  flush_all ();
  match Unix.fork () with
  | 0 ->
      Unix.close read;
      work write job
  | pid ->
      Unix.close write;
      { pid; read; received = Buffer.create 4096; open_ = true; trouble = None }

(* Takes the whole messages off the front of what was received. *)
let rec deliver child on =
  let n = Buffer.length child.received in
  if n >= Marshal.header_size then begin
    let header = Bytes.of_string (Buffer.sub child.received 0 Marshal.header_size) in
    let size = Marshal.total_size header 0 in
    if n >= size then begin
      let text = Buffer.sub child.received 0 size in
      let rest = Buffer.sub child.received size (n - size) in
      Buffer.clear child.received;
      Buffer.add_string child.received rest;
      (match Marshal.from_string text 0 with
      | Sent a -> on a
      | Failed reason -> child.trouble <- Some reason);
      deliver child on
    end
  end

let ended = function
  | Unix.WEXITED n -> Printf.sprintf "exit status %d" n
  | WSIGNALED n -> Printf.sprintf "signal %d" n
  | WSTOPPED n -> Printf.sprintf "stopped by signal %d" n

let rec reap child =
  match Unix.waitpid [] child.pid with
  | _, status -> status
  | exception Unix.Unix_error (Unix.EINTR, _, _) -> reap child

let close child =
  child.open_ <- false;
  Unix.close child.read;
  match reap child with
  | WEXITED 0 when Buffer.length child.received = 0 -> ()
  | status ->
      child.trouble <- Some ("a process of Frama-C died: " ^ ended status)

let chunk = Bytes.create 65536

let receive child on =
  match Unix.read child.read chunk 0 (Bytes.length chunk) with
  | 0 -> close child
  | n ->
      Buffer.add_subbytes child.received chunk 0 n;
      deliver child on
  | exception Unix.Unix_error (Unix.EINTR, _, _) -> ()

let kill child =
  if child.open_ then begin
    Unix.kill child.pid Sys.sigkill;
    close child
  end

let all jobs ~on =
  let children = List.map start jobs in
  let rec wait () =
    match List.filter (fun c -> c.open_) children with
    | [] -> ()
    | busy ->
        Compat.yield ();
        (match Unix.select (List.map (fun c -> c.read) busy) [] [] 0.002 with
        | ready, _, _ ->
            List.iter
              (fun c -> if List.mem c.read ready then receive c on)
              busy
        | exception Unix.Unix_error (Unix.EINTR, _, _) -> ());
        wait ()
  in
  Fun.protect ~finally:(fun () -> List.iter kill children) wait;
  List.iter
    (fun c -> match c.trouble with Some m -> failwith m | None -> ())
    children

let run f =
  let answer = ref None in
  all [ (fun send -> send (f ())) ] ~on:(fun a -> answer := Some a);
  match !answer with
  | Some a -> a
  | None -> failwith "a process of Frama-C ended without an answer"
