package plain

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// toolDirective begins the comment line that makes a function a tool.
const toolDirective = "//schemavet:tool"

// Functions are the functions of a package that directives or registrations in the
// settings make tools.
type Functions struct {
	*facts.Known
	list *listing.Recorder // to which the tools are added

	// Marked reports whether there is a directive, or a comment that resembles one.
	// idle are the directives without an effect.
	Marked bool
	idle   []idle
	// given are the keys of functions that were passed to registration functions in the
	// settings. givenUnknown reports whether an unknown function was passed to one.
	given        map[string]bool
	givenUnknown bool
	byDirective  map[*types.Func]*tool.Tool
}

// New returns the plain functions of a package; [Functions.Find] finds the tools
// among them.
func New(known *facts.Known, list *listing.Recorder) *Functions {
	return &Functions{Known: known, list: list, given: map[string]bool{}}
}

// On returns a copy of p that adds its tools to another list.
func (p *Functions) On(list *listing.Recorder) *Functions {
	q := *p
	q.list = list
	return &q
}

// Tools returns the tools that directives make from functions, with the documents of
// the functions.
func (p *Functions) Tools() []*tool.Tool {
	var out []*tool.Tool
	for _, t := range p.byDirective {
		out = append(out, t)
	}
	tool.SortTools(out)
	return out
}

// Find adds the tools that directives make from functions, if there are directives.
func (p *Functions) Find() {
	if p.Marked {
		p.markedTools()
		p.findIdle()
	}
}

// FindMarked sets Marked: whether the package has comments that may be directives. It
// reads only comments.
func (p *Functions) FindMarked() {
	for _, f := range p.Files() {
		for _, group := range f.Comments {
			for _, c := range group.List {
				p.Marked = p.Marked || directiveText(c.Text) != ""
			}
		}
	}
}

func isToolDirective(text string) bool {
	rest, ok := strings.CutPrefix(text, toolDirective)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r')
}

// markedTools finds the tools that directives make from functions and adds them to
// the list.
func (p *Functions) markedTools() {
	p.byDirective = map[*types.Func]*tool.Tool{}
	for fn, d := range p.Declarations() {
		if d.Doc == nil {
			continue
		}
		marked := false
		for _, c := range d.Doc.List {
			marked = marked || isToolDirective(c.Text)
		}
		if !marked {
			continue
		}
		f := p.describedFunc(fn, nil, d.Name.Pos())
		s := signature.Describe(f, p.Comments, p.Options())
		if !s.Tool {
			continue
		}
		t := p.newSignatureTool(&s, fn.Pos())
		t.RegPos, t.Handler = t.NamePos, ir.Key(fn)
		t.Hops = []tool.Hop{{Pos: fn.Pos(), Text: "a function with the directive " + toolDirective}}
		p.byDirective[fn] = t
		p.list.Tools = append(p.list.Tools, t)
	}
	tool.SortTools(p.list.Tools) // they come from a map
}

// describedFunc returns a function in the form that package signature takes. sig is the
// signature of an instance of a generic function.
func (p *Functions) describedFunc(fn *types.Func, sig *types.Signature, pos token.Pos) signature.Func {
	f := signature.Func{Object: fn, Sig: sig, Pos: pos}
	if d := p.Declarations()[fn.Origin()]; d != nil {
		f.Comment = signature.NewFuncComment(p.Pass.Fset, p.FileAt(d.Pos()), signature.FuncName(fn), d.Doc, d.Type)
		f.Pos = d.Name.Pos()
	}
	return f
}

// literalComment returns the comments in the parameter list of a function literal of
// this package that begins at pos.
func (p *Functions) literalComment(pos token.Pos) signature.Comment {
	var c signature.Comment
	f := p.FileAt(pos)
	if f == nil || !p.Mine() {
		return c
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() == pos {
			c = signature.NewFuncComment(p.Pass.Fset, f, "", nil, lit.Type)
		}
		return n != nil && n.Pos() <= pos && pos < n.End()
	})
	return c
}

// Options returns the options for the schemas of plain functions.
func (p *Functions) Options() signature.Options {
	s := p.Settings.Signature
	return signature.Options{Strict: s.Strict, UnknownAsText: s.UnknownAsText, Nullable: s.Nullable, Contexts: s.Contexts, SDKs: dialects.SDKs(), File: p.schemaFile}
}

// schemaFile reads a file that a directive of this package names.
func (p *Functions) schemaFile(pkg, name string) ([]byte, error) {
	if pkg != p.Pass.Pkg.Path() {
		return nil, errors.New("it belongs to another package")
	}
	files := p.Files()
	if len(files) == 0 || !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, errors.New("it is not below the package's folder")
	}
	dir := filepath.Dir(p.Pass.Fset.File(files[0].FileStart).Name())
	data, err := safefile.Read(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		if errors.Is(err, safefile.ErrRefused) {
			return nil, safefile.Reason(err)
		}
		return nil, errors.New("it cannot be read") // where the module stands must not matter
	}
	return data, nil
}

// newSignatureTool returns the tool for the schema of a function that is declared at
// fn.
func (p *Functions) newSignatureTool(s *signature.Schema, fn token.Pos) *tool.Tool {
	t := &tool.Tool{Name: s.Name, Dialect: dialects.PlainFunctions, NamePos: s.NamePos, DefPos: fn, HandlerPos: fn, Traced: true}
	if !t.NamePos.IsValid() {
		t.NamePos = fn
	}
	doc := schema.NewObject().At(fn)
	if s.Annotations != nil {
		doc.Set("annotations", s.Annotations)
	}
	if s.Description != "" {
		doc.Set("description", schema.NewString(s.Description).At(s.DescriptionPos))
	}
	doc.Set("inputSchema", s.Input)
	doc.Set("name", schema.NewString(s.Name).At(t.NamePos))
	if s.Output != nil {
		doc.Set("outputSchema", s.Output)
	}
	if s.Title != nil {
		doc.Set("title", s.Title)
	}
	t.Doc = doc
	for _, problem := range s.Problems {
		sp := tool.Problem{Path: problem.Path, Msg: problem.Msg, Pos: problem.Pos, Check: problem.Check(), Rule: problem.Rule, Foreign: problem.Pos.IsValid() && p.Elsewhere(problem.Pos)}
		if problem.Error {
			t.Errors = append(t.Errors, sp)
		} else {
			t.Remarks = append(t.Remarks, sp)
		}
	}
	return t
}
