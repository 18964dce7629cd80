package check

import (
	"fmt"

	"fcv/framac"
)

// factClass says what follows from a construct of the program.
type factClass struct {
	code   Code   // empty: nothing by itself
	reason string // of this kind of construct
}

// factClasses covers every kind the plug-in and the source scan report; a
// kind that is not here is a gap.
var factClasses = map[string]factClass{
	"asm":                  {CodeASTAsmClobber, "inline assembly: the analyses assume no effect beyond its operands"},
	"attribute":            {CodeASTUnknownAttribute, "the attribute changes what the compiler makes of the declaration, and the analyses ignore it"},
	"union_access":         {CodeTypedModelAliasing, "members of one union are accessed, and the memory model keeps them apart"},
	"type_punning":         {CodeTypedModelAliasing, "memory may be reached through different scalar types, and the memory model keeps them apart"},
	"bitfield":             {CodeUnmodelledConstruct, "the width of the bit-field is ignored by WP"},
	"unspecified_sequence": {CodeUnmodelledConstruct, "the result depends on an order of evaluation that C leaves open and Frama-C fixes"},
	"pragma":               {CodeUnmodelledConstruct, "the pragma is dropped"},
	"restrict":             {CodeUnmodelledConstruct, "nothing checks that the promise of restrict is kept"},
	"vla":                  {CodeUnmodelledConstruct, "an array of variable length: running out of stack is not modelled"},
	"alloca":               {CodeUnmodelledConstruct, "alloca: running out of stack is not modelled"},
	"libc_special":         {CodeLibcContractAssumed, "threads, signals, exit handlers and long jumps are not modelled"},
	"variadic_call":        {CodeLibcContractAssumed, "nothing checks the arguments of a variadic call"},
	"global_invariant":     {CodeAnnotationIgnored, "the invariant is not enforced"},
	"type_invariant":       {CodeAnnotationIgnored, "the invariant is not enforced"},
	"stmt_contract":        {CodeAnnotationIgnored, "WP skips contracts of statements"},
	"volatile_clause":      {CodeAnnotationIgnored, "volatile clauses are not used"},
	"model_field":          {CodeAnnotationIgnored, "model fields are not supported"},
	"admit":                {CodeAdmitted, "the clause is admitted, not checked"},
	"calls_missing":        {CodeIndirectCallUnresolved, "a call through a pointer without a calls clause"},
	"prover_only":          {CodeProverOnlyCode, "the compiler sees other code here than the prover"},
	"comment_like_annotation": {CodeAnnotationIgnored,
		"the comment looks like an annotation and is none"},
	"noreturn_no_body": {CodeAssumedCalleeContract, "that the function does not return is taken on faith"},
	"ghost_function":   {CodeAssumedCalleeContract, "a ghost function without a body: its contract is taken on faith"},

	// Judged elsewhere, from the properties, the calls or the goals.
	"libc_call": {}, "volatile_access": {}, "float": {}, "axiom": {}, "axiomatic": {}, "inductive": {},
	"address_of_function": {}, "recursion": {}, "goto_backward": {}, "goto_into_loop": {},
	"pointer_int_cast": {}, "switch_to_pointer_int_cast": {},
}

// factGaps are constructs that the analyses drop, fix or misread without a
// word, found in the program itself.
func factGaps(e *Evidence) []Gap {
	var gaps []Gap
	for _, f := range e.Facts {
		if !e.inScope(f.Function) {
			continue
		}
		if gap, ok := factGap(f); ok {
			gaps = append(gaps, gap)
		}
	}
	return gaps
}

func factGap(f framac.Fact) (Gap, bool) {
	gap := Gap{Function: f.Function, SourceLocation: location(f.Loc), Descr: f.Detail}
	if f.Name != "" {
		gap.Names = []string{f.Name}
	}
	if f.Kind == "logic_recursion" {
		if f.Detail == "structural" {
			return Gap{}, false
		}
		gap.Code, gap.Descr = CodeLogicRecursionUnchecked, ""
		gap.Reason = fmt.Sprintf("nothing shows that the recursion of %s ends; a definition that does not end may prove anything", f.Name)
		return gap, true
	}
	class, known := factClasses[f.Kind]
	switch {
	case !known:
		gap.Code = CodeASTUnclassifiedWarning
		gap.Reason = fmt.Sprintf("a construct that nobody has classified: %s", f.Kind)
	case class.code == "":
		return Gap{}, false
	default:
		gap.Code, gap.Reason = class.code, class.reason
	}
	return gap, true
}
