package mcpgo

import "github.com/schemavet/schemavet/schemafacts/internal/sdk"

// surface describes what can change messages between a server and its clients. Hooks
// and filters are options of the server; see server.go.
var surface = sdk.Surface{
	Serve: map[string][]int{"(*" + serverPath + ".StdioServer).Listen": {1, 2}},
	HTTP:  []string{serverPath + ".NewStreamableHTTPServer", serverPath + ".NewSSEServer"},
	List:  mcpPath + ".ListToolsResult",
	Tool:  mcpPath + ".Tool",
}
