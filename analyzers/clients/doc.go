// Package clients defines an analyzer that reports what clients and model
// providers refuse of a tool.
//
// # Analyzer clients
//
// clients: report what clients and model providers refuse
//
// A tool that follows the protocol may still be of no use: a model's vendor
// refuses the whole list of tools because of one schema, or a client leaves the
// tool out without a word. Which of them matter only you know, so nearly all of
// this is asked for by profiles:
//
//	profiles: [inspector, openai, claude-code]
//
// For example, given
//
//	mcp.AddTool(s, &mcp.Tool{Name: "hardware.detect"}, detect)
//
// the check reports, for the profile openai,
//
//	tool "hardware.detect" is named "hardware.detect"; OpenAI accepts names of letters, digits, _ and -, at most 64
//
// Each rule has a source and a date, since limits move: schemavet rules --profile
// NAME prints them. The profile inspector says what the official MCP Inspector says
// with --strict, finding for finding, without starting the server. One rule holds
// without a profile: an array has items.
//
// Not reported: parts that are not known; what a gateway between server and model
// changes.
//
// There is no suggested fix, because clients know the tool as it is.
//
// Options, in .schemavet.yaml:
//
//   - profiles: the clients that the tools are for
//   - clients.server: what users call the server, for limits on both names together
package clients
