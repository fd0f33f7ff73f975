package callgraph

import (
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// If the evaluator has run a program to its end, it has seen whether the program calls a
// function. That is certain only if it ran all code that names the function, and no code
// passed the function as a value to unknown code.

// naming is a place in the source that names a function.
type naming struct {
	by    *ir.Func // nil for an initialiser
	named string   // the declared function around it, "" for an initialiser
	value bool     // the function is used as a value
}

// namingsOf returns the places that name the function with a key.
func (r *Graph) namingsOf(key string) []naming {
	if r.namings == nil {
		r.namings = map[string][]naming{}
		for _, u := range r.code.Units {
			for _, fn := range u.Funcs {
				r.noteNamings(fn.Body, naming{by: fn, named: fn.Key})
			}
			for _, fn := range u.Inits {
				r.noteNamings(fn.Body, naming{by: fn})
			}
			for _, v := range u.Vars {
				r.noteNamings(v.Init, naming{})
			}
		}
	}
	return r.namings[key]
}

func (r *Graph) noteNamings(n *ir.Node, in naming) {
	ir.Walk(n, func(n *ir.Node) bool {
		if n.Op == ir.OpClosure {
			r.noteNamings(n.Fn.Body, naming{by: n.Fn, named: in.named})
			return false
		}
		for i, k := range n.Kids {
			if k == nil {
				continue
			}
			if key, ok := k.Function(); ok {
				in.value = n.Op != ir.OpCall || i > 0
				r.namings[key] = append(r.namings[key], in)
			}
		}
		return true
	})
}

// Run is a call graph with the functions that the evaluator executed.
type Run struct {
	*Graph
	// Executed are the functions that ran. It is nil if the program was not run.
	Executed map[*ir.Func]bool
}

// Followed reports whether the evaluator executed a function of another package and
// saw all its calls. Such a function registers only the tools that were recorded for
// these calls.
func (r Run) Followed(key string) bool {
	return ir.PkgOf(key) != r.code.Pkg.Path() && r.Executed[r.code.Func(key)] && (&judging{r, map[string]bool{}}).sees(key)
}

// judging judges calls of functions.
type judging struct {
	Run
	// done are the functions that were judged or are being judged. Functions that call
	// each other do not run if no other function calls one of them.
	done map[string]bool
}

// sees reports whether the evaluator has seen all calls of a function in the program.
// That holds if each function that calls it was executed, is unreachable, or is known
// not to run. It returns false if the function is used as a value, because unknown
// code may call the value.
func (j *judging) sees(key string) bool {
	if !j.Executed[j.code.Func(key)] && j.MayReach(key) && j.asMethod(key) {
		return false
	}
	j.done[key] = true
	for _, m := range j.namingsOf(key) {
		switch {
		case m.named != "" && !j.MayReach(m.named):
		case m.value:
			return false
		case m.by == nil || j.Executed[m.by] || j.done[m.named]:
		case m.by.Key != m.named || !j.sees(m.named):
			return false // unknown code may call a literal
		}
	}
	return true
}
