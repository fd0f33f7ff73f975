package toolname

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
)

//go:embed doc.go
var doc string

// Analyzer is the check.
var Analyzer = report.Analyzer(doc, "toolname", report.Documents(func(r *report.Reporter) {
	c := &checker{r}
	for _, t := range c.Tools {
		if text := invalid(t.Name); text != "" {
			c.Tell(t.Name, c.Place(t), "invalid", "tool name %q %s", t.Name, text)
		}
	}
	for _, d := range r.Facts.Duplicates {
		c.collide(d.Second, d.First, "duplicate", fmt.Sprintf("tool %q is registered twice; the second replaces the first", d.Second.Name))
	}
	if !r.Elsewhere() {
		c.collisions()
	}
}))

type checker struct{ *report.Reporter }

// signature is the dialect of plain functions. They are often registered with the program
// as a whole, and not with a variable.
const signature = "signature"

// maxLength is the greatest length of a name that the protocol allows.
const maxLength = 128

// invalid returns the rule of the protocol that a name violates, in words, or "".
func invalid(name string) string {
	if name == "" {
		return "is empty"
	}
	if n := len(name); n > maxLength {
		return fmt.Sprintf("has %d bytes; at most %d are allowed", n, maxLength)
	}
	for _, r := range name {
		if !strings.ContainsRune("_-.", r) && (r > 'z' || !('a' <= r || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')) {
			return fmt.Sprintf("contains %q; letters, digits, _, - and . are allowed", r)
		}
	}
	return ""
}

// collisions reports a name that directives give to two functions of a package, and
// names of one server that clients may confuse. The derivation itself finds two tools
// of one name that one run registers with a server, where the second replaces the
// first.
func (c *checker) collisions() {
	type key struct {
		server token.Pos // where it is made or received; none for directives, which share one group
		name   string
	}
	first, alike := map[key]*schemafacts.Tool{}, map[key]*schemafacts.Tool{}
	inOrder := slices.SortedStableFunc(slices.Values(c.Tools), func(a, b *schemafacts.Tool) int { return cmp.Compare(c.Place(a), c.Place(b)) })
	for _, t := range inOrder {
		if !t.Traced || t.Conditional {
			continue
		}
		directive := t.RegPos == t.NamePos
		server := t.ServerPos
		switch {
		case directive:
			server = token.NoPos
		case !server.IsValid() && t.Dialect != signature:
			continue
		}
		k, folded := key{server, t.Name}, key{server, fold(t.Name)}
		switch other := alike[folded]; {
		case first[k] != nil && directive:
			c.collide(t, first[k], "duplicate", fmt.Sprintf("tool %q is defined twice", t.Name))
		case first[k] != nil:
		case other != nil:
			c.collide(t, other, "alike", fmt.Sprintf("tool names %q and %q are identical when %s", other.Name, t.Name, confusion(other.Name, t.Name)))
		default:
			alike[folded] = t
		}
		if first[k] == nil {
			first[k] = t
		}
	}
}

// fold returns a name in the form to which the least careful client reduces it.
func fold(name string) string { return strings.ToLower(strings.ReplaceAll(name, ".", "_")) }

// confusion returns a clause that explains how clients confuse two names.
func confusion(a, b string) string {
	switch {
	case strings.EqualFold(a, b):
		return "case is ignored"
	case strings.ReplaceAll(a, ".", "_") == strings.ReplaceAll(b, ".", "_"):
		return "dots become underscores"
	}
	return "dots become underscores and case is ignored"
}

// collide reports a tool because its name collides with the name of an earlier tool.
func (c *checker) collide(t, before *schemafacts.Tool, category, message string) {
	d := report.About(t.Name, c.Place(t), category, "%s", message)
	d.Cause = before.Pos()
	c.Report(d)
}
