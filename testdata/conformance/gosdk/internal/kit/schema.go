package kit

import "github.com/modelcontextprotocol/go-sdk/mcp"

func setInput(t *mcp.Tool, schema any) { t.InputSchema = schema }
