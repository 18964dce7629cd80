package check

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/receipt"
)

// The stored reports are what the renderers' tests replay. They are built here
// through the structs, so that they cannot drift from them; FCV_UPDATE=1 writes
// them again.
func TestStoredReports(t *testing.T) {
	for name, build := range fixtures() {
		t.Run(name, func(t *testing.T) {
			r := build()
			if err := r.Finish(); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := r.Encode(&b); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", "report-"+name+".json")
			if os.Getenv("FCV_UPDATE") == "1" {
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			stored, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(stored), b.String()); diff != "" {
				t.Errorf("%s is not what the structs write (FCV_UPDATE=1 rewrites it):\n%s", path, diff)
			}
		})
	}
}

func fixtures() map[string]func() *Report {
	return map[string]func() *Report{
		"proved":        provedReport,
		"incomplete":    incompleteReport,
		"many":          manyReport,
		"reload-failed": reloadFailedReport,
	}
}

func sha(c string) string { return strings.Repeat(c, 64) }

func at(file string, line, column int) *Location { return &Location{file, line, column} }

// provedReport is a complete run over one small library.
func provedReport() *Report {
	digest := sha("a")
	settings := LoadSettings{IncludePaths: []string{"include"}, Defines: []string{"RING_SIZE=16"}, Machdep: "x86_64", RTE: true}
	eva := map[string]string{"-eva-precision": "4", "-eva-slevel": "100"}
	wp := map[string]string{"-wp-model": "Typed+nocast", "-wp-timeout": "10"}
	goal := func(fct, kind, descr string, line int) GoalRow {
		return GoalRow{
			StableGoalID: fct + "/" + kind, Property: "ring.c:" + fct + ":" + kind, Function: fct, GoalKind: kind,
			Status: "valid", Prover: "Z3:4.8.12", SourceLocation: at("src/ring.c", line, 5), Descr: descr,
			Provers: []ProverAnswer{{Prover: "Z3:4.8.12", Verdict: "valid", Time: 0.02, Steps: 812}},
		}
	}
	goals := []GoalRow{
		goal("ring_push", "ensures", "\\result == 0 ==> r->count == \\old(r->count) + 1", 14),
		goal("ring_push", "assigns", "assigns *r", 16),
		goal("ring_pop", "ensures", "\\result == 0 ==> r->count == \\old(r->count) - 1", 31),
	}
	smoke := goal("ring_push", "smoke_requires", "requires of ring_push", 12)
	smoke.Smoke = true
	goals = append(goals, smoke)
	alarms := []AlarmRow{
		{
			Property: "ring.c:ring_push:mem_access:1", StableID: "ring_push/mem_access", Alarm: "mem_access", Function: "ring_push",
			Status: "valid", EvaStatus: "unknown", WpStatus: "valid", SourceLocation: at("src/ring.c", 22, 3),
			Predicate: "\\valid(&r->data[r->head])", Descr: "mem_access",
		},
		{
			Property: "ring.c:ring_pop:overflow:2", StableID: "ring_pop/overflow", Alarm: "overflow", Function: "ring_pop",
			Status: "valid", EvaStatus: "valid", WpStatus: "", SourceLocation: at("src/ring.c", 40, 3),
			Predicate: "r->count - 1 >= -2147483648", Descr: "overflow",
		},
	}
	r := &Report{
		Reload: Reload{
			OK: true, Files: []receipt.File{{Path: "src/ring.c", SHA256: sha("1")}}, Functions: 3,
			Settings: settings, ASTDigest: &digest,
		},
		Eva: &Eva{State: StateComputed, Config: eva, Runs: []EvaRun{{
			Entry: "main", State: StateComputed, Context: "exact", FunctionsAnalysed: 3, StatementsReached: 41, StatementsTotal: 41,
		}}},
		EvaAlarms: NewTable(alarms, false),
		Wp: &Wp{
			State: StateComputed, Goals: 4, Proved: 4, Smoke: 1, Provers: []string{"Z3:4.8.12", "CVC4:1.8"},
			Timeout: 10, Par: 2, Model: "Typed+nocast", Config: wp,
		},
		WpGoals: NewTable(goals, false),
		ProofReceipt: receipt.Receipt{
			Subject: receipt.Subject{
				Sources:   []receipt.File{{Path: "src/ring.c", SHA256: sha("1")}},
				Headers:   []receipt.File{{Path: "include/ring.h", SHA256: sha("2")}},
				ASTDigest: &digest, LoadSettings: settings,
				Contracts: []receipt.Contract{{Function: "ring_push", Digest: sha("3")}, {Function: "ring_pop", Digest: sha("4")}},
			},
			Environment: receipt.Environment{
				FramaC: "25.0-beta (Manganese)", PluginDigest: sha("5"), OCaml: "4.13.1", Why3: "1.5.1",
				Provers: []receipt.Prover{{Name: "Z3", Version: "4.8.12"}, {Name: "CVC4", Version: "1.8"}},
			},
			Configuration: receipt.Configuration{Eva: eva, Wp: wp, Kernel: map[string]string{"-machdep": "x86_64"}},
			TrustBase: []receipt.Trust{
				{Kind: "model", Name: "Typed+nocast", Detail: "WP's memory model"},
				{Kind: "rte", Name: "unsigned overflow", Detail: "not checked: it is defined behaviour in C"},
				{Kind: "libc", Name: "memcpy", Detail: "reviewed contract"},
			},
		},
	}
	for _, g := range goals {
		r.ProofReceipt.Goals = append(r.ProofReceipt.Goals, receipt.Goal{StableGoalID: g.StableGoalID, Status: g.Status, Prover: g.Prover})
	}
	return r
}

