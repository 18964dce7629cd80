package check

import (
	"strings"

	"fcv/framac"
)

// messageGaps are warnings that tell of something the analyses dropped or
// assumed. A warning in a category that nobody has classified is a gap.
func messageGaps(e *Evidence) []Gap {
	if !e.Loaded {
		return nil
	}
	var gaps []Gap
	for _, m := range e.Messages {
		class := classify(m)
		if class.harmless {
			continue
		}
		reason := class.reason
		if reason == "" {
			reason = "a warning that nobody has classified: " + firstLine(m.Message)
		}
		gaps = append(gaps, Gap{
			Code: class.code, Reason: reason, SourceLocation: location(m.Source),
			Descr: firstLine(m.Message), Category: categoryName(m),
		})
	}
	return gaps
}

func categoryName(m framac.Message) string {
	if m.Category == "" {
		return m.Plugin
	}
	return m.Plugin + ":" + m.Category
}

type messageClass struct {
	harmless bool // the tables tell the same, or nothing follows from it
	code     Code
	reason   string
}

// messageClasses are the categories of Frama-C's warnings that were reviewed.
// A category covers its sub-categories.
var messageClasses = map[string]messageClass{
	"kernel:typing:implicit-function-declaration": {code: CodeImplicitDeclaration, reason: "a function is called that was never declared"},
	"kernel:asm:clobber":                          {code: CodeASTAsmClobber, reason: "inline assembly is assumed to have no effect beyond its operands"},
	"kernel:attrs:unknown":                        {code: CodeASTUnknownAttribute, reason: "an unknown attribute was ignored"},
	"kernel:annot:missing-spec":                   {code: CodeAssumedCalleeContract, reason: "a function has neither body nor contract; Frama-C made one up"},
	"kernel:linker:drop-conflicting-unused":       {code: CodeLinkConflict, reason: "conflicting declarations: one was dropped"},
	"kernel:ghost:bad-use":                        {code: CodeUnsafeModel, reason: "ghost code may influence the program"},

	"wp:hypothesis": {code: CodeUnprovedAssumption, reason: "WP assumes it without a proof"},

	// The property and goal tables say what follows from these.
	"eva:alarm":                   {harmless: true},
	"eva:ensures-false":           {harmless: true},
	"eva:loop-unroll:missing":     {harmless: true},
	"wp:pedantic-assigns":         {harmless: true},
	"rte:annot":                   {harmless: true},
	"kernel:annot:generated-spec": {harmless: true},
	"kernel:CERT:MSC:37":          {harmless: true}, // the missing return becomes an assertion
	"kernel:parser:decimal-float": {harmless: true}, // rounded to the nearest, as compilers do
}

// bareMessages are warnings without a category, known by how they begin: there
// is no structure to go by.
var bareMessages = []struct {
	plugin, prefix string
	class          messageClass
}{
	{"kernel", "no input file", messageClass{harmless: true}}, // files come over the socket
	{"kernel", "No code nor implicit assigns clause", messageClass{code: CodeAssumedCalleeContract,
		reason: "a function has neither body nor assigns clause; Frama-C made one up"}},
	{"kernel", "dropping duplicate def'n", messageClass{code: CodeLinkConflict, reason: "two definitions: one was dropped"}},
	{"kernel", "Ambiguous function name", messageClass{code: CodeFunctionNotReached,
		reason: "two static functions share a name, and EVA may have started from the other one"}},
	{"eva", "Cannot handle empty assigns clause", messageClass{code: CodeAssumedCalleeContract,
		reason: "a function without an assigns clause calls itself, and EVA assumed that the call writes nothing"}},
	{"inout", "no assigns clauses for function", messageClass{harmless: true}}, // less precise, no less sound
	{"eva", "Using specification of function", messageClass{harmless: true}},   // a recursive call; WP proves the contract
	{"eva", "no 'assigns \\result \\from", messageClass{harmless: true}},       // less precise, no less sound
	{"eva", "no \\from part", messageClass{harmless: true}},                    // the same
	{"wp", "Missing terminates clause", messageClass{harmless: true}},          // an obligation says it
	{"wp", "Missing assigns clause", messageClass{harmless: true}},             // everything is taken to change
	{"wp", "Failed smoke-test", messageClass{harmless: true}},                  // the smoke tests say which
	{"wp", "No 'decreases' clause", messageClass{code: CodeTerminationNotProved, reason: "a recursive function without a measure"}},
	{"wp", "Missing RTE guards", messageClass{code: CodeRTEDisabled, reason: "WP found no run-time-error guards"}},
	{"wp", "Statement specifications not yet supported", messageClass{code: CodeAnnotationIgnored, reason: "WP skips contracts of statements"}},
	{"wp", "\\valid_function not yet implemented", messageClass{code: CodeAnnotationIgnored, reason: "WP does not know \\valid_function"}},
	{"wp", "Allocation, initialization and danglingness not yet implemented", messageClass{code: CodeAnnotationIgnored,
		reason: "WP does not know about allocation, initialization and dangling pointers"}},
	{"wp", "Missing 'calls'", messageClass{code: CodeIndirectCallUnresolved, reason: "a call through a pointer without a calls clause"}},
	{"wp", "In '", messageClass{code: CodeIndirectCallUnresolved, reason: "a call through a pointer without a calls clause"}},
	{"wp", "Cast with incompatible pointers types", messageClass{code: CodeTypedModelAliasing,
		reason: "a cast between pointers that the memory model keeps apart"}},
}

func classify(m framac.Message) messageClass {
	if m.Kind != "warning" && m.Kind != "error" && m.Kind != "failure" {
		return messageClass{harmless: true}
	}
	if m.Category == "" {
		for _, b := range bareMessages {
			if b.plugin == m.Plugin && strings.HasPrefix(m.Message, b.prefix) {
				return b.class
			}
		}
	}
	for name := categoryName(m); name != ""; {
		if class, ok := messageClasses[name]; ok {
			return class
		}
		i := strings.LastIndexByte(name, ':')
		if i < 0 {
			break
		}
		name = name[:i]
	}
	return messageClass{code: CodeASTUnclassifiedWarning}
}
