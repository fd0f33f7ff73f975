// Package translate registers tools whose texts go through a function value.
package translate

import (
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

// Translate returns the text for a key.
type Translate func(key, text string) string

// None translates nothing.
func None(_, text string) string { return text }

// From translates by a table.
func From(texts map[string]string) Translate {
	return func(key, text string) string {
		if t, ok := texts[strings.ToUpper(key)]; ok {
			return t
		}
		return text
	}
}

type gist struct {
	ID string `json:"gist_id"`
}

func getGist(t Translate) (mcp.Tool, mcp.ToolHandlerFor[gist, any]) {
	return mcp.Tool{
		Name:        "gist_get",
		Description: t("TOOL_GIST_GET", "Get a gist."),
		Annotations: &mcp.ToolAnnotations{Title: t("TITLE_GIST_GET", "Get gist")},
	}, reply.OK[gist]
}

func starGist(s *mcp.Server, t Translate, suffix string) {
	mcp.AddTool(s, &mcp.Tool{Name: "gist_star_" + suffix, Description: t("tool_gist_star", "Star a gist.")}, reply.OK[gist])
}

// Register adds the tools.
func Register(s *mcp.Server) {
	tool, handler := getGist(None)
	mcp.AddTool(s, &tool, handler)
	starGist(s, None, "plain")
	starGist(s, From(map[string]string{"TOOL_GIST_STAR": "Add a star."}), "table")
	starGist(s, func(key, text string) string { return key + ": " + text }, "literal")
}