// incompleteReport is a run with one gap of most kinds an engineer meets.
func incompleteReport() *Report {
	r := provedReport()
	r.Wp.Goals, r.Wp.Proved = 44, 40
	r.Reload.Files = append(r.Reload.Files, receipt.File{Path: "src/parse.c", SHA256: sha("6")})
	r.Reload.Functions = 7
	r.ProofReceipt.Subject.Sources = append(r.ProofReceipt.Subject.Sources, receipt.File{Path: "src/parse.c", SHA256: sha("6")})
	open := AlarmRow{
		Property: "parse.c:next_field:mem_access:9", StableID: "next_field/mem_access", Alarm: "mem_access", Function: "next_field",
		Status: "unknown", EvaStatus: "unknown", WpStatus: "timeout", SourceLocation: at("src/parse.c", 31, 12),
		Predicate: "\\valid_read(buf + i)", Descr: "mem_access",
	}
	r.EvaAlarms = NewTable(append(r.EvaAlarms.Entries, open), false)
	r.Eva.Runs = append(r.Eva.Runs, EvaRun{
		Entry: "next_field", LibEntry: true, State: StateComputed, Context: "restricted",
		ContextReason: "buf points to memory of a size nobody stated", FunctionsAnalysed: 1, StatementsReached: 12, StatementsTotal: 14,
	})
	ensures := Gap{
		Code: CodeGoalNotValid, Reason: "no prover settled it within 10 s: z3 timeout, cvc4 unknown", Function: "ring_push",
		Property: "ring.c:ring_push:ensures:full", StableGoalID: "ring_push/ensures/full", GoalKind: "ensures", Status: "timeout",
		SourceLocation: at("src/ring.c", 15, 5), Descr: "\\old(r->count) == RING_SIZE ==> \\result == -1",
	}
	timeout := ensures
	timeout.Code, timeout.Prover, timeout.Reason = CodeProverTimeout, "Z3:4.8.12", "Z3:4.8.12 ran into the limit of 10 s"
	r.Incomplete = []Gap{
		ensures, timeout,
		{
			Code: CodeAlarmNotValid, Reason: "EVA: unknown, WP: timeout", Function: "next_field",
			Property: "parse.c:next_field:mem_access:9", StableGoalID: "next_field/mem_access", Status: "unknown", Alarm: "mem_access",
			SourceLocation: at("src/parse.c", 31, 12), Descr: "\\valid_read(buf + i)",
			Clause: "requires \\valid_read(buf + (0 .. len - 1));",
		},
		{
			Code: CodeAssumedCalleeContract, Reason: "log_event has neither body nor contract", Function: "next_field",
			Callee: "log_event", SourceLocation: at("src/parse.c", 35, 7),
		},
		{
			Code: CodeTerminationNotProved, Reason: "the loop has no variant", Function: "next_field",
			SourceLocation: at("src/parse.c", 29, 3), Clause: "loop variant len - i;",
		},
		{
			Code: CodeUnconstrainedAssigns, Reason: "the postconditions do not mention what the function may write", Function: "ring_reset",
			SourceLocation: at("src/ring.c", 50, 1), Names: []string{"r->head", "r->tail"},
		},
		{
			Code: CodeUnsafeModel, Reason: "the option weakens what the run claims", Option: "-eva-no-alloc-returns-null", Value: "true",
		},
	}
	return r
}

