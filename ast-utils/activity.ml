type phase = Idle | Load | Rte | Eva | Generate | Prove

let phase_name = function
  | Idle -> "idle"
  | Load -> "load"
  | Rte -> "rte"
  | Eva -> "eva"
  | Generate -> "generate"
  | Prove -> "prove"

let phase = ref Idle
let fct = ref ""
let finished = ref 0
let total = ref 0
let proved = ref 0
let running = ref 0
let since = ref 0.

let enter p =
  phase := p;
  fct := "";
  finished := 0;
  total := 0;
  proved := 0;
  running := 0;
  since := Unix.gettimeofday ()

let during p f =
  enter p;
  Fun.protect ~finally:(fun () -> enter Idle) f

let set_total n = total := n
let set_function f = fct := f
let set_running n = running := n

let step ?proved:(by_proof = false) () =
  incr finished;
  if by_proof then incr proved

let to_json () =
  let open Encode in
  obj
    [
      ("phase", str (phase_name !phase));
      ("function", str !fct);
      ("done", int !finished);
      ("total", int !total);
      ("proved", int !proved);
      ("running", int !running);
      ( "elapsed",
        float (if !phase = Idle then 0. else Unix.gettimeofday () -. !since) );
    ]
