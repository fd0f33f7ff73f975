package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/jsonschemago/random"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/schemastruct"
)

// overrides are schemas that callers give for types. Properties are sorted, as
// they are printed.
var overrides = []map[string]json.RawMessage{
	{"cases.OverString": json.RawMessage(`{"type":"string","format":"date"}`), "cases.OverObject": json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"},"p":{"type":"string"},"z":true}}`)},
	{"cases.OverAny": json.RawMessage(`true`), "cases.OverNull": json.RawMessage(`{"type":["null","string"]}`), "cases.OverObject": json.RawMessage(`{"type":"object"}`)},
	{"cases.OverAny": json.RawMessage(`false`), "cases.OverNull": json.RawMessage(`{"type":["integer","string"],"description":"given"}`), "cases.OverObject": json.RawMessage(`{"type":"object","additionalProperties":false,"required":["a"]}`)},
	{"cases.OverString": json.RawMessage(`{"enum":["a","b"],"x-extra":1,"a-extra":{"b":[true],"z":1}}`), "cases.OverAny": json.RawMessage(`{"anyOf":[{"type":"string"},{"properties":{"a":true},"type":"object"}]}`), "cases.OverObject": json.RawMessage(`{"type":"object","properties":{},"x-note":"ignored"}`)},
	{"cases.OverObject": json.RawMessage(`{"properties":{"b":{"type":"string"}}}`), "cases.OverNull": json.RawMessage(`{"type":[]}`)},
}

// allJobs asks for every type, for random schemas printed and resolved, and for
// the tables.
func allJobs(roots []string, n int, seed uint64) []job {
	var jobs []job
	add := func(j job) {
		j.ID = len(jobs)
		jobs = append(jobs, j)
	}
	for _, name := range roots {
		rng := random.Source(seed, name)
		add(job{Type: name})
		add(job{Type: name, Ignore: true})
		if strings.HasPrefix(name, "gen.") {
			add(job{Type: name, Overrides: random.Pick(rng, overrides...), Ignore: rng.IntN(2) == 0})
			continue
		}
		for _, o := range overrides {
			add(job{Type: name, Overrides: o})
		}
	}
	for _, d := range prints {
		fields := map[string]any{}
		if err := json.Unmarshal([]byte(d), &fields); err != nil {
			panic(fmt.Sprintf("%s: %v", d, err))
		}
		add(job{Print: fields})
	}
	for _, text := range resolves {
		add(job{Resolve: json.RawMessage(text)})
	}
	for _, text := range resolvesSince040 {
		add(job{Resolve: json.RawMessage(text), since: jsonschemago.V0_4_0})
	}
	for i := range n / 2 {
		rng := random.Source(seed, fmt.Sprint("schema ", i))
		add(job{Print: randomFields(rng, 2)})
		text, err := json.Marshal(randomSchema(rng, 3, true))
		if err != nil {
			panic(err)
		}
		add(job{Resolve: text})
	}
	return jobs
}

// randomFields makes the fields of a Schema.
func randomFields(rng *rand.Rand, depth int) map[string]any {
	d := map[string]any{}
	words := []any{"a", "b", "<c>", "", "größe", "z"}
	names := func() []any { return words[rng.IntN(3) : 3+rng.IntN(4)] }
	all := jsonschemago.Keywords(jsonschemago.Version(rng.IntN(2) * int(jsonschemago.Latest)))
	for range rng.IntN(6) {
		k := random.Pick(rng, all...)
		switch k.Kind {
		case schemastruct.Text:
			d[k.Name] = random.Pick(rng, words...)
		case schemastruct.Flag:
			d[k.Name] = rng.IntN(2) == 0
		case schemastruct.Size:
			d[k.Name] = float64(rng.IntN(5))
		case schemastruct.Number:
			d[k.Name] = random.Pick(rng, 0, 1.5, -3, 1e21, 1e-7, 123456789)
		case schemastruct.Texts:
			d[k.Name] = random.Pick(rng, names(), []any{})
		case schemastruct.TextLists:
			d[k.Name] = map[string]any{"k": names(), "a": []any{}}
		case schemastruct.Flags:
			d[k.Name] = map[string]any{"u": true, "a": false}
		case schemastruct.Any, schemastruct.Raw:
			d[k.Name] = random.Pick[any](rng, "x", 1.0, true, []any{}, map[string]any{"b": 1.0, "a": "<"}, "")
		case schemastruct.Anys:
			d[k.Name] = random.Pick(rng, []any{"x", 1.0, nil, []any{true}}, []any{})
		default:
			d[k.Name] = randomNested(rng, k.Kind, depth)
		}
	}
	if d["Defs"] != nil && d["Definitions"] != nil {
		delete(d, "Definitions") // an empty one would be refused, and is not seen
	}
	if rng.IntN(4) == 0 {
		d["PropertyOrder"] = names()
	}
	if rng.IntN(4) == 0 {
		d["Extra"] = map[string]any{"x-b": 1.0, "x-a": map[string]any{"z": "&", "a": nil}}
	}
	return d
}

func randomNested(rng *rand.Rand, kind schemastruct.Kind, depth int) any {
	sub := func() any {
		if depth == 0 {
			return random.Pick(rng, map[string]any{}, map[string]any{"Type": "string"}, map[string]any{"Not": map[string]any{}})
		}
		return randomFields(rng, depth-1)
	}
	switch kind {
	case schemastruct.Schema:
		return sub()
	case schemastruct.Schemas:
		return random.Pick(rng, []any{sub(), sub()}, []any{})
	}
	return random.Pick(rng, map[string]any{"b": sub(), "a": sub(), "größe": sub(), "c": sub()}, map[string]any{})
}
