let yield () = Async.yield ()
