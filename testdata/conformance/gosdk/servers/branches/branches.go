// Package branches registers tools under conditions that source decides.
package branches

import (
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

const (
	enableWrites = true
	enableAdmin  = false
	flavor       = "postgres"
)

type level int

const (
	basic level = iota
	advanced
	expert
)

type config struct {
	level    level
	readOnly bool
	exclude  []string
	limit    int
}

func (c config) excluded(name string) bool {
	for _, e := range c.exclude {
		if e == name || strings.HasSuffix(e, "*") && strings.HasPrefix(name, strings.TrimSuffix(e, "*")) {
			return true
		}
	}
	return false
}

type sql struct {
	SQL string `json:"sql" jsonschema:"one statement"`
}

func describe(l level) (text string) {
	switch {
	case l >= expert:
		text = "For experts."
	case l == advanced:
		text = "For the advanced."
	default:
		text = "For all."
	}
	return text
}

func dialect() string {
	switch flavor {
	case "mysql", "mariadb":
		return "MySQL"
	case "postgres":
		return "PostgreSQL"
	default:
		return "SQL"
	}
}

func limitSchema(c config) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "integer"}
	if c.limit > 0 {
		max := float64(c.limit)
		s.Maximum = &max
	} else {
		s.Minimum = jsonschema.Ptr(0.0)
	}
	return s
}

func register(s *mcp.Server, c config) {
	add := func(name, description string) {
		if c.excluded(name) {
			return
		}
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: description}, reply.OK[sql])
	}
	add("sql_query", "Run a query in "+dialect()+".")
	if enableWrites && !c.readOnly {
		add("sql_exec", "Run a statement.")
	}
	if enableAdmin {
		add("sql_admin", "Never registered.")
	}
	add("sql_debug_plan", "Excluded by a pattern.")
	add("sql_secret", "Excluded by name.")
	for l := basic; l <= expert; l++ {
		if l > c.level {
			break
		}
		add("sql_level_"+string('0'+rune(l)), describe(l))
	}
	name := "sql_limit"
	if c.limit > 10 {
		name += "_big"
	}
	s.AddTool(&mcp.Tool{Name: name, InputSchema: &jsonschema.Schema{
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"limit": limitSchema(c), "offset": limitSchema(config{})},
	}}, reply.Raw)
	var hints *mcp.ToolAnnotations
	if hints == nil && c.level != basic {
		hints = &mcp.ToolAnnotations{ReadOnlyHint: c.readOnly}
		hints.IdempotentHint = !c.readOnly || enableAdmin
	}
	mcp.AddTool(s, &mcp.Tool{Name: "sql_tables", Annotations: hints}, reply.OK[struct{}])
outer:
	for _, schema := range []string{"public", "audit", "tmp"} {
		for _, table := range []string{"users", "events"} {
			switch {
			case schema == "tmp":
				break outer
			case schema == "audit" && table == "users":
				continue outer
			case table == "events":
				continue
			}
			add("sql_count_"+schema+"_"+table, "Count rows.")
		}
	}
	if tool, ok := lookup("sql_explain"); ok {
		mcp.AddTool(s, tool, reply.OK[sql])
	}
	if _, ok := lookup("sql_unknown"); ok {
		add("sql_unknown", "Never registered.")
	}
}

var known = map[string]*mcp.Tool{
	"sql_explain": {Name: "sql_explain", Description: "Explain a query."},
}

func lookup(name string) (*mcp.Tool, bool) {
	t, ok := known[name]
	return t, ok
}

// Register adds the tools.
func Register(s *mcp.Server) {
	register(s, config{level: advanced, exclude: []string{"sql_secret", "sql_debug*"}, limit: 50})
}
