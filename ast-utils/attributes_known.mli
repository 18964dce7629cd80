(** Attributes that change what a program means and that the analyses do not
    model. An attribute on neither list, harmless or modelled, counts. *)

open Cil_types

(** The attributes written in a type itself, not those of what it names. *)
val of_type : typ -> attributes

(** [report emit ~is_function loc carrier attrs]; [carrier] says in words what
    has the attributes. *)
val report :
  Construct.emit ->
  ?kf:string ->
  is_function:bool ->
  location ->
  string ->
  attributes ->
  unit

(** Those of a variable or function, and of its type. *)
val var : Construct.emit -> ?kf:string -> location -> varinfo -> unit

(** [noreturn], which nobody holds a function to. *)
val noreturn : Construct.emit -> location -> varinfo -> unit

(** Those of a structure or union and of its fields. *)
val comp : Construct.emit -> location -> compinfo -> unit

(** Those of the formals and locals of a function. *)
val fundec : Construct.emit -> fundec -> unit
