package facts

import (
	"cmp"
	"fmt"
	"go/token"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Digests is what one package knows about the tools of a package: its own, or tools that
// it completes.
type Digests struct {
	By, Home string // the import paths of the two packages
	Tools    []ToolDigest
	// Ignores are the comments of the package that ignore findings.
	Ignores []Ignore
}

// Ignore is a comment that ignores the findings of some checks on some lines of a
// file.
type Ignore struct {
	File     string // a base name
	From, To int
	Checks   []string
}

// ToolDigest is a summary of a tool as one package derives it: its positions, and hashes
// of its document and problems. Other packages compare it with the tool that they derive
// to find what that package does not know.
type ToolDigest struct {
	Name string
	// At is the position of the name, and Registered that of the registration, as facts
	// store positions, without a column, or "".
	At, Registered   string
	Traced, Followed bool
	// Digest is the digest of the tool if it is completely known. Otherwise Members are
	// its members, each with a digest of its value, and Holes are the JSON pointers of
	// its unresolved parts, with a digest of what is partly unknown.
	Digest         string
	Members, Holes []string
	// Problems are digests of the problems that the SDK rejects, and of mistakes.
	Problems []string
}

// DigestsBelow returns what the packages below this one know, sorted, without duplicates.
func (p *Known) DigestsBelow() []Digests {
	var out []Digests
	for _, f := range p.Facts {
		for _, t := range f.Digests() {
			if !slices.ContainsFunc(out, func(o Digests) bool { return o.By == t.By && o.Home == t.Home }) {
				out = append(out, t)
			}
		}
	}
	slices.SortFunc(out, CompareDigests)
	return out
}

// CompareDigests orders digests by the package that defines the tools, then by the
// package that knows them.
func CompareDigests(a, b Digests) int {
	return cmp.Or(strings.Compare(a.Home, b.Home), strings.Compare(a.By, b.By))
}

// DigestOf returns what a fact stores about a tool: its name, its positions and
// hashes of its document.
func (p *Known) DigestOf(t *tool.Tool) ToolDigest {
	return digestOf(t, p.Line(t.Pos()), p.Line(t.RegPos))
}

func digestOf(t *tool.Tool, at, registered string) ToolDigest {
	out := ToolDigest{Name: t.Name, At: at, Registered: registered, Traced: t.Traced, Followed: t.Followed}
	for _, p := range slices.Concat(t.Errors, t.Remarks) {
		out.Problems = append(out.Problems, digest(p.Path+" "+p.Msg))
	}
	for _, h := range t.Doc.Holes() {
		out.Holes = append(out.Holes, holeKey(h))
	}
	if len(out.Holes) == 0 && t.Traced {
		out.Digest = digest(t.Doc.String())
		return out
	}
	for _, m := range t.Doc.Members {
		out.Members = append(out.Members, member(m.Name, m.Value))
	}
	return out
}

func member(name string, v *schema.Node) string { return name + "=" + digest(blank(v).String()) }

// holeKey identifies a hole: its JSON pointer, and a digest of what may be there.
func holeKey(h schema.Hole) string {
	if h.Partial == nil {
		return h.Path
	}
	return h.Path + "\x00" + digest(h.Node().String())
}

// blank returns n with holes in place of what is partly unknown.
func blank(n *schema.Node) *schema.Node {
	switch {
	case len(n.Holes()) == 0:
		return n
	case n.Partial != nil:
		return schema.NewUnresolved(n.Partial.Reason, n.Partial.Pos)
	}
	return n.Map(blank)
}

// digest returns a digest of a text. It is only long enough to distinguish the texts
// of one tool.
func digest(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return fmt.Sprintf("%08x", h.Sum32())
}

// Covers reports whether the package with the digest e knows everything about a tool that t
// contains.
func (e *ToolDigest) Covers(t *tool.Tool) bool {
	return (e.Registered != "") == t.RegPos.IsValid() && reflect.DeepEqual(*e, digestOf(t, e.At, e.Registered))
}

// View returns t, reduced to what the package with the digest e knows.
func (e *ToolDigest) View(t *tool.Tool) *tool.Tool {
	c := t.Clone()
	c.Traced, c.Followed = e.Traced, e.Followed
	if e.Registered == "" {
		c.RegPos = token.NoPos
	}
	if e.Digest == digest(t.Doc.String()) {
		return c
	}
	doc := *t.Doc
	doc.Members = nil
	for _, m := range t.Doc.Members {
		v := m.Value
		for _, key := range e.Holes {
			h, _, _ := strings.Cut(key, "\x00")
			if at := t.Doc.Lookup(h); at != nil && at.Partial != nil && key == holeKey(schema.Hole{Path: h, Reason: at.Partial.Reason, Partial: at.Partial}) {
				continue // both know as much of it
			}
			if rest, ok := strings.CutPrefix(h, "/"+schema.EscapeToken(m.Name)); ok && (rest == "" || rest[0] == '/') {
				v = withUnresolved(v, rest)
			}
		}
		if !slices.Contains(e.Members, member(m.Name, v)) {
			v = schema.NewUnresolved("completed elsewhere", v.Pos)
		}
		doc.Members = append(doc.Members, schema.Member{Name: m.Name, Value: v})
	}
	c.Doc = &doc
	keep := func(list []tool.Problem) []tool.Problem {
		return slices.DeleteFunc(list, func(p tool.Problem) bool { return !slices.Contains(e.Problems, digest(p.Path+" "+p.Msg)) })
	}
	c.Errors, c.Remarks = keep(c.Errors), keep(c.Remarks)
	return c
}

// withUnresolved returns n with an unresolved node at a JSON pointer.
func withUnresolved(n *schema.Node, pointer string) *schema.Node {
	hole := n.Lookup(pointer)
	if hole == nil {
		return n
	}
	if pointer == "" {
		return schema.NewUnresolved("not known there", n.Pos)
	}
	n = n.Clone()
	at := n.Lookup(pointer)
	*at = *schema.NewUnresolved("not known there", at.Pos)
	return n
}
