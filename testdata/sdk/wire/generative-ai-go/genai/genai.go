// Package genai stands for the older client of the Gemini API: the parts that tools
// go through.
package genai

import "context"

type Client struct{}

func (*Client) GenerativeModel(name string) *GenerativeModel { panic("stub") }

type GenerativeModel struct {
	c     *Client
	Tools []*Tool
}

func (*GenerativeModel) StartChat() *ChatSession { panic("stub") }

func (*GenerativeModel) GenerateContent(ctx context.Context, parts ...Part) (*GenerateContentResponse, error) {
	panic("stub")
}

type ChatSession struct{ m *GenerativeModel }

func (*ChatSession) SendMessage(ctx context.Context, parts ...Part) (*GenerateContentResponse, error) {
	panic("stub")
}

type GenerateContentResponse struct{}

type Part interface{ toPart() }

type Text string

func (Text) toPart() {}

type Tool struct {
	FunctionDeclarations []*FunctionDeclaration
	CodeExecution        *CodeExecution
}

type CodeExecution struct{}

type FunctionDeclaration struct {
	Name        string
	Description string
	Parameters  *Schema
}

type Schema struct {
	Type        Type
	Format      string
	Description string
	Nullable    bool
	Enum        []string
	Items       *Schema
	Properties  map[string]*Schema
	Required    []string
}

type Type int32

const (
	TypeUnspecified Type = iota
	TypeString
	TypeNumber
	TypeInteger
	TypeBoolean
	TypeArray
	TypeObject
)
