// Package receipt is the evidence that travels with a result: what was
// checked, with what, under which settings, and what came out.
//
// Two runs are comparable exactly when their receipts match. A receipt is
// sealed by a SHA-256 over the canonical JSON (RFC 8785) of everything in it
// but the digest itself. Nothing in it names a time, a duration, a host or an
// absolute path, and numbers are small integers, so that the digest is the same
// on every machine. Lists are sorted by Seal.
package receipt

// Schema is the value of Receipt.Schema. It carries no version: Shape does
// that work.
const Schema = "frama-c-mcp.proof-receipt"

// Receipt is the document. Fill all but Schema, Shape and SHA256, then Seal.
// JSON keys are written in field order.
type Receipt struct {
	Schema        string        `json:"schema"`
	Shape         string        `json:"shape"` // digest of the format, see Shape
	Subject       Subject       `json:"subject"`
	Environment   Environment   `json:"environment"`
	Configuration Configuration `json:"configuration"`
	Goals         []Goal        `json:"goals"` // by stable id
	Reported      Reported      `json:"reported"`
	TrustBase     []Trust       `json:"trust_base"` // what even a proof rests on
	SHA256        string        `json:"sha256"`     // hexadecimal
}

// Subject is what was checked.
type Subject struct {
	Sources []File `json:"sources"`
	Headers []File `json:"headers"` // empty: none, or the dependencies are not known

	// ASTDigest is the digest of the normalised AST. Nil: it could not be
	// established; then the reason says why and Nonce is random, so that two
	// unknown programs never compare equal.
	ASTDigest                  *string `json:"ast_digest"`
	ASTDigestUnavailableReason *string `json:"ast_digest_unavailable_reason"`
	Nonce                      *string `json:"nonce"`

	LoadSettings LoadSettings `json:"load_settings"`
	Contracts    []Contract   `json:"contracts"`
}

// File is one file by content. Path is relative to the project and uses
// slashes; for inline source it is a bare name. See PortablePath.
type File struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// LoadSettings is what selects the code that is analysed. It is kept apart
// from the AST digest, because it tells configurations that happen to select
// identical code.
type LoadSettings struct {
	IncludePaths    []string `json:"include_paths"` // in search order
	Defines         []string `json:"defines"`       // NAME or NAME=VALUE, in order
	Undefines       []string `json:"undefines"`
	ForceIncludes   []string `json:"force_includes"`
	Machdep         string   `json:"machdep"`          // as in force
	CompileCommands string   `json:"compile_commands"` // path of the database; empty: none
	RTE             bool     `json:"rte"`              // run-time-error guards were generated
}

// Contract is the contract a function was proved under, by digest.
type Contract struct {
	Function string `json:"function"`
	Digest   string `json:"digest"`
}

// Environment is the software that did the checking.
type Environment struct {
	FramaC       string   `json:"frama_c"`
	PluginDigest string   `json:"plugin_digest"` // of the plug-in's sources
	OCaml        string   `json:"ocaml"`         // empty: not known
	Why3         string   `json:"why3"`          // empty: not known
	Provers      []Prover `json:"provers"`
}

// Prover is one prover that was available to the run.
type Prover struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Configuration holds option -> value, as read back off the Frama-C process.
// Absolute paths in values are made portable; see PortableValue.
type Configuration struct {
	Eva    map[string]string `json:"eva"`
	Wp     map[string]string `json:"wp"`
	Kernel map[string]string `json:"kernel"`
}

// Goal is how one goal ended.
type Goal struct {
	StableGoalID string `json:"stable_goal_id"`
	Status       string `json:"status"`
	Prover       string `json:"prover"` // empty: none
	FromCache    bool   `json:"from_cache"`
}

// Reported identifies the list of gaps of the report the receipt is part of.
type Reported struct {
	Count  int      `json:"count"`
	Codes  []string `json:"codes"`  // sorted, each once
	SHA256 string   `json:"sha256"` // over the canonical JSON of `incomplete`
}

// Trust is one line of what the result rests on and no gap can close: versions,
// the memory model, reviewed libc contracts, kinds of run-time errors that were
// not checked. What the same is said of shares a line, so that the whole of it
// can be read; see TrustOf and Trust.Names.
type Trust struct {
	// Kind is version, model, machdep, libc, termination, option, axiom, rte,
	// smoke, eva, float or contract.
	Kind   string `json:"kind"`
	Name   string `json:"name"`   // what it is about; several names, sorted, are separated by ", "
	Detail string `json:"detail"` // what is said of it; empty: the name says it all
}
