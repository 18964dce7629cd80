package check

// codesAdded is the table of the codes added after v2 was frozen, in contract
// order. Every code has guidance.
func codesAdded() []CodeInfo {
	return []CodeInfo{
		{
			Code: CodeWPMemoryModelHypothesis, Since: "1", Level: LevelError,
			Meaning:  "WP assumed memory separated or valid, and no caller was made to prove it",
			Guidance: "add the separation or validity to the requires clause, so that callers have to prove it",
			Example: `int g;
/*@ requires \valid(p); assigns *p; ensures g == \old(g); */
void set(int *p) { *p = 1; }   /* set(&g) breaks it */`,
			Close: `State the hypothesis as a precondition:
    /*@ requires \valid(p) && \separated(p, &g); */
and include the callers in the run.`,
			DoNot: "Do not switch to a weaker check of the memory model: the assumption stays.",
		},
		{
			Code: CodeIndirectCallUnresolved, Since: "1", Level: LevelError,
			Meaning:  "a call through a function pointer, and nothing says which functions it may reach",
			Guidance: "write the possible targets before the call: /*@ calls f, g; */",
			Example: `int total;
void run(void (*cb)(void)) { total = 1; cb(); }`,
			Close: `Name the targets and make callers prove it:
    /*@ requires cb == &f || cb == &g; */
    void run(void (*cb)(void)) { /*@ calls f, g; */ cb(); }
Each target needs a contract.`,
			DoNot: "Do not list a target you only hope for: the requires must exclude all others.",
		},
		{
			Code: CodeVacuousContract, Since: "1", Level: LevelError,
			Meaning:  "the assumptions here are contradictory: what they prove is worth nothing",
			Guidance: "find values that satisfy the requires, assumes or invariant; if there are none, correct it",
			Example: `/*@ requires x > 10 && x < 5; assigns \nothing; ensures \result == 42; */
int f(int x) { return x; }     /* proved: no call is possible */`,
			Close: `Write down one concrete call and evaluate the clause by hand. Remove the conjunct that
excludes it. For an assumes that never holds, restate the case; for an axiom, see
ASSUMED_VALID.`,
			DoNot: "Do not switch the smoke tests off.",
		},
		{
			Code: CodeFromNotVerified, Since: "1", Level: LevelWarning,
			Meaning:  "nothing checked what a \\from clause says the value depends on",
			Guidance: "remove the \\from part, or state the dependency as an ensures",
			Example: `int seed;
/*@ assigns seed \from \nothing; ensures seed == x; */
void init(int x) { seed = x; }   /* depends on x */`,
			Close: `Replace it by what you need proved: ensures seed == x; For a function without body the
\from part steers EVA; then have it reviewed like the rest of the contract.`,
			DoNot: "Do not write \\from \\nothing to make EVA more precise.",
		},
		{
			Code: CodeTerminationNotProved, Since: "1", Level: LevelError,
			Meaning:  "nothing proves that this ends, and without an end any contract holds",
			Guidance: "add a loop variant (or decreases for recursion) and prove it",
			Example: `/*@ assigns \nothing; ensures \false; */
void spin(void) { while (1) { } }   /* "proved": there is no exit */`,
			Close: `Give a measure that is non-negative and falls at each step:
    /*@ loop invariant 0 <= i <= n; loop assigns i; loop variant n - i; */
    /*@ decreases n; */            (on a recursive function)
A loop that is meant to run for ever belongs in a function with ensures \false and
terminates \false, and stays in this list.`,
			DoNot: "Do not write terminates \\false on a function that is meant to return.",
		},
		{
			Code: CodeAdmitted, Since: "1", Level: LevelWarning,
			Meaning:  "an admit was taken as true without any check",
			Guidance: "replace admit by assert, requires or ensures, and prove it",
			Example: `/*@ assigns \nothing; ensures \result == 7; */
int f(int x)
{
  /*@ admit x == 7; */
  return x;                    /* f(5) returns 5 */
}`,
			Close: `Turn it into the checked form. When it describes hardware or foreign code, put it into
the contract of one small function that stands for that part.`,
			DoNot: "Do not keep an admit because a prover times out.",
		},
		{
			Code: CodeFunctionNotReached, Since: "1", Level: LevelError,
			Meaning:  "EVA analysed this function from no entry point, so its code was never looked at",
			Guidance: "check it as an entry point of its own: fcv check --function NAME",
			Example: `static int pick(void) { int x; return x; }   /* uninitialised, unseen */
int main(void) { return 0; }`,
			Close: `Call it from a driver or name it with --function. If it is listed although a caller
exists, an earlier alarm stops the analysis before the call: close that one first.`,
			DoNot: "Do not count \"0 alarms\" in code that was not analysed.",
		},
		{
			Code: CodeNoObligation, Since: "1", Level: LevelError,
			Meaning:  "there was nothing to prove: no contract and no run-time-error guard",
			Guidance: "write a contract: requires, assigns and ensures",
			Example:  `int max2(int a, int b) { return a; }   /* wrong, and nothing says so */`,
			Close: `State what the function is for:
    /*@ assigns \nothing;
        ensures \result >= a && \result >= b && (\result == a || \result == b); */
An annotation in a macro body is dropped by the preprocessor: write it at the function.`,
			DoNot: "Do not read 0 of 0 goals as success.",
		},
		{
			Code: CodeUnsafeModel, Since: "1", Level: LevelError,
			Meaning:  "an option in force is unsound or weakens the claim",
			Guidance: "remove the option, or accept that this run claims less",
			Example:  "$ fcv check --model Typed+cast file.c",
			Close: `The entry names option and value. Go back to the default: model Typed+nocast, every
-warn-* guard on, no -eva-no-alloc-returns-null, no silenced warning category. When the
default fails on a cast, convert the value and not the pointer.`,
			DoNot: "Do not keep an unsound option for speed.",
		},
		{
			Code: CodeImplicitDeclaration, Since: "1", Level: LevelError,
			Meaning:  "a function is called that was never declared, so its type was guessed",
			Guidance: "include the header that declares it, or declare it with its contract",
			Example: `int state;
/*@ assigns state; ensures state == 1; */
void enter(void) { state = 1; hidden(); }   /* who is hidden? */`,
			Close: `Add the #include, and the -I it needs. For your own function:
    /*@ assigns \nothing; */ void hidden(void);`,
			DoNot: "Do not add -Wno-implicit-function-declaration.",
		},
		{
			Code: CodeTypedModelAliasing, Since: "1", Level: LevelError,
			Meaning:  "memory is reached through different types, which WP assumes never happens",
			Guidance: "use one type for the memory, or require \\separated between the two pointers",
			Example: `/*@ requires \valid(i) && \valid(u); assigns *i, *u; ensures \result == 1; */
int mix(int *i, unsigned *u) { *i = 1; *u = 2; return *i; }
/* mix(&x, (unsigned *)&x) returns 2 */`,
			Close: `Say that they do not overlap, so that callers prove it:
    /*@ requires \separated(i, u); */
Take values apart with shifts and masks instead of through a second pointer; give each
member of a union its own variable; replace a bit-field by masks and shifts.`,
			DoNot: "Do not try other WP models until it passes: the typed ones all assume this.",
		},
		{
			Code: CodeLibcContractAssumed, Since: "1", Level: LevelWarning,
			Meaning:  "a library function is used whose contract nobody has reviewed",
			Guidance: "replace the call by a reviewed function, or wrap it in one with a contract of your own",
			Example: `#include <stdio.h>
int show(int n)
{
  char buf[4];
  return sprintf(buf, "%d", n);   /* may write past buf */
}`,
			Close: `Prefer functions with a full contract (memcpy, strlen, memset). For formatted output,
move the call behind a small function that is trusted and named as such.`,
			DoNot: "Do not write a contract for a libc function that promises more than the C standard.",
		},
		{
			Code: CodeUnmodelledConstruct, Since: "1", Level: LevelError,
			Meaning:  "the analysis drops or fixes the meaning of this construct without saying so",
			Guidance: "rewrite it in plain C: one side effect an expression, no pragma, no thread",
			Example: `int n;
int next(void) { return ++n; }
int both(void) { return 10 * next() + next(); }   /* 12 or 21 */`,
			Close: `Order side effects by statements:
    int a = next(); int b = next(); return 10 * a + b;
Verify parallel or interrupt code by other means and give it to this run as a contract
over volatile data.`,
			DoNot: "Do not take the order Frama-C chose for the order of your compiler.",
		},
		{
			Code: CodeProverOnlyCode, Since: "1", Level: LevelError,
			Meaning:  "the prover saw other code here than the compiler does",
			Guidance: "remove the #ifdef __FRAMAC__, so that what is proved is what is compiled",
			Example: `/*@ assigns \nothing; ensures \result == a + b; */
int add(int a, int b)
{
#ifdef __FRAMAC__
  return a + b;
#else
  return a - b;                /* what gcc compiles */
#endif
}`,
			Close: `Write code that both accept. When the compiled part cannot be analysed (assembly, a
builtin), move it into a function without body and give that a contract.`,
			DoNot: "Do not rename the macro and pass it with -D.",
		},
		{
			Code: CodeAnnotationIgnored, Since: "1", Level: LevelError,
			Meaning:  "an annotation was skipped: nothing checked it and nothing uses it",
			Guidance: "rewrite it in a form that is supported: an assert, a loop or a function contract",
			Example: `int level = 1;
/*@ global invariant positive: level > 0; */   /* not enforced */
void drop(void) { level = -1; }`,
			Close: `Statement contract: make the statement a function. Global invariant: a predicate in the
requires and ensures of each function that touches the data. A comment that was meant as
annotation starts with /*@ or //@, without a blank before the @.`,
			DoNot: "Do not leave it in place as documentation: readers take it for checked.",
		},
		{
			Code: CodePropertyNotChecked, Since: "1", Level: LevelError,
			Meaning:  "a property in scope that no analysis attempted",
			Guidance: "run without --prop, or with a wider --function",
			Example:  "$ fcv check --prop=-@ensures file.c",
			Close: `Leave the filter out. If the property is still not attempted, its kind is not supported
by either analysis: restate it as an assert or an ensures.`,
			DoNot: "Do not filter out what fails.",
		},
		{
			Code: CodeCallerNotChecked, Since: "1", Level: LevelError,
			Meaning:  "a caller in the program was not made to prove the precondition",
			Guidance: "add the caller to the run (leave --function out)",
			Example: `/*@ requires 0 <= i < 4; assigns \nothing; */
int get(const int *t, int i) { return t[i]; }
int user(const int *t) { return get(t, 9); }
/* fcv check --function get */`,
			Close: `Check the whole file, or name the callers too: --function get,user. What the requires
says is then proved at each call.`,
			DoNot: "Do not claim the callee is safe where it is used: only the callee was looked at.",
		},
		{
			Code: CodeLogicRecursionUnchecked, Since: "1", Level: LevelError,
			Meaning:  "nothing shows that this logic recursion ends; such a definition proves anything",
			Guidance: "add a base case and recursion on a smaller argument, or use an inductive predicate",
			Example:  `/*@ logic integer loopf(integer x) = loopf(x) + 1; */   /* has no model */`,
			Close: `Guard the recursion so that it falls towards the base case:
    /*@ logic integer sum(integer n) = n <= 0 ? 0 : n + sum(n - 1); */
or define a predicate by inductive, which is consistent by construction.`,
			DoNot: "Do not replace it by axioms: they are as unchecked as the recursion.",
		},
		{
			Code: CodeLinkConflict, Since: "1", Level: LevelError,
			Meaning:  "two files disagree about a function, type or contract, and one silently won",
			Guidance: "keep one definition, and one declaration in a header that both files include",
			Example: `/* a.c */ int level(void) { return 1; }
/* b.c */ int level(void) { return 0; }
/* fcv check a.c b.c */`,
			Close: `Rename one, make it static, or delete the copy. Put the contract on the declaration in
the shared header and nowhere else.`,
			DoNot: "Do not rely on the order of the files: the linker may choose the other one.",
		},
	}
}
