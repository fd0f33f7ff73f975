package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
)

// shrink leaves out parts of a function, and of what differs, as long as some
// difference of the same kind is left.
func shrink(seed uint64, d difference) difference {
	var index int
	if _, err := fmt.Sscanf(d.subject.name, "F%d", &index); err != nil {
		return d
	}
	var path []int
	for range 40 {
		next, again, ok := shrinkOnce(seed, index, path, d)
		if !ok {
			break
		}
		path, d = next, again
	}
	return d
}

// shrinkOnce tries all functions with one part less in one module.
func shrinkOnce(seed uint64, index int, path []int, d difference) ([]int, difference, bool) {
	var subjects []*subject
	paths := map[*subject][]int{}
	for i := range len(edited(seed, index, path).edits()) {
		to := append(slices.Clone(path), i)
		s := &subject{name: fmt.Sprintf("S%dx", i), sig: edited(seed, index, to), seed: d.subject.seed}
		paths[s] = to
		subjects = append(subjects, s)
	}
	m, err := newModule(subjects)
	var bad loadError
	if errors.As(err, &bad) {
		names := bad.names()
		m, err = newModule(slices.DeleteFunc(subjects, func(s *subject) bool { return names[s.name] }))
	}
	if err != nil {
		return nil, d, false
	}
	defer os.RemoveAll(m.dir)
	c, err := compare(m)
	if err != nil {
		return nil, d, false
	}
	i := slices.IndexFunc(c.diffs, func(e difference) bool { return e.kind == d.kind })
	if i < 0 {
		return nil, d, false
	}
	best := c.diffs[i]
	for _, e := range c.diffs {
		if e.kind == d.kind && e.subject == best.subject && len(e.value) < len(best.value) {
			best = e
		}
	}
	return paths[best.subject], best, true
}

// edited makes a function once more and applies edits to it, each by its number
// among those that are possible then.
func edited(seed uint64, index int, path []int) *sig {
	s := generate(seed, index)
	for _, i := range path {
		s.edits()[i]()
	}
	return s
}

// edits are all ways to make the function smaller by one part.
func (s *sig) edits() []func() {
	var out []func()
	for i := range s.params {
		out = append(out, func() { s.params = slices.Delete(s.params, i, i+1) })
	}
	for i := range s.results {
		out = append(out, func() { s.results = slices.Delete(s.results, i, i+1) })
	}
	if s.fails {
		out = append(out, func() { s.fails = false })
	}
	for i := range s.decls {
		if !s.uses(s.decls[i]) {
			out = append(out, func() { s.drop(i) })
		}
	}
	for _, p := range s.params {
		if !p.variadic {
			out = append(out, simpler(&p.typ, true)...)
		}
		out = append(out, fewer(&p.rules)...)
		if p.doc != "" {
			out = append(out, func() { p.doc = "" })
		}
	}
	for i := range s.results {
		out = append(out, simpler(&s.results[i], true)...)
	}
	for _, d := range s.decls {
		out = append(out, d.edits()...)
	}
	return out
}

func (d *decl) edits() []func() {
	var out []func()
	if d.of != nil && len(d.consts) == 0 && len(d.methods) == 0 {
		out = append(out, simpler(&d.of, false)...)
	}
	if len(d.consts) > 1 {
		out = append(out, func() { d.consts = d.consts[1:] })
	}
	if len(d.methods) > 1 {
		for i := range d.methods {
			out = append(out, func() { d.methods = slices.Delete(d.methods, i, i+1) })
		}
	}
	for i, f := range d.fields {
		out = append(out, func() { d.fields = slices.Delete(d.fields, i, i+1) })
		if f.name != "" {
			out = append(out, simpler(&f.typ, true)...)
		}
		if f.json != "" {
			out = append(out, func() { f.json = "" })
		}
		if f.comment != "" {
			out = append(out, func() { f.comment = "" })
		}
		out = append(out, fewer(&f.rules)...)
	}
	return out
}

// fewer leaves out all rules, or one of them.
func fewer(rules *[]string) []func() {
	var out []func()
	for i := range *rules {
		out = append(out, func() { *rules = slices.Delete(*rules, i, i+1) })
	}
	return out
}

// simpler replaces a type by what it is made of or by a basic one.
func simpler(e **expr, replace bool) []func() {
	var out []func()
	t := *e
	if t.elem != nil {
		out = append(out, func() { *e = t.elem })
		if t.elem.elem != nil || t.elem.decl != nil {
			out = append(out, simpler(&t.elem, false)...)
		}
	}
	if replace && (t.op != "" || t.decl != nil || t.name != "int" && t.name != "string") {
		out = append(out, func() { *e = named("int") })
	}
	return out
}

// uses reports whether anything but d itself needs d.
func (s *sig) uses(d *decl) bool {
	used := false
	var walk func(e *expr)
	walk = func(e *expr) {
		if e == nil {
			return
		}
		used = used || e.decl == d
		walk(e.key)
		walk(e.elem)
		for _, f := range e.body {
			walk(f.typ)
		}
	}
	for _, p := range s.params {
		walk(p.typ)
	}
	for _, r := range s.results {
		walk(r)
	}
	for _, t := range s.decls {
		used = used || slices.Contains(t.seals, d)
		if t == d {
			continue
		}
		walk(t.of)
		for _, f := range t.fields {
			walk(f.typ)
		}
	}
	return used
}

// drop removes a declaration that nothing uses.
func (s *sig) drop(i int) { s.decls = slices.Delete(s.decls, i, i+1) }
