package receipt

import (
	"cmp"
	"slices"
)

// valid is the status of a goal that is settled.
const valid = "valid"

// goalChanges sorts the goals that differ, each list by stable id.
func goalChanges(a, b []Goal) GoalChanges {
	index := func(goals []Goal) map[string]GoalState {
		m := map[string]GoalState{}
		for _, g := range goals {
			m[g.StableGoalID] = GoalState{Status: g.Status, Prover: g.Prover, FromCache: g.FromCache}
		}
		return m
	}
	c := GoalChanges{
		NewlyOpen: []GoalChange{}, NewlyProved: []GoalChange{}, StatusChanged: []GoalChange{},
		Appeared: []GoalChange{}, Disappeared: []GoalChange{}, Resettled: []GoalChange{},
	}
	x, y := index(a), index(b)
	changes(x, y, func(p, q GoalState) bool { return p == q }, func(id, change string) {
		p, q := x[id], y[id]
		g := GoalChange{StableGoalID: id, A: &p, B: &q}
		list := &c.StatusChanged
		switch {
		case change == added:
			g.A, list = nil, &c.Appeared
		case change == removed:
			g.B, list = nil, &c.Disappeared
		case p.Status == q.Status:
			list = &c.Resettled
		case p.Status == valid:
			list = &c.NewlyOpen
		case q.Status == valid:
			list = &c.NewlyProved
		}
		*list = append(*list, g)
	})
	return c
}

// Effort is what it took to settle one goal.
type Effort struct {
	Prover string  `json:"prover"` // the one that settled it; empty: none
	Time   float64 `json:"time"`   // seconds of all provers together
	Steps  int     `json:"steps"`  // of Prover; 0: not known
}

// SlowerGoal is a goal that took much more in B than in A.
type SlowerGoal struct {
	StableGoalID string `json:"stable_goal_id"`
	A            Effort `json:"a"`
	B            Effort `json:"b"`
}

// A goal became much slower when it took this many times as long and at least
// this long, or this many times the steps of the same prover. Steps do not
// depend on the load of the machine, but a few steps more are no news.
const (
	muchSlower   = 3
	noticedTime  = 1.0 // seconds
	noticedSteps = 1000
)

// CompareEffort fills Goals.Slower from what each goal took on either side, by
// stable id. A goal that is on one side only is not compared.
func (d *Difference) CompareEffort(a, b map[string]Effort) {
	slower := []SlowerGoal{}
	for id, after := range b {
		before, ok := a[id]
		if !ok {
			continue
		}
		longer := after.Time >= noticedTime && after.Time >= muchSlower*before.Time
		harder := after.Prover == before.Prover && before.Steps > 0 &&
			after.Steps >= noticedSteps && after.Steps >= muchSlower*before.Steps
		if longer || harder {
			slower = append(slower, SlowerGoal{StableGoalID: id, A: before, B: after})
		}
	}
	slices.SortFunc(slower, func(p, q SlowerGoal) int { return cmp.Compare(p.StableGoalID, q.StableGoalID) })
	d.Goals.Slower = &slower
}
