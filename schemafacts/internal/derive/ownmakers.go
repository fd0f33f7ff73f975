package derive

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// make runs a function that makes values of a tool type, and converts them. If at is valid,
// only values of the literal there count. If a value has no known name, the callers of the
// function may provide it. Callers that change tools are run first. The value as the function
// returns it counts only if other code may use it.
func (c *conversions) make(fn *ir.Func, at token.Pos, depth int) (made bool) {
	changing, only := c.changing(fn)
	for _, v := range c.plainRun(fn).values {
		if at.IsValid() && v.at != at || !at.IsValid() && declared(v.by) != fn.Key {
			continue
		}
		some, all := c.makeIn(changing, v.at, depth)
		if made = made || some; all && only {
			continue
		}
		if c.convert(v, fn, nil) {
			made = true
		} else if dependsOn(v.v, fn) {
			some, _ = c.makeIn(c.callers[fn.Key], v.at, depth)
			made = made || some
		}
	}
	return made
}

// makeIn converts the value of a literal as callers leave it. It reports whether some of them have
// made new tools, and whether each has made a tool, in this or another program.
func (c *conversions) makeIn(callers []*ir.Func, at token.Pos, depth int) (some, all bool) {
	all = len(callers) > 0
	for _, caller := range callers {
		way := madeBy{caller, at}
		if depth <= 2 && !c.ways[way] && !c.done[way.key()] && c.reachable(caller) {
			c.ways[way], c.named = true, true
			if c.make(caller, at, depth+1) {
				c.done[way.key()], some = true, true
			}
		}
		all = all && c.done[way.key()]
	}
	return some, all
}

// changing returns the callers of a function that the program may run and that assign to a part of
// a tool. It reports whether no other code may call the function: other modules may call an
// exported one, and any code may call a method through an interface.
func (c *conversions) changing(fn *ir.Func) (callers []*ir.Func, only bool) {
	if c.vars[fn] {
		return nil, false // other code reads the variable
	}
	only = !fn.Exported || c.IsMain() && !fn.Method
	for _, by := range c.callers[fn.Key] {
		switch {
		case by == fn || !c.reachable(by):
		case c.changes(by, fn):
			callers = append(callers, by)
		default:
			only = false
		}
	}
	return callers, only
}

// renamed reports whether a function that makes a value and converts it to a tool then gives the
// tool another name.
func (c *conversions) renamed(t *tool.Tool, in *ir.Func) bool {
	tools := c.plainRun(in).tools
	return t.Description() != nil && t.Description().Pos.IsValid() && !slices.ContainsFunc(tools, sameTool(t)) && slices.ContainsFunc(tools, func(o *tool.Tool) bool {
		return o.Name != t.Name && o.Description() != nil && o.Description().Pos == t.Description().Pos && schema.Equal(o.Input(), t.Input())
	})
}
