// Package catalog shows tools as people read them: in Markdown between markers
// of a file, and as static pages in HTML. It knows neither how tools are derived
// nor where the files are kept.
package catalog

import (
	"cmp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A Source is a tool and what is known of it besides what a client sees.
type Source struct {
	// Doc is the tool in wire form. Parts that are not known are holes.
	Doc *schema.Node
	// Name is the tool's name, Package the import path it belongs to, and
	// Place the file and line that names it.
	Name, Package, Place string
	// Untraced says that code which was not seen may change the tool, and
	// Conditional that only run time knows whether it is there.
	Untraced, Conditional bool
}

// A Catalog is the tools of one or more servers, ready to be shown.
type Catalog struct {
	Title  string
	Groups []Group
	Size   Size
}

// A Group is the tools of one package.
type Group struct {
	Package string // import path
	Name    string // the part of it in which the packages differ
	Tools   []Tool
	Size    Size
}

// A Tool is one tool in words.
type Tool struct {
	Name, Title, Description string
	Package, Place           string
	Hints                    []string // such as "read-only"
	Input, Output            []Param
	HasOutput                bool // the tool promises the form of its result
	Undescribed              bool // nobody says what the tool is for
	Size                     Size
	Untraced, Conditional    bool
	Unknown                  []Unknown
	InputJSON, OutputJSON    string // the schemas as they are, "" if there is none
}

// Unknown is a part of a tool that source does not tell.
type Unknown struct{ What, Reason string }

// Size is what tools cost: the bytes of their JSON in tools/list, and of the part
// of it that clients show to models. If some part of a tool is not known there are
// more.
type Size struct {
	Tools, Bytes, Shown int
	AtLeast             bool
}

// Tokens estimates how many tokens a model reads. Tokenizers differ; in English
// text and JSON a token has about four bytes.
func (s Size) Tokens() int { return (s.Shown + 3) / 4 }

// shown returns what clients show to models: neither icons, which are large, nor
// results and hints.
func shown(doc *schema.Node) *schema.Node {
	out := schema.NewObject()
	for _, key := range []string{"name", "description", "inputSchema"} {
		if v := doc.Get(key); v != nil {
			out.Set(key, v)
		}
	}
	return out
}

func (s *Size) add(o Size) {
	s.Tools += o.Tools
	s.Bytes += o.Bytes
	s.Shown += o.Shown
	s.AtLeast = s.AtLeast || o.AtLeast
}

// New puts tools in groups by package, both in the order of their names.
func New(title string, tools []Source) *Catalog {
	c := &Catalog{Title: title}
	by := map[string][]Tool{}
	for _, s := range tools {
		by[s.Package] = append(by[s.Package], newTool(s))
	}
	for pkg, list := range by {
		slices.SortStableFunc(list, func(a, b Tool) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Place, b.Place))
		})
		g := Group{Package: pkg, Tools: list}
		for _, t := range list {
			g.Size.add(t.Size)
		}
		c.Groups = append(c.Groups, g)
		c.Size.add(g.Size)
	}
	slices.SortFunc(c.Groups, func(a, b Group) int { return cmp.Compare(a.Package, b.Package) })
	c.nameGroups()
	return c
}

// nameGroups names groups by what their packages do not have in common, which
// are whole elements of the path.
func (c *Catalog) nameGroups() {
	common := -1
	for _, g := range c.Groups {
		dirs := strings.Split(g.Package, "/")
		dirs = dirs[:len(dirs)-1]
		if common < 0 {
			common = len(dirs)
		}
		first := strings.Split(c.Groups[0].Package, "/")
		n := 0
		for n < min(common, len(dirs)) && dirs[n] == first[n] {
			n++
		}
		common = n
	}
	for i := range c.Groups {
		g := &c.Groups[i]
		g.Name = strings.Join(strings.Split(g.Package, "/")[common:], "/")
	}
}

func newTool(s Source) Tool {
	doc := s.Doc.Resolved()
	if doc == nil {
		doc = schema.NewObject()
	}
	t := Tool{
		Name: s.Name, Package: s.Package, Place: s.Place, Untraced: s.Untraced, Conditional: s.Conditional,
		Title:       cmp.Or(doc.Get("title").StringValue(), doc.Get("annotations").Get("title").StringValue()),
		Description: doc.Get("description").StringValue(),
		Hints:       hints(doc.Get("annotations")),
		Input:       params(doc.Get("inputSchema")),
		Output:      params(doc.Get("outputSchema")),
		HasOutput:   doc.Has("outputSchema"),
		Undescribed: !s.Doc.Has("description"),
		Size:        Size{Tools: 1, Bytes: len(doc.JSON()), Shown: len(shown(doc).JSON())},
		InputJSON:   canonical(doc.Get("inputSchema")),
		OutputJSON:  canonical(doc.Get("outputSchema")),
	}
	for _, h := range s.Doc.Omitted() {
		t.Unknown = append(t.Unknown, Unknown{partName(h.Path), h.Reason})
		t.Size.AtLeast = true
	}
	return t
}

func canonical(n *schema.Node) string {
	if n == nil {
		return ""
	}
	return string(n.Canonical())
}

// partName names what a JSON pointer leads to, as in "description of input
// property days".
func partName(pointer string) string {
	parts := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i := range parts {
		parts[i] = schema.UnescapeToken(parts[i])
	}
	side := map[string]string{"inputSchema": "input", "outputSchema": "output"}[parts[0]]
	if side == "" {
		return strings.Join(parts, ".")
	}
	var path []string
	rest := parts[1:]
	for len(rest) > 1 && rest[0] == "properties" {
		path = append(path, rest[1])
		rest = rest[2:]
	}
	name := side + " schema"
	if len(path) > 0 {
		name = side + " property " + strings.Join(path, ".")
	}
	if len(rest) > 0 {
		name = strings.Join(rest, ".") + " of " + name
	}
	return name
}

// hints puts annotations in words. Hints that are not given are left out,
// though the protocol has defaults for them: nobody promised anything.
func hints(a *schema.Node) []string {
	var out []string
	for _, h := range []struct{ name, yes, no string }{
		{"readOnlyHint", "read-only", "writes"},
		{"destructiveHint", "destructive", "not destructive"},
		{"idempotentHint", "idempotent", "not idempotent"},
		{"openWorldHint", "open world", "closed world"},
	} {
		switch v := a.Get(h.name); {
		case v.IsTrue():
			out = append(out, h.yes)
		case v.IsFalse() && !(h.name != "openWorldHint" && a.Get("readOnlyHint").IsTrue()):
			out = append(out, h.no) // but what only reads destroys nothing
		}
	}
	return out
}