// manyReport has more gaps of one kind than anybody reads, many of them alike,
// and full tables.
func manyReport() *Report {
	r := provedReport()
	r.Wp.Goals, r.Wp.Proved = 64, 30
	full := "full"
	r.Detail = &full
	for i := range 17 {
		r.Incomplete = append(r.Incomplete, Gap{
			Code: CodeGoalNotValid, Reason: "no prover settled it: z3 timeout", Function: "mix",
			StableGoalID: fmt.Sprintf("mix/assert/%02d", i), GoalKind: "assert", Status: "timeout",
			SourceLocation: at("src/mix.c", 100+2*i, 7),
		})
	}
	for i := range 14 {
		r.Incomplete = append(r.Incomplete, Gap{
			Code: CodeGoalNotValid, Reason: "no prover settled it: z3 unknown", Function: fmt.Sprintf("op_%02d", i),
			StableGoalID: fmt.Sprintf("op_%02d/ensures", i), GoalKind: "ensures", Status: "unknown",
			SourceLocation: at("src/ops.c", 10+10*i, 5), Descr: fmt.Sprintf("\\result == table[%d]", i),
		})
	}
	r.EvaAlarms = NewTable(r.EvaAlarms.Entries, true)
	r.WpGoals = NewTable(r.WpGoals.Entries, true)
	return r
}

// reloadFailedReport is what a missing header gives.
func reloadFailedReport() *Report {
	nonce, reason := strings.Repeat("0", 32), "the program could not be loaded"
	settings := LoadSettings{Defines: []string{"DEBUG"}, Machdep: "x86_64", RTE: true}
	return &Report{
		Reload: Reload{
			Files: []receipt.File{{Path: "src/net.c", SHA256: sha("7")}}, Settings: settings,
			Error: &LoadError{
				Kind: "missing_header", Message: "src/net.c:3:10: fatal error: net/packet.h: No such file or directory",
				File: "src/net.c", Line: 3, Column: 10, Hint: "add -I with the directory that holds net/packet.h", MissingHeader: "net/packet.h",
			},
		},
		Messages: []Message{{
			Kind: "error", Plugin: "kernel", Message: "failed to run: gcc -E -C -I. src/net.c", Source: at("src/net.c", 3, 10),
		}},
		ProofReceipt: receipt.Receipt{
			Subject: receipt.Subject{
				Sources:                    []receipt.File{{Path: "src/net.c", SHA256: sha("7")}},
				ASTDigestUnavailableReason: &reason, Nonce: &nonce, LoadSettings: settings,
			},
			Environment: receipt.Environment{FramaC: "25.0-beta (Manganese)", PluginDigest: sha("5")},
		},
	}
}
