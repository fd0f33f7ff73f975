// Factreader is a linter of somebody else's that reads what schemavet knows of
// tools: it tells at each call of a function which tools the function handles,
// and what they require.
//
//	go build -o factreader . && go vet -vettool=$PWD/factreader ./...
package main

import (
	"encoding/json"
	"go/ast"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/types/typeutil"
)

var analyzer = &analysis.Analyzer{
	Name:     "factreader",
	Doc:      "report calls of functions that are handlers of tools",
	Requires: []*analysis.Analyzer{schemafacts.Analyzer},
	Run:      run,
}

func main() { unitchecker.Main(analyzer) }

func run(pass *analysis.Pass) (any, error) {
	facts := pass.ResultOf[schemafacts.Analyzer].(*schemafacts.Result)
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				fn, _ := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
				for _, tool := range facts.ToolsOf(fn) {
					var input struct{ Required []string }
					if json.Unmarshal([]byte(tool.InputSchema), &input) == nil {
						pass.Reportf(call.Pos(), "%s is the handler of tool %s: required [%s]",
							fn.Name(), tool.Name, strings.Join(input.Required, " "))
					}
				}
			}
			return true
		})
	}
	return nil, nil
}
