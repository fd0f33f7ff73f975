// Command metaschema compares internal/metaschema with the meta-schema of JSON Schema
// 2020-12, as santhosh-tekuri/jsonschema applies it to random documents.
//
//	go run ./metaschema [-n documents] [-seed n]
//
// It exits with 1 if the two disagree, and prints the document.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/schemavet/schemavet/internal/metaschema"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

func main() {
	n := flag.Int("n", 20000, "number of random documents")
	seed := flag.Uint64("seed", 1, "seed of what is random")
	flag.Parse()
	meta, err := jsonschema.NewCompiler().Compile(metaschema.Draft)
	if err != nil {
		fmt.Fprintln(os.Stderr, "metaschema:", err)
		os.Exit(2)
	}
	g := generator{rand.New(rand.NewPCG(*seed, 3))}
	valid, wrong := 0, 0
	for range *n {
		text := g.schema(3)
		doc, err := schema.Parse([]byte(text))
		if err != nil {
			fmt.Fprintln(os.Stderr, "metaschema:", text, err)
			os.Exit(2)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			fmt.Fprintln(os.Stderr, "metaschema:", text, err)
			os.Exit(2)
		}
		refused := meta.Validate(v)
		if refused == nil {
			valid++
		}
		if _, fault := metaschema.First(doc); (fault == nil) != (refused == nil) {
			wrong++
			fmt.Printf("%s\n  the validator says: %v\n", text, refused)
		}
	}
	fmt.Printf("%d documents, %d of them valid, %d judged otherwise\n", *n, valid, wrong)
	if wrong > 0 {
		os.Exit(1)
	}
}

type generator struct{ *rand.Rand }

func (g generator) of(list ...string) string { return list[g.IntN(len(list))] }

// keywords are all that the meta-schema knows, and two that it does not.
var keywords = strings.Fields(`$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs definitions
	dependencies prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames
	if then else allOf anyOf oneOf not unevaluatedItems unevaluatedProperties type const enum multipleOf maximum
	exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains
	minContains maxProperties minProperties required dependentRequired title description default deprecated readOnly
	writeOnly examples format contentEncoding contentMediaType contentSchema x-header additionalItems`)

// schema returns a schema with a few keywords, most of which have a value that fits.
func (g generator) schema(depth int) string {
	if g.IntN(8) == 0 {
		return g.of("true", "false")
	}
	var members []string
	seen := map[string]bool{}
	for range g.IntN(4) {
		if k := g.of(keywords...); !seen[k] {
			seen[k] = true
			members = append(members, fmt.Sprintf("%q:%s", k, g.value(k, depth)))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (g generator) value(keyword string, depth int) string {
	if g.IntN(12) == 0 || depth == 0 {
		return g.any(2)
	}
	switch keyword {
	case "prefixItems", "allOf", "anyOf", "oneOf":
		return g.list(func() string { return g.schema(depth - 1) })
	case "$defs", "definitions", "properties", "patternProperties", "dependentSchemas", "dependencies":
		return g.object(func() string { return g.schema(depth - 1) })
	case "dependentRequired":
		return g.object(func() string { return g.list(g.text) })
	case "required":
		return g.list(g.text)
	case "type":
		name := func() string {
			return g.of(`"string"`, `"number"`, `"integer"`, `"null"`, `"array"`, `"object"`, `"boolean"`, `"strng"`)
		}
		if g.IntN(2) == 0 {
			return g.list(name)
		}
		return name()
	case "enum", "examples":
		return g.list(func() string { return g.any(1) })
	case "uniqueItems", "deprecated", "readOnly", "writeOnly":
		return g.of("true", "false")
	case "$vocabulary":
		return g.object(func() string { return g.of("true", "false") })
	}
	switch {
	case strings.HasPrefix(keyword, "max"), strings.HasPrefix(keyword, "min"), strings.HasPrefix(keyword, "exclusive"), keyword == "multipleOf":
		return g.number()
	case strings.HasPrefix(keyword, "$"), strings.HasSuffix(keyword, "tion"), keyword == "title", keyword == "pattern", keyword == "format":
		return g.text()
	}
	return g.schema(depth - 1)
}

func (g generator) number() string {
	return g.of("0", "1", "-1", "2.0", "0.5", "-0", "-0.0", "1e3", "1.5e1", "15e-1", "20e-1", "0e5", "1e-7", "9007199254740993")
}

func (g generator) text() string {
	return g.of(`"a"`, `"b"`, `""`, `"a#"`, `"#a"`, `"a#b"`, `"_x.1-y"`, `"1x"`, `"é"`, `"https://example.com/a"`)
}

func (g generator) list(each func() string) string {
	out := make([]string, g.IntN(3))
	for i := range out {
		out[i] = each()
	}
	return "[" + strings.Join(out, ",") + "]"
}

func (g generator) object(each func() string) string {
	var out []string
	for _, name := range []string{`"a"`, `"b"`}[:g.IntN(3)] {
		out = append(out, name+":"+each())
	}
	return "{" + strings.Join(out, ",") + "}"
}

func (g generator) any(depth int) string {
	switch g.IntN(7) {
	case 0:
		return "null"
	case 1:
		return g.of("true", "false")
	case 2:
		return g.number()
	case 3, 4:
		return g.text()
	case 5:
		if depth > 0 {
			return g.list(func() string { return g.any(depth - 1) })
		}
	case 6:
		if depth > 0 {
			return g.object(func() string { return g.any(depth - 1) })
		}
	}
	return "7"
}
