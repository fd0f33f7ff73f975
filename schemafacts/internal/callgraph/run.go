package callgraph

import (
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A program that was run to its end knows what it does with a function: it ran it,
// or what it depends on is known and it did not. That holds only if it ran all code
// that names the function, and handed it to nobody who might call it.

// naming is a place where a program names a function.
type naming struct {
	by    *ir.Func // nil for an initialiser
	named string   // the declared function around it, "" for an initialiser
	value bool     // it is not called there
}

// namingsOf returns where the packages that are known name a function.
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
	if n == nil {
		return
	}
	for i, k := range n.Kids {
		if k != nil && (k.Op == ir.OpFunc || k.Op == ir.OpMethod && !k.Flag) {
			in.value = n.Op != ir.OpCall || i > 0
			r.namings[k.Name] = append(r.namings[k.Name], in)
		}
		r.noteNamings(k, in)
	}
	if n.Fn != nil {
		r.noteNamings(n.Fn.Body, naming{by: n.Fn, named: in.named})
	}
}

// Run is a program that was run.
type Run struct {
	*Graph
	// Executed are the functions that ran, nil if nothing is known of that.
	Executed map[*ir.Func]bool
	// Covers, if it is not nil, reports whether a library has run a function for its own
	// sake. That counts as seen then, and so does a value whose function was run.
	Covers func(key string) bool
}

// Saw reports whether the program was seen to run a function, or not to run it, wherever
// it may: all code that calls it was run, or is none of the program's, or was seen not to
// run. Where it is a value, whoever gets the value may call it.
func (r Run) Saw(key string) bool { return (&judging{r, map[string]bool{}}).of(key) }

// Followed reports whether the program was seen to run a function of another package,
// and so to register what it registers there and nothing else.
func (r Run) Followed(key string) bool {
	return ir.PkgOf(key) != r.code.Pkg.Path() && r.Executed[r.code.Func(key)] && r.Saw(key)
}

// judging answers [Run.Saw].
type judging struct {
	Run
	// done are the functions that are being judged, or have been. Those that call each
	// other are not run if nobody else runs one of them.
	done map[string]bool
}

func (j *judging) of(key string) bool {
	ran := j.Executed[j.code.Func(key)]
	if j.Executed == nil || !ran && j.ComesTo(key) && j.asMethod(key) {
		return false
	}
	j.done[key] = true
	for _, m := range j.namingsOf(key) {
		switch {
		case m.named != "" && !j.ComesTo(m.named):
		case m.value && !(j.Covers != nil && ran):
			return false
		case m.by != nil && m.by.Key == m.named && j.Covers != nil && j.Covers(m.named):
		case m.by == nil || j.Executed[m.by] || j.done[m.named]:
		case m.by.Key != m.named || !j.of(m.named):
			return false // a literal may be called by anybody
		}
	}
	return true
}
