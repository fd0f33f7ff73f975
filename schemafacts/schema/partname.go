package schema

import (
	"fmt"
	"strings"
)

// PartName returns the name of the part of a tool at a JSON pointer for messages, such as
// description of input property "days".
func PartName(pointer string) string {
	keys := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i := range keys {
		keys[i] = UnescapeToken(keys[i])
	}
	side := map[string]string{"inputSchema": "input", "outputSchema": "output"}[keys[0]]
	switch {
	case pointer == "":
		return "members of the tool"
	case side == "" && keys[0] == "annotations" && len(keys) == 2:
		return keys[1]
	case side == "" && len(keys) == 1:
		return keys[0]
	case side == "":
		return pointer
	case len(keys) == 1:
		return "the " + side + " schema"
	}
	var names []string
	rest := keys[1:]
	for len(rest) > 1 && rest[0] == "properties" {
		names, rest = append(names, rest[1]), rest[2:]
	}
	of := "the " + side + " schema"
	if len(names) > 0 {
		of = fmt.Sprintf("%s property %q", side, strings.Join(names, "."))
	}
	if len(rest) > 0 {
		of = strings.Join(rest, ".") + " of " + of
	}
	return of
}
