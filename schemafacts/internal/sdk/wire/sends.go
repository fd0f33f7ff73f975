package wire

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// clientModules are the modules of the client libraries of model vendors. Their
// methods that send requests encode their arguments and do not change them.
var clientModules = []string{
	"github.com/openai/openai-go", "github.com/anthropics/anthropic-sdk-go", "github.com/sashabaranov/go-openai", "github.com/liushuangls/go-anthropic",
	"google.golang.org/genai", "github.com/ollama/ollama/api", "github.com/aws/aws-sdk-go-v2/service/bedrockruntime",
	"github.com/tmc/langchaingo/llms", "github.com/github/copilot-sdk/go",
}

// listOptions are functions of clients that make an option of a request from a list of tools.
var listOptions = []string{"github.com/tmc/langchaingo/llms.WithTools", "github.com/tmc/langchaingo/llms.WithFunctions"}

// callListOption models a function that makes an option from a list of tools.
func (b *bound) callListOption(c *eval.Call) value.Value {
	b.wrap(c, c.Arg(0), true)
	return c.Unknown("an option of a request")
}

// sender returns the model of a client's method that sends a request to a model, or
// nil for any other function.
func (b *bound) sender(key string) eval.Intrinsic {
	rest, ok := strings.CutPrefix(key, "(")
	if !ok {
		return nil
	}
	path := ir.PkgOf(key)
	if !ofClient(path) {
		return nil
	}
	pkg := b.host.Types.Package(path)
	typ, name, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(rest, "*"), path+"."), ").")
	if pkg == nil || !ok {
		return nil
	}
	tn, ok := pkg.Scope().Lookup(typ).(*types.TypeName)
	if !ok {
		return nil
	}
	fn, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, pkg, name)
	method, ok := fn.(*types.Func)
	if !ok || !sends(method) {
		return nil
	}
	return func(c *eval.Call) value.Value {
		// Functions among the arguments receive the model's response.
		c.M.MayCall(c.Args, value.NewUnknown("may be overwritten by a function that receives the model's answer", c.Pos, nil))
		return c.Spread("a model's answer")
	}
}

// ofClient reports whether a package belongs to a client library, or to a fork of one with
// another owner.
func ofClient(path string) bool {
	path = withoutOwner(path)
	return slices.ContainsFunc(clientModules, func(m string) bool {
		m = withoutOwner(m)
		return path == m || strings.HasPrefix(path, m+"/")
	})
}

// withoutOwner returns a path on GitHub without the name of the owner, and any other path as
// it is.
func withoutOwner(path string) string {
	host, rest, _ := strings.Cut(path, "/")
	if _, name, ok := strings.Cut(rest, "/"); ok && host == "github.com" {
		return name
	}
	return path
}

// sends reports whether a method sends a request or returns a value with methods that
// do. Nearly all such methods have a context as their first parameter.
func sends(method *types.Func) bool {
	params := method.Signature().Params()
	return params.Len() > 1 && ir.IsNamed(params.At(0).Type(), "context", "Context") || strings.HasPrefix(method.Name(), "NewToolRunner")
}
