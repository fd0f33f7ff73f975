//go:build !nohttp

package server

import "net/http"

// ServeHTTP handles a request.
func (s *StreamableHTTPServer) ServeHTTP(w http.ResponseWriter, r *http.Request) { panic("stub") }
