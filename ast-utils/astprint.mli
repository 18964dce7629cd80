(** The normalised program as text, one entry a global: what a digest is
    taken over. Free of paths, positions and times. *)

(** [{"machdep", "globals":[{"name","kind","file","text"}]}], in source order. *)
val program : unit -> Encode.t
