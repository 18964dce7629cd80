package check

import "fcv/framac"

var callCases = []gapCase{
	{"a call through a pointer", CodeIndirectCallUnresolved,
		func(e *Evidence) { fn(e, "main").Calls = []framac.Call{{Indirect: true}} },
		func(e *Evidence) { fn(e, "main").Calls = []framac.Call{{Indirect: true, CallsClause: true}} }},
	{"a call through a pointer, as the scan sees it", CodeIndirectCallUnresolved,
		fact("calls_missing", "main", ""), fact("calls_missing", "elsewhere", "")},
	{"a callee nobody knows", CodeAssumedCalleeContract,
		func(e *Evidence) { fn(e, "main").Calls[0].Function = "ghost" }, nothing},
	{"a callee without body and contract", CodeAssumedCalleeContract,
		func(e *Evidence) { fn(e, "twice").Defined, fn(e, "twice").Contract.Generated = false, true },
		func(e *Evidence) { fn(e, "twice").Contract.Generated = true }},
	{"a callee without body", CodeAssumedCalleeContract,
		func(e *Evidence) { fn(e, "twice").Defined = false }, nothing},
	{"a callee out of scope", CodeAssumedCalleeContract,
		func(e *Evidence) { e.Scope = []string{"main"} },
		func(e *Evidence) { e.Scope = []string{"twice"} }},
	{"a callee through a pointer without body", CodeAssumedCalleeContract,
		func(e *Evidence) {
			fn(e, "main").Calls = []framac.Call{{Indirect: true, CallsClause: true}}
			fn(e, "main").TakesAddressOf = []string{"twice"}
			fn(e, "twice").Defined = false
		},
		func(e *Evidence) {
			fn(e, "main").Calls = []framac.Call{{Indirect: true, CallsClause: true}}
			fn(e, "main").TakesAddressOf = []string{"twice"}
		}},
	{"a bodyless function that does not return", CodeAssumedCalleeContract,
		fact("noreturn_no_body", "main", "stop"), fact("noreturn_no_body", "elsewhere", "stop")},
	{"a bodyless ghost function", CodeAssumedCalleeContract, fact("ghost_function", "main", "pick"), fact("ghost_function", "elsewhere", "pick")},
	{"a contract Frama-C made up", CodeAssumedCalleeContract,
		message("kernel", "annot:missing-spec", "Neither code nor specification"), message("kernel", "annot:generated-spec", "x")},
	{"a caller out of scope", CodeCallerNotChecked,
		func(e *Evidence) { e.Scope = []string{"twice"} },
		func(e *Evidence) { e.Scope = []string{"twice"}; fn(e, "twice").Contract.Behaviors[0].Requires = 0 }},
	{"an unreviewed library function", CodeLibcContractAssumed,
		func(e *Evidence) { fn(e, "memcpy").Name = "qsort"; fn(e, "main").Calls[0].Function = "qsort" },
		func(e *Evidence) { fn(e, "main").Calls[0].Function = "memcpy" }},
	{"a variadic call", CodeLibcContractAssumed, fact("variadic_call", "main", "printf"), fact("libc_call", "main", "memcpy")},
	{"a library function of its own kind", CodeLibcContractAssumed, fact("libc_special", "main", "signal"), fact("libc_special", "elsewhere", "signal")},
	{"a hypothesis of the memory model", CodeWPMemoryModelHypothesis,
		func(e *Evidence) { hypothesis(e, "twice", "elsewhere"); fn(e, "main").Calls = nil },
		func(e *Evidence) { hypothesis(e, "twice", "elsewhere") }}, // main proves it
	{"a hypothesis of the memory model that a pointer escapes", CodeWPMemoryModelHypothesis,
		func(e *Evidence) {
			hypothesis(e, "twice", "elsewhere")
			fn(e, "main").TakesAddressOf = []string{"twice"}
		},
		func(e *Evidence) {
			hypothesis(e, "twice", "pre holds") // the contract says the same
			fn(e, "main").TakesAddressOf = []string{"twice"}
		}},
	{"a hypothesis of the memory model that a stranger may break", CodeWPMemoryModelHypothesis,
		func(e *Evidence) {
			hypothesis(e, "twice", "elsewhere")
			e.Scope = []string{"twice"}
		},
		func(e *Evidence) {
			hypothesis(e, "twice", "elsewhere")
			prop(e, "hypothesis").Behavior = "typed" // a person's behaviour
			e.Scope = []string{"twice"}
		}},
}

// hypothesis adds what WP's memory model takes for granted in a function.
func hypothesis(e *Evidence, function, predicate string) {
	e.Properties = append(e.Properties, framac.Property{
		Key: "hypothesis", Kind: "requires", Function: function, Behavior: "wp_typed", Predicate: predicate, Status: "unknown",
	})
}

