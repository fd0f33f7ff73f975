package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

// A default of a plain function's parameter stands in a directive. It is left out of
// the schema if it is no value of the parameter, since nobody could use it: whoever
// fills it in has a call that the decoder or the schema refuses, and the schema itself
// is one that the SDK does not take.

// plain is a default as a directive has it, for a parameter of type of, and one that
// fits.
type plain struct {
	said, fits string
	of         any
	schema     jsonschema.Schema
	decodes    bool // what the schema alone refuses
	listed     bool // what the decoder alone refuses
}

func plainDefaults() []plain {
	low, high, four, two := -128.0, 127.0, 4.0, 2
	return []plain{
		{said: `"ten"`, fits: `10`, of: 0, schema: jsonschema.Schema{Type: "integer"}},
		{said: `300`, fits: `-128`, of: int8(0), schema: jsonschema.Schema{Type: "integer", Minimum: &low, Maximum: &high}},
		{said: `1.5`, fits: `1`, of: 0, schema: jsonschema.Schema{Type: "integer"}},
		{said: `"yes"`, fits: `true`, of: false, schema: jsonschema.Schema{Type: "boolean"}},
		{said: `"tomorrow"`, fits: `"2024-01-02T03:04:05Z"`, of: time.Time{}, schema: jsonschema.Schema{Type: "string", Format: "date-time"}, listed: true},
		{said: `"***"`, fits: `"aGk="`, of: []byte(nil), schema: jsonschema.Schema{Type: "string", ContentEncoding: "base64"}, listed: true},
		{said: `[1, 2]`, fits: `["a", "b"]`, of: []string(nil), schema: jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "string"}}},
		{said: `"medium"`, fits: `"high"`, of: "", schema: jsonschema.Schema{Type: "string", Enum: []any{"low", "high"}}, decodes: true},
		{said: `5`, fits: `4`, of: 0, schema: jsonschema.Schema{Type: "integer", Maximum: &four}, decodes: true},
		{said: `"x"`, fits: `"xy"`, of: "", schema: jsonschema.Schema{Type: "string", MinLength: &two}, decodes: true},
	}
}

// plainFunctions are the claims about defaults of plain functions.
func plainFunctions() (out []claim) {
	for _, p := range plainDefaults() {
		typ := reflect.TypeOf(p.of)
		out = append(out, claim{"baddefault/bad-default", fmt.Sprintf("a call that sends %s for a %s is refused by the decoder or the schema, and one with %s is not", p.said, typ, p.fits), func() error {
			if err := json.Unmarshal([]byte(p.fits), reflect.New(typ).Interface()); err != nil {
				return err
			}
			return want(json.Unmarshal([]byte(p.said), reflect.New(typ).Interface()) == nil, p.decodes)
		}})
		if p.listed {
			continue // the SDK takes formats and encodings for remarks
		}
		s := p.schema
		s.Default = json.RawMessage(p.said)
		out = append(out, misfits("baddefault/bad-default", fmt.Sprintf("a schema with the default %s is one that the SDK does not register", p.said), &s, p.fits))
	}
	return out
}
