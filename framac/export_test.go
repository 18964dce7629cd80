package framac

import (
	"context"

	astutils "fcv/ast-utils"
)

// BuildPlugin is EnsurePlugin for other sources.
func BuildPlugin(ctx context.Context, inst *Installation, cacheDir string, sources []astutils.Source) (Plugin, error) {
	return ensurePlugin(ctx, inst, cacheDir, sources)
}

var (
	ParseProvers  = parseProvers
	ParseMachdeps = parseMachdeps
	SplitVersion  = splitVersion
	FamilyOf      = familyOf
)

// ProcessesBelow names the living processes below root.
func ProcessesBelow(root int) []string {
	var names []string
	for _, p := range processTree(root) {
		if !p.zombie {
			names = append(names, p.comm)
		}
	}
	return names
}
