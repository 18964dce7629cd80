(** JSON in and out. *)

open Cil_types

type t = Json.t

val str : string -> t
val int : int -> t
val bool : bool -> t

(** A number; NaN and infinities, which JSON has not, become 0. *)
val float : float -> t

val list : ('a -> t) -> 'a list -> t
val strings : string list -> t
val obj : (string * t) list -> t

(** Lines and columns from 1, columns in bytes; [`Null] when unknown. *)
val position : Filepath.position -> Filepath.position -> t

val location : location -> t

(** On one line. *)
val printed : (Format.formatter -> 'a -> unit) -> 'a -> t

exception Bad of string

val bad : ('a, Format.formatter, unit, 'b) format4 -> 'a

(** Field [name], or [default] when it is absent or null. *)
val get : string -> (string -> t -> 'a) -> default:'a -> t -> 'a

val to_string : string -> t -> string
val to_int : string -> t -> int
val to_bool : string -> t -> bool
val to_list : (string -> t -> 'a) -> string -> t -> 'a list
val to_strings : string -> t -> string list
