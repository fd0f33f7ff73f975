package contextleak

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/schemafacts"
)

// contextNames are names of values that a program knows from the call or from its own
// settings. They are in lower case and without separators.
var contextNames = []string{
	"session", "sessionid", "traceid", "spanid", "requestid", "correlationid",
	"userid", "currentuser", "currentuserid", "tenantid",
	"authtoken", "accesstoken", "bearertoken", "apikey", "apitoken",
}

// names reports properties of a tool's input schema whose names show that the program
// knows their values, such as session_id.
func (c *checker) names(t *schemafacts.Tool) {
	if t.Input() == nil {
		return
	}
	walk.Schemas(t.Input(), func(p walk.Place) bool {
		plain := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(p.Name))
		if p.Keyword != "properties" || !slices.Contains(contextNames, plain) {
			return true
		}
		c.report(t, "name", c.PlaceIn(t, "/inputSchema"+p.Pointer), p.Node.Pos,
			fmt.Sprintf("%s asks the model for a value that the program knows", walk.Words("input", p.Path, "input")))
		return true
	})
}
