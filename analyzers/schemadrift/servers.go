package schemadrift

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/otherbuild"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/analysis"
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
	made := slices.DeleteFunc(slices.Clone(facts.Servers), func(s schemafacts.Server) bool { return len(s.Tools) == 0 })
	now := schemafacts.ServerTools(made)
	pairs := snapshot.PairServers(old, now)
	for i, was := range old {
		if pairs[i] < 0 {
			c.withoutTools(facts.Servers, was)
			continue
		}
		c.compareServer(&made[pairs[i]], was, now[pairs[i]])
	}
	for i, is := range now {
		if !slices.Contains(pairs, i) {
			c.serverChange(&made[i], token.NoPos, "server-added", compat.Compatible, "",
				fmt.Sprintf("%s is new and lists %s", called(is), countTools(len(is.Tools))))
		}
	}
}

// serverFile returns the path of the snapshot of the program's servers.
func (c *checker) serverFile() string {
	return filepath.Join(c.Dir(), snapshot.Dir, snapshot.ServerFile)
}

// withoutTools reports a server that the program no longer makes or that no longer
// registers a tool.
func (c *checker) withoutTools(made []schemafacts.Server, was snapshot.ServerTools) {
	i := slices.IndexFunc(made, func(s schemafacts.Server) bool { return s.Name == was.Name && len(s.Tools) == 0 })
	if i < 0 {
		c.serverChange(nil, token.NoPos, "server-removed", compat.Breaking, "",
			fmt.Sprintf("%s is gone, which lists %s", called(was), countTools(len(was.Tools))))
		return
	}
	none := fmt.Sprintf("%s no longer registers any of its %s", called(was), countTools(len(was.Tools)))
	if len(was.Tools) == 1 {
		none = fmt.Sprintf("%s no longer registers its only tool, %q", called(was), was.Tools[0].Name)
	}
	message, undecided := c.unlessUnnamed(&made[i], none)
	c.serverDiagnostic(&made[i], token.NoPos, "", compat.Change{Rule: "server-removed",
		Direction: compat.Tool, Level: compat.Breaking, Message: message, Undecided: undecided})
}

func called(s snapshot.ServerTools) string {
	if s.Name == "" {
		return "the server"
	}
	return fmt.Sprintf("server %q", s.Name)
}

func countTools(n int) string {
	if n == 1 {
		return "1 tool"
	}
	return fmt.Sprintf("%d tools", n)
}

func (c *checker) compareServer(s *schemafacts.Server, was, is snapshot.ServerTools) {
	before := map[string]string{}
	for _, t := range was.Tools {
		before[t.Name] = t.Condition
	}
	after := map[string]bool{}
	for _, t := range is.Tools {
		after[t.Name] = true
		condition, listed := before[t.Name]
		switch {
		case !listed:
			c.serverChange(s, c.registration(s, t.Name), "tool-registered", compat.Compatible, t.Name,
				fmt.Sprintf("tool %q is new on %s", t.Name, called(is)))
		case condition == "" && t.Condition != "":
			c.serverChange(s, c.registration(s, t.Name), "tool-conditional", compat.Caution, t.Name,
				fmt.Sprintf("tool %q of %s now depends on %s", t.Name, called(is), t.Condition))
		case condition != "" && t.Condition == "":
			c.serverChange(s, c.registration(s, t.Name), "tool-unconditional", compat.Compatible, t.Name,
				fmt.Sprintf("tool %q of %s no longer depends on a condition", t.Name, called(is)))
		}
	}
	var others map[string]string
	for _, t := range was.Tools {
		if !after[t.Name] && others == nil {
			others = otherbuild.Around(c.Pass.Fset, snapshot.Root(c.Dir()))
		}
		switch {
		case after[t.Name]:
		case others[t.Name] != "":
			c.Note(fmt.Sprintf("%s: tool %q of snapshot %s is not compared: %s, which this build excludes, names the tool",
				c.Pass.Pkg.Path(), t.Name, path.Join(snapshot.Dir, snapshot.ServerFile), others[t.Name]), c.serverFile())
		default:
			c.unregistered(s, t.Name, called(is))
		}
	}
}

// unregistered reports a tool that a server no longer registers as far as source shows. The
// server may still register it if it registers tools whose names are known only at run time.
func (c *checker) unregistered(s *schemafacts.Server, name, server string) {
	message, undecided := c.unlessUnnamed(s, fmt.Sprintf("tool %q is no longer registered by %s", name, server))
	c.serverDiagnostic(s, c.registration(s, name), name, compat.Change{Rule: "tool-unregistered",
		Direction: compat.Tool, Level: compat.Breaking, Message: message, Undecided: undecided})
}

// unlessUnnamed extends a message that a server does not register a tool. If the
// server registers tools whose names are known only at run time, the message may be
// wrong, so the result says where, and undecided is true.
func (c *checker) unlessUnnamed(s *schemafacts.Server, message string) (text string, undecided bool) {
	if s == nil || len(s.Nameless) == 0 {
		return message, false
	}
	at := s.Nameless[0]
	if m := c.Pass.Module; m != nil {
		at = strings.TrimPrefix(at, m.Path+"/")
	}
	return message + fmt.Sprintf(", unless %s registers it (its tool names are known only at run time)", at), true
}

// serverChange reports a change in the list of tools of a server.
func (c *checker) serverChange(s *schemafacts.Server, pos token.Pos, rule string, level compat.Level, name, message string) {
	c.serverDiagnostic(s, pos, name, compat.Change{Rule: rule, Direction: compat.Tool, Level: level, Message: message})
}

// serverDiagnostic reports a change at pos. If pos is not in the package, it reports
// the change where the server is made, or else at main.
func (c *checker) serverDiagnostic(s *schemafacts.Server, pos token.Pos, name string, ch compat.Change) {
	if !c.Own(pos) && s != nil {
		pos = s.Pos
	}
	if !c.Own(pos) {
		pos = c.mainFunc()
	}
	c.Report(report.Diagnostic{
		Diagnostic: analysis.Diagnostic{Pos: pos, Category: ch.Rule, Message: fmt.Sprintf("%s [%s]", ch.Message, level(ch))},
		Tool:       name,
		Level:      ch.Level.String(),
		Change:     ch,
	})
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
