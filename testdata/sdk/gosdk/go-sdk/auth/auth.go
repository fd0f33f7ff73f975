// Package auth is a stub of the SDK's auth package.
package auth

import "time"

// TokenInfo describes a bearer token.
type TokenInfo struct {
	Scopes     []string
	Expiration time.Time
	UserID     string
	Extra      map[string]any
}
