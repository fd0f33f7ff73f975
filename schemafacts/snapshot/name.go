package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const ext = ".json"

var (
	safeName = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$`)
	unsafe   = regexp.MustCompile(`[^A-Za-z0-9_.-]`)
	// reserved are names that Windows gives to devices, with any extension.
	reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
	// variant is the suffix in the file name of the second and later tools of one
	// name.
	variant = regexp.MustCompile(`~[1-9][0-9]{0,3}$`)
)

// baseName returns the name of a tool's file without extension. crowded reports
// whether the name of another tool differs from name only in case.
func baseName(name string, crowded bool) string {
	if safeName.MatchString(name) && !strings.EqualFold(name+ext, ServerFile) && !reserved.MatchString(name) && (!crowded || name == strings.ToLower(name)) {
		return name
	}
	return hashedName(name)
}

func hashedName(name string) string {
	sum := sha256.Sum256([]byte(name))
	plain := unsafe.ReplaceAllString(name, "_")
	if len(plain) > 100 {
		plain = plain[:100]
	}
	if strings.HasPrefix(plain, ".") {
		plain = "_" + plain[1:]
	}
	return plain + "~" + hex.EncodeToString(sum[:4])
}

// named reports whether file is a valid file name for the snapshot of a tool called
// name.
func named(file, name string) bool {
	base := strings.TrimSuffix(file, ext)
	may := []string{hashedName(name)}
	if plain := baseName(name, false); plain == name {
		may = append(may, plain)
	}
	return slices.Contains(may, base) || slices.Contains(may, variant.ReplaceAllString(base, ""))
}

// FileNames returns the snapshot's file name for each tool of a package that can have
// one. Equal tools of one name share a file. Different tools of one name are numbered
// in the order of their contents.
func FileNames(tools []*tool.Tool) map[*tool.Tool]string {
	out := make(map[*tool.Tool]string, len(tools))
	for _, g := range group(tools) {
		for i, v := range g.variants {
			for _, t := range v.tools {
				out[t] = g.files[i]
			}
		}
	}
	return out
}

// toolGroup holds the tools of a package that have the same name.
type toolGroup struct {
	name     string
	variants []toolVariant // sorted by content
	files    []string      // file names, one for each variant
	// underivable are the tools that are not [Derivable].
	underivable []*tool.Tool
}

// toolVariant holds those tools of one name that are equal, so that they share a
// snapshot.
type toolVariant struct {
	data  []byte
	tools []*tool.Tool
}

// group returns the tools grouped by name, sorted by name.
func group(tools []*tool.Tool) []*toolGroup {
	byName := map[string]*toolGroup{}
	folded := map[string]int{}
	var groups []*toolGroup
	for _, t := range tools {
		g := byName[t.Name]
		if g == nil {
			g = &toolGroup{name: t.Name}
			byName[t.Name] = g
			groups = append(groups, g)
			folded[strings.ToLower(t.Name)]++
		}
		g.add(t)
	}
	slices.SortFunc(groups, func(a, b *toolGroup) int { return strings.Compare(a.name, b.name) })
	for _, g := range groups {
		slices.SortFunc(g.variants, func(a, b toolVariant) int { return bytes.Compare(a.data, b.data) })
		base := baseName(g.name, folded[strings.ToLower(g.name)] > 1)
		for i := range g.variants {
			file := base + ext
			if i > 0 {
				file = fmt.Sprintf("%s~%d%s", base, i+1, ext)
			}
			g.files = append(g.files, file)
		}
	}
	return groups
}

func (g *toolGroup) add(t *tool.Tool) {
	if !Derivable(t) {
		g.underivable = append(g.underivable, t)
		return
	}
	data := Encode(t)
	for i := range g.variants {
		if bytes.Equal(g.variants[i].data, data) {
			g.variants[i].tools = append(g.variants[i].tools, t)
			return
		}
	}
	g.variants = append(g.variants, toolVariant{data, []*tool.Tool{t}})
}

// Derivable reports whether a snapshot can be written for a tool: at least its name is
// known. What else is not known is listed in the snapshot.
func Derivable(t *tool.Tool) bool {
	return t.Doc != nil && t.Doc.Kind == schema.Object && Unwritable(t) == ""
}

// Unwritable returns the reason why a tool cannot have a snapshot, or "" if it can.
func Unwritable(t *tool.Tool) string {
	switch name := UnwritableName(t.Name); {
	case name != "":
		return name
	case deeper(t.Doc, maxDepth-1):
		return fmt.Sprintf("its schema is nested more than %d deep", maxDepth)
	case atMost(t.Doc, 1) > safefile.Limit && len(Encode(t)) > safefile.Limit:
		return fmt.Sprintf("it would be larger than %d MB", safefile.Limit>>20)
	}
	return ""
}

// atMost returns a size that the snapshot of a node at this depth does not exceed: every
// byte may be escaped, and every value may be on its own line.
func atMost(n *schema.Node, depth int) int {
	if n == nil {
		return 0
	}
	size := 6*len(n.Text) + 2*depth + 64
	for _, e := range n.Elems {
		size += atMost(e, depth+1)
	}
	members := n.Members
	if n.Partial != nil {
		size += 6 * len(n.Partial.Reason)
		members = slices.Concat(members, n.Partial.Perhaps)
	}
	for _, m := range members {
		size += 6*len(m.Name) + atMost(m.Value, depth+1)
	}
	return size
}

// UnwritableName returns the reason why a tool called name cannot have a snapshot, or
// "" if it can.
func UnwritableName(name string) string {
	switch {
	case name == "":
		return "its name is empty"
	case !utf8.ValidString(name):
		return "its name is not valid UTF-8"
	}
	return ""
}

// deeper reports whether objects and arrays are nested more than limit deep.
func deeper(n *schema.Node, limit int) bool {
	if n == nil || n.Kind != schema.Object && n.Kind != schema.Array {
		return false
	}
	if limit == 0 {
		return true
	}
	return slices.ContainsFunc(n.Elems, func(e *schema.Node) bool { return deeper(e, limit-1) }) ||
		slices.ContainsFunc(n.Members, func(m schema.Member) bool { return deeper(m.Value, limit-1) })
}
