package tools

import (
	"encoding/json"

	copilot "github.com/github/copilot-sdk/go"
)

// Print is how the tools of a session are sent.
func Print(v any) ([]byte, error) { return json.Marshal(sent{v.(*copilot.SessionConfig).Tools}) }

type sent struct {
	Tools []copilot.Tool `json:"tools"`
}
