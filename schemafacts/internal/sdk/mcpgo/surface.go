package mcpgo

import "github.com/schemavet/schemavet/schemafacts/internal/sdk"

// surface lists the functions and types of the SDK with which a program can change
// messages between a server and its clients. Hooks and filters are not in it, because
// they are options of the server; see server.go.
var surface = sdk.Surface{
	List: mcpPath + ".ListToolsResult",
	Tool: mcpPath + ".Tool",
}
