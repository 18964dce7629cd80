open Cil_types

(* What the Variadic plug-in made out of one function of the source has the
   name of that function as its original name; so has an inline function. *)
let source_name v =
  let generated = Cil.hasAttribute "fc_stdlib_generated" v.vattr in
  if generated || v.vorig_name <> v.vname then v.vorig_name else v.vname

let special =
  [
    "signal"; "sigaction"; "sigprocmask"; "sigsuspend"; "sigwait"; "sigqueue";
    "sigaltstack"; "raise"; "kill"; "alarm"; "ualarm"; "setitimer";
    "timer_create"; "atexit"; "at_quick_exit"; "on_exit"; "setjmp"; "_setjmp";
    "__sigsetjmp"; "sigsetjmp"; "longjmp"; "_longjmp"; "siglongjmp";
    "__builtin_setjmp"; "__builtin_longjmp"; "fork"; "vfork"; "clone"; "execve";
    "execv"; "execvp"; "execl"; "execlp"; "system"; "getcontext"; "setcontext";
    "makecontext"; "swapcontext"; "mmap"; "dlopen"; "dlsym";
  ]

let is_special name =
  List.mem name special
  || List.exists
       (fun p -> Extlib.string_prefix p name)
       [ "pthread_"; "thrd_"; "mtx_"; "cnd_"; "tss_"; "sem_"; "__atomic_";
         "__sync_"; "atomic_" ]

let from_libc v =
  Compat.is_libc v.vattr || Cil.hasAttribute "FC_BUILTIN" v.vattr

let allocates v =
  List.mem v.vname
    [ "malloc"; "calloc"; "realloc"; "aligned_alloc"; "alloca";
      "__builtin_alloca"; "__fc_vla_alloc"; "strdup"; "strndup" ]

let is_alloca name = List.mem name [ "alloca"; "__builtin_alloca" ]
let allocates_vla v = v.vname = "__fc_vla_alloc"
let is_vla v = allocates_vla v || v.vname = "__fc_vla_free"
