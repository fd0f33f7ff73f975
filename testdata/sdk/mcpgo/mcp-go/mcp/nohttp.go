//go:build nohttp

package mcp

// header replaces http.Header in fixtures that do not import net/http, which itself
// imports more packages than all the rest of a fixture.
type header = map[string][]string
