package facts

import (
	"go/token"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// TestDigestCovers checks that the digest of a tool covers that tool and no tool of
// which more, less or something else is known.
func TestDigestCovers(t *testing.T) {
	whole := fetchTool(t, `{"name": "fetch", "description": "Get an entry.", "inputSchema": {"type": "object"}}`)
	part := fetchTool(t, `{"name": "fetch", "description": "Get an entry.", "inputSchema": {"type": "object"}}`)
	part.Doc.Get("inputSchema").Set("properties", schema.NewUnresolved("a loop", token.NoPos))
	less := part.Clone()
	less.Doc = part.Doc.Clone()
	less.Doc.Set("description", schema.NewUnresolved("a file", token.NoPos))
	refused := whole.Clone()
	refused.Errors = []tool.Problem{{Path: "/inputSchema", Msg: "is refused"}}
	seen := map[string]*tool.Tool{"whole": whole, "part": part, "less": less, "refused": refused}
	for by, a := range seen {
		digest := new(Known).DigestOf(a)
		for of, b := range seen {
			if got, want := digest.Covers(b), by == of; got != want {
				t.Errorf("who knows %q covers %q: %v, want %v", by, of, got, want)
			}
		}
	}
}

func fetchTool(t *testing.T, text string) *tool.Tool {
	t.Helper()
	doc, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return &tool.Tool{Name: "fetch", Doc: doc, Traced: true, Followed: true}
}
