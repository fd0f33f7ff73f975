// Package runtime registers tools of which something is known only when they
// run. What source does not tell is declared unresolved; the rest is exact.
package runtime

import (
	"encoding/base64"
	"os"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type args struct {
	Host string `json:"host" jsonschema:"name of the host"`
	Port int    `json:"port,omitempty"`
}

func environment(key, text string) string {
	if v := os.Getenv(key); v != "" {
		return v
	}
	return text
}

func files() []any {
	entries, err := os.ReadDir(".")
	if err != nil {
		return nil
	}
	var names []any
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "run_env", Description: environment("GOSDK_CONFORMANCE_TEXT", "Ping a host.")}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{Name: "run_date", Description: "Started in " + time.Now().Format("2006")}, reply.OK[args])
	in, err := jsonschema.For[args](nil)
	if err != nil {
		panic(err)
	}
	in.Properties["host"].Enum = files()
	mcp.AddTool(s, &mcp.Tool{Name: "run_enum", InputSchema: in}, reply.OK[args])
	hints := &mcp.ToolAnnotations{}
	if len(os.Args) > 5 {
		hints.ReadOnlyHint = true
	}
	mcp.AddTool(s, &mcp.Tool{Name: "run_branch", Annotations: hints}, reply.OK[args])
	mcp.AddTool(s, &mcp.Tool{
		Name: "run_meta",
		Meta: mcp.Meta{"data": base64.StdEncoding.EncodeToString([]byte(environment("GOSDK_CONFORMANCE_DATA", "x")))},
	}, reply.OK[args])
}
