package check

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"time"

	"fcv/framac"
)

// Timings is where the time of a check went. It is no part of the receipt.
type Timings struct {
	Time   float64     `json:"time"`   // seconds from the request to the report
	Phases []PhaseTime `json:"phases"` // in the order of Phases; those that did not happen are left out
	Goals  []GoalTime  `json:"goals"`  // by stable id
}

// PhaseTime is one phase. EVA and WP work side by side, so the phases add up
// to more than the whole. Time is in seconds.
type PhaseTime struct {
	Phase string  `json:"phase"`
	Time  float64 `json:"time"`
}

// GoalTime is what one goal took. Time is that of all provers together, in
// seconds, Steps that of Prover.
type GoalTime struct {
	StableGoalID string  `json:"stable_goal_id"`
	Prover       string  `json:"prover"` // the one that settled it; empty: none
	Time         float64 `json:"time"`
	Steps        int     `json:"steps"` // 0: not known
}

// The phases of a check.
const (
	phaseStart    = "start"    // finding the programs, starting Frama-C
	phaseLoad     = "load"     // parsing, reading the program back
	phaseEva      = "eva"      // run-time-error guards and analyses from every entry
	phaseGenerate = "generate" // run-time-error guards and WP's goals
	phaseProve    = "prove"
	phaseImport   = "import" // bringing EVA's verdicts to the process that judges
	phaseJudge    = "judge"
	phaseReport   = "report" // assembling and sealing, without the rendering
)

// Phases lists the phases in the order of Timings.Phases.
func Phases() []string {
	return []string{
		phaseStart, phaseLoad, phaseEva, phaseGenerate, phaseProve, phaseImport, phaseJudge, phaseReport,
	}
}

// stopwatch measures phases. What several goroutines do in one phase at the
// same time counts once. A nil stopwatch measures nothing.
type stopwatch struct {
	now   func() time.Time
	began time.Time

	mu    sync.Mutex
	spans map[string]*span
}

type span struct {
	spent  time.Duration
	active int
	since  time.Time // of the first of the active ones
}

// newStopwatch returns nil when nobody wants to know.
func newStopwatch(wanted bool, now func() time.Time) *stopwatch {
	if !wanted {
		return nil
	}
	return &stopwatch{now: now, began: now(), spans: map[string]*span{}}
}

// phase starts a phase; the function returned ends it, once.
func (s *stopwatch) phase(name string) func() {
	if s == nil {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := s.spans[name]
	if sp == nil {
		sp = &span{}
		s.spans[name] = sp
	}
	if sp.active == 0 {
		sp.since = s.now()
	}
	sp.active++
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if sp.active--; sp.active == 0 {
			sp.spent += s.now().Sub(sp.since)
		}
	})
}

// timings is the account so far; nil when nobody wants it.
func (s *stopwatch) timings(goals []framac.Goal) *Timings {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &Timings{Time: seconds(s.now().Sub(s.began)), Phases: []PhaseTime{}, Goals: []GoalTime{}}
	for _, name := range Phases() {
		if sp := s.spans[name]; sp != nil {
			t.Phases = append(t.Phases, PhaseTime{Phase: name, Time: seconds(sp.spent)})
		}
	}
	for _, g := range goals {
		row := GoalTime{StableGoalID: g.Stable, Prover: g.Prover}
		for _, res := range g.Results {
			row.Time += res.Time
			if res.Prover == g.Prover {
				row.Steps = max(row.Steps, res.Steps)
			}
		}
		row.Time = milliseconds(row.Time)
		t.Goals = append(t.Goals, row)
	}
	slices.SortStableFunc(t.Goals, func(a, b GoalTime) int { return cmp.Compare(a.StableGoalID, b.StableGoalID) })
	return t
}

func seconds(d time.Duration) float64 { return milliseconds(d.Seconds()) }

// milliseconds rounds seconds; what is below is noise.
func milliseconds(s float64) float64 { return math.Round(s*1000) / 1000 }
