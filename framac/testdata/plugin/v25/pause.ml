let yield () = Db.yield ()
