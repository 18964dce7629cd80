package check

import (
	"fmt"
	"strings"

	"fcv/framac"
)

// callGaps are contracts used at calls that this run did not prove, calls
// whose target is not known, and calls from outside the scope whose
// precondition nobody checked.
func callGaps(e *Evidence) []Gap {
	if !e.Loaded {
		return nil
	}
	var gaps []Gap
	for _, f := range e.Functions {
		if !f.Defined || f.Libc {
			continue
		}
		for _, c := range f.Calls {
			if e.inScope(f.Name) {
				gaps = append(gaps, calleeGaps(e, f, c)...)
			} else {
				gaps = append(gaps, callerGaps(e, f, c)...)
			}
		}
	}
	return gaps
}

func calleeGaps(e *Evidence, caller framac.Function, c framac.Call) []Gap {
	gap := Gap{Function: caller.Name, Callee: c.Function, SourceLocation: location(c.Loc)}
	if c.Indirect {
		if c.CallsClause {
			return targetGaps(e, gap)
		}
		gap.Code, gap.Reason = CodeIndirectCallUnresolved, "a call through a pointer without a calls clause: WP does not know what it runs"
		gap.Clause = "//@ calls f1, f2;"
		return []Gap{gap}
	}
	callee, known := e.function(c.Function)
	switch {
	case !known:
		gap.Code, gap.Reason = CodeAssumedCalleeContract, "nothing is known of the function called"
	case callee.Libc:
		if variadicCallAt(e, c) {
			return nil // a gap of its own
		}
		return libcGaps(e, gap, callee)
	case !callee.Defined && callee.Contract.Generated:
		gap.Code = CodeAssumedCalleeContract
		gap.Reason = fmt.Sprintf("%s has neither body nor contract; Frama-C made up what it does from its prototype", callee.Name)
	case !callee.Defined:
		gap.Code = CodeAssumedCalleeContract
		gap.Reason = fmt.Sprintf("%s has no body here: its contract is taken on faith", callee.Name)
	case !e.inScope(callee.Name):
		gap.Code = CodeAssumedCalleeContract
		gap.Reason = fmt.Sprintf("the contract of %s is used, and %s is outside the scope of this run", callee.Name, callee.Name)
	default:
		return nil
	}
	return []Gap{gap}
}

// targetGaps are contracts used at a call through a pointer that has a calls
// clause. Which functions the clause names is not in the evidence; they are
// among those whose address is taken somewhere.
func targetGaps(e *Evidence, gap Gap) []Gap {
	var gaps []Gap
	for _, f := range e.Functions {
		if f.Defined && !f.Libc && e.inScope(f.Name) || !addressTaken(e, f.Name) {
			continue
		}
		if gap.Callee = f.Name; f.Libc {
			gaps = append(gaps, libcGaps(e, gap, f)...)
			continue
		}
		gap.Code = CodeAssumedCalleeContract
		gap.Reason = fmt.Sprintf("the call may run %s, whose contract this run does not prove", f.Name)
		gaps = append(gaps, gap)
	}
	return gaps
}

// variadicCallAt says whether the call is one of the printf family: Frama-C
// replaces these by functions made for the call, so that the name tells nothing.
func variadicCallAt(e *Evidence, c framac.Call) bool {
	for _, f := range e.Facts {
		if f.Kind == "variadic_call" && f.Loc != nil && c.Loc != nil &&
			f.Loc.File == c.Loc.File && f.Loc.Line == c.Loc.Line && f.Loc.Column == c.Loc.Column {
			return true
		}
	}
	return false
}

// callerGaps: a call in a function that this run does not look at, of a
// function that it does, with a precondition.
func callerGaps(e *Evidence, caller framac.Function, c framac.Call) []Gap {
	callee, known := e.function(c.Function)
	if !known || c.Indirect || !callee.Defined || !e.inScope(callee.Name) || !hasRequires(callee) {
		return nil
	}
	return []Gap{{
		Code: CodeCallerNotChecked, Function: caller.Name, Callee: callee.Name, SourceLocation: location(c.Loc),
		Reason: fmt.Sprintf("%s calls %s, and this run does not check that the precondition holds there", caller.Name, callee.Name),
	}}
}

func hasRequires(f framac.Function) bool {
	for _, b := range f.Contract.Behaviors {
		if b.Requires > 0 {
			return true
		}
	}
	return false
}

// memoryModelGaps are the separation and validity hypotheses of WP's memory
// model that no caller in scope was made to prove. They are preconditions in a
// behaviour of WP's own; where the contract states the same, or where every
// call is in scope, they are obligations like any other.
func memoryModelGaps(e *Evidence) []Gap {
	if !e.PropertiesRead {
		return nil
	}
	var gaps []Gap
	for _, p := range e.Properties {
		if !isMemoryModelHypothesis(p) || !e.inScope(p.Function) || p.Libc {
			continue
		}
		f, ok := e.function(p.Function)
		if !ok || !f.Defined || callersInScope(e, p.Function) || statedByUser(e, p) {
			continue
		}
		g := propertyGap(CodeWPMemoryModelHypothesis, p, "WP's memory model takes this for granted, and no caller in scope proves it")
		g.Clause = p.Predicate
		gaps = append(gaps, g)
	}
	return gaps
}

func isMemoryModelHypothesis(p framac.Property) bool {
	return p.Kind == "requires" && strings.HasPrefix(p.Behavior, "wp_")
}

// callersInScope says whether the function has callers and all of them are
// part of this run.
func callersInScope(e *Evidence, name string) bool {
	calls := 0
	for _, f := range e.Functions {
		for _, c := range f.Calls {
			if c.Function != name {
				continue
			}
			calls++
			if !f.Defined || !e.inScope(f.Name) {
				return false
			}
		}
		for _, taken := range f.TakesAddressOf {
			if taken == name {
				return false
			}
		}
	}
	return calls > 0
}

// statedByUser says whether the function's own contract demands the very same.
func statedByUser(e *Evidence, hypothesis framac.Property) bool {
	for _, p := range e.Properties {
		if p.Kind == "requires" && p.Function == hypothesis.Function && p.Behavior == "" &&
			p.Predicate == hypothesis.Predicate {
			return true
		}
	}
	return false
}
