(* The plug-in's requests; all of them are described in README.md. *)

open Encode

let package =
  Server.Package.package ~plugin:"ast-utils" ~title:"Requests of fcv" ()

(* An exception that is not the server's own becomes an error of the request,
   never an empty answer. *)
let answer f data =
  match f data with
  | json -> json
  | exception Bad message -> Server.Data.failure "%s" message
  | exception Not_found -> Server.Data.failure "something was not found"
  | exception ((Failure m | Invalid_argument m)) -> Server.Data.failure "%s" m

let register kind name descr f =
  Server.Request.register ~package ~kind ~name
    ~descr:(Markdown.plain descr)
    ~input:(module Server.Data.Jany)
    ~output:(module Server.Data.Jany)
    (answer f)

let version _ =
  obj
    [
      ("protocol", int 1);
      ("frama_c", str Compat.version);
      ("codename", str Compat.codename);
      ("family", str Compat.family);
      ("ocaml", str Sys.ocaml_version);
      ("why3", str Why3.Config.version);
    ]

let file _ j =
  ( get "path" to_string ~default:"" j,
    get "cpp" to_strings ~default:[] j )

let pair a b _ j =
  (get a to_string ~default:"" j, get b to_string ~default:"" j)

let load j = Loader.load (get "files" (to_list file) ~default:[] j)

let rte _ =
  let kfs =
    Globals.Functions.fold
      (fun kf acc -> if Kernel_function.is_definition kf then kf :: acc else acc)
      []
  in
  Activity.during Rte (fun () ->
      List.iter
        (fun kf ->
          Compat.annotate_rte kf;
          Extra_guards.annotate kf)
        kfs);
  obj [ ("functions", int (List.length kfs)) ]

let eva j =
  Evarun.run
    ~entry:(get "entry" to_string ~default:"main" j)
    ~lib_entry:(get "lib_entry" to_bool ~default:false j)

let wp_generate j =
  Wprun.generate_goals
    {
      functions = get "functions" to_strings ~default:[] j;
      lemmas = get "lemmas" to_bool ~default:false j;
      props = get "props" to_strings ~default:[] j;
    }

let proof j : Proving.request =
    {
      goals = get "goals" to_strings ~default:[] j;
      provers = get "provers" to_strings ~default:[] j;
      timeout = get "timeout" to_int ~default:0 j;
      quick_timeout = get "quick_timeout" to_int ~default:0 j;
      smoke_timeout = get "smoke_timeout" to_int ~default:2 j;
      smoke_steps = get "smoke_steps" to_int ~default:0 j;
      steps = get "steps" to_int ~default:0 j;
      par = max 1 (get "par" to_int ~default:1 j);
    }

let wp_prove j = Wprun.prove_goals (proof j)

let fact (f : Facts.fact) =
  obj
    [
      ("kind", str f.kind);
      ("function", str f.kf);
      ("loc", location f.loc);
      ("name", str f.name);
      ("detail", str f.detail);
    ]

let set_parameters j =
  let pairs = to_list (pair "name" "value") "parameters" j in
  Settings.write pairs;
  obj [ ("set", int (List.length pairs)) ]

let () =
  Eventlog.listen ();
  register `GET "version" "Versions of all that answers." version;
  register `GET "progress" "What is being done." (fun _ -> Activity.to_json ());
  register `GET "messages" "What Frama-C said." (fun j ->
      Eventlog.since (get "from" to_int ~default:0 j));
  register `GET "parameters" "Options in force." (fun j ->
      Settings.read (get "names" to_strings ~default:[] j));
  register `SET "setParameters" "Change options." set_parameters;
  register `EXEC "load" "Parse and type-check." load;
  register `GET "program" "The normalised program as text." (fun _ ->
      Astprint.program ());
  register `GET "functions" "Functions and contracts." (fun _ ->
      obj [ ("functions", `List (Functable.rows ())) ]);
  register `GET "facts" "Constructs a verdict must know about." (fun _ ->
      obj [ ("facts", list fact (Facts.collect ())) ]);
  register `EXEC "rte" "Add run-time-error guards." rte;
  register `GET "evaContexts" "What an analysis from each function covers."
    (fun _ -> Evarun.contexts ());
  register `EXEC "eva" "Run EVA from one entry point." eva;
  register `EXEC "wpGenerate" "Generate WP's goals." wp_generate;
  register `EXEC "wpProve" "Have goals proved." wp_prove;
  register `GET "goals" "WP's goals." (fun _ ->
      obj [ ("goals", `List (Goaltable.rows ())) ]);
  register `SET "import" "Verdicts of another process." (fun j ->
      Statusimport.apply
        (get "verdicts" (to_list (pair "key" "status")) ~default:[] j));
  register `GET "properties" "The property table." (fun _ ->
      obj [ ("properties", `List (Proptable.rows ())) ])
