// Command fcv verifies C with Frama-C: it runs EVA and WP, and says "proved"
// only when everything that was claimed was checked.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"fcv/framac"
	"fcv/internal/cli"
)

// main is the only caller of os.Exit: everything below returns an exit code.
func main() {
	os.Exit(run())
}

func run() int {
	// The process may have been started to watch over a Frama-C.
	if code, yes := framac.RunAsSupervisor(); yes {
		return code
	}

	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer restore()
	// The first signal asks the work to stop in order; from then on signals
	// have their usual effect, so that a second one ends the process at once.
	context.AfterFunc(ctx, restore)

	return cli.Main(ctx, os.Args, cli.OSStreams(), cli.Wire())
}
