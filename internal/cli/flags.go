package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"
)

// flagParser turns the text of flags into values and keeps the first mistake,
// so that the caller reads as a list of flags. Every message names the flag,
// what was given and what is accepted.
type flagParser struct{ err error }

func (p *flagParser) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// text is the value of a flag that was given at most once with meaning: the
// last one wins, as for a compiler. Empty values are refused, since they come
// from an unset shell variable.
func (p *flagParser) text(cmd *cli.Command, name string) string {
	value := cmd.String(name)
	if !cmd.IsSet(name) {
		return ""
	}
	switch {
	case value == "":
		p.fail(usagef("give a value or leave the flag out", "%s has an empty value", dashed(name)))
	case hasControl(value):
		p.fail(usagef("", "%s %q has control characters in it", dashed(name), value))
	case strings.HasPrefix(value, "-") && value != "-":
		p.fail(usagef("the word after the flag was taken as its value", "%s: %q looks like a flag, not like a value", dashed(name), value))
	}
	return value
}

// choice is a flag with one of a few values.
func (p *flagParser) choice(cmd *cli.Command, name string, accepted []string, otherwise string) string {
	if !cmd.IsSet(name) {
		return otherwise
	}
	value := cmd.String(name)
	if !slices.Contains(accepted, value) {
		p.fail(usagef("accepted values: "+strings.Join(accepted, ", "), "%s: unknown value %q", dashed(name), value))
	}
	return value
}

// number is a whole number from low to high, nil when the flag is absent.
func (p *flagParser) number(cmd *cli.Command, name, unit string, low, high int) *int {
	if !cmd.IsSet(name) {
		return nil
	}
	n, err := strconv.Atoi(cmd.String(name))
	if err != nil || n < low || n > high {
		p.fail(usagef("accepted values: a whole number"+unit+" from "+strconv.Itoa(low)+" to "+strconv.Itoa(high),
			"%s: bad value %q", dashed(name), cmd.String(name)))
		return nil
	}
	return &n
}

// each is a repeatable flag whose values are checked one by one and never
// split.
func (p *flagParser) each(cmd *cli.Command, name string, valid func(string) error) []string {
	values := cmd.StringSlice(name)
	for _, v := range values {
		if err := valid(v); err != nil {
			p.fail(err)
		}
	}
	return slices.Clone(values)
}

// list is a repeatable flag whose values may also be comma lists.
func (p *flagParser) list(cmd *cli.Command, name string) []string {
	var all []string
	for _, value := range cmd.StringSlice(name) {
		for part := range strings.SplitSeq(value, ",") {
			part = strings.TrimSpace(part)
			switch {
			case part == "":
				p.fail(usagef("give names separated by commas", "%s: %q has an empty name in it", dashed(name), value))
			case hasControl(part) || strings.ContainsAny(part, " \t"):
				p.fail(usagef("give names separated by commas", "%s: %q is no name", dashed(name), part))
			}
			all = append(all, part)
		}
	}
	return all
}

// names is a list of C identifiers.
func (p *flagParser) names(cmd *cli.Command, name string) []string {
	names := p.list(cmd, name)
	for _, n := range names {
		if !isIdentifier(n) {
			p.fail(usagef("give names of functions separated by commas, without parentheses",
				"%s: %q is no name of a C function", dashed(name), n))
		}
	}
	return names
}

// choices is a list of accepted words.
func (p *flagParser) choices(cmd *cli.Command, name string, accepted []string) []string {
	words := p.list(cmd, name)
	for _, w := range words {
		if !slices.Contains(accepted, w) {
			p.fail(usagef("accepted values: "+strings.Join(accepted, ", ")+", or a comma list of them",
				"%s: unknown value %q", dashed(name), w))
		}
	}
	return words
}

// alternatives writes accepted values for the help.
func alternatives(values []string) string {
	if len(values) < 2 {
		return strings.Join(values, "")
	}
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}
