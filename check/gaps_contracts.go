package check

import (
	"fmt"

	"fcv/framac"
)

// contractGaps are contracts that say less than they seem to: locations that
// may be written and that no postcondition mentions, a result that is left
// free, termination that is not claimed.
func contractGaps(e *Evidence) []Gap {
	if !e.Loaded {
		return nil
	}
	var gaps []Gap
	for _, f := range e.Functions {
		if f.Defined && !f.Libc && e.inScope(f.Name) {
			gaps = append(gaps, frameGaps(f)...)
			gaps = append(gaps, resultGaps(f)...)
			gaps = append(gaps, terminationGaps(f)...)
		}
	}
	return gaps
}

// strengthExempt: nobody calls main, and a driver's own contract binds nobody.
func strengthExempt(f framac.Function) bool { return f.Main || f.Exempt }

func frameGaps(f framac.Function) []Gap {
	posts := 0
	for _, b := range f.Contract.Behaviors {
		posts += b.Ensures
	}
	if posts == 0 || strengthExempt(f) || f.Contract.Generated {
		return nil
	}
	var gaps []Gap
	framed := false
	for _, b := range f.Contract.Behaviors {
		if b.Name == "" && b.Assigns != "any" && b.Assigns != "none" {
			framed = true
		}
		for _, l := range b.Locations {
			if !l.Mentioned {
				gaps = append(gaps, Gap{
					Code: CodeUnconstrainedAssigns, Function: f.Name, SourceLocation: location(f.Loc), Names: []string{l.Text},
					Reason: fmt.Sprintf("the contract allows %s to be written, and no postcondition says what it is afterwards", l.Text),
				})
			}
		}
	}
	if !framed {
		gaps = append(gaps, Gap{
			Code: CodeUnconstrainedAssigns, Function: f.Name, SourceLocation: location(f.Loc), Clause: "assigns ...;",
			Reason: "the contract has postconditions and no assigns clause that callers see: the function may write anything",
		})
	}
	return gaps
}

func resultGaps(f framac.Function) []Gap {
	if strengthExempt(f) || f.ResultUsage.Usage != "suspicious" {
		return nil
	}
	return []Gap{{
		Code: CodeResultUnconstrained, Function: f.Name, SourceLocation: location(f.Loc),
		Reason: "the contract speaks of \\result and leaves it free: " + f.ResultUsage.Reason,
	}}
}

// terminationGaps: WP makes an obligation of termination, but takes a measure
// for granted when it is a relation of the user's, and a clause that excuses
// the function at its word.
func terminationGaps(f framac.Function) []Gap {
	var gaps []Gap
	add := func(loc *framac.Position, reason string) {
		gaps = append(gaps, Gap{Code: CodeTerminationNotProved, Function: f.Name, SourceLocation: location(loc), Reason: reason})
	}
	switch f.Contract.Terminates {
	case "none", "true", "":
	case "false":
		add(f.Loc, "the contract says that the function need not terminate")
	default:
		add(f.Loc, "termination is claimed only under a condition")
	}
	for _, l := range f.Loops {
		if l.VariantRelation != "" {
			add(l.Loc, fmt.Sprintf("nothing shows that the relation %s of the variant is well-founded", l.VariantRelation))
		}
	}
	if f.DecreasesRelation != "" {
		add(f.Loc, fmt.Sprintf("nothing shows that the relation %s of the measure is well-founded", f.DecreasesRelation))
	}
	if f.Recursive && !f.Contract.Decreases {
		add(f.Loc, "the function is recursive and has no decreases clause")
	}
	return gaps
}
