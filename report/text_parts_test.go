package report

import (
	"strings"
	"testing"

	"fcv/check"
	"fcv/receipt"
)

func fullTrust() []receipt.Trust {
	libc := []string{"abs", "isalnum", "isalpha", "isdigit", "malloc", "memcmp", "memcpy", "memmove", "memset", "strchr", "strcmp", "strlen", "strncmp"}
	return []receipt.Trust{
		receipt.TrustOf("eva", "initial state narrower than the contract: nothing proved from there", "ring_pop", "ring_push"),
		receipt.TrustOf("libc", "reviewed contracts shipped with Frama-C", libc...),
		receipt.TrustOf("machdep", "", "x86_64"),
		receipt.TrustOf("option", "not at Frama-C's default", "-wp-check-memory-model", "-evil=\x1b]0;owned\x07"),
		receipt.TrustOf("rte", "not checked", "unsigned downcast", "unsigned overflow"),
		receipt.TrustOf("version", "taken to be right, as are fcv and its plug-in", "Frama-C 25.0-beta", "Why3 1.5.1", "CVC4 1.8", "Z3 4.8.12"),
	}
}

// The trust base is told in a few lines for a proof, and whole, for any
// verdict, when it was asked for.
func TestTrustBase(t *testing.T) {
	for _, name := range []string{"proved", "incomplete", "reload-failed"} {
		r := load(t, "../check/testdata/report-"+name+".json")
		r.ProofReceipt.TrustBase = fullTrust()
		out := render(t, "text", r, Options{Trust: true})
		words := strings.Join(strings.Fields(out), " ")
		for _, b := range fullTrust() {
			for _, part := range append(b.Names(), b.Detail) {
				if !strings.Contains(words, receipt.Printable(part)) {
					t.Errorf("%s: %q is not shown", name, part)
				}
			}
		}
		short := render(t, "text", r, Options{})
		if shown := strings.Contains(short, "It rests on"); shown != r.Proved() || strings.Contains(short, "strncmp") {
			t.Errorf("%s: without being asked for:\n%s", name, short)
		}
		if strings.ContainsAny(out+short, "\x1b\x07") {
			t.Errorf("%s: control characters reach the terminal", name)
		}
		if name == "proved" {
			golden(t, "trust.txt", out+"---\n"+short)
		}
	}
	r := load(t, "../check/testdata/report-proved.json")
	r.ProofReceipt.TrustBase = []receipt.Trust{}
	if out := render(t, "text", r, Options{Trust: true}); !strings.Contains(out, "was not recorded") {
		t.Errorf("a trust base that nobody recorded:\n%s", out)
	}
}

func TestTimings(t *testing.T) {
	r := load(t, "../check/testdata/report-proved.json")
	if out := render(t, "text", r, Options{}); strings.Contains(out, "Time") {
		t.Errorf("times that nobody asked for:\n%s", out)
	}
	r.Timings = &check.Timings{
		Time: 12.3456, Phases: []check.PhaseTime{{Phase: "start", Time: 0.4}, {Phase: "eva", Time: 1.25}, {Phase: "prove", Time: 10}},
		Goals: []check.GoalTime{
			{StableGoalID: "a", Prover: "qed", Time: 0.001}, {StableGoalID: "b", Prover: "Z3:4.8.12", Time: 2, Steps: 812},
			{StableGoalID: "c", Time: 10}, {StableGoalID: "d", Prover: "Z3:4.8.12", Time: 2}, {StableGoalID: "e\x1b[31m", Prover: "Z3:4.8.12", Time: 0.5},
			{StableGoalID: "f", Prover: "CVC4:1.8", Time: 0.25}, {StableGoalID: "g", Prover: "CVC4:1.8", Time: 0.125}, {StableGoalID: "h", Prover: "Eva"},
		},
	}
	out := render(t, "text", r, Options{})
	golden(t, "timings.txt", out)
	for _, left := range []string{"  0.00 s", "0.12 s", "0.13 s", "\x1b"} { // the sixth, and what takes no time
		if strings.Contains(out, left) {
			t.Errorf("%q is among the slowest goals:\n%s", left, out)
		}
	}
}
