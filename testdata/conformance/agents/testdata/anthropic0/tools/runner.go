package tools

import "github.com/anthropics/anthropic-sdk-go"

// Runners are none: the package came later.
var Runners []Maker

// withRequired names nothing: the betas have another way for it.
func withRequired(s anthropic.ToolInputSchemaParam, _ ...string) anthropic.ToolInputSchemaParam {
	return s
}

func ephemeral() anthropic.CacheControlEphemeralParam { return anthropic.CacheControlEphemeralParam{} }
