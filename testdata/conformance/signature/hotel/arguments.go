package hotel

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Search is what guests look for.
type Search struct {
	Query string   `json:"query"` // the words
	Limit int      `json:"limit" jsonschema:"minimum=1"`
	Clean bool     `json:"clean"`
	Tags  []string `json:"tags,omitempty"`
}

// DefaultSearch holds the defaults of a search.
var DefaultSearch = Search{Limit: 10, Clean: true}

// Look has a struct whose fields are the arguments.
//
//schemavet:tool args=request default=DefaultSearch
func Look(ctx context.Context, s Search) string { return fmt.Sprint(s.Query, s.Limit, s.Clean, s.Tags) }

// LookAt has a pointer to such a struct.
//
//schemavet:tool args=request
func LookAt(s *Search) Search { return *s }

// Command is a tool of its own: its fields are the arguments, but for those that the
// program sets.
type Command struct {
	Search
	Floor *Floor `json:"floor,omitempty"`
	Clock Clock  `json:"-"`
	log   func(string)
}

// WithLog returns a command that logs.
func WithLog(log func(string)) Command { return Command{log: log} }

// Run has a receiver whose fields are the arguments.
//
//schemavet:tool args=receiver default="{\"limit\":5}"
func (c Command) Run(ctx context.Context) (string, error) {
	if c.log != nil {
		c.log(c.Query)
	}
	return fmt.Sprint(c.Query, c.Limit, c.Tags == nil, c.Floor == nil, c.Clock != nil), ctx.Err()
}

// Towel is a receiver that the program does not set anything in.
type Towel struct{ Count int }

// Fetch has a pointer as its receiver.
//
//schemavet:tool args=receiver
func (t *Towel) Fetch() int { return t.Count }

// Absent takes lists, maps and values that may be null or missing.
//
//schemavet:tool
//schemavet:param list default=null
//schemavet:param byName default=null
//schemavet:param floor optional,nullable
//schemavet:param must required
func Absent(list []string, byName map[string]int, floor int, must *int) string {
	return fmt.Sprint(list == nil, byName == nil, floor, must != nil)
}

// Inline has a schema in the directive.
//
//schemavet:tool
//schemavet:schema {"type":"object","properties":{"name":{"type":"string","maxLength":3}},"required":["name"],"additionalProperties":false} // a remark
func Inline(name string) string { return name }

// Animal is a guest that is not a person.
type Animal interface{ animal() }

// Dog is one.
type Dog struct {
	Kind string `json:"kind" jsonschema:"enum=dog"`
}

// Cat is another.
type Cat struct {
	Kind  string `json:"kind" jsonschema:"enum=cat"`
	Lives int    `json:"lives"`
}

func (Dog) animal() {}
func (Cat) animal() {}

// Pet returns a value of a union, whose types a property tells apart.
//
//schemavet:tool
func Pet(kind string) Animal {
	if kind == "cat" {
		return Cat{Kind: kind, Lives: 9}
	}
	return Dog{Kind: kind}
}

// Raw returns a number and the whole answer.
//
//schemavet:tool
func Raw() (int, *mcp.CallToolResult, error) {
	return 7, &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "raw"}}}, nil
}
