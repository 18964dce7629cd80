package receipt

import (
	"slices"
	"strings"
)

// nameSeparator stands between the names of one line of the trust base.
const nameSeparator = ", "

// TrustOf makes one line of the trust base of all that it says the same about.
func TrustOf(kind, detail string, names ...string) Trust {
	sorted := slices.Clone(names)
	slices.Sort(sorted)
	return Trust{Kind: kind, Name: strings.Join(slices.Compact(sorted), nameSeparator), Detail: detail}
}

// Names are the things a line of the trust base is about.
func (t Trust) Names() []string {
	if t.Name == "" {
		return []string{}
	}
	return strings.Split(t.Name, nameSeparator)
}
