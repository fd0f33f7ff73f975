package session

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/whose"
)

// A repository can have several modules, and a command loads only the modules that it names.
// Programs lead to the packages that they import, but not to packages that other modules
// define.

// unloadedNotes returns notes on tools of servers that packages of the user define which
// the command did not load: documents of these tools are missing in its output.
func (d *Derived) unloadedNotes() (notes []string) {
	var main, near []string
	for _, s := range d.Servers() {
		for _, t := range s.Tools {
			p := d.dirs[path.Dir(t.Named)]
			switch {
			case p == nil || p.Module == nil || d.Find(t) != nil:
			case p.Module.Main:
				main = append(main, p.PkgPath)
			case len(p.GoFiles) > 0 && whose.Own(p.Module.Path, p.GoFiles[0], d.Prog.Main):
				near = append(near, p.PkgPath)
			}
		}
	}
	for _, list := range []struct {
		pkgs []string
		cure string
	}{{main, "name %s too"}, {near, "list %s under modules in .schemavet.yaml"}} {
		slices.Sort(list.pkgs)
		if pkgs := slices.Compact(list.pkgs); len(pkgs) > 0 {
			notes = append(notes, fmt.Sprintf("%s, which the command does not name, %s tools that its programs register; "+list.cure,
				words.Some(pkgs), words.Verb(len(pkgs), "defines", "define"), words.Verb(len(pkgs), "it", "them")))
		}
	}
	return notes
}

// unnamedNotes returns a note on the modules below the folder of a command that names
// ./..., which the go command leaves out, unless the loaded packages import them. Modules
// that go.work does not list count only if the command found no tools.
func (d *Derived) unnamedNotes() []string {
	s := d.scope
	if !everything(s.Patterns) || s.IsWhole() && len(d.Tools) > 0 {
		return nil
	}
	loaded := map[string]bool{}
	for _, p := range d.dirs {
		if p.Module != nil {
			loaded[p.Module.Dir] = true
		}
	}
	var use, other []string
	for _, m := range s.below() {
		rel, err := filepath.Rel(s.Dir, m)
		switch {
		case err != nil || loaded[m]:
		case slices.Contains(s.Modules, m):
			use = append(use, "./"+filepath.ToSlash(rel)+"/...")
		case len(d.Tools) == 0:
			other = append(other, filepath.ToSlash(rel))
		}
	}
	switch {
	case len(use) > 0:
		return []string{fmt.Sprintf("./... does not include %s of go.work; name %s too", words.Count(len(use), "other module"), words.Some(use))}
	case len(other) > 0:
		return []string{fmt.Sprintf("./... does not include %s in folders below; run schemavet in %s too", words.Count(len(other), "other module"), words.Some(other))}
	}
	return nil
}

// below returns the folders of modules below the folder of the command, sorted. It leaves
// out folders that the go command ignores.
func (s *Scope) below() (dirs []string) {
	n := 0
	_ = filepath.WalkDir(s.Dir, func(file string, e fs.DirEntry, err error) error {
		name := e.Name()
		switch n++; {
		case n > maxFiles || err != nil:
			return fs.SkipAll
		case !e.IsDir():
			if name == "go.mod" && filepath.Dir(file) != s.Dir {
				dirs = append(dirs, filepath.Dir(file))
			}
		case file != s.Dir && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")):
			return fs.SkipDir
		}
		return nil
	})
	return dirs
}
