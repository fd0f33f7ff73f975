package derive

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/completion"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/plain"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/toolfact"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// Incomplete returns the import path of a package that may define tools together with
// this one and whose fact the driver does not have, or "".
func (r *Found) Incomplete() string { return r.deriver.missing() }

// Imports reports whether the package imports another one, directly or not.
func (r *Found) Imports(path string) bool { return r.deriver.Space.Package(path) != nil }

// Libraries returns the import paths of the SDKs and schema libraries that an imported
// package uses, sorted. Its fact lists them all. The types that a driver read from
// export data may not: since x/tools 0.50, go vet hands on only the packages that
// exported declarations mention. A nil r knows no facts.
func (r *Found) Libraries(pkg *types.Package) []string {
	var out []string
	if f := new(facts.Fact); r != nil && pkg != r.deriver.Pass.Pkg && r.deriver.Pass.ImportPackageFact(pkg, f) {
		out = append(out, f.SDKs...)
	}
	for _, imp := range pkg.Imports() {
		if dialects.Has(imp.Path()) {
			out = append(out, imp.Path())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// IsMain reports whether the package is a program.
func (r *Found) IsMain() bool { return r.deriver != nil && r.deriver.IsMain() }

// Texts returns the calls that pass default texts, in the package and in those below
// it.
func (r *Found) Texts() []texts.Use { return r.deriver.allTexts() }

// Servers returns the servers that the package and those below it make, one for each
// position and name, sorted.
func (r *Found) Servers() []listing.Server {
	p := r.deriver
	if p == nil {
		return nil
	}
	var run *callgraph.Run
	if p.IsMain() {
		r := p.graph()
		run = &r
	}
	return p.list.Servers(p.allServers(), p.allLoose(), run)
}

// IsIdle reports whether a position is in a function that no program runs, if all programs are
// known.
func (r *Found) IsIdle(pos token.Pos) bool { return r.deriver != nil && r.deriver.world.Idle(pos) }

// IsUnused reports whether a position is in a function that no program can run, also none of
// another module.
func (r *Found) IsUnused(pos token.Pos) bool {
	return r.deriver != nil && r.deriver.world.Unused(pos)
}

// IsSent reports whether a program may send the value of the literal at a position, which has the
// form of a tool, or whether not all programs are known.
func (r *Found) IsSent(pos token.Pos) bool { return r.deriver == nil || r.deriver.world.MaySend(pos) }

// Unnamed returns the registrations of several packages whose names are unknown, as
// [listing.AllNameless] does.
func Unnamed(pkgs []*Found, named listing.Names, whole bool) []listing.Nameless {
	var recorders []*listing.Recorder
	for _, r := range pkgs {
		recorders = append(recorders, r.deriver.list)
	}
	return listing.AllNameless(recorders, named, whole)
}

// IdleOf returns the directives of several packages that have no effect, as
// [plain.AllIdle] does.
func IdleOf(pkgs []*Found, tools []*tool.Tool, whole bool) map[string][]plain.Idle {
	var packages []plain.Package
	for _, r := range pkgs {
		packages = append(packages, plain.Package{Functions: r.deriver.plain, Tools: slices.Concat(r.Tools, r.Foreign), Unfinished: len(r.Unfinished) > 0})
	}
	return plain.AllIdle(packages, tools, whole)
}

// Completions returns what the package knows about the tools of the user's other
// packages, sorted by package.
func (r *Found) Completions() []*completion.Completion {
	if r.deriver == nil {
		return nil
	}
	return r.deriver.completions()
}

// ToolsOf returns the tools that a function handles, as [toolfact.Tools.Of] does.
func (r *Found) ToolsOf(fn *types.Func) []toolfact.HandlerTool { return r.deriver.published.Of(fn) }

// KnownTools returns all tools in the facts of the package and its imports, sorted by
// name.
func (r *Found) KnownTools() []toolfact.HandlerTool { return r.deriver.published.All() }

// Examined reports whether the package's source was examined.
func (r *Found) Examined() bool { return r.deriver.syntax }

// Downloaded reports whether the package belongs to a downloaded module.
func (r *Found) Downloaded() bool { return r.deriver.Downloaded() }

// PackageAt returns the import path of the package that contains a position, or "".
func (r *Found) PackageAt(pos token.Pos) string { return r.deriver.PackageAt(pos) }

// Plain returns the tools that directives make from functions, with the documents of
// the functions.
func (r *Found) Plain() []*tool.Tool {
	return r.deriver.plain.Tools()
}

// PlainOptions returns the options with which schemas of plain functions are made.
func (r *Found) PlainOptions() signature.Options { return r.deriver.plain.Options() }

// missing returns a direct import that can reach an SDK, is not part of the SDK's
// module, and has no fact, as with a driver that does not analyze dependencies from
// source.
func (p *deriver) missing() string {
	seen := map[*types.Package]bool{}
	for _, imp := range p.Pass.Pkg.Imports() {
		f := new(facts.Fact)
		known := p.Pass.ImportPackageFact(imp, f)
		readable := known && f.HasPrograms()
		if readable || dialects.Has(imp.Path()) {
			continue
		}
		if known && f.Reaches || !known && dialects.Reaches(imp, seen) {
			return imp.Path()
		}
	}
	return ""
}
