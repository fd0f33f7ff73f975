package session

import (
	"cmp"
	"fmt"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/size"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"golang.org/x/tools/go/packages"
)

// Row is a tool of a server in a listing. tool is nil if no loaded package defines
// it.
type Row struct {
	schemafacts.SeenTool
	Tool *schemafacts.Tool
}

// Rows returns a row for each registration of a server with its tool. A registration
// of several variants of a tool has a row for each.
func (t *ServerTools) Rows(s schemafacts.Server) []Row {
	var out []Row
	taken := map[*schemafacts.Tool]bool{}
	for _, st := range s.Tools {
		tool := t.Find(st)
		taken[tool] = true
		out = append(out, Row{st, tool})
	}
	for _, st := range s.Tools {
		for _, tool := range t.byName[st.Name] {
			if !taken[tool] && t.isAt(tool.RegPos, st.At) {
				taken[tool] = true
				out = append(out, Row{st, tool})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Row) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// Sized is the name of a listed tool with the size of its largest variant.
type Sized struct {
	Name string
	size.Size
}

// Sizes returns the names that a server lists, largest first, and the sum of their
// sizes. A name whose tool is unknown has size 0, and the sum is then a lower bound.
func (t *ServerTools) Sizes(s schemafacts.Server) (list []Sized, sum size.Size) {
	largest := map[string]size.Size{}
	sum.AtLeast = len(s.Nameless) > 0
	for _, r := range t.Rows(s) {
		one := size.Size{AtLeast: true}
		if r.Tool != nil {
			one = size.Of(r.Tool.Doc)
		}
		if old, ok := largest[r.Name]; !ok || one.Shown > old.Shown {
			largest[r.Name] = one
		}
	}
	for name, one := range largest {
		list = append(list, Sized{name, one})
		sum = sum.Plus(one)
	}
	return BySize(list), sum
}

// BySize sorts names, the largest first.
func BySize(list []Sized) []Sized {
	slices.SortFunc(list, func(a, b Sized) int { return cmp.Or(b.Shown-a.Shown, strings.Compare(a.Name, b.Name)) })
	return list
}

// AllServers returns the servers of all programs.
func AllServers(pkgs []PackageTools) []schemafacts.Server {
	var out []schemafacts.Server
	for _, p := range pkgs {
		out = append(out, p.Servers...)
	}
	slices.SortStableFunc(out, func(a, b schemafacts.Server) int {
		return cmp.Or(cmp.Compare(a.Program, b.Program), cmp.Compare(a.Name, b.Name), cmp.Compare(a.At, b.At))
	})
	return out
}

// OfProgram returns the servers of a program, which the user names by its import path
// or the last element of it.
func OfProgram(servers []schemafacts.Server, program string) ([]schemafacts.Server, error) {
	var out []schemafacts.Server
	for _, s := range servers {
		if s.Program == program || path.Base(s.Program) == program {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no program %q with a server in these packages; schemavet list shows all servers", program)
	}
	return out, nil
}

// ServerTools finds, among the tools of all packages, the tools that servers list.
type ServerTools struct {
	Prog   *load.Program
	byName map[string][]*schemafacts.Tool
	dirs   map[string]*packages.Package
}

// NewServerTools returns the tools of a program by name.
func NewServerTools(prog *load.Program, tools []*schemafacts.Tool) *ServerTools {
	t := &ServerTools{prog, map[string][]*schemafacts.Tool{}, map[string]*packages.Package{}}
	for _, tool := range tools {
		t.byName[tool.Name] = append(t.byName[tool.Name], tool)
	}
	packages.Visit(slices.Concat(prog.Roots, prog.Around), nil, func(p *packages.Package) { t.dirs[p.PkgPath] = p })
	return t
}

// Find returns the tool that a server registers, or nil if it belongs to another
// module.
func (t *ServerTools) Find(s schemafacts.SeenTool) *schemafacts.Tool {
	list := t.byName[s.Name]
	for _, at := range []string{s.Named, s.At} {
		for _, tool := range list {
			if t.isAt(tool.Pos(), at) {
				return tool
			}
		}
	}
	if len(list) > 1 { // a generated file names the tool of a function of its package
		list = slices.DeleteFunc(slices.Clone(list), func(tool *schemafacts.Tool) bool { return tool.Package != path.Dir(s.Named) })
	}
	if len(list) == 1 {
		return list[0]
	}
	return nil
}

// isAt reports whether a position is at a place that a fact records.
func (t *ServerTools) isAt(pos token.Pos, at string) bool {
	p := t.Prog.Fset.PositionFor(pos, false)
	file, line, ok := t.File(at)
	return ok && p.Filename == file && fmt.Sprint(p.Line) == line
}

// File returns the file and the line of a place that a fact records.
func (t *ServerTools) File(at string) (file, line string, ok bool) {
	name, line, _ := strings.Cut(at, ":")
	p := t.dirs[path.Dir(name)]
	if p == nil {
		return "", "", false
	}
	for _, f := range p.GoFiles {
		if filepath.Base(f) == path.Base(name) {
			return f, line, true
		}
	}
	return "", "", false
}

// Place formats a place that a fact records, relative to dir.
func (t *ServerTools) Place(dir, at string) string {
	file, line, ok := t.File(at)
	if !ok {
		return at
	}
	return FileName(t.Prog, dir, file) + ":" + line
}

// ProgramServers returns the servers of a program, and none for other packages.
func ProgramServers(p PackageTools) []compat.Server {
	if p.Pkg.Name != "main" {
		return nil
	}
	module := ""
	if m := p.Pkg.Module; m != nil {
		module = m.Path
	}
	return schemafacts.ServerTools(p.Result.Servers, module)
}
