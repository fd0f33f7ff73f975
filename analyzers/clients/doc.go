// Package clients defines an analyzer that reports tools which clients and model
// providers reject.
//
// # Analyzer clients
//
// clients: report what clients and model providers reject
//
// A tool can follow the protocol and still be useless: a model provider rejects the
// whole list of tools because of one schema, or a client silently omits the tool.
// The check does not know which clients you support, so you select them with
// profiles:
//
//	profiles: [inspector, openai, claude-code]
//
// For example, given
//
//	mcp.AddTool(s, &mcp.Tool{Name: "hardware.detect"}, detect)
//
// the check reports, with the profile openai,
//
//	tool "hardware.detect" is named "hardware.detect"; OpenAI accepts names of at most 64 characters: letters, digits, _ and -
//
// Limits change, so each rule has a source and a date: run schemavet rules --profile
// NAME. The profile inspector reports the same findings as the official MCP
// Inspector with --strict, without starting the server.
//
// Without a profile, an array must have items, and a tool that sets strict for OpenAI
// or Anthropic must follow the rules of the profile openai-strict or anthropic-strict:
//
//	openai.FunctionDefinitionParam{Name: "search", Strict: openai.Bool(true), ...} // tool "search": input property "limit" is not required; OpenAI requires all properties in strict mode
//
// Not reported: unresolved parts; changes that a gateway between server and model
// makes.
//
// There is no suggested fix, because clients already use the tool in its present
// form.
//
// Options, in .schemavet.yaml:
//
//   - profiles: the clients that the tools must work with
//   - clients.server: the name that users give the server, for clients that limit
//     the length of server name and tool name together
//   - tokens.tool, tokens.server: how many tokens a tool, and all tools of a server,
//     may cost a model
package clients
