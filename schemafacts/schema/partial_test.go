package schema

import "testing"

// listed returns what is known of a document, and the list "unresolved" for the rest.
func listed(n *Node) (known, unresolved string) {
	list := NewArray()
	for _, h := range n.Holes() {
		list.Elems = append(list.Elems, h.Node())
	}
	return n.Resolved().String(), list.String()
}

// TestPartialRoundTrip reads and writes normalized tools with parts that are partly unknown.
func TestPartialRoundTrip(t *testing.T) {
	for _, c := range []struct{ name, doc, unresolved, known, list string }{
		{"elements", `{"inputSchema":{"required":["b","a"]}}`, `[{"path":"/inputSchema/required","reason":"why","perhaps":["d","c"],"more":true}]`,
			`{"inputSchema":{"required":["a","b"]}}`, `[{"path":"/inputSchema/required","reason":"why","perhaps":["c","d"],"more":true}]`},
		{"no certain element", `{"inputSchema":{}}`, `[{"path":"/inputSchema/required","reason":"why","perhaps":["c"]}]`,
			`{"inputSchema":{}}`, `[{"path":"/inputSchema/required","reason":"why","perhaps":["c"]}]`},
		{"members", `{"inputSchema":{"properties":{"a":{}}}}`, `[{"path":"/inputSchema/properties","reason":"why","perhaps":{"b":{"type":["string"]}}}]`,
			`{"inputSchema":{"properties":{"a":true}}}`, `[{"path":"/inputSchema/properties","reason":"why","perhaps":{"b":{"type":"string"}}}]`},
		{"within a member that may be there", `{"inputSchema":{}}`,
			`[{"path":"/inputSchema/properties","reason":"why","perhaps":{"b":{"type":"string"}}},{"path":"/inputSchema/properties/b/description","reason":"too"},{"path":"/inputSchema/properties/b","reason":"also","perhaps":{"format":"x"}}]`,
			`{"inputSchema":{}}`,
			`[{"path":"/inputSchema/properties","reason":"why","perhaps":{"b":{"type":"string"}}},{"path":"/inputSchema/properties/b","reason":"also","perhaps":{"format":"x"}},{"path":"/inputSchema/properties/b/description","reason":"too"}]`},
		{"a keyword that means nothing", `{"inputSchema":{"type":"object"}}`, `[{"path":"/inputSchema","reason":"why","perhaps":{"additionalProperties":{},"minLength":0}}]`,
			`{"inputSchema":{"type":"object"}}`, `[]`},
		{"a list that may be there", `{"inputSchema":{"type":"object"}}`, `[{"path":"/inputSchema","reason":"why","perhaps":{"required":["a"],"properties":{"a":{"type":"string"}}}}]`,
			`{"inputSchema":{"type":"object"}}`, `[{"path":"/inputSchema/properties","reason":"why","perhaps":{"a":{"type":"string"}}},{"path":"/inputSchema/required","reason":"why","perhaps":["a"]}]`},
		{"an enum that may be there", `{"inputSchema":{"type":"object"}}`, `[{"path":"/inputSchema","reason":"why","perhaps":{"enum":["a"]}}]`,
			`{"inputSchema":{"type":"object"}}`, `[{"path":"/inputSchema","reason":"why","perhaps":{"enum":["a"]}}]`},
		{"an enum without a certain value", `{"inputSchema":{"type":"object"}}`, `[{"path":"/inputSchema/enum","reason":"why","perhaps":["a"]}]`,
			`{"inputSchema":{"type":"object"}}`, `[{"path":"/inputSchema/enum","reason":"why"}]`},
		{"nothing certain", `{"inputSchema":{"type":"object"}}`, `[{"path":"/inputSchema/properties","reason":"why","more":true}]`,
			`{"inputSchema":{"type":"object"}}`, `[{"path":"/inputSchema/properties","reason":"why"}]`},
		{"in the tool itself", `{"name":"t"}`, `[{"path":"","reason":"why","perhaps":{"title":"T"}}]`, `{"name":"t"}`, `[{"path":"","reason":"why","perhaps":{"title":"T"}}]`},
		{"as older versions wrote it", `{"inputSchema":{"properties":{"a":{}}}}`, `[{"path":"/inputSchema/required","reason":"why"},{"path":"/inputSchema/properties/b","reason":"why"}]`,
			`{"inputSchema":{"properties":{"a":true}}}`, `[{"path":"/inputSchema/properties/b","reason":"why"},{"path":"/inputSchema/required","reason":"why"}]`},
	} {
		n := mustParse(t, c.doc)
		if err := n.Insert(mustParse(t, c.unresolved), "none"); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		n = Normalize(n)
		known, list := listed(n)
		if known != c.known || list != c.list {
			t.Errorf("%s:\n got %s\n     %s\nwant %s\n     %s", c.name, known, list, c.known, c.list)
		}
		again := mustParse(t, known)
		if err := again.Insert(mustParse(t, list), "none"); err != nil || !Equal(Normalize(again), n) || !Agree(again, n) {
			t.Errorf("%s: read again: %v, %s %v", c.name, err, again, again.Holes())
		}
	}
}

