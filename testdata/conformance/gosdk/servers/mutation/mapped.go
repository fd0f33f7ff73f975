package mutation

import (
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

func init() { more = append(more, mapped) }

func mapped(s *mcp.Server) {
	in, err := jsonschema.For[model.Issue](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[model.Status](): {Type: "string", Enum: enumOf(model.Statuses)},
	}})
	if err != nil {
		panic(err)
	}
	mcp.AddTool(s, &mcp.Tool{Name: "mut_mapped", InputSchema: in}, reply.OK[model.Issue])
}
