// Package agent is a stub.
package agent

// Context is what a function gets.
type Context interface{ FunctionCallID() string }
