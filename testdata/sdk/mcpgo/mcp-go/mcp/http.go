//go:build !nohttp

package mcp

import "net/http"

// header is the type of the fields of http.Header.
type header = http.Header
