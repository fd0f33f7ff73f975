// Package catalog shows tools as people read them: in Markdown between markers
// of a file, and as static pages in HTML. It knows neither how tools are derived
// nor where the files are kept.
package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/size"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A Source is a tool with details that clients do not see.
type Source struct {
	// Doc is the tool in wire form. Unresolved parts are holes.
	Doc *schema.Node
	// Name is the tool's name, Package the import path it belongs to, and
	// Place the file and line that names it.
	Name, Package, Place string
	// Untraced reports whether unseen code may change the tool, and Conditional
	// whether its registration depends on a run-time condition.
	Untraced, Conditional bool
	// Servers are the known servers that register the tool.
	Servers []Server
}

// A Catalog describes the tools of one or more servers for readers.
type Catalog struct {
	Title  string
	Groups []Group
	Size   Size
}

// A Group contains the tools of one server or of one package.
type Group struct {
	Package string // import path of the package or of the server's program
	Server  string // name of the server, if that is what it is the group of
	Name    string // what to call it
	Tools   []Tool
	Size    Size
}

// A Tool describes one tool in words.
type Tool struct {
	Name, Title, Description string
	Package, Place           string
	Hints                    []string // such as "read-only"
	Input, Output            []Param
	HasOutput                bool // the tool has an output schema
	Undescribed              bool // the tool has no description
	Size                     Size
	Untraced, Conditional    bool
	Unknown                  []Unknown
	InputJSON, OutputJSON    string // the whole schemas, or "" if the tool has none
	Servers                  []Server
	// Variant tells the variants of a tool apart, "" if it has one form only: a server
	// lists one of them.
	Variant string

	id int // of the source
}

// Unknown is a part of a tool that is unresolved in source.
type Unknown struct{ What, Reason string }

// Size is the number of some tools with their total size.
type Size struct {
	size.Size
	Tools    int
	Variants int // of these tools, beyond the first of each
}

// sizeOf returns the total size of tools. Tools with the same name in one package
// count as variants of one tool.
func sizeOf(tools []Tool) Size {
	var s Size
	seen := map[[2]string]bool{}
	for _, t := range tools {
		if key := [2]string{t.Package, t.Name}; seen[key] {
			s.Variants++
		} else {
			seen[key] = true
			s.Tools++
		}
		s.Size = s.Plus(t.Size.Size)
	}
	return s
}

// New returns a catalog of tools, in groups and sorted by name.
func New(title string, tools []Source) *Catalog {
	c := &Catalog{Title: title}
	var list []Tool
	for i, s := range tools {
		t := newTool(s)
		t.id = i
		list = append(list, t)
	}
	sortTools(list)
	nameVariants(list)
	c.group(list)
	return c
}

// sortTools sorts tools by name, package and place.
func sortTools(tools []Tool) {
	slices.SortStableFunc(tools, func(a, b Tool) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Package, b.Package), cmp.Compare(a.Place, b.Place))
	})
}

// nameVariants numbers the tools that have the same name in one package. They must be
// adjacent in tools.
func nameVariants(tools []Tool) {
	for i := 0; i < len(tools); {
		n := 1
		for i+n < len(tools) && tools[i+n].Name == tools[i].Name && tools[i+n].Package == tools[i].Package {
			n++
		}
		for k := range n {
			if n > 1 {
				tools[i+k].Variant = fmt.Sprintf("variant %d of %d", k+1, n)
			}
		}
		i += n
	}
}

func newTool(s Source) Tool {
	folded := schema.Fold(s.Doc)
	doc := folded.Resolved()
	if doc == nil {
		doc = schema.NewObject()
	}
	t := Tool{
		Name: s.Name, Package: s.Package, Place: s.Place, Untraced: s.Untraced, Conditional: s.Conditional,
		Servers:     s.Servers,
		Title:       cmp.Or(doc.Get("title").StringValue(), doc.Get("annotations").Get("title").StringValue()),
		Description: doc.Get("description").StringValue(),
		Hints:       hints(doc),
		Input:       params(folded.Get("inputSchema").Possible()),
		Output:      params(folded.Get("outputSchema").Possible()),
		HasOutput:   doc.Has("outputSchema"),
		Undescribed: !s.Doc.Has("description"),
		Size:        Size{Size: size.Of(s.Doc), Tools: 1},
		InputJSON:   canonical(doc.Get("inputSchema")),
		OutputJSON:  canonical(doc.Get("outputSchema")),
	}
	for _, h := range folded.Holes() {
		what := schema.PartName(h.Path)
		if h.Partial != nil {
			what += strings.TrimPrefix(h.String(), "is partly unresolved")
		}
		t.Unknown = append(t.Unknown, Unknown{what, h.Reason})
	}
	return t
}

func canonical(n *schema.Node) string {
	if n == nil {
		return ""
	}
	return string(n.Canonical())
}

// hints describes in words the annotations of a tool, and how a model receives and
// calls it. It omits hints that are absent, although the protocol has defaults for
// them, because the author has not stated them.
func hints(doc *schema.Node) []string {
	var out []string
	a := doc.Get("annotations")
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
	if doc.Get("strict").IsTrue() {
		out = append(out, "strict arguments")
	}
	if doc.Get("defer_loading").IsTrue() {
		out = append(out, "loaded on demand")
	}
	return out
}
