package schemaerror

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// networkRefs reports references to schemas on the network, which clients must not
// fetch according to the protocol. A reference to an $id in the document does not
// lead to the network.
func networkRefs(r *report.Reporter, t *schemafacts.Tool, side string, root *schema.Node) {
	if root == nil {
		return
	}
	ids := map[string]bool{}
	walk.Schemas(root, func(p walk.Place) bool {
		ids[strings.TrimSuffix(p.Node.Get("$id").StringValue(), "#")] = true
		return true
	})
	walk.Schemas(root, func(p walk.Place) bool {
		ref := p.Node.Get("$ref")
		target, _, _ := strings.Cut(ref.StringValue(), "#")
		if scheme := schemeOf(target); scheme != "http" && scheme != "https" || ids[target] || strings.Contains(target, "://json-schema.org/") {
			return true // a meta-schema of JSON Schema is part of a validator
		}
		place{r, t, side, p}.tell("network-ref", ref, "$ref of %s is %q, which clients must not fetch", ref.Text)
		return true
	})
}

// icons reports icons that clients must not load according to the protocol.
func icons(r *report.Reporter, t *schemafacts.Tool) {
	list := t.Doc.Get("icons")
	if list == nil {
		return
	}
	for i, icon := range list.Elems {
		src := icon.Get("src")
		if src == nil || src.Kind != schema.String {
			continue
		}
		if scheme := schemeOf(src.Text); scheme == "https" || scheme == "data" {
			continue
		}
		r.Tell(t.Name, r.PlaceIn(t, fmt.Sprintf("/icons/%d/src", i)), "icon-source", "tool %q: icon %s is neither https nor data, so clients do not show it", t.Name, short(src))
	}
}

// schemeOf returns the scheme of a URI in lower case, or "" if the URI has no scheme.
func schemeOf(uri string) string {
	scheme, _, ok := strings.Cut(uri, ":")
	if !ok || strings.ContainsAny(scheme, "/?#") {
		return ""
	}
	return strings.ToLower(scheme)
}
