package wiremismatch

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// outputRoot reports an output schema whose type is not object, which clients
// require.
func (c *checker) outputRoot(t *schemafacts.Tool) {
	out := t.Output()
	if out == nil || !t.Traced || !slices.Contains([]string{"gosdk", "mcpgo", "wire"}, t.Dialect) || out.Kind != schema.Object && out.Kind != schema.Bool {
		return
	}
	typ := out.Get("type")
	if typ.StringValue() == "object" || typ != nil && len(typ.Holes()) > 0 || len(out.Holes()) > 0 && typ == nil {
		return
	}
	has := "no type at its root"
	if typ != nil {
		has = "the type " + typ.String() + " at its root"
	}
	c.Tell(t.Name, c.PlaceIn(t, "/outputSchema"), "output-no-object", "tool %q: the output schema has %s, but clients require \"object\" and reject the whole tool list", t.Name, has)
}

// contents reports structured content of a tool that is not a JSON object. If the
// output schema allows such content, [checker.outputRoot] reports the schema instead.
func (c *checker) contents(t *schemafacts.Tool) {
	if out := t.Output(); out != nil && (out.Kind != schema.Object || !slices.Equal(accepts(out), []string{"object"})) {
		return
	}
	body := c.code.HandlerOf(t)
	if body == nil {
		return
	}
	for _, e := range c.code.Contents(body) {
		kinds := c.written(c.Pass.TypesInfo.TypeOf(e))
		if len(kinds) == 0 || slices.Contains(kinds, "object") {
			continue
		}
		d := report.About(t.Name, e.Pos(), "output-no-object", "structured content is %s, but clients require an object", article(kinds))
		d.End = e.End()
		c.ReportShared(d)
	}
}

// written returns the JSON types that encoding/json may write for a value of type t other
// than nil. It returns nil if they are unknown.
func (c *checker) written(t types.Type) []string {
	if t == nil {
		return nil
	}
	if f := c.form(t, "output"); f != nil {
		return f.kinds
	}
	if kind := jsonmethod.Plain(leak.Deref(t)); kind != "" {
		return []string{kind}
	}
	return nil
}
