type kind =
  | Asm
  | Attribute
  | Union_access
  | Bitfield
  | Type_punning
  | Unspecified_sequence
  | Pragma
  | Restrict
  | Libc_special
  | Variadic_call
  | Libc_call
  | Volatile_access
  | Float
  | Global_invariant
  | Type_invariant
  | Volatile_clause
  | Model_field
  | Stmt_contract
  | Admit
  | Calls_missing
  | Axiom
  | Axiomatic
  | Logic_recursion
  | Inductive
  | Ghost_function
  | Pointer_int_cast
  | Address_of_function
  | Noreturn_no_body
  | Alloca
  | Goto_backward
  | Goto_into_loop
  | Recursion

let string_of_kind = function
  | Asm -> "asm"
  | Attribute -> "attribute"
  | Union_access -> "union_access"
  | Bitfield -> "bitfield"
  | Type_punning -> "type_punning"
  | Unspecified_sequence -> "unspecified_sequence"
  | Pragma -> "pragma"
  | Restrict -> "restrict"
  | Libc_special -> "libc_special"
  | Variadic_call -> "variadic_call"
  | Libc_call -> "libc_call"
  | Volatile_access -> "volatile_access"
  | Float -> "float"
  | Global_invariant -> "global_invariant"
  | Type_invariant -> "type_invariant"
  | Volatile_clause -> "volatile_clause"
  | Model_field -> "model_field"
  | Stmt_contract -> "stmt_contract"
  | Admit -> "admit"
  | Calls_missing -> "calls_missing"
  | Axiom -> "axiom"
  | Axiomatic -> "axiomatic"
  | Logic_recursion -> "logic_recursion"
  | Inductive -> "inductive"
  | Ghost_function -> "ghost_function"
  | Pointer_int_cast -> "switch_to_pointer_int_cast"
  | Address_of_function -> "address_of_function"
  | Noreturn_no_body -> "noreturn_no_body"
  | Alloca -> "alloca"
  | Goto_backward -> "goto_backward"
  | Goto_into_loop -> "goto_into_loop"
  | Recursion -> "recursion"

type emit =
  ?kf:string ->
  ?detail:string ->
  kind ->
  Cil_types.location ->
  string ->
  unit

let text pp x = Format.asprintf "@[<h>%a@]" pp x
