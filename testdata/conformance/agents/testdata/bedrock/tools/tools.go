// Package tools makes tools with the client for Amazon Bedrock.
package tools

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
)

// Maker makes a request with tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{{"literals", Literals}, {"loop", Loop}}

type wire struct{ sent []byte }

// Do keeps what is sent.
func (w *wire) Do(r *http.Request) (*http.Response, error) {
	w.sent, _ = io.ReadAll(r.Body)
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader([]byte("{}")))}, nil
}

// Print is how a request is sent.
func Print(v any) ([]byte, error) {
	config, ok := v.(*types.ToolConfiguration)
	if !ok {
		return nil, errors.New("no tools")
	}
	w := &wire{}
	client := bedrockruntime.New(bedrockruntime.Options{Region: "eu-west-1", HTTPClient: w, Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{AccessKeyID: "a", SecretAccessKey: "b"}, nil
	})})
	_, err := client.Converse(context.Background(), &bedrockruntime.ConverseInput{ModelId: aws.String("m"), ToolConfig: config})
	if w.sent == nil {
		return nil, err
	}
	return w.sent, nil
}

func Literals() any {
	return &types.ToolConfiguration{Tools: []types.Tool{
		&types.ToolMemberToolSpec{Value: types.ToolSpecification{
			Name: aws.String("literal"), Description: aws.String("A literal."),
			InputSchema: &types.ToolInputSchemaMemberJson{Value: document.NewLazyDocument(map[string]any{
				"type": "object", "properties": map[string]any{"q": map[string]any{"type": "string"}, "n": map[string]any{"type": "integer", "minimum": 1}}, "required": []string{"q"},
			})},
		}},
		&types.ToolMemberToolSpec{Value: types.ToolSpecification{
			Name: aws.String("strict"), Strict: aws.Bool(true),
			InputSchema: &types.ToolInputSchemaMemberJson{Value: document.NewLazyDocument(map[string]any{"type": "object"})},
		}},
		&types.ToolMemberToolSpec{Value: types.ToolSpecification{
			Name: aws.String("lax"), Strict: aws.Bool(false),
			InputSchema: &types.ToolInputSchemaMemberJson{Value: document.NewLazyDocument(map[string]any{"type": "object"})},
		}},
	}}
}

var names = []string{"one", "two"}

func Loop() any {
	config := &types.ToolConfiguration{}
	for _, name := range names {
		spec := types.ToolSpecification{Name: &name, InputSchema: &types.ToolInputSchemaMemberJson{
			Value: document.NewLazyDocument(map[string]interface{}{"type": "object", "properties": map[string]interface{}{}})}}
		config.Tools = append(config.Tools, &types.ToolMemberToolSpec{Value: spec})
	}
	return config
}
