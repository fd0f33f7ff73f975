package gosdk

import "github.com/schemavet/schemavet/schemafacts/internal/sdk"

// surface lists the functions and types of the SDK with which a program can change
// messages between a server and its clients.
var surface = sdk.Surface{
	Middleware: []string{"(*" + mcpPath + ".Server).AddReceivingMiddleware"},
	List:       mcpPath + ".ListToolsResult",
	Tool:       mcpPath + ".Tool",
}
