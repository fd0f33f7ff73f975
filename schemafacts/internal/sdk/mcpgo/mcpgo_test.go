package mcpgo

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// stub contains the parts of the SDK that the dialect uses.
const stub = `package mcp

type Tool struct {
	Name           string
	InputSchema    ToolInputSchema
	RawInputSchema []byte
}
type ToolInputSchema struct{ AdditionalProperties any }
type Hooks struct{ OnAfterListTools []func() }
`

func load(t *testing.T, src string) *sdk.Host {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "/m/"+mcpPath+"/mcp.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check(mcpPath, fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	user := types.NewPackage("example.com/p", "p")
	user.SetImports([]*types.Package{pkg})
	return &sdk.Host{Imports: reflector.Imports{Fset: fset, Types: ir.NewTypeSpace(user), Version: func(string) string { return "" }}}
}

// TestHeaders checks whether the version validates headers.
func TestHeaders(t *testing.T) {
	for decl, want := range map[string]bool{"": false, "func ValidateParamHeaderAnnotations() {}": true} {
		if got := bind(load(t, stub+decl)).(*bound).headers; got != want {
			t.Errorf("%q: %v", decl, got)
		}
	}
	if bind(&sdk.Host{Imports: reflector.Imports{Fset: token.NewFileSet(), Types: ir.NewTypeSpace(types.NewPackage("p", "p")), Version: func(string) string { return "" }}}).(*bound).headers {
		t.Error("headers without a package")
	}
}

// TestFunctions checks the methods that take tools.
func TestFunctions(t *testing.T) {
	b := bind(load(t, stub))
	for _, name := range []string{"AddTool", "AddTaskTool", "AddSessionTool", "AddTools", "AddTaskTools", "SetTools", "AddSessionTools", "DeleteTools"} {
		if key := "(*" + serverPath + ".MCPServer)." + name; b.Intrinsic(key) == nil || !b.Registers(key) {
			t.Errorf("%s is not known", name)
		}
	}
	for key, want := range map[string]bool{
		serverPath + ".NewMCPServer": true, serverPath + ".WithToolFilter": true, serverPath + ".NewTestServer": false,
		"(*" + serverPath + ".MCPServer).AddPrompt": false, mcpPath + ".WithString": false,
	} {
		if got := b.Intrinsic(key) != nil; got != want {
			t.Errorf("%s: %v", key, got)
		}
	}
}

func anOption(name string, arg value.Value) value.Value {
	return serverOption(serverPath + ".With" + name)(&eval.Call{Args: []value.Value{arg}, Pos: 5})
}

// TestServer checks the effects of a server's options on its tools.
func TestServer(t *testing.T) {
	host := load(t, stub)
	hooks := func(after value.Value) value.Value {
		h := value.NewStruct(host.Types.Package(mcpPath).Scope().Lookup("Hooks").Type(), 1)
		h.SetField("OnAfterListTools", after)
		return &value.Ptr{T: types.NewPointer(h.T), C: value.NewCell(h)}
	}
	hook := value.NewSlice(nil, 1, &value.Unknown{Reason: "a hook"})
	options := func(vals ...value.Value) value.Value { return value.NewSlice(nil, 1, vals...) }
	for name, c := range map[string]struct {
		opts value.Value
		want string
	}{
		"none":          {nil, "traced"},
		"nil":           {&value.Nil{}, "traced"},
		"unknown":       {&value.Unknown{}, "traced assumed"},
		"one unknown":   {options(&value.Unknown{}), "traced assumed"},
		"others":        {options(anOption("Logging", nil)), "traced"},
		"filter":        {options(anOption("ToolFilter", nil)), "traced conditional, listed if a filter lets it through"},
		"strict":        {options(anOption("StrictInputSchemaDefault", nil)), "traced strict"},
		"no hooks":      {options(anOption("Hooks", hooks(value.NewSlice(nil, 1)))), "traced"},
		"hooks":         {options(anOption("Hooks", hooks(hook))), ", passed to a hook that may change it"},
		"hooks unknown": {options(anOption("Hooks", &value.Unknown{})), "traced assumed"},
	} {
		s := serverOf((&bound{}).newServer(&eval.Call{M: eval.NewMachine(nil, gostd.Library{}, nil), Args: []value.Value{nil, nil, c.opts}}))
		tool := &tool.Tool{Traced: true}
		s.note(tool)
		s.note(tool) // the same again says nothing twice, but for filters
		got := strings.TrimSpace(fmt.Sprint(map[bool]string{true: "traced"}[tool.Traced], map[bool]string{true: " assumed"}[tool.Assumed],
			map[bool]string{true: " conditional"}[tool.Conditional], map[bool]string{true: " strict"}[s.strict]))
		for i, h := range tool.Hops {
			if i == 0 || h.Text != tool.Hops[i-1].Text {
				got += ", " + h.Text
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if s := serverOf(&value.Unknown{}); s.seen {
		t.Error("a server that was not seen is known")
	}
}

// TestStrict checks that a strict server closes input schemas without
// additionalProperties.
func TestStrict(t *testing.T) {
	scope := load(t, stub).Types.Package(mcpPath).Scope()
	for name, c := range map[string]struct {
		strict   bool
		raw, own value.Value
		closed   bool
	}{
		"usual":     {false, nil, &value.Nil{}, false},
		"strict":    {true, nil, &value.Nil{}, true},
		"says it":   {true, nil, value.NewBool(true, 1), false},
		"raw":       {true, value.NewString("{}", 1), &value.Nil{}, false},
		"raw unset": {true, &value.Nil{}, &value.Nil{}, true},
	} {
		tool := value.NewStruct(scope.Lookup("Tool").Type(), 1)
		in := value.NewStruct(scope.Lookup("ToolInputSchema").Type(), 1)
		in.SetField("AdditionalProperties", c.own)
		tool.SetField("InputSchema", in)
		if c.raw != nil {
			tool.SetField("RawInputSchema", c.raw)
		}
		(&serverInfo{strict: c.strict}).complete(tool)
		after, _ := tool.Field("InputSchema").(*value.Struct)
		v, ok := value.BoolOf(after.Field("AdditionalProperties"))
		if closed := ok && !v; closed != c.closed {
			t.Errorf("%s: closed is %v", name, closed)
		}
	}
}
