package report

import (
	"encoding/json"
	"slices"

	"fcv/check"
)

// finding is what a reader takes as one thing: gaps about one property, under
// the code that comes first in the contract, and gaps that differ in their line
// only.
type finding struct {
	check.Gap                  // the first gap
	also      []check.Code     // further codes about the same property
	places    []check.Location // places of the gaps that are alike, the first included
	gaps      int              // entries of `incomplete` it stands for
}

// findings groups the gaps, in report order, those that close by themselves
// once others are closed behind these.
func findings(gaps []check.Gap) []finding {
	rank := map[check.Code]int{}
	for i, info := range check.Codes() {
		rank[info.Code] = i
	}
	out := mergeAlike(mergeSubjects(gaps, rank))
	slices.SortStableFunc(out, func(a, b finding) int { return follows(a) - follows(b) })
	return out
}

// follows is 1 for a finding that is the consequence of others.
func follows(f finding) int {
	if f.Code == check.CodeValidUnderHyp {
		return 1
	}
	return 0
}

// mergeSubjects joins the gaps about one property at one place.
func mergeSubjects(gaps []check.Gap, rank map[check.Code]int) []finding {
	type subject struct {
		function, property, goal string
		at                       check.Location
	}
	index := map[subject]int{}
	var out []finding
	for _, g := range gaps {
		f := finding{Gap: g, gaps: 1}
		if g.SourceLocation != nil {
			f.places = []check.Location{*g.SourceLocation}
		}
		if g.Property == "" && g.StableGoalID == "" || g.SourceLocation == nil {
			out = append(out, f)
			continue
		}
		key := subject{g.Function, g.Property, g.StableGoalID, *g.SourceLocation}
		i, ok := index[key]
		if !ok {
			index[key] = len(out)
			out = append(out, f)
			continue
		}
		first := &out[i]
		first.gaps++
		if rank[g.Code] < rank[first.Code] {
			first.Gap, g = g, first.Gap
		}
		if g.Code != first.Code && !slices.Contains(first.also, g.Code) {
			first.also = append(first.also, g.Code)
		}
		slices.SortFunc(first.also, func(a, b check.Code) int { return rank[a] - rank[b] })
	}
	return out
}

// mergeAlike joins findings of one function that say the same about different
// lines.
func mergeAlike(in []finding) []finding {
	index := map[string]int{}
	var out []finding
	for _, f := range in {
		like := f.Gap
		like.Property, like.StableGoalID = "", ""
		if like.SourceLocation != nil {
			like.SourceLocation = &check.Location{File: like.SourceLocation.File}
		}
		key, err := json.Marshal([]any{like, f.also})
		i, ok := index[string(key)]
		if err != nil || !ok || len(f.places) == 0 {
			index[string(key)] = len(out)
			out = append(out, f)
			continue
		}
		out[i].gaps += f.gaps
		if !slices.Contains(out[i].places, f.places[0]) {
			out[i].places = append(out[i].places, f.places[0])
		}
	}
	return out
}
