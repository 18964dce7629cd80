package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func report(verdict string, codes ...string) Outcome {
	return Outcome{Report: true, Verdict: verdict, Codes: codes, Entries: len(codes)}
}

func (o Outcome) exit(code int) Outcome {
	o.Exit = code
	return o
}

func TestJudge(t *testing.T) {
	sound := Case{Name: "s", Class: Sound, Why: "right"}
	trap := Case{Name: "t", Class: Trap, Expect: []string{"A", "B"}, Why: "it overflows"}
	usage := Case{Name: "u", Class: Trap, Expect: []string{UsageError}, Why: "no such function"}
	strict := Case{Name: "r", Class: Trap, Args: []string{"--require-complete"}, Expect: []string{"A"}, Why: "wrong"}
	for name, tt := range map[string]struct {
		c    Case
		o    Outcome
		want string // part of the disagreement; "": none
	}{
		"sound and proved":          {sound, report("proved"), ""},
		"sound and incomplete":      {sound, report("incomplete", "X"), "sound, but incomplete: X"},
		"sound, proved with a gap":  {sound, report("proved", "X"), "proved with 1 entries"},
		"sound, exit code 3":        {sound, Outcome{Exit: 3, Trouble: "empty"}, "exit code 3 and no report"},
		"sound, proved but failing": {sound, report("proved").exit(70), "exit code 70"},
		"nothing at all":            {sound, Outcome{}, "no report"},
		"no verdict":                {sound, report("failed", "X"), `"failed" is no verdict`},
		"no class":                  {Case{}, report("proved"), "is no class"},
		"trap raised":               {trap, report("incomplete", "B", "C"), ""},
		"trap proved":               {trap, report("proved"), "PROVED, although: it overflows"},
		"trap, another code":        {trap, report("incomplete", "C"), "expected A or B, raised C"},
		"trap, empty list":          {trap, report("incomplete"), "incomplete with 0 entries"},
		"trap, did not load":        {trap, report("incomplete", "A").exit(2), ""},
		"trap, usage error":         {trap, Outcome{Exit: 2, Trouble: "empty"}, "exit code 2 and no report"},
		"usage error":               {usage, Outcome{Exit: 2, Trouble: "empty"}, ""},
		"usage error beside proved": {usage, report("proved").exit(2), `beside the verdict "proved"`},
		"no usage error":            {usage, report("incomplete", "A"), "expected (error), raised A"},
		"tool error for usage":      {usage, Outcome{Exit: 3, Trouble: "empty"}, "exit code 3"},
		"required and incomplete":   {strict, report("incomplete", "A").exit(1), ""},
		"required, exit code 0":     {strict, report("incomplete", "A"), "exit code 0 with verdict incomplete"},
		"exit code 1 unasked":       {trap, report("incomplete", "A").exit(1), "exit code 1"},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(Judge(tt.c, tt.o), "; ")
			if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("disagreements %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReadReport(t *testing.T) {
	good := `{"schema":"frama-c-mcp.check.v2","verdict":"incomplete","incomplete":[{"code":"B"},{"code":"A"},{"code":"B"}]}`
	want := Outcome{Report: true, Verdict: "incomplete", Codes: []string{"A", "B"}, Entries: 3}
	if diff := cmp.Diff(want, readReport([]byte(good))); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	for name, text := range map[string]string{
		"nothing":         "",
		"text":            "proved\n",
		"two documents":   good + good,
		"array":           "[]",
		"no incomplete":   `{"schema":"frama-c-mcp.check.v2","verdict":"proved"}`,
		"null list":       `{"schema":"frama-c-mcp.check.v2","verdict":"proved","incomplete":null}`,
		"other case":      `{"schema":"frama-c-mcp.check.v2","Verdict":"proved","incomplete":[]}`,
		"other schema":    `{"schema":"frama-c-mcp.check.v1","verdict":"proved","incomplete":[]}`,
		"list of strings": `{"schema":"frama-c-mcp.check.v2","verdict":"proved","incomplete":["A"]}`,
	} {
		if got := readReport([]byte(text)); got.Report || got.Verdict != "" || got.Trouble == "" {
			t.Errorf("%s: read as %+v, want no report and the reason", name, got)
		}
	}
}
