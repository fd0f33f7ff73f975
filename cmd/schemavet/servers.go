package main

import (
	"cmp"
	"fmt"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/otherbuild"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/packages"
)

// allServers returns the servers of all programs.
func allServers(pkgs []packageTools) []schemafacts.Server {
	var out []schemafacts.Server
	for _, p := range pkgs {
		out = append(out, p.servers...)
	}
	slices.SortStableFunc(out, func(a, b schemafacts.Server) int {
		return cmp.Or(cmp.Compare(a.Program, b.Program), cmp.Compare(a.Name, b.Name), cmp.Compare(a.At, b.At))
	})
	return out
}

// ofProgram returns the servers of a program, which the user names by its import path
// or the last element of it.
func ofProgram(servers []schemafacts.Server, program string) ([]schemafacts.Server, error) {
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

// serverTools finds, among the tools of all packages, the tools that servers list.
type serverTools struct {
	prog   *load.Program
	byName map[string][]*schemafacts.Tool
	dirs   map[string]*packages.Package
}

func newServerTools(prog *load.Program, tools []*schemafacts.Tool) *serverTools {
	t := &serverTools{prog, map[string][]*schemafacts.Tool{}, map[string]*packages.Package{}}
	for _, tool := range tools {
		t.byName[tool.Name] = append(t.byName[tool.Name], tool)
	}
	packages.Visit(slices.Concat(prog.Roots, prog.Around), nil, func(p *packages.Package) { t.dirs[p.PkgPath] = p })
	return t
}

// find returns the tool that a server registers, or nil if it belongs to another
// module.
func (t *serverTools) find(s schemafacts.SeenTool) *schemafacts.Tool {
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
func (t *serverTools) isAt(pos token.Pos, at string) bool {
	p := t.prog.Fset.PositionFor(pos, false)
	file, line, ok := t.file(at)
	return ok && p.Filename == file && fmt.Sprint(p.Line) == line
}

// file returns the file and the line of a place that a fact records.
func (t *serverTools) file(at string) (file, line string, ok bool) {
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

// place formats a place that a fact records, relative to dir.
func (t *serverTools) place(dir, at string) string {
	file, line, ok := t.file(at)
	if !ok {
		return at
	}
	return fileName(t.prog, dir, file) + ":" + line
}

// programServers returns the servers of a program, and none for other packages.
func programServers(p packageTools) []compat.Server {
	if p.pkg.Name != "main" {
		return nil
	}
	module := ""
	if m := p.pkg.Module; m != nil {
		module = m.Path
	}
	return schemafacts.ServerTools(p.result.Servers, module)
}

// writeServers writes the snapshot of a program's servers and returns the change. If
// dryRun is set, it only returns the change. A package other than main has no such
// snapshot.
func writeServers(p packageTools, all []packageTools, dryRun bool) (*snapshot.Change, error) {
	now := programServers(p)
	if old, _, err := snapshot.ReadServers(p.pkg.Dir); err == nil {
		now = keepOthers(now, old, all, p.result.Incomplete() != "" || len(p.result.Unfinished) > 0)
	}
	return snapshot.WriteServers(p.pkg.Dir, now, dryRun)
}

// keepOthers returns the servers with the tools added that other builds of the program
// register. If the analysis is unfinished, it adds all tools and servers of the snapshot,
// because the program may still have them.
func keepOthers(now, old []compat.Server, all []packageTools, unfinished bool) []compat.Server {
	others := sync.OnceValue(func() map[string]string {
		var ignored []string
		for _, p := range all {
			ignored = append(ignored, p.pkg.IgnoredFiles...)
		}
		return otherbuild.Names(ignored)
	})
	for was, i := range compat.PairServers(old, now) {
		if i < 0 {
			if unfinished {
				now = append(now, old[was])
			}
			continue
		}
		for _, t := range old[was].Tools {
			listed := slices.ContainsFunc(now[i].Tools, func(o compat.ServerTool) bool { return o.Name == t.Name })
			if !listed && (unfinished || others()[t.Name] != "") {
				now[i].Tools = append(now[i].Tools, t)
			}
		}
		slices.SortFunc(now[i].Tools, func(a, b compat.ServerTool) int { return cmp.Compare(a.Name, b.Name) })
	}
	slices.SortStableFunc(now, func(a, b compat.Server) int { return cmp.Compare(a.Name, b.Name) })
	return now
}
