package says

import (
	"fmt"
	"strings"
)

// maxTools is how many tools a message names.
const maxTools = 3

// Tools names tools, as in `tool "a"`, or `tools "a", "b", "c" and 2 more`.
func Tools(names []string) string {
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, fmt.Sprintf("%q", name))
	}
	switch n := len(quoted); {
	case n == 1:
		return "tool " + quoted[0]
	case n > maxTools:
		return fmt.Sprintf("tools %s and %d more", strings.Join(quoted[:maxTools], ", "), n-maxTools)
	default:
		return fmt.Sprintf("tools %s and %s", strings.Join(quoted[:n-1], ", "), quoted[n-1])
	}
}
