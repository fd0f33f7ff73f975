// Package bedrockruntime stands for the client for Amazon Bedrock: the parts that
// tools go through.
package bedrockruntime

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
)

type Client struct{}

type Options struct{}

type ConverseInput struct {
	ModelId    *string
	ToolConfig *types.ToolConfiguration
}

type ConverseOutput struct{}

func (*Client) Converse(ctx context.Context, params *ConverseInput, optFns ...func(*Options)) (*ConverseOutput, error) {
	panic("stub")
}
