package derive

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
func (p *deriver) namingsOf(key string) []naming {
	if p.namings == nil {
		p.namings = map[string][]naming{}
		for _, u := range p.Units() {
			for _, fn := range u.Funcs {
				p.noteNamings(fn.Body, naming{by: fn, named: fn.Key})
			}
			for _, fn := range u.Inits {
				p.noteNamings(fn.Body, naming{by: fn})
			}
			for _, v := range u.Vars {
				p.noteNamings(v.Init, naming{})
			}
		}
	}
	return p.namings[key]
}

func (p *deriver) noteNamings(n *ir.Node, in naming) {
	if n == nil {
		return
	}
	for i, k := range n.Kids {
		if k != nil && (k.Op == ir.OpFunc || k.Op == ir.OpMethod && !k.Flag) {
			in.value = n.Op != ir.OpCall || i > 0
			p.namings[k.Name] = append(p.namings[k.Name], in)
		}
		p.noteNamings(k, in)
	}
	if n.Fn != nil {
		p.noteNamings(n.Fn.Body, naming{by: n.Fn, named: in.named})
	}
}

// judged reports whether the program was seen to run a function, or not to run it,
// wherever it may: all code that calls it was run, or is none of the program's, or was
// seen not to run. Where it is a value, whoever gets the value may call it.
func (p *deriver) judged(key string) bool { return (&judging{p: p}).of(key) }

// judging answers [deriver.judged].
type judging struct {
	p *deriver
	// world, if there is one, counts what a library has run for its own sake as seen,
	// and a value whose function was run.
	world *World
	// done are the functions that are being judged, or have been. Those that call each
	// other are not run if nobody else runs one of them.
	done map[string]bool
}

func (j *judging) of(key string) bool {
	p := j.p
	ran := p.executed[p.Func(key)]
	if p.executed == nil || !ran && p.comesTo(key) && p.reached.asMethod(key) {
		return false
	}
	if j.done == nil {
		j.done = map[string]bool{}
	}
	j.done[key] = true
	for _, m := range p.namingsOf(key) {
		switch {
		case m.named != "" && !p.comesTo(m.named):
		case m.value && !(j.world != nil && ran):
			return false
		case m.by != nil && m.by.Key == m.named && j.world.covers(m.named):
		case m.by == nil || p.executed[m.by] || j.done[m.named]:
		case m.by.Key != m.named || !j.of(m.named):
			return false // a literal may be called by anybody
		}
	}
	return true
}

// followed reports whether the program was seen to run a function of another
// package, and so to register what it registers there and nothing else.
func (p *deriver) followed(key string) bool {
	return ir.PkgOf(key) != p.Pass.Pkg.Path() && p.executed[p.Func(key)] && p.judged(key)
}
