// Package model is a stub.
package model

import "github.com/cloudwego/eino/schema"

// Option is an option of a call.
type Option struct{}

// ChatModel is a model.
type ChatModel interface {
	BindTools(tools []*schema.ToolInfo) error
}

// ToolCallingChatModel is a model.
type ToolCallingChatModel interface {
	WithTools(tools []*schema.ToolInfo) (ToolCallingChatModel, error)
}

// WithTools is an option with tools.
func WithTools(tools []*schema.ToolInfo) Option { panic("stub") }
