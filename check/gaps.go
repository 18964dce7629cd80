package check

// Gaps judges the evidence: everything that was claimed, or used, and that
// nothing established. It is pure; the order is that of the report.
//
// Every rule looks at one kind of thing and raises a code for its reason and
// for no other. What a rule does not know (a status, a kind, a message) is a
// gap too, and what no rule accounts for is one in the end.
func Gaps(e *Evidence) []Gap {
	var gaps []Gap
	for _, rule := range rules() {
		gaps = append(gaps, rule(e)...)
	}
	placeGaps(e, gaps)
	gaps = append(gaps, floorGaps(e, gaps)...)
	return SortGaps(gaps)
}

func rules() []func(*Evidence) []Gap {
	return []func(*Evidence) []Gap{
		stepGaps,
		propertyGaps,
		goalGaps,
		evaAlarmGaps,
		smokeGaps,
		callGaps,
		memoryModelGaps,
		contractGaps,
		reachGaps,
		factGaps,
		messageGaps,
		settingGaps,
		compileFlagGaps,
		obligationGaps,
	}
}

// placeGaps gives a gap about a function that names no place the function's.
func placeGaps(e *Evidence, gaps []Gap) {
	for i, g := range gaps {
		if f, ok := e.function(g.Function); ok && g.SourceLocation == nil {
			gaps[i].SourceLocation = location(f.Loc)
		}
	}
}
