// Package notes registers tools by literals at the call, with names and texts
// put together from constants in every way people do it.
package notes

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

const (
	prefix   = "note"
	sep      = "_"
	opCreate = prefix + sep + "create"
	maxNotes = 250
)

type method string

const (
	methodList   method = "note_list"
	methodSearch method = "note_search"
)

var backends = []string{"memory", "sqlite", "postgres"}

const longText = `
  Move a note to another folder.

  The folder must exist. Notes keep their identifiers.
`

type createArgs struct {
	Title string   `json:"title" jsonschema:"title of the note"`
	Body  string   `json:"body,omitempty" jsonschema:"text of the note, in Markdown"`
	Tags  []string `json:"tags,omitempty"`
}

type idArgs struct {
	ID int64 `json:"id" jsonschema:"identifier of the note"`
}

type listArgs struct {
	Folder string `json:"folder,omitempty"`
	Limit  int    `json:"limit,omitempty" jsonschema:"at most this many"`
}

type note struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
}

func create(_ context.Context, _ *mcp.CallToolRequest, in createArgs) (*mcp.CallToolResult, note, error) {
	return nil, note{1, in.Title}, nil
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "note_ping"}, reply.OK[struct{}])
	mcp.AddTool(s, &mcp.Tool{Name: opCreate, Description: "Create a note."}, create)
	mcp.AddTool(s, &mcp.Tool{
		Name:        string(methodList),
		Description: fmt.Sprintf("List notes, at most %d of them, from %s or %q.", maxNotes, backends[0], backends[len(backends)-1]),
	}, func(ctx context.Context, req *mcp.CallToolRequest, in listArgs) (*mcp.CallToolResult, struct {
		Notes []note `json:"notes"`
	}, error) {
		panic("not called")
	})
	mcp.AddTool(s, &mcp.Tool{
		Name:        prefix + sep + strings.ToLower("DELETE"),
		Description: "Delete a note. " + "This cannot be undone; at most " + strconv.Itoa(maxNotes) + " notes an hour.",
	}, reply.OK[idArgs])
	mcp.AddTool(s, &mcp.Tool{Name: fmt.Sprintf("%s%sget", prefix, sep), Description: strings.Join([]string{
		"Get a note.",
		"Backends: " + strings.Join(backends, ", ") + ".",
	}, "\n")}, reply.Zero[idArgs, note])
	mcp.AddTool(s, &mcp.Tool{
		Name:        strings.ReplaceAll("note-move", "-", "_"),
		Description: strings.TrimSpace(longText),
	}, func(context.Context, *mcp.CallToolRequest, struct {
		ID     int64  `json:"id"`
		Folder string `json:"folder" jsonschema:"where to"`
	}) (*mcp.CallToolResult, any, error) {
		return reply.Text("moved"), nil, nil
	})
	addTexts(s)
}

func addTexts(s *mcp.Server) {
	name := string(methodSearch)
	text := "Search notes"
	text += " by words"
	text = text + "."
	mcp.AddTool(s, &mcp.Tool{Name: name, Description: text}, reply.OK[struct {
		Query string `json:"q" jsonschema:"words to look for"`
	}])
	fields := strings.Fields(" note  tag ")
	first, rest, _ := strings.Cut("tag:Tag a note", ":")
	mcp.AddTool(s, &mcp.Tool{
		Name:        strings.Join(append(fields[:1], first), sep),
		Description: rest + strings.Repeat("!", 3),
	}, reply.OK[idArgs])
	var b strings.Builder
	b.WriteString("Count notes.")
	for i, backend := range backends {
		fmt.Fprintf(&b, "\n%d. %s", i+1, strings.ToUpper(backend[:1])+backend[1:])
	}
	mcp.AddTool(s, &mcp.Tool{Name: "note_count", Description: b.String()}, reply.Zero[struct{}, map[string]int])
	mcp.AddTool(s, &mcp.Tool{
		Name:        strings.TrimPrefix("x-note_export", "x-"),
		Description: fmt.Sprint("Export ", maxNotes, " notes: ", true) + fmt.Sprintf(" %5.1f%% %v %+d %x", 12.34, []string{"a", "b"}, 7, 255),
	}, reply.OK[any])
}
