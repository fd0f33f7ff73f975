// Package tool is a stub.
package tool

// Tool is a tool.
type Tool interface {
	Name() string
	Description() string
	IsLongRunning() bool
}

// Context is what a function gets.
type Context interface{ FunctionCallID() string }
