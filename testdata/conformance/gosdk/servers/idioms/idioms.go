// Package idioms registers tools in ways that are seen once or twice in servers,
// each in a function of its own.
package idioms

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type path struct {
	Path string `json:"path" jsonschema:"path of the file"`
}

// names of the tools in the order of the constants.
const (
	opRead = iota
	opWrite
	opStat
)

var opNames = [...]string{opRead: "read", opWrite: "write", opStat: "stat"}

func inSwitch(s *sdk.Server) error {
	for _, name := range []string{"idiom_open", "idiom_close", "idiom_unknown"} {
		switch name {
		case "idiom_open":
			sdk.AddTool(s, &sdk.Tool{Name: name, Description: "Open."}, reply.OK[path])
		case "idiom_close":
			sdk.AddTool(s, &sdk.Tool{Name: name, Description: "Close."}, reply.OK[struct{}])
		default:
			return errors.New("unknown " + name)
		}
	}
	return nil
}

func byIndex(s *sdk.Server) {
	for op, name := range opNames {
		t := &sdk.Tool{Name: "idiom_" + name, Annotations: &sdk.ToolAnnotations{}}
		if op != opWrite {
			t.Annotations.ReadOnlyHint = true
		}
		sdk.AddTool(s, t, reply.OK[path])
	}
}

// tree is a command with commands below it.
type tree struct {
	name     string
	flags    []string
	children []tree
}

func (t tree) register(s *sdk.Server, above ...string) {
	full := append(above[:len(above):len(above)], t.name)
	if len(t.children) == 0 {
		in := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
		for _, f := range t.flags {
			in.Properties[f] = &jsonschema.Schema{Type: "string"}
		}
		s.AddTool(&sdk.Tool{Name: strings.Join(full, "_"), InputSchema: in}, reply.Raw)
		return
	}
	for _, c := range t.children {
		c.register(s, full...)
	}
}

func all(names ...string) iter.Seq2[int, *sdk.Tool] {
	return func(yield func(int, *sdk.Tool) bool) {
		for i, n := range names {
			if !yield(i, &sdk.Tool{Name: "idiom_seq_" + n}) {
				return
			}
		}
	}
}

func fromIterator(s *sdk.Server) {
	for i, t := range all("one", "two", "three") {
		if i == 2 {
			break
		}
		t.Description = fmt.Sprintf("Number %d.", i)
		sdk.AddTool(s, t, reply.OK[path])
	}
}

type capability any

type (
	reader struct{ root string }
	writer struct{ path }
)

func byType(s *sdk.Server, caps ...capability) {
	for _, c := range caps {
		switch c := c.(type) {
		case reader:
			sdk.AddTool(s, &sdk.Tool{Name: "idiom_cat", Description: "Reads below " + c.root}, reply.OK[path])
		case *writer:
			sdk.AddTool(s, &sdk.Tool{Name: "idiom_put", Description: "Writes " + c.Path}, reply.OK[path])
		}
	}
}

var once sync.Once

var onceTool *sdk.Tool

func lazily() *sdk.Tool {
	once.Do(func() { onceTool = &sdk.Tool{Name: "idiom_once", Description: "Made once."} })
	return onceTool
}

func deferred(s *sdk.Server) (err error) {
	t := &sdk.Tool{Name: "idiom_deferred"}
	defer func() {
		if err == nil {
			sdk.AddTool(s, t, reply.OK[path])
		}
	}()
	t.Description = "Registered at the end."
	return nil
}

type check struct {
	ok   bool
	tool *sdk.Tool
}

func first(checks ...check) *sdk.Tool {
	for _, c := range checks {
		if c.ok {
			return c.tool
		}
	}
	return nil
}

// Register adds the tools.
func Register(s *sdk.Server) {
	if err := inSwitch(s); err == nil {
		panic("idiom_unknown is known")
	}
	byIndex(s)
	tree{"git", nil, []tree{
		{"status", nil, nil},
		{"remote", nil, []tree{{"add", []string{"name", "url"}, nil}, {"remove", []string{"name"}, nil}}},
	}}.register(s)
	fromIterator(s)
	byType(s, reader{"/srv"}, &writer{path{"/tmp"}}, "neither")
	sdk.AddTool(s, lazily(), reply.OK[path])
	if err := deferred(s); err != nil {
		panic(err)
	}
	if t := first(check{tool: &sdk.Tool{Name: "idiom_not"}}, check{true, &sdk.Tool{Name: "idiom_first"}}); t != nil {
		sdk.AddTool(s, t, reply.OK[path])
	}
	func(add func(*sdk.Tool, sdk.ToolHandler)) {
		add(&sdk.Tool{Name: "idiom_invoked", InputSchema: &jsonschema.Schema{Type: "object"}}, reply.Raw)
	}(s.AddTool)
	ctx := context.WithValue(context.Background(), path{}, "ignored")
	fromContext(ctx, s)
}

func fromContext(_ context.Context, s *sdk.Server) {
	type row = struct {
		name string
		need []string
	}
	for _, r := range []row{{"idiom_row", []string{"path"}}, {name: "idiom_free"}} {
		in, err := jsonschema.For[path](nil)
		if err != nil {
			panic(err)
		}
		in.Required = r.need
		sdk.AddTool(s, &sdk.Tool{Name: r.name, InputSchema: in}, reply.OK[path])
	}
}
