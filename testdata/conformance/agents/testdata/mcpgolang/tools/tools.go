// Package tools has tools as people write them.
package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	mcp "github.com/metoro-io/mcp-golang"
)

// Query is what a search takes.
type Query struct {
	Text   string          `json:"text" jsonschema:"required,description=what to look for"`
	Limit  int             `json:"limit" jsonschema:"minimum=1,maximum=5e1,default=10"`
	ID     int64           `json:"id,string" jsonschema:"required"`
	Since  time.Time       `json:"since,omitempty" jsonschema_description:"from then on"`
	Until  *time.Time      `json:"until,omitempty"`
	Raw    json.RawMessage `json:"raw,omitempty"`
	Any    []any           `json:"any,omitempty" jsonschema:"minItems=1"`
	Labels map[string]int  `json:"labels,omitempty"`
	Kind   string          `json:"kind,omitempty" jsonschema:"required,enum=a,enum=b"`
	From   Place           `json:"from"`
	To     *Place          `json:"to" jsonschema:"nullable"`
	Base
	NoTag  string
	hidden int
}

// Place is used twice.
type Place struct {
	Name string `json:"name"`
}

// Base is embedded.
type Base struct {
	Offset *uint8 `json:"offset,omitempty"`
}

// Tree holds itself.
type Tree struct {
	Kids []*Tree `json:"kids"`
}

type (
	pair[T any] struct {
		First, Second T
	}
	nothing struct{}
)

func answer() (*mcp.ToolResponse, error) { return mcp.NewToolResponse(mcp.NewTextContent("")), nil }

func search(Query) (*mcp.ToolResponse, error) { return answer() }

// Search takes a context, too.
func Search(_ context.Context, _ Query) (*mcp.ToolResponse, error) { return answer() }

func generic[T any](T) (*mcp.ToolResponse, error) { return answer() }

type service struct{ prefix string }

func (s *service) find(context.Context, *Query) (*mcp.ToolResponse, error) { return answer() }

// named is a type of functions.
type named func(Place) (*mcp.ToolResponse, error)

// Plain registers handlers of all kinds.
func Plain(s *mcp.Server) error {
	svc := &service{"svc_"}
	for _, err := range []error{
		s.RegisterTool("search", "Search everything.", search),
		s.RegisterTool("search_context", "", Search),
		s.RegisterTool(svc.prefix+"find", "A pointer.", svc.find),
		s.RegisterTool("generic", "Of a type with a parameter.", generic[pair[Place]]),
		s.RegisterTool("nothing", "No arguments.", func(nothing) (*mcp.ToolResponse, error) { return answer() }),
		s.RegisterTool("named", "A type of functions.", named(nil2)),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

func nil2(Place) (*mcp.ToolResponse, error) { return answer() }

type entry struct {
	name, description string
	handler           any
}

// Wrapped registers a table.
func Wrapped(s *mcp.Server) error {
	table := []entry{{"first", "The first.", search}, {"second", "The second.", generic[Place]}}
	for i, e := range table {
		if err := s.RegisterTool("table_"+e.name, fmt.Sprintf("%d: %s", i, e.description), e.handler); err != nil {
			return err
		}
	}
	return nil
}

// Removed takes a tool back, and replaces one.
func Removed(s *mcp.Server) error {
	if err := s.RegisterTool("gone", "Is not there.", search); err != nil {
		return err
	}
	if err := s.RegisterTool("kept", "Is there.", generic[Place]); err != nil {
		return err
	}
	return s.DeregisterTool("gone")
}

// Open registers what source does not tell.
func Open(s *mcp.Server) error {
	return s.RegisterTool("open_text", os.Getenv("TEXT"), search)
}

// FaultThree has three parameters.
func FaultThree(s *mcp.Server) error {
	return s.RegisterTool("open_three", "", func(context.Context, Query, int) (*mcp.ToolResponse, error) { return answer() })
}

// FaultContext has another first parameter.
func FaultContext(s *mcp.Server) error {
	return s.RegisterTool("open_context", "", func(Query, Place) (*mcp.ToolResponse, error) { return answer() })
}

// FaultResult returns something else.
func FaultResult(s *mcp.Server) error {
	return s.RegisterTool("open_result", "", func(Query) (string, error) { return "", nil })
}

// FaultError returns no error.
func FaultError(s *mcp.Server) error {
	return s.RegisterTool("open_error", "", func(Query) (*mcp.ToolResponse, string) { return nil, "" })
}

// FaultOne returns one value.
func FaultOne(s *mcp.Server) error {
	return s.RegisterTool("open_one", "", func(Query) *mcp.ToolResponse { return nil })
}

// FaultValue is no function.
func FaultValue(s *mcp.Server) error { return s.RegisterTool("open_value", "", Query{}) }

// FaultRecursive has no end.
func FaultRecursive(s *mcp.Server) error {
	return s.RegisterTool("fault_recursive", "", func(Tree) (*mcp.ToolResponse, error) { return answer() })
}

// FaultFunc has a function for an argument.
func FaultFunc(s *mcp.Server) error {
	return s.RegisterTool("fault_func", "", func(struct{ F func() }) (*mcp.ToolResponse, error) { return answer() })
}

// FaultMap, and those after it, have arguments of which the library knows no
// definition.
func FaultMap(s *mcp.Server) error {
	return s.RegisterTool("fault_map", "", func(map[string]int) (*mcp.ToolResponse, error) { return answer() })
}

// FaultText has a text.
func FaultText(s *mcp.Server) error {
	return s.RegisterTool("fault_text", "", func(string) (*mcp.ToolResponse, error) { return answer() })
}

// FaultVariadic has many.
func FaultVariadic(s *mcp.Server) error {
	return s.RegisterTool("fault_variadic", "", func(...Place) (*mcp.ToolResponse, error) { return answer() })
}

// FaultAny has anything.
func FaultAny(s *mcp.Server) error {
	return s.RegisterTool("fault_any", "", func(any) (*mcp.ToolResponse, error) { return answer() })
}

// FaultLiteral has a struct without a name.
func FaultLiteral(s *mcp.Server) error {
	return s.RegisterTool("fault_literal", "", func(struct{ Path string }) (*mcp.ToolResponse, error) { return answer() })
}
