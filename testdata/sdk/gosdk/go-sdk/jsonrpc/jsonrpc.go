// Package jsonrpc is a stub of the SDK's jsonrpc package.
package jsonrpc

// Message is a request or a response.
type Message interface{ isJSONRPCMessage() }

// ID is the identifier of a request.
type ID struct{ value any }