func fact(kind, function, name string) func(*Evidence) {
	return func(e *Evidence) {
		e.Facts = append(e.Facts, framac.Fact{Kind: kind, Function: function, Name: name})
	}
}

func message(plugin, category, text string) func(*Evidence) {
	return func(e *Evidence) { e.Messages = append(e.Messages, warning(plugin, category, text)) }
}

var contractCases = []gapCase{
	{"a location nobody speaks of", CodeUnconstrainedAssigns,
		func(e *Evidence) { fn(e, "twice").Contract.Behaviors[0].Locations[0].Mentioned = false },
		func(e *Evidence) {
			fn(e, "twice").Contract.Behaviors[0].Locations[0].Mentioned = false
			fn(e, "twice").Contract.Behaviors[0].Ensures = 0 // a frame is all it claims
		}},
	{"no assigns", CodeUnconstrainedAssigns,
		func(e *Evidence) {
			fn(e, "twice").Contract.Behaviors[0].Assigns, fn(e, "twice").Contract.Behaviors[0].Locations = "none", nil
		},
		func(e *Evidence) {
			fn(e, "twice").Contract.Behaviors[0].Assigns, fn(e, "twice").Contract.Behaviors[0].Locations = "nothing", nil
		}},
	{"anything may be assigned", CodeUnconstrainedAssigns,
		func(e *Evidence) {
			fn(e, "twice").Contract.Behaviors[0].Assigns, fn(e, "twice").Contract.Behaviors[0].Locations = "any", nil
		},
		func(e *Evidence) {
			fn(e, "twice").Contract.Behaviors[0].Assigns = "any"
			fn(e, "twice").Exempt = true
		}},
	{"assigns in a behaviour only, which callers do not see", CodeUnconstrainedAssigns,
		func(e *Evidence) { fn(e, "twice").Contract.Behaviors[0].Name = "some" },
		func(e *Evidence) {
			b := fn(e, "twice").Contract.Behaviors[0]
			b.Name = "some"
			fn(e, "twice").Contract.Behaviors = append(fn(e, "twice").Contract.Behaviors, b)
		}},
	{"a free result", CodeResultUnconstrained,
		func(e *Evidence) { fn(e, "twice").ResultUsage = framac.ResultUsage{Usage: "suspicious", Reason: "x"} },
		func(e *Evidence) {
			fn(e, "twice").ResultUsage = framac.ResultUsage{Usage: "suspicious", Reason: "x"}
			fn(e, "twice").Main = true
		}},
	{"need not terminate", CodeTerminationNotProved,
		func(e *Evidence) { fn(e, "twice").Contract.Terminates = "false" },
		func(e *Evidence) { fn(e, "twice").Contract.Terminates = "true" }},
	{"terminates under a condition", CodeTerminationNotProved,
		func(e *Evidence) { fn(e, "twice").Contract.Terminates = "other" },
		func(e *Evidence) { fn(e, "twice").Contract.Terminates = "none" }},
	{"a variant in an order of one's own", CodeTerminationNotProved,
		func(e *Evidence) { fn(e, "twice").Loops[0].VariantRelation = "below" }, nothing},
	{"a measure in an order of one's own", CodeTerminationNotProved,
		func(e *Evidence) { fn(e, "twice").DecreasesRelation = "below" }, nothing},
	{"recursion without a measure", CodeTerminationNotProved,
		func(e *Evidence) { fn(e, "twice").Recursive = true },
		func(e *Evidence) { fn(e, "twice").Recursive, fn(e, "twice").Contract.Decreases = true, true }},
	{"recursion without a measure, as WP says", CodeTerminationNotProved,
		message("wp", "", "No 'decreases' clause on recursive function"), message("wp", "", "Missing terminates clause for f")},
}

