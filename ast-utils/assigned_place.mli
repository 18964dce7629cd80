(** Memory locations of terms, as far as they can be told apart by their form:
    a variable (or [\result]) and the steps that lead on from it. Indices are
    not looked at: all elements of an array are one place. *)

open Cil_types

(** Applications are looked into up to this depth; a recursive definition says
    nothing new after the first round. *)
val max_depth : int

type t

(** Where a pointer may lead. *)
type pointer

(** The pointers that formals of definitions stand for, by [lv_id]. *)
type env = (int * pointer list) list

(** The place a pointer leads to. *)
val target : pointer -> t

(** One contains the other, or they are the same; what a pointer leads to is
    not part of the pointer. *)
val related : t -> t -> bool

(** [pointers env depth t] is where [t] may lead; empty when its form does not
    tell. [depth] counts the definitions we are in. *)
val pointers : env -> int -> term -> pointer list

(** The places an lvalue may stand for. *)
val places : env -> int -> term_lval -> t list

(** The environment inside a definition applied to these arguments. *)
val bind : env -> int -> logic_info -> term list -> env

(** The environment behind a [\let]. *)
val bind_let : env -> int -> logic_info -> env
