package snapshot

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// ownKeys are the keys of a snapshot that are not members of the tool.
var ownKeys = []string{formatKey, unresolvedKey, viewKey}

// memberPrefix is the prefix of the key of a member whose name is one of [ownKeys].
const memberPrefix = formatKey + ":"

// memberKey returns the key under which a snapshot keeps a member of the tool. A
// snapshot keeps every member, including those that MCP does not define, so a
// member can have the name of one of the snapshot's own keys.
func memberKey(name string) string {
	if slices.Contains(ownKeys, name) || strings.HasPrefix(name, memberPrefix) {
		return memberPrefix + name
	}
	return name
}

// Unwrap converts the document of a snapshot to a tool object, in place: it removes
// the snapshot's own keys and the prefixes of members. If doc is not a snapshot, it
// changes nothing and returns false.
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
