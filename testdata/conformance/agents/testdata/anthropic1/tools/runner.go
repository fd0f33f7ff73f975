package tools

import "github.com/anthropics/anthropic-sdk-go"

// Runners are none: the package came later.
var Runners []Maker

func withRequired(s anthropic.ToolInputSchemaParam, names ...string) anthropic.ToolInputSchemaParam {
	s.ExtraFields = map[string]any{"required": names}
	return s
}

func ephemeral() anthropic.CacheControlEphemeralParam {
	return anthropic.NewCacheControlEphemeralParam()
}
