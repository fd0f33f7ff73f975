// Package types stands for the client's types.
package types

import "github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"

type Tool interface{ isTool() }

type ToolMemberToolSpec struct{ Value ToolSpecification }

func (*ToolMemberToolSpec) isTool() {}

type ToolSpecification struct {
	InputSchema ToolInputSchema
	Name        *string
	Description *string
	Strict      *bool
}

type ToolInputSchema interface{ isToolInputSchema() }

type ToolInputSchemaMemberJson struct{ Value document.Interface }

func (*ToolInputSchemaMemberJson) isToolInputSchema() {}

type ToolConfiguration struct {
	Tools      []Tool
	ToolChoice ToolChoice
}

type ToolChoice interface{ isToolChoice() }
