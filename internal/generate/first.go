package generate

import (
	"path"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// firstTest is the data for the template of a first test.
type firstTest struct {
	*file
	TestRuntime, Server      string
	TestName                 string
	First                    *tool
	Reason, Wrong, WrongJSON string // arguments that are wrong, in Go and in JSON
	Words                    string // the same as words of a command line
}

// First returns a first test for the tools of a package: one tool on each surface, with
// arguments that are wrong, so that the function is not called. It returns nil if no
// arguments are known to be wrong.
func First(in Input) ([]byte, error) {
	w := &writer{Input: in, target: targets[in.SDK], names: map[string]string{}}
	t := &firstTest{file: w.file(), TestRuntime: importLine(path.Join(w.runtimePath(), testFolder), testFolder), TestName: "TestTools"}
	if len(w.refused) > 0 {
		return nil, nil
	}
	for i, tool := range in.Tools {
		words := quoted(strings.Split(tool.Name, "."))
		switch {
		case len(required(tool.Input)) > 0:
			t.Reason, t.WrongJSON, t.Words = "missing_required_argument", "{}", words
		case t.First == nil && tool.Input.Get("additionalProperties").String() == "false":
			t.Reason, t.Wrong, t.WrongJSON, t.Words = "unknown_argument", `"unknown": 1`, `{"unknown":1}`, words+`, "--unknown=1"`
		default:
			continue
		}
		t.First = t.Tools[i]
		if t.Wrong == "" {
			break
		}
	}
	if t.First == nil {
		return nil, nil
	}
	t.First.Input = strings.ReplaceAll(t.First.Input, "\n\t\t\t", "\n\t\t")
	t.Server = map[string]string{GoSDK: "*mcp.Server", MCPGo: "*server.MCPServer"}[in.SDK]
	data, err := execute(t, "first", "", in.Pkg.Scope())
	return in.withConstraint(data), err
}

func required(n *schema.Node) []*schema.Node {
	if r := n.Get("required"); r != nil {
		return r.Elems
	}
	return nil
}

func quoted(words []string) string {
	for i := range words {
		words[i] = strconv.Quote(words[i])
	}
	return strings.Join(words, ", ")
}
