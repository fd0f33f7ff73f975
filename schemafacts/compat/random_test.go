package compat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// generator makes schemas of few words, so that two of them have much to do
// with each other.
type generator struct{ *rand.Rand }

func (g generator) pick(ss ...string) string { return ss[g.IntN(len(ss))] }

func (g generator) value() string {
	return g.pick("null", "true", "0", "1", "2", "0.5", `""`, `"a"`, `"ab"`, `[]`, `[0]`, `{}`, `{"a":0}`)
}

// schema returns the text of a schema; depth bounds its size.
func (g generator) schema(depth int) string {
	if depth == 0 || g.IntN(12) == 0 {
		return g.pick("true", "false", `{"type":"string"}`, `{"type":"integer"}`, `{"type":"null"}`, `{"const":1}`, `{"type":"object"}`)
	}
	out := "{"
	for i := range 1 + g.IntN(3) {
		if i > 0 {
			out += ","
		}
		out += g.keyword(depth - 1)
	}
	return out + "}"
}

func (g generator) keyword(depth int) string {
	sub := func() string { return g.schema(depth) }
	n := g.IntN(4)
	switch g.IntN(24) {
	case 0, 1, 2:
		return `"type":` + g.pick(`"string"`, `"integer"`, `"number"`, `"object"`, `"array"`, `["string","null"]`, `["integer","object"]`, `["array","boolean"]`)
	case 3:
		return fmt.Sprintf(`"enum":[%s,%s]`, g.value(), g.value())
	case 4:
		return `"const":` + g.value()
	case 5, 6:
		return fmt.Sprintf(`"%s":%d`, g.pick("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), n-1)
	case 7:
		return `"multipleOf":` + g.pick("1", "2", "0.5")
	case 8:
		return fmt.Sprintf(`"%s":%d`, g.pick("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), n)
	case 9:
		return `"pattern":` + g.pick(`"^a"`, `"b$"`, `".*"`)
	case 10:
		return `"items":` + sub()
	case 11:
		return fmt.Sprintf(`"prefixItems":[%s],"items":%s`, sub(), sub())
	case 12:
		return `"uniqueItems":true`
	case 13, 14:
		return fmt.Sprintf(`"properties":{"a":%s,"b":%s}`, sub(), sub())
	case 15:
		return fmt.Sprintf(`"properties":{"a":%s},"additionalProperties":%s`, sub(), sub())
	case 16:
		return fmt.Sprintf(`"patternProperties":{"^a":%s},"additionalProperties":%s`, sub(), sub())
	case 17:
		return `"required":` + g.pick(`["a"]`, `["a","b"]`)
	case 18:
		return `"propertyNames":{"maxLength":1}`
	case 19:
		return fmt.Sprintf(`"%s":[%s,%s]`, g.pick("anyOf", "oneOf", "allOf"), sub(), sub())
	case 20:
		return `"not":` + sub()
	case 21:
		return `"dependentRequired":{"a":["b"]}`
	case 22:
		return `"$ref":` + g.pick(`"#/$defs/x"`, `"#/$defs/y"`)
	}
	return `"additionalProperties":` + g.pick("false", `{"type":"integer"}`)
}

// document returns a schema with definitions, which may be recursive.
func (g generator) document() string {
	return fmt.Sprintf(`{"allOf":[%s],"$defs":{"x":%s,"y":%s}}`, g.schema(3), g.schema(2), g.schema(2))
}

// instances are the values that proofs are tried on.
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

// TestProofs tries to refute what the prover claims.
func TestProofs(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	values := instances(t)
	proved, refuted, open := 0, 0, 0
	for range 2000 {
		a, b := g.document(), g.document()
		if g.IntN(2) == 0 { // one that is near
			b = g.mutate(a)
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
	if proved < 800 || refuted < 500 {
		t.Errorf("too little was tried: proved %d, refuted %d", proved, refuted)
	}
}

// mutate changes one place of a document.
func (g generator) mutate(text string) string {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		return text
	}
	var objects []*schema.Node
	n.Walk(func(path string, m *schema.Node) bool {
		if m.Kind == schema.Object && path != "" {
			objects = append(objects, m)
		}
		return true
	})
	if len(objects) == 0 {
		return text
	}
	at := objects[g.IntN(len(objects))]
	if len(at.Members) > 0 && g.IntN(2) == 0 {
		at.Members = slices.Delete(at.Members, 0, 1)
	} else if extra, err := schema.Parse([]byte("{" + g.keyword(1) + "}")); err == nil && at != n.Get("$defs") {
		for _, m := range extra.Members {
			at.Set(m.Name, m.Value)
		}
	}
	return n.String()
}

// TestMetamorphic changes words that change nothing.
func TestMetamorphic(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(3, 4))}
	for range 500 {
		text := g.document()
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
	g := generator{rand.New(rand.NewPCG(5, 6))}
	for range 30 {
		f.Add([]byte(g.document()), []byte(g.document()))
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
