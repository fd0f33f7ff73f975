package derive

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/merge"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// OwnTools are the tools that conversions make of values of user-defined types.
type OwnTools struct {
	Tools []*tool.Tool
	// Names are the registrations whose names the values determine.
	Names listing.Names
	// Unfinished is the first function that was not run because the limit of all runs was
	// reached.
	Unfinished []Unfinished
}

// Tried is what conversions have been tried in the programs of a repository. Its zero value is
// ready to use. Without it, fifty examples of one library would try the same fifty times.
type Tried struct {
	done map[string]bool // functions whose values were converted, by key
	vain map[string]int  // steps of a conversion since it last made something, by its key
}

// The limits of the runs, in steps.
const (
	ownRun  = 50_000    // of a function that converts a value or makes one
	ownRuns = 4_000_000 // of all of them in a program

	ownFruitless = 300_000 // of a conversion that makes nothing of its values

	mostOthers = 3 // values that are in a list with another one
)

// OwnTools runs the code of a program that converts values of user-defined types to tools,
// once for each value of such a type that the program makes. For a package that is no
// program, it does so for everything below the package. tried is what other programs of the
// repository have tried; OwnTools adds its own.
func (r *Found) OwnTools(tried *Tried) OwnTools {
	d := r.deriver
	if d.Own == nil || !d.reaches || d.Downloaded() {
		return OwnTools{}
	}
	p := d.fresh()
	c := &conversions{toolTypes: p.toolTypes(), plain: map[*ir.Func]*converted{}, Tried: tried, ways: map[madeBy]bool{}, listed: map[*tool.Tool]way{}, tables: map[*tool.Tool]*ir.Func{}, reach: d.graph()}
	if tried.done == nil {
		*tried = Tried{map[string]bool{}, map[string]int{}}
	}
	for _, s := range c.sites {
		s.idle = !c.called(s.fn)
	}
	if len(c.sites) == 0 {
		return OwnTools{}
	}
	p.watched = map[types.Type]bool{}
	for _, s := range c.sites {
		for _, m := range c.madeOf(s.t) {
			p.watched[m.t] = true
		}
	}
	c.m = eval.NewMachine(p.env, gostd.Library{}, p.Owns)
	c.m.Program, c.m.Lasting, c.m.Elsewhere = d.IsMain(), true, p.Elsewhere
	c.m.Leave = c.leave
	c.m.Cut = func(defs []*value.Def) { c.early.add(c.deriver, c.m, defs) }
	var tools []types.Type
	for _, s := range c.sites {
		if !slices.Contains(tools, s.t) {
			tools = append(tools, s.t)
		}
	}
	for _, t := range tools {
		for _, m := range c.madeOf(t) {
			for _, fn := range m.by {
				if c.done[fn.Key] || !c.reachable(fn) || !c.mayConvert(m.t) {
					continue
				}
				if c.named = false; c.make(fn, token.NoPos, 0) && !c.named {
					c.done[fn.Key] = true
				}
			}
		}
	}
	c.compare()
	if len(r.Nameless) == 0 && c.complete() {
		c.dropLeftOut(slices.Concat(r.Tools, r.Foreign))
	}
	return c.found
}

// conversions runs code that makes or converts values of tool types.
type conversions struct {
	*toolTypes
	m     *eval.Machine
	reach callgraph.Run
	// plain are the results of running functions with unknown arguments.
	plain map[*ir.Func]*converted
	ways  map[madeBy]bool
	*Tried
	// named is set if callers name the values of the present function. Other programs have others.
	named bool
	// listed are the tools whose values were in a list of the argument.
	listed map[*tool.Tool]way
	// tables are the initializers of the package variables that have the values.
	tables map[*tool.Tool]*ir.Func
	last   *converted
	early  made // of the present run
	steps  int
	found  OwnTools
}

// converted is the result of a run: the tools that it made, and the values of user-defined
// types.
type converted struct {
	tools  []*tool.Tool
	values []ownValue
}

// madeBy is a function that leads to the literal of a value, in its own body or in one that
// it calls.
type madeBy struct {
	fn *ir.Func
	at token.Pos
}

// key returns a name that it also has in other programs.
func (m madeBy) key() string { return fmt.Sprint(m.fn.Key, " ", m.at) }

