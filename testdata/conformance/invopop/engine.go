package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/packages"
)

// engine answers jobs from the source of a module.
type engine struct {
	version invopop.Version
	pkgs    map[string]*types.Package // by name
	// methods are the "conform:" comments by the method's position.
	methods map[token.Pos]directive
}

// directive says what a method does.
type directive struct{ verb, arg string }

// loadEngine type-checks the packages that hold types.
func (m *module) loadEngine() (*engine, error) {
	cfg := &packages.Config{
		Dir: m.dir,
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedImports |
			packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedExportFile,
	}
	loaded, err := packages.Load(cfg, "./cases", "./gen", "./gen/alt")
	if err != nil {
		return nil, err
	}
	e := &engine{m.version, map[string]*types.Package{}, map[token.Pos]directive{}}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("loading %s: %v", p.PkgPath, p.Errors[0])
		}
		e.pkgs[p.Name] = p.Types
		for _, f := range p.Syntax {
			e.readDirectives(f)
		}
	}
	return e, nil
}

func (e *engine) readDirectives(f *ast.File) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Doc == nil {
			continue
		}
		for line := range strings.SplitSeq(fn.Doc.Text(), "\n") {
			if rest, ok := strings.CutPrefix(line, "conform:"); ok {
				verb, arg, _ := strings.Cut(rest, " ")
				e.methods[fn.Name.Pos()] = directive{verb, arg}
			}
		}
	}
}

// lookup finds a type by package and name, or a predeclared one.
func (e *engine) lookup(pkg, name string) types.Type {
	if p := e.pkgs[pkg]; p != nil {
		if obj := p.Scope().Lookup(name); obj != nil {
			return obj.Type()
		}
	}
	return types.Universe.Lookup(name).Type()
}

func (e *engine) answer(j job) string {
	pkg, name, _ := strings.Cut(j.Type, ".")
	f := j.Reflector
	o := invopop.Options{
		Version:                    e.version,
		Anonymous:                  f.Anonymous,
		AllowAdditionalProperties:  f.AllowAdditionalProperties,
		RequiredFromJSONSchemaTags: f.RequiredFromJSONSchemaTags,
		DoNotReference:             f.DoNotReference,
		ExpandedStruct:             f.ExpandedStruct,
		FieldNameTag:               f.FieldNameTag,
		FromType:                   !j.Value,
		Methods:                    e.evaluator(),
	}
	if j.Mapped {
		o.Mapper = e.mapper()
	}
	n, err := invopop.Reflect(e.lookup(pkg, name), o)
	var te *invopop.TypeError
	switch {
	case err == nil && len(n.Holes()) > 0:
		return "unresolved: " + n.Holes()[0].Reason
	case err == nil:
		return n.String()
	case !errors.As(err, &te):
		return "unresolved: " + err.Error()
	case te.Fatal:
		return "fatal"
	case te.Marshal:
		return "error: " + te.Msg
	}
	return "panic: " + te.Msg
}

// mapper reads what cases.Mapper gives: schemas by the type's name, and one for
// interfaces. One that is called shared is the same each time.
func (e *engine) mapper() func(types.Type) (*schema.Node, bool) {
	d := e.methods[e.pkgs["cases"].Scope().Lookup("Mapper").Pos()]
	all, err := schema.Parse([]byte(d.arg))
	return func(t types.Type) (*schema.Node, bool) {
		n := all.Get(types.TypeString(t, (*types.Package).Name))
		switch {
		case err != nil:
			return nil, false
		case n == nil && types.IsInterface(t):
			return all.Get("interface").Clone(), true
		case n == nil:
			return nil, true
		case n.StringValue() == "shared":
			return all.Get("shared"), true
		}
		return n.Clone(), true
	}
}

// directive returns what the method of that name on t does.
func (e *engine) directive(t types.Type, method string) (directive, *types.Package, bool) {
	sel := types.NewMethodSet(t).Lookup(nil, method)
	if sel == nil {
		return directive{}, nil, false
	}
	fn := sel.Obj().(*types.Func).Origin()
	d, ok := e.methods[fn.Pos()]
	return d, fn.Pkg(), ok
}

// evaluator reads the directives in place of evaluating methods.
func (e *engine) evaluator() invopop.Methods {
	return invopop.Methods{
		Schema: func(t types.Type) (*schema.Node, bool) {
			d, _, ok := e.directive(t, "JSONSchema")
			if !ok || d.arg == "null" {
				return nil, ok
			}
			n, err := schema.Parse([]byte(d.arg))
			return n, err == nil
		},
		Extend: func(t types.Type, n *schema.Node) (*schema.Node, bool) {
			d, _, ok := e.directive(t, "JSONSchemaExtend")
			more, err := schema.Parse([]byte(d.arg))
			if !ok || err != nil {
				return nil, false
			}
			for _, m := range more.Members {
				n.Set(m.Name, m.Value)
			}
			return n, true
		},
	}
}
