// Package llmagent is a stub.
package llmagent

import "trpc.group/trpc-go/trpc-agent-go/tool"

type Options struct{ Tools []tool.Tool }

type Option func(*Options)

func WithTools(tools []tool.Tool) Option { return func(o *Options) { o.Tools = tools } }
