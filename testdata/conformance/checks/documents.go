package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// judges returns the claim that a schema accepts some values and refuses others.
func judges(rule, says, schema string, accepted, refused []any) claim {
	return claim{rule, says, func() error {
		var s jsonschema.Schema
		if err := json.Unmarshal([]byte(schema), &s); err != nil {
			return err
		}
		r, err := s.Resolve(nil)
		if err != nil {
			return err
		}
		for _, v := range accepted {
			if err := r.Validate(v); err != nil {
				return fmt.Errorf("%v is refused: %w", v, err)
			}
		}
		for _, v := range refused {
			if r.Validate(v) == nil {
				return fmt.Errorf("%v is accepted", v)
			}
		}
		return nil
	}}
}

func documents() []claim {
	return []claim{
		judges("schemaerror/unsatisfiable", "texts are no numbers", `{"type": "number", "enum": ["1", "2"]}`, nil, []any{"1", 1.0, 2.0, nil}),
		judges("schemaerror/unsatisfiable", "nothing lies between 5 and 3", `{"type": "integer", "minimum": 5, "maximum": 3}`, nil, []any{2.0, 3.0, 4.0, 5.0, 6.0}),
		judges("schemaerror/no-effect", "a text has no minimum", `{"type": "string", "minimum": 5}`, []any{"", "4", "x"}, []any{4.0}),
		{"schemaerror/unsatisfiable", "mcp-go takes an enum on a number as it comes", func() error {
			got, err := part(mcpgo.NewTool("t", mcpgo.WithNumber("n", mcpgo.Enum("1", "2"))), "inputSchema", "properties", "n", "enum")
			if err != nil {
				return err
			}
			return want(got, []any{"1", "2"})
		}},
		{"hints/contradiction", "NewTool makes a read-only tool destructive", func() error {
			t := mcpgo.NewTool("t", mcpgo.WithReadOnlyHintAnnotation(true))
			read, err := part(t, "annotations", "readOnlyHint")
			destructive, err2 := part(t, "annotations", "destructiveHint")
			return errors.Join(err, err2, want(read, true), want(destructive, true))
		}},
	}
}
