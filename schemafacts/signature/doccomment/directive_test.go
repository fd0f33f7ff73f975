package doccomment

import (
	"fmt"
	"strings"
	"testing"
)

func lines(src []byte) []string {
	return strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")
}

// showKeys returns keys as text, each with the source text to which it refers.
func showKeys(b *strings.Builder, line string, keys []Key) {
	for _, k := range keys {
		fmt.Fprintf(b, "\t%s=%q at %s\n", k.Name, k.Value, line[k.Offset:k.End])
	}
}

func showProblems(b *strings.Builder, lines []string, problems []Problem) {
	for _, p := range problems {
		fmt.Fprintf(b, "\tproblem at %d-%d %s: %s\n", p.Offset, p.End, lines[p.Line][p.Offset:p.End], p.Message)
	}
}

// TestDirectives reads each paragraph of a fixture as a comment.
func TestDirectives(t *testing.T) {
	golden(t, "testdata/directive/*.txtar", func(t *testing.T, src []byte) string {
		var b strings.Builder
		for comment := range strings.SplitSeq(strings.TrimSpace(string(src)), "\n\n") {
			list := lines([]byte(comment))
			fmt.Fprintln(&b, list[0])
			got, problems := Directives(list)
			for _, d := range got {
				fmt.Fprintf(&b, "\t%d %s %q at %s\n", d.Line, d.Verb, d.Arg, list[d.Line][d.Offset:])
				showKeys(&b, list[d.Line], d.Keys)
			}
			showProblems(&b, list, problems)
		}
		return b.String()
	})
}

// TestParseKeys reads each line of a fixture as a tag.
func TestParseKeys(t *testing.T) {
	golden(t, "testdata/keys/*.txtar", func(t *testing.T, src []byte) string {
		var b strings.Builder
		for _, line := range lines(src) {
			fmt.Fprintln(&b, line)
			keys, problems := ParseKeys(line)
			showKeys(&b, line, keys)
			showProblems(&b, []string{line}, problems)
		}
		return b.String()
	})
}
