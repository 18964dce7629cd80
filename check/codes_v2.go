package check

// codesV2 is the table of the codes frozen since v2, in contract order. Every
// code has guidance: there is none of which a reader could not be told what to
// do next.
func codesV2() []CodeInfo {
	return []CodeInfo{
		{
			Code: CodeRTEDisabled, Since: "1", Level: LevelError,
			Meaning:  "no run-time-error guards, so the absence of alarms means nothing",
			Guidance: "run again without --no-rte and without -no-warn-* options",
			Example:  "$ fcv check --no-rte file.c",
			Close: `Run with the guards on (the default). Each overflow, division, shift, array and
pointer access then becomes an assertion of its own that EVA or WP has to discharge.`,
			DoNot: "Do not read \"0 alarms\" of such a run as \"no run-time error\": nobody looked.",
		},
		{
			Code: CodeEVANotRun, Since: "1", Level: LevelError,
			Meaning:  "EVA was wanted and did not complete",
			Guidance: "read the error in `eva` and `messages`; a missing body or entry point is the usual cause",
			Example:  "$ fcv check --precision 11 big.c      (out of memory or time before EVA was done)",
			Close: `The reason names the entry point and Frama-C's own error. Give an external function a
contract with an assigns clause, correct the entry point, or lower the precision
(--precision) when EVA ran out of time or memory.`,
			DoNot: "Do not drop EVA with --want wp to get rid of it: that raises EVA_NOT_REQUESTED.",
		},
		{
			Code: CodeWPNotRun, Since: "1", Level: LevelError,
			Meaning:  "WP was wanted and did not complete, so goals may never have been generated",
			Guidance: "read the error in `wp` and `messages`; rewrite a loop entered by goto, or install a prover",
			Example: `int tab[8];
void fill(int late)
{
  int i = 0;
  if (late) goto body;         /* jumps into the loop: "non natural loop" */
  for (i = 0; i < 8; i++) { body: tab[i] = 0; }
}`,
			Close: `Remove what WP cannot take: jumps into loops, ghost code that changes control flow.
When no prover was found, install one (z3, cvc4, cvc5 or alt-ergo) and run fcv setup.`,
			DoNot: "Do not count the goals of the other functions as the whole: WP gave up on this one.",
		},
		{
			Code: CodeWPStillRunning, Since: "1", Level: LevelError,
			Meaning:  "WP was still working when its goals were read, so goals may be missing",
			Guidance: "let the run finish: lower --timeout, narrow --function, or allow more time",
			Example:  "$ fcv check --timeout 600 big.c     (interrupted by the time limit of the job)",
			Close: `Give the run the time it needs, split it by --function, or lower the limit a goal.
The goals that were already proved are kept and are not proved again.`,
			DoNot: "Do not use the list of goals of this report as complete.",
		},
		{
			Code: CodeAlarmNotValid, Since: "1", Level: LevelError,
			Meaning:  "a run-time error is possible here: neither EVA nor WP excludes it",
			Guidance: "add a requires clause that excludes the bad values, or test for them in the code",
			Example: `int half(int a, int b)
{
  return (a + b) / 2;          /* a + b may overflow */
}`,
			Close: `Find the values that go wrong. Either callers must not pass them:
    /*@ requires 0 <= a <= 1000000 && 0 <= b <= 1000000; */
or the code must handle them: return (int)(((long long)a + b) / 2). In a loop, state what
bounds the index: /*@ loop invariant 0 <= i <= n; */`,
			DoNot: "Do not switch the guard off (-no-warn-signed-overflow) and do not admit it.",
		},
		{
			Code: CodeGoalNotValid, Since: "1", Level: LevelError,
			Meaning:  "WP could not prove this",
			Guidance: "check that the property is true; then strengthen loop invariants, callee contracts or requires",
			Example: `/*@ assigns \nothing; ensures \result >= 0; */
int absval(int x) { return x < 0 ? -x : x; }   /* false for INT_MIN */`,
			Close: `First try to find a counterexample by hand: the property may be false. When it is true,
give WP what it needs: a loop invariant that implies it at loop exit, a loop assigns
clause, an ensures on the callee, or a requires such as
    /*@ requires x > INT_MIN; */
An assert half way shows which step the prover cannot take.`,
			DoNot: "Do not write the goal as an axiom or an admit, and do not weaken the ensures to a tautology.",
		},
		{
			Code: CodeProverTimeout, Since: "1", Level: LevelError,
			Meaning:  "a prover ran into its time limit: the goal may be true or false",
			Guidance: "raise --timeout once; if it still times out, split the goal with an assert or a lemma",
			Example: `/*@ requires 0 < a <= 1000 && 0 < b <= 1000;
    assigns \nothing;
    ensures \result != 1729; */
int cubes(int a, int b) { return a*a*a + b*b*b; }   /* false: 9, 10 */`,
			Close: `Try --timeout 60 or another prover. Then split: an assert before the statement, smaller
functions with contracts of their own, or a lemma for non-linear arithmetic (which has to
be proved as well). A false goal often shows as a timeout: look for a counterexample.`,
			DoNot: "Do not take a timeout for \"probably true\".",
		},
		{
			Code: CodePropertyDead, Since: "1", Level: LevelError,
			Meaning:  "the code here can never run, so what is proved about it constrains no run",
			Guidance: "remove the dead code, or weaken the condition or requires that makes it unreachable",
			Example: `/*@ requires 0 <= n < 10; */
int clip(int n)
{
  if (n > 10) {
    /*@ assert n == 42; */     /* "valid": never reached */
    return 10;
  }
  return n;
}`,
			Close: `Decide whether the code should be reachable. If it should, the precondition, an invariant
or an earlier contract excludes too much; weaken it. If not, delete the branch.`,
			DoNot: "Do not count a property in dead code as proved.",
		},
		{
			Code: CodePropertyDisproved, Since: "1", Level: LevelError,
			Meaning:  "Frama-C disproved this: there are runs in which it is false",
			Guidance: "correct the code or the annotation; it does not hold as written",
			Example: `int main(void)
{
  int x = 3;
  /*@ assert x == 4; */
  return 0;
}`,
			Close: `Follow the values EVA has at this point (fcv check --detail full shows its alarms) and
correct whichever is wrong, the code or the claim. WP generates no goal for a property
that is already disproved, so its absence from the goals means nothing.`,
			DoNot: "Do not remove the annotation alone when callers rely on it.",
		},
		{
			Code: CodePropertyInconsistent, Since: "1", Level: LevelError,
			Meaning:  "one analysis proved this, another disproved it: an assumption is contradictory",
			Guidance: "look for contradictory requires, axioms or memory-model assumptions; trust nothing that depends on it",
			Example: `/*@ axiomatic Wrong { axiom all_equal: \forall integer a, b; a == b; } */
int main(void)
{
  int x = 1;
  /*@ assert x == 2; */        /* WP: valid; EVA: invalid */
  return 0;
}`,
			Close: `Both cannot be right. Usual causes: an inconsistent axiom, memory reached through two
types under a typed WP model, or an admit. Remove it and run again. Where nothing shows
that the code is reached at all, the same conflict appears as PROPERTY_DEAD.`,
			DoNot: "Do not choose the verdict you like better.",
		},
		{
			Code: CodeLemmaNotProved, Since: "1", Level: LevelError,
			Meaning:  "a lemma that WP assumes everywhere is not proved",
			Guidance: "prove the lemma, or restrict it to what is true",
			Example: `/*@ lemma square_grows: \forall integer x; x * x > x; */   /* false: 0, 1 */
/*@ requires 0 <= x <= 100; assigns \nothing; ensures \result > x; */
int sq(int x) { return x * x; }`,
			Close: `Add the missing hypothesis (\forall integer x; x > 1 ==> x * x > x), or split the lemma.
One that needs induction is proved by a ghost function with a loop or recursion. With
--function, lemmas are still proved, because every goal may use them.`,
			DoNot: "Do not turn it into an axiom: then nothing checks it at all (ASSUMED_VALID).",
		},
		{
			Code: CodeAssumedValid, Since: "1", Level: LevelWarning,
			Meaning:  "taken as true without proof: an axiom, or a property no analysis decides",
			Guidance: "replace the axiom by a definition or a proved lemma",
			Example: `/*@ axiomatic Wrong { axiom neg: \forall integer x; x < 0; } */
/*@ assigns \nothing; ensures \result < 0; */
int f(int x) { return x; }     /* proved: the axiom is false */`,
			Close: `Define the function or predicate (logic integer f(integer x) = ...; inductive ...)
instead of describing it by axioms, or state the property as a lemma.`,
			DoNot: "Do not add axioms to make a goal pass: a contradictory pair proves everything.",
		},
		{
			Code: CodeAssumedCalleeContract, Since: "1", Level: LevelWarning,
			Meaning:  "a callee's contract was taken on faith, or does not say what it assigns",
			Guidance: "add the file that defines the callee to the run, and give the callee a contract with assigns",
			Example: `int counter;
extern int log_event(int code);   /* no body, no contract */
/*@ assigns counter; ensures counter == 1; */
void step(void) { counter = 1; log_event(3); }`,
			Close: `Pass the callee's source as well, so that its contract is proved. Without the source,
write down what it may do and have it reviewed:
    /*@ assigns \nothing; ensures 0 <= \result <= 3; */
    extern int log_event(int code);`,
			DoNot: "Do not write assigns \\nothing for a function whose code you have not read.",
		},
		{
			Code: CodeUnconstrainedAssigns, Since: "1", Level: LevelError,
			Meaning:  "the function may write something that no postcondition mentions",
			Guidance: "add an ensures about each location assigned, or an assigns clause that leaves it out",
			Example: `int important = 1, scratch;
/*@ ensures scratch == 0; */   /* no assigns: may write anything */
void clear(void) { scratch = 0; important = 0; }`,
			Close: `State the frame and the new value of everything in it:
    /*@ assigns scratch; ensures scratch == 0; */
For an array: ensures \forall integer i; 0 <= i < n ==> a[i] == 0;`,
			DoNot: "Do not add a postcondition that is true of any value, such as x == x.",
		},
		{
			Code: CodeResultUnconstrained, Since: "1", Level: LevelError,
			Meaning:  "the contract speaks of \\result and still allows wrong results",
			Guidance: "write an ensures that ties \\result to the parameters for every outcome",
			Example: `/*@ assigns \nothing; ensures 0 <= \result <= 1; */
int is_even(int x) { return x % 2 != 0; }     /* wrong, and proved */`,
			Close: `Say when each value is returned:
    /*@ ensures \result == (x % 2 == 0 ? 1 : 0); */
With behaviors, declare and prove that they cover every case: complete behaviors;`,
			DoNot: "Do not widen the range or repeat the range of the type: the contract must exclude a wrong body.",
		},
		{
			Code: CodeUnprovedAssumption, Since: "1", Level: LevelError,
			Meaning:  "later goals use this as a hypothesis, and it is not proved",
			Guidance: "prove it first; whatever comes after it in the function depends on it",
			Example: `/*@ requires x >= 0; assigns \nothing; ensures \result == 7; */
int f(int x)
{
  /*@ assert x == 7; */        /* not proved, then assumed */
  return x;
}`,
			Close: `Treat it as GOAL_NOT_VALID. To state a fact without using it further on, write
    /*@ check x == 7; */`,
			DoNot: "Do not believe a proved postcondition that comes after an unproved assertion.",
		},
		{
			Code: CodeValidUnderHyp, Since: "1", Level: LevelError,
			Meaning:  "proved, but only under hypotheses that nothing established",
			Guidance: "close the gaps of the properties it depends on; this one then closes by itself",
			Example: `/*@ assigns \nothing; ensures \result > 0; */
int positive(int x) { return x; }        /* not proved */
/*@ assigns \nothing; ensures \result > 0; */
int use(int x) { return positive(x); }   /* proved, if positive keeps its word */`,
			Close: `The entry names what it waits for: usually a callee's contract, an unproved assertion
or a precondition no caller was made to prove. Prove those.`,
			DoNot: "Do not count it among the proved: it stands or falls with its hypotheses.",
		},
		{
			Code: CodeEVANotRequested, Since: "1", Level: LevelWarning,
			Meaning:  "the run excluded EVA, so nobody looked for uninitialised reads and the like",
			Guidance: "run with EVA as well (leave --want out, or --want eva,wp)",
			Example:  "$ fcv check --want wp file.c",
			Close:    "Run both analyses. WP's guards never cover uninitialised reads or pointer comparison.",
			DoNot:    "Do not read proved goals of WP alone as freedom from run-time errors.",
		},
		{
			Code: CodeWPNotRequested, Since: "1", Level: LevelWarning,
			Meaning:  "the run excluded WP, so only what EVA could decide was checked",
			Guidance: "run with WP as well (leave --want out, or --want eva,wp)",
			Example:  "$ fcv check --want eva file.c",
			Close:    "Run both analyses. EVA sees one entry point and its initial state; WP proves a contract for every call.",
			DoNot:    "Do not take \"no alarm\" of EVA from one main for a proof of the library.",
		},
		{
			Code: CodeWPBackendAnomaly, Since: "1", Level: LevelError,
			Meaning:  "Why3 or a prover crashed, so a failed goal was never judged",
			Guidance: "run fcv setup and why3 config detect; leave out the prover that crashes",
			Example:  "$ fcv check file.c                  (z3 was removed, or is killed for lack of memory)",
			Close: `wp_backend_diagnosis quotes the message. Check that the prover starts (z3 --version),
let Why3 find it again (why3 config detect), then run again.`,
			DoNot: "Do not rewrite annotations to please a prover that never ran.",
		},
		{
			Code: CodeASTAsmClobber, Since: "1", Level: LevelWarning,
			Meaning:  "inline assembly was assumed to have no effect beyond its operands",
			Guidance: "move the assembly into a function of its own and give that function a contract",
			Example: `int f(void)
{
  int x = 1;
  __asm__ volatile("movl $5, %0" : : "m"(x) : "memory");
  return x;                    /* analysed as 1 */
}`,
			Close: `Hide it behind a function that the analysis sees only by contract:
    /*@ assigns *p; ensures *p == 5; */ void set5(int *p);
and verify the assembly against that contract by other means.`,
			DoNot: "Do not delete the clobber list: the effect stays and the message goes.",
		},
		{
			Code: CodeASTUnknownAttribute, Since: "1", Level: LevelWarning,
			Meaning:  "an attribute that can change what the compiler does was ignored",
			Guidance: "remove the attribute, or check by hand that it changes nothing that was claimed",
			Example: `static int status;
static void reset(int *unused) { status = 9; }
void work(void)
{
  __attribute__((cleanup(reset))) int guard = 0;   /* the call vanishes */
  status = 1;
}`,
			Close: `Write the effect out as C (call reset at every exit), or move the attribute out of the
code under analysis. weak and alias need a look at what the linker really takes.`,
			DoNot: "Do not hide it under #ifndef __FRAMAC__: that raises PROVER_ONLY_CODE.",
		},
		{
			Code: CodeASTUnclassifiedWarning, Since: "1", Level: LevelWarning,
			Meaning:  "the front end warned in a category that nobody has classified as harmless",
			Guidance: "read the message and change the code so that it is not printed",
			Example: `int total(int *p);
int sum(char *bytes) { return total(bytes); }   /* incompatible pointer types */`,
			Close: `The entry quotes Frama-C's message and its category. If it describes a change of
meaning, correct the code; if it is harmless, report the category to be classified.`,
			DoNot: "Do not silence the category with -kernel-warn-key: that raises UNSAFE_MODEL.",
		},
		{
			Code: CodeASTParseDiagnosticsUnavailable, Since: "1", Level: LevelError,
			Meaning:  "what the front end said is not on record, so it may have dropped code",
			Guidance: "run again from a clean start; check fewer files at a time if messages were cut off",
			Example:  `$ fcv check $(git ls-files "*.c")   (more messages than are kept)`,
			Close:    "Check the files in smaller groups, and correct the warnings that flood the record.",
			DoNot:    "Do not take an empty `messages` for a clean parse when messages_truncated is true.",
		},
	}
}
