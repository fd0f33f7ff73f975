package session

import (
	"cmp"
	"fmt"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/size"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
)

// Row is a tool of a server in a listing. tool is nil if no loaded package defines
// it.
type Row struct {
	schemafacts.SeenTool
	Tool *schemafacts.Tool
}

// Rows returns a row for each registration of a server with its tool. A registration
// of several variants of a tool has a row for each.
func (d *Derived) Rows(s schemafacts.Server) []Row {
	var out []Row
	taken := map[*schemafacts.Tool]bool{}
	for _, st := range s.Tools {
		tool := d.Find(st)
		taken[tool] = true
		out = append(out, Row{st, tool})
	}
	for _, st := range s.Tools {
		for _, tool := range d.byName[st.Name] {
			if !taken[tool] && d.isAt(tool.RegPos, st.At) {
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
func (d *Derived) Sizes(s schemafacts.Server) (list []Sized, sum size.Size) {
	largest := map[string]size.Size{}
	sum.AtLeast = len(s.Nameless) > 0
	for _, r := range d.Rows(s) {
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

// Servers returns the servers of all programs.
func (d *Derived) Servers() []schemafacts.Server {
	var out []schemafacts.Server
	for _, p := range d.Pkgs {
		out = append(out, p.Servers...)
	}
	slices.SortStableFunc(out, func(a, b schemafacts.Server) int {
		return cmp.Or(cmp.Compare(a.Program, b.Program), cmp.Compare(a.Name, b.Name), cmp.Compare(a.At, b.At))
	})
	return out
}

// ServersOf returns the servers of a program, which the user names by its import path
// or the last element of it, or all servers if the name is empty.
func (d *Derived) ServersOf(program string) ([]schemafacts.Server, error) {
	out := slices.DeleteFunc(d.Servers(), func(s schemafacts.Server) bool {
		return program != "" && s.Program != program && path.Base(s.Program) != program
	})
	if len(out) == 0 && program != "" {
		return nil, fmt.Errorf("no program %q with a server in these packages; schemavet list shows all servers", program)
	}
	return out, nil
}

// Find returns the tool that a server registers, or nil if it belongs to another
// module.
func (d *Derived) Find(s schemafacts.SeenTool) *schemafacts.Tool {
	list := d.byName[s.Name]
	for _, at := range []string{s.Named, s.At} {
		for _, tool := range list {
			if d.isAt(tool.Pos(), at) {
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
func (d *Derived) isAt(pos token.Pos, at string) bool {
	p := d.Prog.Fset.PositionFor(pos, false)
	file, line, ok := d.File(at)
	return ok && p.Filename == file && fmt.Sprint(p.Line) == line
}

// File returns the file and the line of a place that a fact records.
func (d *Derived) File(at string) (file, line string, ok bool) {
	name, line, _ := strings.Cut(at, ":")
	p := d.dirs[path.Dir(name)]
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

// Place formats a place that a fact records.
func (d *Derived) Place(at string) string {
	file, line, ok := d.File(at)
	if !ok {
		return at
	}
	return d.FileName(file) + ":" + line
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
