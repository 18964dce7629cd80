package framac

import "fmt"

// MissingError is a program that is not there or does not work, and what to do
// about it.
type MissingError struct {
	What string // "frama-c", "why3", "a prover", ...
	Hint string // the next step, a sentence or a command
	Err  error  // why it is unusable; nil: it was not found
}

func (e *MissingError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s is not usable: %v", e.What, e.Err)
	}
	return e.What + " was not found"
}

func (e *MissingError) Unwrap() error { return e.Err }

const aptPackages = "frama-c-base why3 z3 cvc4 ocaml-nox ocaml-findlib libyojson-ocaml-dev libzarith-ocaml-dev libocamlgraph-ocaml-dev libwhy3-ocaml-dev"

func missingFramaC() *MissingError {
	return &MissingError{What: "frama-c", Hint: "run fcv setup; or apt-get install " + aptPackages + "; or opam install frama-c"}
}

func missingWhy3() *MissingError {
	return &MissingError{What: "why3", Hint: "run fcv setup; or apt-get install why3; or opam install why3"}
}

func missingProvers() *MissingError {
	return &MissingError{What: "a prover", Hint: "run fcv setup; or apt-get install z3 cvc4, then why3 config detect"}
}

// Missing lists what this installation lacks: Why3 and provers for WP, OCaml
// to build the plug-in. Empty means complete.
func (inst *Installation) Missing() []*MissingError {
	missing := []*MissingError{}
	if inst.Why3 == "" {
		missing = append(missing, missingWhy3())
	} else if _, err := ResolveProvers(inst, nil); err != nil {
		missing = append(missing, missingProvers())
	}
	if m := inst.missingOCaml(); m != nil {
		missing = append(missing, m)
	}
	return missing
}

func (inst *Installation) missingOCaml() *MissingError {
	const hint = "run fcv setup; or apt-get install ocaml-nox ocaml-findlib libyojson-ocaml-dev libzarith-ocaml-dev libocamlgraph-ocaml-dev libwhy3-ocaml-dev; or opam install ocamlfind"
	if inst.Ocamlfind == "" {
		return &MissingError{What: "ocamlfind", Hint: hint}
	}
	if inst.OCaml == "" {
		return &MissingError{What: "ocamlopt", Hint: hint}
	}
	return nil
}
