package schema

import "testing"

func TestAgree(t *testing.T) {
	hole := func(n *Node, path string) *Node {
		n = n.Clone()
		n.Set(path, NewUnresolved("not known", 0))
		return n
	}
	parse := func(text string) *Node {
		n, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	doc := parse(`{"a": 1, "b": {"c": ["x", "y"]}}`)
	for _, c := range []struct {
		name string
		a, b *Node
		want bool
	}{
		{"equal", doc, parse(`{"b": {"c": ["x", "y"]}, "a": 1}`), true},
		{"other value", doc, parse(`{"a": 2, "b": {"c": ["x", "y"]}}`), false},
		{"other element", doc, parse(`{"a": 1, "b": {"c": ["x", "z"]}}`), false},
		{"fewer elements", doc, parse(`{"a": 1, "b": {"c": ["x"]}}`), false},
		{"other kind", doc, parse(`{"a": "1", "b": {"c": ["x", "y"]}}`), false},
		{"more members", doc, parse(`{"a": 1, "b": {"c": ["x", "y"]}, "d": null}`), false},
		{"fewer members", doc, parse(`{"a": 1}`), false},
		{"hole for a value", doc, hole(doc, "a"), true},
		{"hole for an object", doc, hole(doc, "b"), true},
		{"hole for nothing", doc, hole(doc, "d"), true},
		{"hole beside a difference", parse(`{"a": 2, "b": {}}`), hole(doc, "b"), false},
		{"nothing", nil, nil, true},
		{"nothing and something", nil, doc, false},
	} {
		if got := Agree(c.a, c.b); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := Agree(c.b, c.a); got != c.want {
			t.Errorf("%s, turned round: %v", c.name, got)
		}
	}
}
