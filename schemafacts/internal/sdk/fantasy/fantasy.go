// Package fantasy is the dialect of charm.land/fantasy.
package fantasy

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

const (
	modulePath = "charm.land/fantasy"
	schemaPath = modulePath + "/schema"
	normalize  = schemaPath + ".Normalize"
)

// Dialect describes the framework.
var Dialect = (&sdk.Framework{
	Name: "fantasy", Module: modulePath,
	Packages:    []string{"", "/schema"},
	Seeds:       map[string][]string{"": {"ToolInfo", "AgentTool"}, "/schema": {"Schema"}},
	Declaration: "ToolInfo", Method: "Info",
	Constructors: map[string]int{".NewAgentTool": 2, ".NewParallelAgentTool": 2},
	Agents:       []string{".WithTools"},
	Runs:         []string{normalize},
	Input:        input,
}).Dialect()

// input returns the schema that an agent makes of a ToolInfo. Older versions do not change
// it further.
func input(h *sdk.Host, c *eval.Call, s *value.Struct) value.Value {
	m := value.NewMap(types.NewMap(types.Typ[types.String], types.Universe.Lookup("any").Type()), c.Pos)
	m.Put(value.NewString("type", c.Pos), value.NewString("object", c.Pos))
	m.Put(value.NewString("properties", c.Pos), s.Field("Parameters"))
	m.Put(value.NewString("required", c.Pos), s.Field("Required"))
	if fn := c.M.Env.Func(normalize); fn != nil {
		c.M.Call(fn, nil, []value.Value{m}, nil, c.Pos)
	} else if pkg := h.Types.Package(schemaPath); pkg == nil || !pkg.Complete() || pkg.Scope().Lookup("Normalize") != nil {
		return c.Unknown("a schema that the framework changes")
	}
	return m
}
