package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// difference is something that the engine says and the program does not.
type difference struct {
	subject *subject
	kind    string // "narrow", "wide", "result", "unseen", "hole" or "schema"
	value   string // the call or result, or the part of the schema
	detail  string
}

func (d difference) String() string {
	said := d.subject.said.Input
	if d.kind == "result" || d.kind == "unseen" {
		said = d.subject.said.Output
	}
	return fmt.Sprintf("%s: %s: %s\n  %s\n  schema %s", d.subject.name, d.kind, d.value, d.detail, said)
}

// figures count what was compared.
type figures struct {
	signatures, calls, accepted, refused int
	results, outputs, demands, holes     int
	differ                               map[string]int
}

func (f figures) String() string {
	return fmt.Sprintf("%d signatures, %d holes; %d calls: %d accepted by both, %d refused by both; "+
		"%d outputs, %d results written, %d demands seen; differences %d %v",
		f.signatures, f.holes, f.calls, f.accepted, f.refused, f.outputs, f.results, f.demands, f.total(), f.differ)
}

func (f figures) total() int {
	n := 0
	for _, d := range f.differ {
		n += d
	}
	return n
}

// comparison compares the functions of a module with the engine.
type comparison struct {
	m     *module
	diffs []difference
	figures
	in, out map[*subject]*validator
}

func (c *comparison) differs(s *subject, kind, value, detail string) {
	c.differ[kind]++
	c.diffs = append(c.diffs, difference{s, kind, value, detail})
}

// compare compares calls and results of all functions.
func compare(m *module) (*comparison, error) {
	c := &comparison{m: m, in: map[*subject]*validator{}, out: map[*subject]*validator{}}
	c.differ = map[string]int{}
	c.signatures = len(m.subjects)
	for _, s := range m.subjects {
		c.compile(s)
	}
	if err := c.compareCalls(); err != nil {
		return nil, err
	}
	return c, c.compareResults()
}

// compile makes the validators of a function.
func (c *comparison) compile(s *subject) {
	var err error
	if c.in[s], err = newValidator(s.said.Input); err != nil {
		delete(c.in, s)
		c.differs(s, "schema", "input", err.Error())
	}
	c.unresolved(s, s.said.Input, false)
	if s.said.Output == nil {
		return
	}
	c.unresolved(s, s.said.Output, true)
	if c.out[s], err = newValidator(s.said.Output); err != nil {
		delete(c.out, s)
		c.differs(s, "schema", "output", err.Error())
	}
}

// Calls of each kind for each function.
const fromTypes, fromSchema, mutations = 12, 12, 3

func (c *comparison) compareCalls() error {
	var jobs []job
	for _, s := range c.m.subjects {
		jobs = append(jobs, job{Func: s.name, Seed: s.seed, Calls: fromTypes})
	}
	made, err := c.m.ask(jobs)
	if err != nil {
		return err
	}
	for i, s := range c.m.subjects {
		j := &jobs[i]
		c.problems(s, made[i].Odd)
		j.Calls, j.Nullable = 0, nullable(s.seed)
		j.Args = calls(s, made[i].Calls)
	}
	judged, err := c.m.ask(jobs)
	if err != nil {
		return err
	}
	for i, s := range c.m.subjects {
		if c.in[s] != nil {
			c.judge(s, jobs[i].Args, judged[i].Errors)
		}
	}
	return nil
}

// calls adds calls that are made from the schema, and mutated ones.
func calls(s *subject, made []json.RawMessage) []json.RawMessage {
	m := maker{rand.New(rand.NewPCG(s.seed, 11)), s.said.Input}
	var trees []any
	for _, text := range made {
		trees = append(trees, tree(text))
	}
	for range fromSchema {
		trees = append(trees, m.value(s.said.Input, 5))
	}
	seen := map[string]bool{}
	var out []json.RawMessage
	add := func(v any) {
		if text := compact(v); !seen[string(text)] {
			seen[string(text)] = true
			out = append(out, text)
		}
	}
	for _, v := range trees {
		add(v)
		for range mutations {
			add(m.mutate(v))
		}
	}
	return out
}

// judge compares what both sides say of calls.
func (c *comparison) judge(s *subject, args []json.RawMessage, errors []string) {
	for i, text := range args {
		if strings.Contains(errors[i], "decoding: panic") {
			continue // no call can be decoded, which the engine has to say
		}
		c.calls++
		refused := c.in[s].refuse("", tree(text))
		switch {
		case refused == "" && errors[i] == "":
			c.accepted++
		case refused != "" && errors[i] != "":
			c.refused++
		case refused != "":
			c.differs(s, "narrow", string(text), "the schema refuses what the program takes: "+refused)
		default:
			c.differs(s, "wide", string(text), "the program refuses what the schema takes: "+errors[i])
		}
	}
}

// compareResults has results written, more and more of them as long as some
// part of an output schema has not been seen.
func (c *comparison) compareResults() error {
	covers := map[*subject]*cover{}
	var open []*subject
	for _, s := range c.m.subjects {
		if c.out[s] != nil {
			covers[s] = newCover(c.out[s])
			c.demands += len(covers[s].missing)
			open = append(open, s)
		}
	}
	c.outputs = len(open)
	for _, n := range []int{40, 400, 4000} {
		var jobs []job
		for _, s := range open {
			jobs = append(jobs, job{Func: s.name, Seed: s.seed + uint64(n), Results: n})
		}
		written, err := c.m.ask(jobs)
		if err != nil {
			return err
		}
		var next []*subject
		for i, s := range open {
			if c.describe(s, covers[s], written[i].Results) && len(covers[s].left()) > 0 {
				next = append(next, s)
			}
		}
		open = next
	}
	for _, s := range open {
		c.demands -= len(covers[s].left())
		c.differs(s, "unseen", strings.Join(covers[s].left(), ", "), "no result shows it")
	}
	return nil
}

// describe compares results with the output schema. It reports whether all
// fit.
func (c *comparison) describe(s *subject, cov *cover, results []string) bool {
	for _, text := range results {
		c.results++
		if strings.HasPrefix(text, "!") {
			c.differs(s, "result", text, "it cannot be written")
			return false
		}
		v := tree([]byte(text))
		if refused := c.out[s].refuse("", v); refused != "" {
			c.differs(s, "result", text, refused)
			return false
		}
		cov.result("", v)
	}
	return true
}