func TestInsertErrors(t *testing.T) {
	for list, want := range map[string]string{
		`[{"path":"a"}]`:                    `every entry of "unresolved" needs a "path" that starts with /`,
		`[{"reason":"why"}]`:                `every entry of "unresolved" needs a "path" that starts with /`,
		`[{"path":""}]`:                     `unresolved path "" does not exist in the tool`,
		`[{"path":"/a/b"}]`:                 `unresolved path "/a/b" does not exist in the tool`,
		`[{"path":"/a","perhaps":["b"]}]`:   `unresolved path "/a" does not exist in the tool`,
		`[{"path":"/l","perhaps":{"b":1}}]`: `unresolved path "/l" does not exist in the tool`,
		`[{"path":"/new","perhaps":"b"}]`:   `unresolved path "/new" does not exist in the tool`,
	} {
		n := mustParse(t, `{"a":1,"l":[]}`)
		if err := n.Insert(mustParse(t, list), "none"); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", list, err, want)
		}
	}
}

func TestFold(t *testing.T) {
	why := func() *Node { return NewUnresolved("why", 0) }
	with := func(key string, elems ...*Node) *Node {
		in, out := NewObject(), NewObject()
		in.Set(key, NewArray(elems...))
		out.Set("inputSchema", in)
		return out
	}
	inOrder := func(n *Node, key string) *Node {
		n.Get("inputSchema").Get(key).Doubt("in any order", 0)
		return n
	}
	described := NewObject()
	described.Set("description", why())
	for _, c := range []struct {
		name        string
		in          *Node
		known, list string
	}{
		{"a set", with("enum", NewString("a"), why()), `{"inputSchema":{"enum":["a"]}}`, `[{"path":"/inputSchema/enum","reason":"why","more":true}]`},
		{"a list in order", with("default", NewString("a"), why()), `{"inputSchema":{}}`, `[{"path":"/inputSchema/default","reason":"why"}]`},
		{"branches", with("anyOf", NewBool(true), described), `{"inputSchema":{"anyOf":[true]}}`, `[{"path":"/inputSchema/anyOf","reason":"why","more":true}]`},
		{"a tuple", with("prefixItems", NewBool(true), described), `{"inputSchema":{}}`, `[{"path":"/inputSchema/prefixItems","reason":"why"}]`},
		{"a set in any order", inOrder(with("required", NewString("b"), NewString("a")), "required"), `{"inputSchema":{"required":["b","a"]}}`, `[]`},
		{"a list in any order", inOrder(with("examples", NewString("b"), NewString("a")), "examples"), `{"inputSchema":{}}`, `[{"path":"/inputSchema/examples","reason":"in any order"}]`},
	} {
		before := c.in.String()
		if known, list := listed(Fold(c.in)); known != c.known || list != c.list {
			t.Errorf("%s:\n got %s\n     %s\nwant %s\n     %s", c.name, known, list, c.known, c.list)
		}
		if c.in.String() != before {
			t.Errorf("%s: Fold changed its argument to %s", c.name, c.in)
		}
	}
}

func TestAgreePartial(t *testing.T) {
	doc := func(text, unresolved string) *Node {
		n := mustParse(t, text)
		if err := n.Insert(mustParse(t, unresolved), "why"); err != nil {
			t.Fatal(err)
		}
		return n
	}
	list := doc(`{"l":["a"]}`, `[{"path":"/l","perhaps":["b"]}]`)
	open := doc(`{"l":["a"]}`, `[{"path":"/l","more":true}]`)
	object := doc(`{"o":{"a":1}}`, `[{"path":"/o","perhaps":{"b":2}}]`)
	for _, c := range []struct {
		name    string
		a, b    *Node
		want    bool
		settled string
	}{
		{"it is there", list, mustParse(t, `{"l":["b","a"]}`), true, `{"l":["a","b"]}`},
		{"it is not there", list, mustParse(t, `{"l":["a"]}`), true, `{"l":["a"]}`},
		{"another is there", list, mustParse(t, `{"l":["a","c"]}`), false, `{"l":["a"]}`},
		{"a known one is not there", list, mustParse(t, `{"l":["b"]}`), false, `{"l":["a","b"]}`},
		{"any other", open, mustParse(t, `{"l":["a","c"]}`), true, `{"l":["a"]}`},
		{"any other but the known one", open, mustParse(t, `{"l":["c"]}`), false, `{"l":["a"]}`},
		{"nothing certain, and absent", doc(`{}`, `[{"path":"/l","perhaps":["b"]}]`), mustParse(t, `{}`), true, `{"l":[]}`},
		{"both partly", list, open, true, `{"l":["a"]}`},
		{"a member is there", object, mustParse(t, `{"o":{"b":2,"a":1}}`), true, `{"o":{"a":1,"b":2}}`},
		{"a member is not there", object, mustParse(t, `{"o":{"a":1}}`), true, `{"o":{"a":1}}`},
		{"a member has another value", object, mustParse(t, `{"o":{"a":1,"b":3}}`), false, `{"o":{"a":1,"b":2}}`},
	} {
		if Agree(c.a, c.b) != c.want || Agree(c.b, c.a) != c.want {
			t.Errorf("%s: Agree is not %t", c.name, c.want)
		}
		if got := Settled(c.a, c.b).String(); got != c.settled {
			t.Errorf("%s: Settled is %s, want %s", c.name, got, c.settled)
		}
	}
}
