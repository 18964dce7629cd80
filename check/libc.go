package check

import (
	"fmt"

	"fcv/framac"
)

// reviewedLibc are the functions of Frama-C's standard library whose shipped
// contracts were read against C11 and are complete enough to prove with: what
// is required, what is written, and what is known of the result. The reason
// says what the contract gives. They are listed in the trust base when used.
// Everything else is LIBC_CONTRACT_ASSUMED.
var reviewedLibc = map[string]string{
	// string.h: validity and separation are required, written bytes are exact.
	"memcpy": "copies bytes between separated blocks", "memmove": "copies bytes, blocks may overlap",
	"memset": "fills bytes", "memcmp": "compares bytes", "memchr": "finds a byte",
	"strlen": "length of a valid string", "strnlen": "bounded length", "strcmp": "compares valid strings",
	"strncmp": "compares bounded strings", "strchr": "finds a character", "strrchr": "finds the last such character",
	"strcpy": "copies a valid string into room for it", "strncpy": "copies a bounded string",

	// stdlib.h, inttypes.h: values only.
	"abs": "requires more than INT_MIN", "labs": "requires more than LONG_MIN", "llabs": "requires more than LLONG_MIN",
	"malloc": "null or a fresh block", "calloc": "null or a fresh zeroed block", "free": "requires a freeable pointer",
	"exit": "does not return", "abort": "does not return", "_Exit": "does not return",

	// ctype.h: no effects; the classification of the C locale.
	"isalnum": "character class", "isalpha": "character class", "isblank": "character class", "iscntrl": "character class",
	"isdigit": "character class", "isgraph": "character class", "islower": "character class", "isprint": "character class",
	"ispunct": "character class", "isspace": "character class", "isupper": "character class", "isxdigit": "character class",
	"tolower": "character mapping", "toupper": "character mapping",

	// math.h: no effects on finite arguments.
	"fabs": "absolute value", "fabsf": "absolute value", "floor": "finite result", "ceil": "finite result",
	"sqrt": "finite, non-negative result for such arguments",

	// assert.h and the analyser's own sources of any value.
	"__FC_assert": "requires the condition", "Frama_C_interval": "any value between the bounds",
	"Frama_C_unsigned_int_interval": "any value between the bounds", "Frama_C_nondet": "either value",
}

func libcGaps(e *Evidence, gap Gap, callee framac.Function) []Gap {
	if _, ok := reviewedLibc[callee.Name]; ok {
		return nil
	}
	gap.Code = CodeLibcContractAssumed
	gap.Reason = fmt.Sprintf("the contract that Frama-C ships for %s is taken on faith: it is not on the reviewed list", callee.Name)
	return []Gap{gap}
}