// ownValue is the value of a user-defined type at the end of the run that made it.
type ownValue struct {
	v  *value.Struct
	at token.Pos // its literal
	by *ir.Func  // the function with the literal
}

// way is how a value was converted.
type way struct {
	site  *site
	v     ownValue
	place int
}

// run runs a function with some of its arguments known.
func (c *conversions) run(fn *ir.Func, given map[int]value.Value) *converted {
	c.last = new(converted)
	if c.steps > ownRuns {
		c.unfinished(fn, "the program makes too many values that may be tools")
		return c.last
	}
	c.list.Restart(nil)
	c.early = made{}
	defs := len(c.m.Defs)
	c.steps += c.m.RunBounded(fn, given, ownRun)
	for _, t := range c.early.tools(c.m.Defs[defs:]) {
		if !slices.ContainsFunc(c.list.Tools, sameTool(t)) {
			c.list.Tools = append(c.list.Tools, t)
		}
	}
	c.last.tools = c.list.Tools
	return c.last
}

// unfinished records once that functions are not run.
func (c *conversions) unfinished(fn *ir.Func, reason string) {
	if c.found.Unfinished == nil {
		c.found.Unfinished = []Unfinished{{ir.ShortKey(fn.Key), fn.Pos, reason}}
	}
}

// ownFiles sets the package of which positions are preferred.
func (c *conversions) ownFiles(pkg string) {
	c.m.Own = func(pos token.Pos) bool { return c.HomeOf(pos) == pkg }
}

// leave records what a run has defined.
func (c *conversions) leave(defs []*value.Def) {
	for _, def := range defs {
		if def.Used {
			continue
		}
		if c.watched[origin(def.T)] {
			if s := def.Last(); s != nil {
				c.last.values = append(c.last.values, ownValue{c.withoutLists(snapshot(s)), def.Pos, def.Func})
			}
			continue
		}
		if t := c.untraced(c.m, def); t != nil {
			c.list.Tools = append(c.list.Tools, t)
		}
	}
}

func (c *conversions) plainRun(fn *ir.Func) *converted {
	if c.plain[fn] == nil {
		c.ownFiles(fn.Pkg)
		c.plain[fn] = c.run(fn, nil)
	}
	return c.plain[fn]
}

// called reports whether the program may call a function, by name or through an interface. A
// method of a type that only functions make which no program runs is not called.
func (c *conversions) called(fn *ir.Func) bool {
	if w := c.world; c.IsMain() && w != nil && w.mentioned != nil {
		return !w.Idle(fn.Pos) && (w.mentioned.Names(fn.Key) || c.reach.MayReach(fn.Key))
	}
	return c.reachable(fn)
}

// reachable reports whether the program may run a function. The initializer of a variable
// counts only if such a function uses the variable.
func (c *conversions) reachable(fn *ir.Func) bool {
	if !c.IsMain() {
		return true // any code may call it
	}
	if !c.vars[fn] {
		if w := c.world; w != nil && w.mentioned != nil && w.mentioned.Runs(fn.Key) {
			return true // it need not be kept
		}
		return c.reach.MayReach(fn.Key)
	}
	return slices.ContainsFunc(c.callers[fn.Key], func(by *ir.Func) bool { return by != fn && c.reachable(by) })
}

// mayConvert reports whether a conversion is left to try for values of the type t.
func (c *conversions) mayConvert(t types.Type) bool {
	return slices.ContainsFunc(c.sitesOf(t), func(s *site) bool { return !c.isFruitless(s) })
}

// isFruitless reports whether a conversion has made nothing of many values.
func (c *conversions) isFruitless(s *site) bool {
	if c.vain[s.key()] <= ownFruitless {
		return false
	}
	c.unfinished(s.fn, "its values make no tools")
	return true
}

