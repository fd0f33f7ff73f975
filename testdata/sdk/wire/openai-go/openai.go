// Package openai is a stub of the client for OpenAI.
package openai

import (
	"context"

	"github.com/openai/openai-go/packages/param"
	"github.com/openai/openai-go/shared"
	"github.com/openai/openai-go/shared/constant"
)

type paramObj = param.APIObject

type FunctionParameters = shared.FunctionParameters

type FunctionDefinitionParam = shared.FunctionDefinitionParam

func String(s string) param.Opt[string] { return param.NewOpt(s) }

type ChatCompletionToolParam struct {
	Function shared.FunctionDefinitionParam `json:"function,omitzero,required"`
	Type     constant.Function              `json:"type,required"`
	paramObj
}

func (r ChatCompletionToolParam) MarshalJSON() ([]byte, error) { return nil, nil }

type ChatCompletionNewParams struct {
	Model string                    `json:"model"`
	Tools []ChatCompletionToolParam `json:"tools,omitzero"`
	paramObj
}

func (r ChatCompletionNewParams) MarshalJSON() ([]byte, error) { return nil, nil }

type Client struct{ Chat ChatService }

type ChatService struct{}

func (ChatService) New(context.Context, ChatCompletionNewParams) error { return nil }
