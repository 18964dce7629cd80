open Cil_types
module Calls = Cil_datatype.Varinfo.Hashtbl

let direct_call s =
  match s.skind with
  | Instr (Call (_, { enode = Lval (Var f, NoOffset); _ }, _, _))
  | Instr (Local_init (_, ConsInit (f, _, _), _)) ->
      Some f
  | _ -> None

let call_graph () =
  let calls = Calls.create 97 in
  Globals.Functions.iter_on_fundecs (fun fd ->
      Calls.replace calls fd.svar (List.filter_map direct_call fd.sallstmts));
  calls

let table () =
  let calls = call_graph () in
  let called f = Option.value ~default:[] (Calls.find_opt calls f) in
  fun f ->
    let seen = Calls.create 17 in
    let rec from g =
      List.exists
        (fun h ->
          Cil_datatype.Varinfo.equal h f
          || (not (Calls.mem seen h))
             && begin
                  Calls.add seen h ();
                  from h
                end)
        (called g)
    in
    from f