// convert runs the conversions of a value that the run of a function has made. The types in before
// led to it. It reports whether one of them has made a tool.
func (c *conversions) convert(v ownValue, in *ir.Func, before []types.Type) bool {
	before = append(before, v.v.T)
	var results []result
	var names listing.Names
	for _, s := range c.sitesOf(v.v.T) {
		if !ir.IsInterface(s.t) && !hasText(v.v) || s.far && results != nil {
			continue // its name is unknown, or another conversion is plainer
		}
		if c.isFruitless(s) {
			continue
		}
		for place := 0; ; place++ {
			res := c.with(s, v, place)
			if res == nil {
				break
			}
			if len(res.tools) > 0 {
				if s.idle {
					break
				}
				results, names = append(results, result{s, res.tools}), append(names, c.list.Names()...)
				continue
			}
			for _, next := range res.values {
				if declared(next.by) == s.fn.Key && !slices.Contains(before, next.v.T) && c.convert(ownValue{next.v, v.at, next.by}, in, before) {
					return true
				}
			}
		}
	}
	best := plainest(c.outermost(results))
	if best != nil {
		c.found.Names = append(c.found.Names, names...)
	}
	for _, t := range best {
		if c.renamed(t, in) {
			continue
		}
		if i := slices.IndexFunc(c.found.Tools, sameTool(t)); i < 0 {
			c.found.Tools = append(c.found.Tools, t)
			if c.vars[v.by] {
				c.tables[t] = v.by
			}
		} else if old := c.found.Tools[i]; old.DefPos != t.DefPos { // another literal, in another branch
			old.Doc = merge.Either(old.Doc, t.Doc)
		}
	}
	return len(results) > 0
}

// with runs a conversion with a value, at one of the places of its argument, and with others
// after it in lists. It returns nil if there is no place with that index. Tools that do not
// depend on the value are left out.
func (c *conversions) with(s *site, v ownValue, place int, others ...*value.Struct) *converted {
	f := &filler{types: c.toolTypes, tool: s.t, v: snapshot(v.v), place: place, others: others}
	arg := f.fill(s.fn.Params[s.param].Type, 0)
	if arg == nil {
		return nil
	}
	plain := c.plainRun(s.fn).tools
	c.ownFiles(c.HomeOf(v.at))
	before := c.steps
	c.m.Drops = nil
	res := c.run(s.fn, map[int]value.Value{s.param: arg})
	res.tools = slices.DeleteFunc(res.tools, func(t *tool.Tool) bool { return slices.ContainsFunc(plain, sameTool(t)) || isBare(t) })
	if c.vain[s.key()] += c.steps - before; len(res.tools)+len(res.values) > 0 {
		c.vain[s.key()] = 0
	}
	slices.SortStableFunc(res.tools, func(a, b *tool.Tool) int { return cmp.Compare(min(b.RegPos, 1), min(a.RegPos, 1)) })
	c.markLost(c.m, res.tools)
	for _, t := range res.tools {
		t.DefPos, t.Calls, t.Traced, t.Converted = v.at, nil, false, true
		t.Hops = []tool.Hop{{Pos: v.at, Text: "defined as a " + ir.ShortKey(types.TypeString(v.v.T, nil))}, {Pos: s.fn.Pos, Text: "converted by " + ir.ShortKey(s.fn.Key) + ", as its type says"}}
		if dialects.ByForm(t.Dialect) {
			t.RegPos = token.NoPos // the list of the argument may not be the program's
		}
		if f.listed && len(others) == 0 {
			c.listed[t] = way{s, v, place}
		}
	}
	return res
}

// withoutLists makes the fields of a new struct unknown that lead to lists of tools. Code that
// was not run may add to the lists.
func (c *conversions) withoutLists(s *value.Struct) *value.Struct {
	for i := range s.NumFields() {
		f, _ := s.FieldVar(i)
		if c.leadsToList(f.Type(), 0) {
			s.SetAt(i, value.NewUnknown("leads to a list of tools, to which other code may add", s.Pos, f.Type()))
		}
	}
	return s
}

func snapshot(s *value.Struct) *value.Struct {
	out, _ := value.Snapshot(s).(*value.Struct)
	return out
}

// sitesOf returns the conversions of values of a type.
func (c *conversions) sitesOf(made types.Type) []*site {
	return slices.DeleteFunc(slices.Clone(c.sites), func(s *site) bool {
		iface, ok := ir.Under(s.t).(*types.Interface)
		return !types.Identical(s.t, origin(made)) && !(ok && ir.Implements(made, iface))
	})
}

func declared(fn *ir.Func) string {
	key, _, _ := strings.Cut(fn.Key, "$")
	return key
}
