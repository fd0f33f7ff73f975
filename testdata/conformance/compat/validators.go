package main

import (
	"encoding/json"
	"fmt"
	"strings"

	google "github.com/google/jsonschema-go/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// pair is a sender and a reader with what compat says of them.
type pair struct {
	id       string
	dir      compat.Direction
	from, to *side
	changes  []compat.Change
}

// side is one schema, and the validators made of it when they are needed.
type side struct {
	node   *schema.Node
	doc    any
	first  *jsonschema.Schema
	second *google.Resolved
	open   *side // without additionalProperties false
	built  bool
}

func newSide(n *schema.Node) *side {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(n.String()))
	if err != nil {
		panic(err)
	}
	return &side{node: n, doc: doc}
}

// build makes the validators. One that refuses the schema is left out.
func (s *side) build() {
	if s.built {
		return
	}
	s.built = true
	root := &walker{root: s.doc}
	if root.loops(s.doc, nil) {
		return // Validators would not end.
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("http://x/s.json", s.doc); err == nil {
		s.first, _ = c.Compile("http://x/s.json")
	}
	text := s.node.String()
	if strings.Contains(text, `"format"`) {
		return // The library ignores formats.
	}
	var g google.Schema
	if json.Unmarshal([]byte(text), &g) == nil {
		s.second, _ = g.Resolve(nil)
	}
}

// opened returns the side as tolerant readers see it.
func (s *side) opened() *side {
	if s.open == nil {
		c := s.node.Clone()
		c.Walk(func(_ string, n *schema.Node) bool {
			if n.Get("additionalProperties").IsFalse() {
				n.Delete("additionalProperties")
			}
			return true
		})
		s.open = newSide(c)
	}
	return s.open
}

// accepts asks the first validator. ok is false if it does not know.
func (s *side) accepts(v any) (yes, ok bool) {
	s.build()
	if s.first == nil {
		return false, false
	}
	return s.first.Validate(v) == nil, true
}

// witness checks that a witness is one, with both validators.
func (j *judge) witness(p *pair, c compat.Change) {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(c.Witness))
	if err != nil {
		j.contradict(p, "witness is no JSON: "+c.Witness)
		return
	}
	from, ok1 := p.from.accepts(v)
	to, ok2 := p.to.accepts(v)
	if ok1 && !from || ok2 && to {
		j.contradict(p, fmt.Sprintf("%s: witness %s accepted by sender %t, by reader %t", c.Rule, c.Witness, from, to))
	}
	if ok1 && !(&walker{root: p.from.doc}).declared(v, []any{p.from.doc}, p.dir == compat.Input, false) {
		j.contradict(p, fmt.Sprintf("%s: witness %s has members that nobody declared", c.Rule, c.Witness))
	}
	if p.from.second == nil || p.to.second == nil {
		return
	}
	j.second++
	var plain any
	if err := json.Unmarshal([]byte(c.Witness), &plain); err != nil {
		panic(err)
	}
	if e1, e2 := p.from.second.Validate(plain), p.to.second.Validate(plain); e1 != nil || e2 == nil {
		j.contradict(p, fmt.Sprintf("%s: jsonschema-go on witness %s: sender %v, reader %v", c.Rule, c.Witness, e1, e2))
	}
}

func (j *judge) contradict(p *pair, what string) {
	j.wrong++
	fmt.Printf("CONTRADICTION %s %s: %s\nsender %s\nreader %s\n", p.id, p.dir, what, p.from.node, p.to.node)
}

// try looks for a value that refutes that a pair is compatible.
func (j *judge) try(p *pair) {
	if v := j.find(p); v != nil {
		j.contradict(p, fmt.Sprintf("called compatible, but %s is accepted by the sender only", v))
	}
}

// tries is how many values are tried on a pair.
const tries = 120

func (j *judge) find(p *pair) []byte {
	g := newValues(j.rand, p.from.doc, p.to.doc)
	for range tries {
		v := g.value(3)
		from, ok1 := p.from.accepts(v)
		if !ok1 {
			return nil
		}
		j.values++
		if !from {
			continue
		}
		to, ok2 := p.to.accepts(v)
		if !ok2 {
			return nil
		}
		if to || !(&walker{root: p.from.doc}).declared(v, []any{p.from.doc}, p.dir == compat.Input, true) {
			continue
		}
		if p.dir == compat.Output {
			if open, ok := p.to.opened().accepts(v); !ok || open {
				continue
			}
		}
		text, _ := json.Marshal(v)
		return text
	}
	return nil
}
