package handlerargs

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/schemafacts"
)

// sharedRead is an argument that a helper reads on behalf of several handlers.
type sharedRead struct {
	read  handling.Read
	tools []*schemafacts.Tool // that do not declare it
}

// share records an argument that a helper function reads on behalf of the handler h.
func (c *checker) share(h *handler, r handling.Read) {
	i := slices.IndexFunc(c.shared, func(s *sharedRead) bool { return s.read.Home == r.Home && s.read.Key == r.Key })
	if i < 0 {
		i, c.shared = len(c.shared), append(c.shared, &sharedRead{read: r})
	}
	c.shared[i].tools = append(c.shared[i].tools, h.tools[0])
}

// reportShared reports arguments that helpers read and that no tool declares for whose handler
// they read. A helper may read more than each single tool has, but not if nearly all tools have
// the argument. If another package may have tools that use the helper, only a run on the whole
// program reports them.
func (c *checker) reportShared() {
	if len(c.shared) == 0 {
		return
	}
	unclaimed := c.code.Unclaimed()
	for _, s := range c.shared {
		reads := func(h *handling.Handler) bool {
			return slices.ContainsFunc(h.Reads, func(r handling.Read) bool { return r.Home == s.read.Home && r.Key == s.read.Key })
		}
		if slices.ContainsFunc(unclaimed, reads) {
			continue
		}
		elsewhere := slices.ContainsFunc(c.Tools, func(t *schemafacts.Tool) bool {
			if names(t) && !offers(t, s.read.Key) {
				return false
			}
			h := c.code.Handling(t.Written())
			return h == nil || reads(h)
		})
		if !elsewhere && (c.ownHelper(s.read.Home) || c.code.OnlyUser(s.read.Home)) {
			c.tell(s.read.Named(), "undeclared", s.tools[0], fmt.Sprintf("tool %q: argument %q is read, but not in the input schema", s.tools[0].Name, s.read.Key))
			continue
		}
		declare := 0
		for _, t := range c.Tools {
			if h := c.code.Handling(t.Written()); h != nil && reads(h) && offers(t.Written(), s.read.Key) {
				declare++
			}
		}
		if declare >= 3*len(s.tools) {
			for _, t := range s.tools {
				c.tell(c.Place(t), "undeclared", t, fmt.Sprintf("tool %q: argument %q is read, but not in the input schema, unlike in those of %d other tools", t.Name, s.read.Key, declare))
			}
		}
	}
}

// ownHelper reports whether a function, given in the form of types.Func.FullName, is
// one that only this package can call.
func (c *checker) ownHelper(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	rest, ok := strings.CutPrefix(strings.TrimLeft(name[:max(dot, 0)], "(*"), c.Pass.Pkg.Path())
	return ok && (rest == "" || rest[0] == '.') && !ast.IsExported(name[dot+1:])
}
