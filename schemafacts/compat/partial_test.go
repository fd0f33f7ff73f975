package compat

import (
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// TestPartial compares tools whose lists and objects are partly unknown. The old and the new
// schema have the form that unresolve reads. want are the changes, without their places.
func TestPartial(t *testing.T) {
	const more, perhaps = `{"$more":true}`, `{"$perhaps":{"":"t"}}`
	required := func(names ...string) string {
		return `{"type":"object","properties":{"q":{"type":"string"},"t":{"type":"string"}},"required":[` + strings.Join(names, ",") + `]}`
	}
	property := func(p string) string {
		return `{"type":"object","properties":{"q":{"type":"string"}` + p + `}}`
	}
	one := func(s string) string { return `{"type":"object","properties":{"q":` + s + `}}` }
	for _, c := range []struct{ name, old, new, want string }{
		{"the same", required(`"q"`, perhaps), required(`"q"`, perhaps), ""},
		{"known becomes perhaps", required(`"q"`, `"t"`), required(`"q"`, perhaps), `caution part-unknown: required of the input schema: "t" may be absent now: a condition`},
		{"perhaps becomes known", required(`"q"`, perhaps), required(`"q"`, `"t"`), `caution part-certain: required of the input schema: "t" might be absent and is now always there`},
		{"another becomes known", required(perhaps), required(`"q"`, perhaps), `breaking required-added: input property "q" became required {}`},
		{"a known one goes", required(`"q"`, perhaps), required(perhaps), `compatible required-removed: input property "q" is no longer required`},
		{"absent becomes perhaps", required(`"q"`), required(`"q"`, perhaps), `breaking required-added: input property "t" became required (under a condition known only at run time) {"q":"a"}`},
		{"absent becomes perhaps, without a list", required(), required(perhaps), `breaking required-added: input property "t" became required (under a condition known only at run time) {}`},
		{"perhaps becomes absent", required(`"q"`, perhaps), required(`"q"`), `compatible required-removed: input property "t" is no longer required (under a condition known only at run time)`},
		{"open, known becomes absent", required(`"q"`, `"t"`), required(`"q"`, more), `caution part-unknown: required of the input schema may have other members now: a condition`},
		{"both open, known becomes absent", required(`"q"`, `"t"`, more), required(`"q"`, more), `caution part-unknown: required of the input schema: "t" may be absent now: a condition`},
		{"open becomes closed", required(`"q"`, more), required(`"q"`, `"t"`), ""},
		{"open loses a known one", required(`"q"`, more), required(`"t"`), `compatible required-removed: input property "q" is no longer required`},
		{"the whole list was unknown", `{"type":"object","properties":{"q":{}},"required":{"$unresolved":"old"}}`, required(`"q"`, perhaps), `breaking type-narrowed: type of input property "q" changed from any to string {"q":0}, compatible property-added-optional: optional input property "t" was added`},

		{"a property may be there", property(``), property(`,"$perhaps":{"t":{"type":"string"}}`), `compatible property-added-optional: optional input property "t" was added (under a condition known only at run time)`},
		{"a property may be gone", property(`,"t":{"type":"string"}`), property(`,"$perhaps":{"t":{"type":"string"}}`), `caution part-unknown: properties of the input schema: "t" may be absent now: a condition`},
		{"a property that may be there changes", property(`,"$perhaps":{"t":{"type":"string"}}`), property(`,"$perhaps":{"t":{"type":"integer"}}`), `breaking type-changed: type of input property "t" changed from string to integer {"t":"a"}`},
		{"a property that may be there is removed", property(`,"$perhaps":{"t":{"type":"string"}}`), property(``), `breaking property-removed: input property "t" was removed (under a condition known only at run time)`},
		{"other properties", property(`,"t":{}`), property(`,"$more":true`), `caution part-unknown: properties of the input schema may have other members now: a condition`},
		{"a property of an open object", property(`,"$more":true`), property(`,"t":{}`), ""},

		{"a value may be there", one(`{"enum":["a"]}`), one(`{"enum":["a",{"$perhaps":{"":"b"}}]}`), `compatible enum-value-added: input property "q" also accepts "b" (under a condition known only at run time)`},
		{"a value may be gone", one(`{"enum":["a","b"]}`), one(`{"enum":["a",{"$perhaps":{"":"b"}}]}`), `caution part-unknown: enum of input property "q": "b" may be absent now: a condition`},
		{"a known value goes", one(`{"enum":["a","c",{"$perhaps":{"":"b"}}]}`), one(`{"enum":["a",{"$perhaps":{"":"b"}}]}`), `breaking enum-value-removed: input property "q" no longer accepts "c" {"q":"c"}`},
		{"a branch may be there", one(`{"anyOf":[{"type":"string"}]}`), one(`{"anyOf":[{"type":"string"},{"$perhaps":{"":{"type":"integer"}}}]}`), `compatible type-widened: type of input property "q" changed from string to string or integer, compatible union-changed: input property "q" became a choice of 2 forms`},
		{"a branch goes", one(`{"anyOf":[{"type":"string"},{"type":"integer"},{"$perhaps":{"":{"type":"boolean"}}}]}`), one(`{"anyOf":[{"type":"string"},{"$perhaps":{"":{"type":"boolean"}}}]}`), `breaking type-narrowed: type of input property "q" changed from string or integer to string {"q":0}, breaking union-changed: input property "q" is no longer a choice of 2 forms {"q":0}`},
		{"null may be there", one(`{"type":"string"}`), one(`{"type":["string",{"$perhaps":{"":"null"}}]}`), `compatible became-nullable: input property "q" became nullable`},
		{"null may be gone", one(`{"type":["string","null"]}`), one(`{"type":["string",{"$perhaps":{"":"null"}}]}`), `caution part-unknown: type of input property "q": "null" may be absent now: a condition`},
		{"a keyword may be there", one(`{"type":"string"}`), one(`{"type":"string","$perhaps":{"maxLength":5}}`), `breaking constraint-tightened: maxLength of input property "q" became 5 (under a condition known only at run time) {"q":"aaaaaa"}`},
		{"a keyword that may be there hides nothing", one(`{"type":"string","$perhaps":{"maxLength":5}}`), one(`{"type":"string","maxLength":9}`), `caution part-certain: input property "q": "maxLength" might be absent and is now always there, compatible constraint-relaxed: maxLength of input property "q" changed from 5 to 9`},
		{"a limit next to the same perhaps", one(`{"type":"string","$perhaps":{"maxLength":5}}`), one(`{"type":"string","pattern":"^[^a]{0,5}$","$perhaps":{"maxLength":5}}`), `breaking pattern-added: pattern of input property "q" became "^[^a]{0,5}$" {"q":"a"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := func(in string) *schema.Node {
				n := parse(t, `{"name":"t"}`)
				n.Set("inputSchema", unresolve(parse(t, in)))
				return schema.Normalize(n)
			}
			var got []string
			for _, ch := range Tools(doc(c.old), doc(c.new)) {
				got = append(got, strings.TrimSpace(ch.Level.String()+" "+ch.Rule+": "+ch.Message+" "+ch.Witness))
			}
			if got := strings.Join(got, ", "); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}
