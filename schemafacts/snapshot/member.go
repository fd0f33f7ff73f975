package snapshot

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// ownKeys are the keys of a snapshot that are not members of the tool.
var ownKeys = []string{formatKey, unresolvedKey, viewKey}

// memberPrefix begins the key of a member whose name is one of [ownKeys].
const memberPrefix = formatKey + ":"

// memberKey returns the key that a snapshot has for a member of the tool. A
// snapshot keeps every member, including those that MCP does not define, so a
// member can have the name of one of the snapshot's own keys.
func memberKey(name string) string {
	if slices.Contains(ownKeys, name) || strings.HasPrefix(name, memberPrefix) {
		return memberPrefix + name
	}
	return name
}

// Unwrap makes the document of a snapshot a tool object. It removes the keys of
// the snapshot and gives the members their names. It reports false, and changes
// nothing, if doc is not a snapshot.
func Unwrap(doc *schema.Node) bool {
	if !doc.Has(formatKey) {
		return false
	}
	for _, key := range ownKeys {
		doc.Delete(key)
	}
	for i, m := range doc.Members {
		if name := strings.TrimPrefix(m.Name, memberPrefix); memberKey(name) == m.Name {
			doc.Members[i].Name = name
		}
	}
	return true
}
