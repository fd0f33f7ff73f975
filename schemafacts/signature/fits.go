package signature

import (
	"encoding/base64"
	"net/url"
	"strings"
	"time"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// fits reports whether the schema n accepts v and the decoder does. It returns true if
// that is uncertain, as for parts that are unresolved.
func (w *walker) fits(v, n *schema.Node) bool {
	if n == nil || len(v.Holes()) > 0 {
		return true
	}
	root, defs := schema.NewObject(), schema.NewObject()
	for _, d := range w.defs {
		if d.node != nil {
			defs.Set(marked(d.id), d.node)
		}
	}
	root.Set("$defs", defs)
	root.Set("not", n)
	return compat.NewRefuser(root).Refuse(n, v) == nil && w.decodes(v, n)
}

// decodes reports whether the decoder accepts v if the schema does: for it, 1.0 is not
// an integer, and it knows the formats of bytes, times and URLs.
func (w *walker) decodes(v, n *schema.Node) bool {
	for _, e := range v.Elems {
		if !w.decodes(e, n.Get("items")) {
			return false
		}
	}
	if v.Kind == schema.Number {
		return w.kind(n) != "integer" || !strings.ContainsAny(v.Text, ".eE")
	}
	var err error
	switch {
	case v.Kind != schema.String:
	case n.Get("contentEncoding").StringValue() == "base64":
		_, err = base64.StdEncoding.DecodeString(v.Text)
	case n.Get("format").StringValue() == "date-time":
		_, err = time.Parse(time.RFC3339, v.Text)
	case n.Get("format").StringValue() == "uri":
		_, err = url.Parse(v.Text)
	}
	return err == nil
}
