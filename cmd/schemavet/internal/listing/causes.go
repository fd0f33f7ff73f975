package listing

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts"
)

// mayChange is the remark about an untraced tool.
const mayChange = "may be changed at run time"

// printCauses prints what may change tools at run time, each cause once. It reports
// whether that is said of all tools, so that their lines need no remark.
func (t *lister) printCauses(w io.Writer, indent string, tools []*schemafacts.Tool) bool {
	var causes []string
	n := 0
	for _, tool := range tools {
		if tool.Traced {
			continue
		}
		n++
		for _, c := range t.causes(tool) {
			if !slices.Contains(causes, c) {
				causes = append(causes, c)
			}
		}
	}
	all := n == len(tools)
	if n == 0 || len(causes) == 0 && (!all || n <= words.Few) {
		return false
	}
	text, sep := mayChange, ": "
	if !all {
		text = "some " + text
	}
	if len(causes) == 0 {
		sep = "; schemavet list --why TOOL shows where the trace ends"
	}
	if rest := len(causes) - words.Few; rest > 0 {
		causes = append(causes[:words.Few:words.Few], words.Count(rest, "other cause"))
	}
	if len(causes) > 1 {
		sep = ":\n" + indent + "  "
	}
	fmt.Fprintln(w, indent+text+sep+strings.Join(causes, "\n"+indent+"  "))
	return all
}

// causes returns what may change an untraced tool, and where, as far as that is known.
func (t *lister) causes(tool *schemafacts.Tool) []string {
	hops := tool.Between
	for _, h := range tool.Hops {
		if strings.HasPrefix(h.Text, "passed to a hook") {
			hops = append(slices.Clone(hops), h)
		}
	}
	var out []string
	for _, h := range hops {
		text, at, elsewhere := strings.Cut(h.Text, ", at ")
		if elsewhere { // in another package
			at = t.Place(at)
		} else {
			at = t.At(h.Pos)
		}
		out = append(out, quote.Text(text+" ("+at+")"))
	}
	return out
}
