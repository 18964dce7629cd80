// Package framac knows everything there is to know about Frama-C being a
// program: where it is, which version and provers it has (Find), how to build
// our plug-in for it (EnsurePlugin), how to run it so that nothing of it
// outlives us (Start), and how to talk to it (Session). It knows no verdict.
//
// # Processes
//
// A Session is one Frama-C process. It is not our child but our grandchild:
// our own executable is started a second time as a supervisor (see
// RunAsSupervisor), which is the parent of Frama-C and adopts whatever
// Frama-C leaves behind. The supervisor holds the read end of a pipe whose only
// write end is ours; when that pipe ends, because the session was closed or
// because we died in whatever way, it kills every process below it and
// removes the session's directory. Programs that use Start must call
// RunAsSupervisor first thing in main, tests in TestMain.
//
// # Connections
//
// One goroutine owns the connection to a Frama-C. Callers hand it requests
// with a context and wait. When the process or the connection dies, the whole
// process tree is ended and every waiting and later call gets a *DiedError;
// nothing is ever retried on a new connection, because Frama-C serves one
// client in its life.
//
// The package needs Linux: /proc, parent-death signals and subreapers.
package framac
