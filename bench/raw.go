package main

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
)

// rawFramaC is Frama-C as a person types it.
type rawFramaC struct {
	program string
	provers string
	timeout int // seconds
	par     int
}

// Goals counts proof obligations.
type Goals struct {
	Proved int `json:"proved"`
	Total  int `json:"total"`
}

// args are the words of the command line. WP's cache is off by default; it is
// said here so that nobody's environment turns it on.
func (r rawFramaC) args(c Case) []string {
	wp := []string{
		"-wp", "-wp-prover", r.provers, "-wp-timeout", strconv.Itoa(r.timeout), "-wp-par", strconv.Itoa(r.par),
		"-wp-cache", "none",
	}
	if !c.Main {
		return append(append([]string{}, c.Files...), append(wp, "-wp-rte")...)
	}
	args := append([]string{"-rte", "-eva"}, c.Files...)
	return append(append(args, "-then"), wp...)
}

func (r rawFramaC) run(ctx context.Context, c Case) (float64, Goals, error) {
	done, err := execute(ctx, c.Dir, nil, r.program, r.args(c)...)
	if err != nil {
		return 0, Goals{}, err
	}
	if done.exit != 0 {
		return 0, Goals{}, done.failure("raw Frama-C", c)
	}
	goals, err := provedGoals(done.stdout)
	if err != nil {
		return 0, Goals{}, fmt.Errorf("raw Frama-C on %s: %w", c.Name, err)
	}
	return done.seconds, goals, nil
}

var provedLine = regexp.MustCompile(`(?m)^\[wp\] Proved goals:\s+(\d+)\s*/\s*(\d+)\s*$`)

// provedGoals reads WP's last summary line.
func provedGoals(out []byte) (Goals, error) {
	all := provedLine.FindAllSubmatch(out, -1)
	if len(all) == 0 {
		return Goals{}, fmt.Errorf(`no line "Proved goals" in the output`)
	}
	last := all[len(all)-1]
	proved, err := strconv.Atoi(string(last[1]))
	if err != nil {
		return Goals{}, err
	}
	total, err := strconv.Atoi(string(last[2]))
	return Goals{proved, total}, err
}
