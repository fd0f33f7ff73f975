// Package responses is a stub.
package responses

import (
	"github.com/openai/openai-go/packages/param"
	"github.com/openai/openai-go/shared/constant"
)

type (
	paramObj   = param.APIObject
	paramUnion = param.APIUnion
)

type FunctionToolParam struct {
	Strict      param.Opt[bool]   `json:"strict,omitzero,required"`
	Parameters  map[string]any    `json:"parameters,omitzero,required"`
	Name        string            `json:"name,required"`
	Description param.Opt[string] `json:"description,omitzero"`
	Type        constant.Function `json:"type,required"`
	paramObj
}

func (r FunctionToolParam) MarshalJSON() ([]byte, error) { return nil, nil }

type FileSearchToolParam struct {
	VectorStoreIDs []string `json:"vector_store_ids"`
	paramObj
}

type ToolUnionParam struct {
	OfFunction   *FunctionToolParam   `json:",omitzero,inline"`
	OfFileSearch *FileSearchToolParam `json:",omitzero,inline"`
	paramUnion
}

func (u ToolUnionParam) MarshalJSON() ([]byte, error) { return nil, nil }

func ToolParamOfFunction(name string, parameters map[string]any, strict bool) ToolUnionParam {
	return ToolUnionParam{}
}

type ResponseNewParams struct {
	Tools []ToolUnionParam `json:"tools,omitzero"`
	paramObj
}

func (r ResponseNewParams) MarshalJSON() ([]byte, error) { return nil, nil }
