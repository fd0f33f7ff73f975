package schemadrift

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/otherbuild"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// The list of tools that a program's servers register is an interface too. If a server no
// longer registers a tool, agents lose it, even if the tool is still defined.

// servers compares the servers of a program with their snapshot.
func (c *checker) servers() {
	if c.Pass.Pkg.Name() != "main" {
		return
	}
	facts := c.Facts
	old, known, err := snapshot.ReadServers(c.Dir())
	if err != nil {
		c.unreadable(nil, err)
		return
	}
	if !known {
		return
	}
	if facts.Incomplete() != "" || len(facts.Unfinished) > 0 {
		if !c.underived(unseen(old, facts.Servers), " of "+path.Join(snapshot.Dir, snapshot.ServerFile), facts) {
			c.Note(fmt.Sprintf("%s: snapshot %s is not compared: schemavet could not follow the whole program",
				c.Pass.Pkg.Path(), path.Join(snapshot.Dir, snapshot.ServerFile)), c.serverFile())
		}
		return
	}
	module := ""
	if m := c.Pass.Module; m != nil {
		module = m.Path
	}
	before := func(name string) *schema.Node { return snapshot.Find(snapshot.Root(c.Dir()), name) }
	var others map[string]string
	for _, ch := range compat.Servers(snapshot.Program(c.Dir()), old, schemafacts.ServerTools(facts.Servers, module), before) {
		if ch.Rule == "tool-unregistered" {
			if others == nil {
				others = otherbuild.Around(c.Pass.Fset, snapshot.Root(c.Dir()))
			}
			if file := others[ch.Tool]; file != "" {
				c.Note(fmt.Sprintf("%s: tool %q of snapshot %s is not compared: %s, which this build excludes, names the tool",
					c.Pass.Pkg.Path(), ch.Tool, path.Join(snapshot.Dir, snapshot.ServerFile), file), c.serverFile())
				continue
			}
		}
		var server *schemafacts.Server
		if ch.Now >= 0 {
			server = &facts.Servers[ch.Now]
		}
		c.serverChange(server, ch)
	}
}

// serverFile returns the path of the snapshot of the program's servers.
func (c *checker) serverFile() string {
	return filepath.Join(c.Dir(), snapshot.Dir, snapshot.ServerFile)
}

// serverChange reports a change where the tool is registered. If that is not in the
// package, it reports the change where the server is made, or else at main.
func (c *checker) serverChange(s *schemafacts.Server, ch compat.ServerChange) {
	pos := token.NoPos
	if ch.Tool != "" {
		pos = c.registration(s, ch.Tool)
	}
	if !c.Own(pos) && s != nil {
		pos = s.Pos
	}
	if !c.Own(pos) {
		pos = c.mainFunc()
	}
	c.Report(changed(ch.Tool, pos, "", ch.Change))
}

// registration returns the position in the package at which the tool with a name is
// registered, or the position of the registration's condition. It returns token.NoPos
// if neither is in the package.
func (c *checker) registration(s *schemafacts.Server, name string) token.Pos {
	if s == nil {
		return token.NoPos
	}
	for _, t := range s.Tools {
		if t.Name != name {
			continue
		}
		for _, at := range []string{t.Where, t.At, t.Named} {
			if pos := c.at(at); pos.IsValid() {
				return pos
			}
		}
	}
	return token.NoPos
}

// at returns the position that a fact records as place, if it is in the package, and
// token.NoPos otherwise.
func (c *checker) at(place string) token.Pos {
	name, rest, _ := strings.Cut(place, ":")
	line, err := strconv.Atoi(rest)
	if err != nil || path.Dir(name) != c.Pass.Pkg.Path() {
		return token.NoPos
	}
	for _, f := range c.Pass.Files {
		tf := c.Pass.Fset.File(f.FileStart)
		if filepath.Base(tf.Name()) == path.Base(name) && line >= 1 && line <= tf.LineCount() {
			return firstOn(f, tf, line)
		}
	}
	return token.NoPos
}

// firstOn returns the position of the first statement or expression on a line.
func firstOn(f *ast.File, tf *token.File, line int) token.Pos {
	start := tf.LineStart(line)
	found := start
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || found != start && found < n.Pos() {
			return false
		}
		if n.Pos() >= start && tf.Line(n.Pos()) == line {
			found = n.Pos()
			return false
		}
		return n.End() >= start
	})
	return found
}

// mainFunc returns the position of the name of function main.
func (c *checker) mainFunc() token.Pos {
	for _, f := range c.Pass.Files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "main" {
				return fn.Name.Pos()
			}
		}
	}
	return c.PackageClause()
}
