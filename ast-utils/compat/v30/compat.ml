let family = "30"
let version = Fc_config.version
let codename = Fc_config.codename
let is_libc = Cil.is_in_libc
let yield () = Db.yield ()
let annotate_rte kf = !Db.RteGen.annotate_kf kf

let status_name = function
  | Property_status.Feedback.Never_tried -> "never_tried"
  | Considered_valid -> "considered_valid"
  | Valid -> "valid"
  | Valid_under_hyp -> "valid_under_hyp"
  | Unknown -> "unknown"
  | Invalid -> "invalid"
  | Invalid_under_hyp -> "invalid_under_hyp"
  | Invalid_but_dead -> "invalid_but_dead"
  | Valid_but_dead -> "valid_but_dead"
  | Unknown_but_dead -> "unknown_but_dead"
  | Inconsistent -> "inconsistent"

let machdep () =
  Format.asprintf "%s@\n%t" (Kernel.Machdep.get ())
    (fun fmt -> File.pretty_machdep ~fmt ())

let preprocessor () = File.get_preprocessor_command ()

let gnu_like () =
  if Fc_config.preprocessor_is_gnu_like then File.Gnu else File.Unknown

(* Frama-C joins the words and hands them to a shell: each is quoted here. *)
let source (path, cpp) =
  let file = Filepath.Normalized.of_string path in
  if Filename.check_suffix path ".i" then File.NoCPP file
  else
    File.NeedCPP
      (file, preprocessor (), List.map Filename.quote cpp, gnu_like ())

let parse files =
  List.iter (fun f -> File.pre_register (source f)) files;
  Ast.compute ()

let limits ~timeout ~steps =
  {
    Wp.VCS.valid = false;
    timeout = (if timeout > 0 then Some timeout else None);
    stepout = (if steps > 0 then Some steps else None);
  }