var constructCases = []gapCase{
	{"inline assembly", CodeASTAsmClobber, fact("asm", "twice", "statement"), fact("asm", "elsewhere", "statement")},
	{"inline assembly, as the kernel says", CodeASTAsmClobber, message("kernel", "asm:clobber", "x"), message("kernel", "CERT:MSC:37", "x")},
	{"an attribute with a meaning", CodeASTUnknownAttribute, fact("attribute", "", "weak"), fact("attribute", "elsewhere", "weak")},
	{"an attribute nobody knows", CodeASTUnknownAttribute, message("kernel", "attrs:unknown", "x"), message("rte", "annot", "x")},
	{"two statics of one name", CodeFunctionNotReached,
		message("kernel", "", "Ambiguous function name: f; choosing an arbitrary one"), message("kernel", "parser:decimal-float", "0.1")},
	{"a recursive call that writes nothing, as EVA assumed", CodeAssumedCalleeContract,
		message("eva", "", "Cannot handle empty assigns clause. Assuming"), message("inout", "", "no assigns clauses for function f.")},
	{"a warning of the same plug-in", CodeASTUnclassifiedWarning,
		message("inout", "", "brand new"), message("wp", "", "Missing assigns clause (assigns 'everything' instead)")},
	{"a warning of an unknown category", CodeASTUnclassifiedWarning,
		message("kernel", "brand:new", "x"), message("kernel", "CERT:MSC:37:sub", "x")},
	{"a bare warning nobody knows", CodeASTUnclassifiedWarning, message("wp", "", "brand new"), message("eva", "", "no \\from part for x")},
	{"an error", CodeASTUnclassifiedWarning,
		func(e *Evidence) { e.Messages = []framac.Message{{Kind: "error", Plugin: "wp", Message: "x"}} },
		func(e *Evidence) { e.Messages = []framac.Message{{Kind: "result", Plugin: "wp", Message: "x"}} }},
	{"a construct nobody knows", CodeASTUnclassifiedWarning, fact("brand_new", "twice", "x"), fact("float", "twice", "x")},
	{"never declared", CodeImplicitDeclaration,
		message("kernel", "typing:implicit-function-declaration", "x"), message("eva", "alarm", "x")},
	{"two definitions", CodeLinkConflict,
		message("kernel", "", "dropping duplicate def'n of func f"), message("kernel", "", "no input file.")},
	{"a dropped declaration", CodeLinkConflict, message("kernel", "linker:drop-conflicting-unused", "x"), nothing},
	{"ghost code that leaks", CodeUnsafeModel, message("kernel", "ghost:bad-use", "x"), nothing},
	{"a hypothesis WP tells of", CodeUnprovedAssumption, message("wp", "hypothesis", "x"), message("wp", "pedantic-assigns", "x")},
	{"members of one union", CodeTypedModelAliasing, fact("union_access", "twice", "u"), fact("union_access", "elsewhere", "u")},
	{"two types at one place", CodeTypedModelAliasing, fact("type_punning", "twice", "int/short"), fact("type_punning", "elsewhere", "int/short")},
	{"a cast the model keeps apart", CodeTypedModelAliasing,
		message("wp", "", "Cast with incompatible pointers types (source: int*)"), message("eva", "", "Using specification of function f")},
	{"a bit-field", CodeUnmodelledConstruct, fact("bitfield", "twice", "b"), fact("bitfield", "elsewhere", "b")},
	{"an open order", CodeUnmodelledConstruct, fact("unspecified_sequence", "twice", "write/read"), fact("volatile_access", "twice", "v")},
	{"a pragma", CodeUnmodelledConstruct, fact("pragma", "", "omp parallel"), fact("pragma", "elsewhere", "omp parallel")},
	{"restrict", CodeUnmodelledConstruct, fact("restrict", "twice", "p"), fact("restrict", "elsewhere", "p")},
	{"alloca", CodeUnmodelledConstruct, fact("alloca", "twice", "alloca"), fact("goto_backward", "twice", "again")},
	{"an array of variable length", CodeUnmodelledConstruct, fact("vla", "twice", "a"), fact("recursion", "twice", "")},
	{"a global invariant", CodeAnnotationIgnored, fact("global_invariant", "", "i"), fact("axiomatic", "", "i")},
	{"a contract of a statement", CodeAnnotationIgnored, fact("stmt_contract", "twice", ""), fact("stmt_contract", "elsewhere", "")},
	{"a model field", CodeAnnotationIgnored, fact("model_field", "", "m"), fact("inductive", "", "m")},
	{"a volatile clause", CodeAnnotationIgnored, fact("volatile_clause", "", "v"), nothing},
	{"a comment like an annotation", CodeAnnotationIgnored, fact("comment_like_annotation", "twice", ""), nothing},
	{"a contract of a statement, as WP says", CodeAnnotationIgnored,
		message("wp", "", "Statement specifications not yet supported (skipped)."), nothing},
	{"admitted in the code", CodeAdmitted, fact("admit", "twice", "assert"), fact("axiom", "twice", "a")},
	{"code for the prover only", CodeProverOnlyCode, fact("prover_only", "twice", "__FRAMAC__"), fact("prover_only", "elsewhere", "__FRAMAC__")},
	{"a logic function without an end", CodeLogicRecursionUnchecked,
		func(e *Evidence) { e.Facts = []framac.Fact{{Kind: "logic_recursion", Name: "f", Detail: "unchecked"}} },
		func(e *Evidence) { e.Facts = []framac.Fact{{Kind: "logic_recursion", Name: "f", Detail: "structural"}} }},
}
