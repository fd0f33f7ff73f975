package methods

import "github.com/google/jsonschema-go/jsonschema"

func anyObject() *jsonschema.Schema { return &jsonschema.Schema{Type: "object"} }
