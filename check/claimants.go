package check

import "slices"

// A function without a contract claims nothing by itself: that it runs without
// error is part of what its callers claim. These are the claimants: main, every
// function with a contract, and whatever the world outside may call. Main's
// calls alone prove nothing for a helper that a function with a contract calls
// too, because the contract admits more states than main produces.

// claimants names the functions whose claims a function without a contract is
// part of: those that reach it through functions without contracts, itself
// included when others may call it. Sorted.
func claimants(e *Evidence, helper string) []string {
	var found []string
	seen := map[string]bool{helper: true}
	for queue := []string{helper}; len(queue) > 0; queue = queue[1:] {
		if name := queue[0]; openToCallers(e, name) {
			found = append(found, name)
		}
		for _, caller := range callers(e, queue[0]) {
			switch {
			case seen[caller]:
				continue
			case caller == "main", e.hasContract(caller):
				found = append(found, caller)
			default:
				queue = append(queue, caller)
			}
			seen[caller] = true
		}
	}
	slices.Sort(found)
	return found
}

// openToCallers says whether code that is not here may call a function. A
// program with a main is whole: then only a function that nothing in it calls
// is judged on its own, and one that the request names as an entry.
func openToCallers(e *Evidence, name string) bool {
	f, known := e.function(name)
	if slices.Contains(e.Request.Entries, name) {
		return true
	}
	if main, ok := e.function("main"); ok && main.Defined {
		return len(callers(e, name)) == 0
	}
	return !known || !f.Static || addressTaken(e, name) || len(callers(e, name)) == 0
}

// callers lists the defined functions that may call one. A call through a
// pointer may run every function whose address is taken somewhere.
func callers(e *Evidence, name string) []string {
	taken := addressTaken(e, name)
	var found []string
	for _, f := range e.Functions {
		if !f.Defined {
			continue
		}
		for _, c := range f.Calls {
			if c.Function == name && !c.Indirect || c.Indirect && taken {
				found = append(found, f.Name)
				break
			}
		}
	}
	return found
}

func addressTaken(e *Evidence, name string) bool {
	if !e.FactsRead {
		return true // in a table that nobody looked at
	}
	for _, f := range e.Facts {
		if f.Kind == "address_of_function" && f.Name == name {
			return true
		}
	}
	for _, f := range e.Functions {
		if slices.Contains(f.TakesAddressOf, name) {
			return true
		}
	}
	return false
}
