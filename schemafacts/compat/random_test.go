package compat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/internal/randschema"
	"github.com/schemavet/schemavet/internal/slow"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// generator makes random schemas and equivalent schemas.
type generator struct{ randschema.Generator }

func newGenerator(a, b uint64) generator {
	return generator{randschema.Generator{Rand: rand.New(rand.NewPCG(a, b))}}
}

// instances are the values on which proofs are tested.
func instances(t testing.TB) []*schema.Node {
	leaves := []string{"null", "true", "false", "-1", "0", "1", "2", "3", "0.5", "1.5", `""`, `"a"`, `"ab"`, `"b"`, `"aab"`, `"xyz"`}
	all := slices.Clone(leaves)
	level := slices.Concat(leaves, []string{`[]`, `{}`, `[0]`, `{"a":0}`})
	for _, v := range level {
		all = append(all, "["+v+"]", "["+v+","+v+"]", `{"a":`+v+`}`, `{"b":`+v+`}`, `{"zz":`+v+`}`, `{"ab":`+v+`}`, `[0,`+v+`]`,
			`{"a":`+v+`,"b":1}`, `{"a":1,"b":`+v+`}`, `{"a":{"a":`+v+`}}`, `{"a":0,"b":"a","c":`+v+`}`, `[{"a":`+v+`},1,2]`)
	}
	all = append(all, `[]`, `{}`)
	var out []*schema.Node
	for _, v := range all {
		out = append(out, parse(t, v))
	}
	return out
}

// TestProofs searches for values that refute the prover's claims.
func TestProofs(t *testing.T) {
	g := newGenerator(1, 2)
	values := instances(t)
	proved, refuted, open := 0, 0, 0
	pairs := slow.Count(400, 2000)
	for range pairs {
		a, b := g.Document(), g.Document()
		if g.IntN(2) == 0 { // one that is near
			b = g.Mutate(a)
		}
		old, new := newDocument(schema.NormalizeSchema(parse(t, a))), newDocument(schema.NormalizeSchema(parse(t, b)))
		o, n := part{old.root, old}, part{new.root, new}
		p := newProver(newComparer(), policy{}, minSteps)
		claim := p.sub(newConj(false, o), n)
		var witness *schema.Node
		for _, v := range values {
			if valid(v, o) == yes && valid(v, n) == no {
				witness = v
				break
			}
		}
		switch {
		case claim && witness != nil:
			t.Fatalf("%s is in the first, not in the second, of\n%s\n%s", witness, a, b)
		case claim:
			proved++
		case witness != nil:
			refuted++
		default:
			open++
		}
	}
	t.Logf("proved %d, refuted %d, open %d", proved, refuted, open)
	if proved*10 < pairs*4 || refuted*4 < pairs {
		t.Errorf("too little was tried: proved %d, refuted %d", proved, refuted)
	}
}

// TestMetamorphic checks that equivalent ways to write a schema give no changes.
func TestMetamorphic(t *testing.T) {
	g := newGenerator(3, 4)
	for range slow.Count(100, 500) {
		text := g.Document()
		old := schema.NormalizeSchema(parse(t, text)) // Without names that stand twice.
		for name, change := range map[string]func(*schema.Node) *schema.Node{
			"itself":            func(n *schema.Node) *schema.Node { return n },
			"order":             g.shuffle,
			"other definitions": renameDefs,
			"allOf": func(n *schema.Node) *schema.Node {
				out := schema.NewObject()
				out.Set("$defs", n.Get("$defs"))
				out.Set("allOf", schema.NewArray(n))
				return out
			},
		} {
			new := change(old.Clone())
			for _, dir := range []Direction{Input, Output} {
				if cs := Schemas(schema.NormalizeSchema(old), schema.NormalizeSchema(new), dir); len(cs) > 0 {
					t.Fatalf("%s changed %s to %s:\n%s", name, old, new, format(cs))
				}
			}
		}
	}
}

func (g generator) shuffle(n *schema.Node) *schema.Node {
	n.Walk(func(path string, m *schema.Node) bool {
		g.Shuffle(len(m.Members), func(i, j int) { m.Members[i], m.Members[j] = m.Members[j], m.Members[i] })
		for _, key := range []string{"anyOf", "oneOf", "allOf", "type", "required", "enum"} {
			if es := m.Get(key); es != nil && es.Kind == schema.Array {
				g.Shuffle(len(es.Elems), func(i, j int) { es.Elems[i], es.Elems[j] = es.Elems[j], es.Elems[i] })
			}
		}
		return true
	})
	return n
}

func renameDefs(n *schema.Node) *schema.Node {
	n.Walk(func(_ string, m *schema.Node) bool {
		if ref := m.Get("$ref"); ref != nil {
			m.Set("$ref", schema.NewString(ref.Text+"y"))
		}
		return true
	})
	defs := n.Get("$defs")
	for i := range defs.Members {
		defs.Members[i].Name += "y"
	}
	return n
}

func FuzzSchemas(f *testing.F) {
	g := newGenerator(5, 6)
	for range 30 {
		f.Add([]byte(g.Document()), []byte(g.Document()))
	}
	for _, s := range []string{`{"$ref":"#"}`, `{"properties":{"a":{"$ref":"#"}},"allOf":[{"$ref":"#"}]}`, `{"type":5,"enum":{},"properties":[],"items":[1]}`,
		`{"if":1,"then":{},"$defs":{"a":{"$anchor":"x"}},"anyOf":[{"$ref":"#x"}]}`, `{"minimum":1e999999,"multipleOf":0}`, `[]`, `null`} {
		f.Add([]byte(s), []byte(`{"type":"object"}`))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		old, err1 := schema.Parse(a)
		new, err2 := schema.Parse(b)
		if err1 != nil || err2 != nil || len(a)+len(b) > 4000 {
			return
		}
		old, new = schema.NormalizeSchema(old), schema.NormalizeSchema(new)
		for _, s := range []*schema.Node{old, new} {
			if cs := Schemas(s, s.Clone(), Input); len(cs) > 0 {
				t.Fatalf("%s differs from itself:\n%s", s, format(cs))
			}
		}
		for _, dir := range []Direction{Input, Output} {
			first, second := Schemas(old, new, dir), Schemas(old, new, dir)
			if format(first) != format(second) {
				t.Fatalf("not the same twice:\n%s\n%s", format(first), format(second))
			}
		}
		Tools(old, new)
	})
}
