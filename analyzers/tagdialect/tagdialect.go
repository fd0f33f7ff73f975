package tagdialect

import (
	_ "embed"
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/internal/realpos"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/internal/structtag"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

//go:embed doc.go
var doc string

// Analyzer is the check.
var Analyzer = report.Analyzer(doc, "tagdialect", report.Documents(run))

func run(r *report.Reporter) {
	c := &checker{Reporter: r, seen: map[token.Pos]*field{}}
	for _, t := range c.Tools {
		t = t.Written()
		c.schema(t, "/inputSchema", t.Input())
		c.schema(t, "/outputSchema", t.Output())
		c.omitted(t)
	}
	for _, m := range c.mistakes {
		c.Report(m.diagnostic())
	}
}

type checker struct {
	*report.Reporter
	// seen are the fields that were looked at: a struct may serve several tools.
	seen map[token.Pos]*field
	// mistakes are what was found, in its order.
	mistakes []*mistake
	// owners are the package's structs by their fields; see [checker.owner].
	owners map[token.Pos]*types.TypeName
	// tagReaders are the keys that the package looks up in tags. handed are the structs
	// that it passes to other packages. generated reports whether a generator reads its
	// source; see [checker.readElsewhere].
	tagReaders map[string]bool
	handed     map[*types.TypeName]bool
	generated  bool
}

// readerOf returns the function that checks the tags of a library, or nil if the grammar of
// its tags is unknown.
func readerOf(library string) func(*checker, *field) {
	switch structtag.GrammarOf(library) {
	case structtag.Text:
		return (*checker).google
	case structtag.Keywords:
		return (*checker).invopop
	case structtag.Unescaped:
		return (*checker).trpc
	}
	return nil
}

// schema checks the fields of the type from which a schema was derived.
func (c *checker) schema(t *schemafacts.Tool, pointer string, root *schema.Node) {
	typ, reflector := c.source(root)
	if typ == nil || readerOf(reflector) == nil {
		return
	}
	texts := map[token.Pos]*schema.Node{}
	walk.Schemas(root, func(p walk.Place) bool {
		if p.Node.Type != nil && p.Parent != nil {
			texts[p.Node.Pos] = p.Node
		}
		return true
	})
	for _, f := range leak.AllFields(typ) {
		prop := texts[f.Var.Pos()]
		if prop == nil && root.Kind != schema.Unresolved {
			continue
		}
		one := c.field(t, pointer, f)
		if one == nil {
			continue
		}
		if one.prop = prop; prop != nil {
			d := prop.Get("description")
			one.described, one.served = d != nil, d.StringValue()
			if text, ok := f.Tag.Lookup("jsonschema"); ok && d != nil && d.Kind == schema.String && d.Text != text && structtag.GrammarOf(reflector) == structtag.Text {
				c.json(one) // the program changes it later
				continue
			}
			if d != nil && d.Kind == schema.Unresolved {
				continue
			}
		}
		c.json(one)
		c.misspelledKeys(one, structtag.GrammarOf(reflector))
		readerOf(reflector)(c, one)
		c.keywords(one)
	}
}

// field returns a field that is to be checked, or nil if the user cannot edit it or it was
// checked for another tool.
func (c *checker) field(t *schemafacts.Tool, pointer string, f jsonfields.Field) *field {
	pos := f.Var.Pos()
	if !c.editable(pos) {
		return nil
	}
	if known := c.seen[pos]; known != nil {
		known.shares(t)
		return nil
	}
	c.seen[pos] = &field{Field: f, c: c, tool: t, at: pointer}
	return c.seen[pos]
}

// source returns the type from which a schema was derived, and the library that
// derived it. If a schema was built by hand, its properties may come from a derived
// schema.
func (c *checker) source(root *schema.Node) (types.Type, string) {
	switch {
	case root == nil:
		return nil, ""
	case root.Type != nil:
		return root.Type, root.Reflector
	case root.Kind != schema.Object || root.Get("properties") == nil:
		return nil, ""
	}
	var found *types.TypeName
	reflector := ""
	for _, m := range root.Get("properties").Members {
		owner := c.owner(m.Value.Pos)
		if owner == nil || m.Value.Type == nil {
			continue
		}
		if found != nil && (owner != found || m.Value.Reflector != reflector) {
			return nil, "" // of several types
		}
		found, reflector = owner, m.Value.Reflector
	}
	if found == nil {
		return nil, ""
	}
	return found.Type(), reflector
}

// owner returns the struct type of the package that declares a field, or nil.
func (c *checker) owner(field token.Pos) *types.TypeName {
	if c.owners == nil {
		c.owners = map[token.Pos]*types.TypeName{}
		for _, obj := range c.Pass.TypesInfo.Defs {
			tn, ok := obj.(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			st, ok := tn.Type().Underlying().(*types.Struct)
			if !ok {
				continue
			}
			for f := range st.Fields() {
				// Other types may be made of this one: it stands right before its fields.
				if before := c.owners[f.Pos()]; tn.Pos() < f.Pos() && (before == nil || before.Pos() < tn.Pos()) {
					c.owners[f.Pos()] = tn
				}
			}
		}
	}
	return c.owners[field]
}

// editable reports whether a position is in source that the user can edit.
func (c *checker) editable(pos token.Pos) bool {
	if c.Own(pos) {
		return true
	}
	name := realpos.Of(c.Pass.Fset, pos).Filename
	return name != "" && !strings.Contains(name, "@v") && !strings.Contains(name, "/vendor/") && c.sameModule(pos)
}

// sameModule reports whether a position is in a package of the analyzed module.
func (c *checker) sameModule(pos token.Pos) bool {
	m := c.Pass.Module
	if m == nil || m.Path == "" {
		return false
	}
	pkg := c.Pass.Pkg
	if c.Elsewhere() {
		pkg = c.Facts.Completed.Pkg // it imports the package that declares the field
	}
	if pkg == nil {
		return false
	}
	for _, p := range pkg.Imports() {
		if p.Path() != m.Path && !strings.HasPrefix(p.Path(), m.Path+"/") {
			continue
		}
		for _, name := range p.Scope().Names() {
			if obj := p.Scope().Lookup(name); c.Pass.Fset.File(obj.Pos()) == c.Pass.Fset.File(pos) {
				return true
			}
		}
	}
	return false
}

// jsonOptions are the options of encoding/json, and inline, which other libraries
// use.
var jsonOptions = map[string]bool{"omitempty": true, "omitzero": true, "string": true, "inline": true, "": true}

// json checks the options of the json tag.
func (c *checker) json(f *field) {
	name, list, ok := strings.Cut(f.Tag.Get("json"), ",")
	if !ok || name == "-" {
		return
	}
	for option := range strings.SplitSeq(list, ",") {
		word := strings.ToLower(strings.TrimSpace(option))
		if !jsonOptions[word] {
			word = misspelled(word)
		}
		switch {
		case jsonOptions[option]:
		case word == "required" || word == "optional":
			var kept []string
			for o := range strings.SplitSeq(list, ",") {
				if o != option {
					kept = append(kept, o)
				}
			}
			value := strings.Join(append([]string{name}, kept...), ",")
			if word == "optional" {
				value += ",omitempty"
			}
			var fix []analysis.SuggestedFix
			if word == "optional" || !f.optional() {
				fix = f.edit(fmt.Sprintf("Write json:%q", value), "json", "json", value)
			}
			c.report(f, "json-option", fmt.Sprintf("has the option %q, which encoding/json does not know", option), fix, "json")
		case jsonOptions[word]:
			value := strings.Replace(f.Tag.Get("json"), option, word, 1)
			c.report(f, "json-option", fmt.Sprintf("has the option %q, which encoding/json does not know", option),
				f.edit(fmt.Sprintf("Write %s", word), "json", "json", value), "json")
		}
	}
}

func (c *checker) reportKey(f *field, key string, fix []analysis.SuggestedFix) {
	c.report(f, "key", "is not read by the library that makes the schema", fix, key)
}

// encodesItself reports whether methods of the field's type determine its JSON.
func (f *field) encodesItself() bool {
	return jsonmethod.Decides(f.Var.Type())
}
