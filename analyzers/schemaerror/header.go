package schemaerror

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/metaschema"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// headerKey is the keyword that makes a client send an argument also as an HTTP
// header.
const headerKey = "x-mcp-header"

// headers reports uses of x-mcp-header that make clients exclude the tool. Uses that
// the SDK rejects are reported as errors of the SDK instead.
func headers(r *report.Reporter, t *schemafacts.Tool) {
	root := t.Input()
	if root == nil || slices.ContainsFunc(t.Errors, func(p schemafacts.Problem) bool { return strings.Contains(p.Msg, "header annotations") }) {
		return
	}
	seen := map[string]bool{}
	walk.Schemas(root, func(p walk.Place) bool {
		h := p.Node.Get(headerKey)
		if h == nil || h.Kind == schema.Unresolved {
			return true
		}
		fault := headerFault(p, h, seen)
		seen[strings.ToLower(h.StringValue())] = true
		if fault == "" {
			return true
		}
		place{r, t, "input", p}.tell("header", h, headerKey+" of %s %s", fault)
		return true
	})
}

// headerFault returns what is wrong with the header of a parameter, or "".
func headerFault(p walk.Place, h *schema.Node, seen map[string]bool) string {
	const excluded = ", so clients exclude the tool"
	switch typ := p.Node.Get("type"); {
	case !metaschema.IsToken(h.StringValue()):
		return fmt.Sprintf("must be the name of a header, not %s%s", short(h), excluded)
	case seen[strings.ToLower(h.Text)]:
		return fmt.Sprintf("names the header %q again%s", h.Text, excluded)
	case !onlyProperties(p.Pointer):
		return "is not on a property of an object" + excluded
	case typ != nil && typ.Kind == schema.String && !slices.Contains([]string{"string", "integer", "boolean", "number"}, typ.Text):
		return fmt.Sprintf("is on the type %s%s", typ.Text, excluded)
	}
	for _, word := range []string{"password", "passwd", "secret", "token", "apikey", "api_key", "credential", "private_key"} {
		if strings.Contains(strings.ToLower(p.Name), word) {
			return "puts a secret into a header that proxies log"
		}
	}
	return ""
}

// onlyProperties reports whether a JSON pointer leads only through properties.
func onlyProperties(pointer string) bool {
	parts := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i := 0; i < len(parts); i += 2 {
		if parts[i] != "properties" || i+1 >= len(parts) {
			return false
		}
	}
	return true
}
