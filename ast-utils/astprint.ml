open Cil_types
open Encode

let kind_and_name = function
  | GType (t, _) -> ("type", t.tname)
  | GCompTag (c, _) -> ("composite", c.cname)
  | GCompTagDecl (c, _) -> ("composite declaration", c.cname)
  | GEnumTag (e, _) -> ("enumeration", e.ename)
  | GEnumTagDecl (e, _) -> ("enumeration declaration", e.ename)
  | GVarDecl (v, _) -> ("variable declaration", v.vname)
  | GVar (v, _, _) -> ("variable", v.vname)
  | GFunDecl (_, v, _) -> ("declaration", v.vname)
  | GFun (f, _) -> ("function", f.svar.vname)
  | GAsm _ -> ("asm", "")
  | GPragma _ -> ("pragma", "")
  | GText _ -> ("text", "")
  | GAnnot _ -> ("annotation", "")

let entry g =
  let kind, name = kind_and_name g in
  obj
    [
      ("name", str name);
      ("kind", str kind);
      ( "file",
        str
          (Filepath.Normalized.to_pretty_string
             (fst (Cil_datatype.Global.loc g)).Filepath.pos_path) );
      ("text", str (Format.asprintf "%a" Printer.pp_global g));
    ]

let program () =
  let file = Ast.get () in
  obj
    [
      ("machdep", str (Compat.machdep ()));
      ("globals", list entry file.globals);
    ]
