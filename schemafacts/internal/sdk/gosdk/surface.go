package gosdk

import "github.com/schemavet/schemavet/schemafacts/internal/sdk"

// surface lists the functions and types of the SDK with which a program can change
// messages between a server and its clients.
var surface = sdk.Surface{
	Serve: map[string][]int{
		"(*" + mcpPath + ".Server).Run":     {1},
		"(*" + mcpPath + ".Server).Connect": {1},
	},
	Fields: map[string][]string{
		mcpPath + ".IOTransport":      {"Reader", "Writer"},
		mcpPath + ".LoggingTransport": {"Transport"},
	},
	HTTP:       []string{mcpPath + ".NewStreamableHTTPHandler", mcpPath + ".NewSSEHandler"},
	Middleware: []string{"(*" + mcpPath + ".Server).AddReceivingMiddleware"},
	List:       mcpPath + ".ListToolsResult",
	Tool:       mcpPath + ".Tool",
}
