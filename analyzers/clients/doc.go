// Package clients defines an analyzer that reports tools which clients and model
// providers reject.
//
// # Analyzer clients
//
// clients: report what clients and model providers reject
//
// A model provider may reject a whole list of tools because of one schema, or a client
// may silently omit a tool. Select the clients that you support with profiles:
//
//	profiles: [inspector, openai, claude-code]
//
// For example, with the profile openai, the check reports
//
//	tool "hardware.detect" is named "hardware.detect"; OpenAI accepts names of at most 64 characters: letters, digits, _ and -
//
// Each rule has a source and a date: run schemavet rules --profile NAME. The profile
// inspector has the rules of MCP Inspector's --strict.
//
// Without a profile, an array must have items, and a tool that sets strict for OpenAI or
// Anthropic must follow the rules of openai-strict or anthropic-strict.
//
// Not reported: unresolved parts; changes by a gateway between server and model.
//
// Options, in .schemavet.yaml: profiles, clients.server, tokens.tool and tokens.server.
package clients
