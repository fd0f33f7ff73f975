// Package shared is a stub.
package shared

import "github.com/openai/openai-go/packages/param"

type paramObj = param.APIObject

type FunctionParameters map[string]any

type FunctionDefinitionParam struct {
	Name        string             `json:"name,required"`
	Strict      param.Opt[bool]    `json:"strict,omitzero"`
	Description param.Opt[string]  `json:"description,omitzero"`
	Parameters  FunctionParameters `json:"parameters,omitzero"`
	paramObj
}

func (r FunctionDefinitionParam) MarshalJSON() ([]byte, error) { return nil, nil }
