// Package baseline reads and writes the findings of an existing code base that
// the user does not want to fix now. It identifies them by fingerprint, so lines
// may move.
//
// The file has a line for each finding: the fingerprint, and for human readers
// the rule and the message.
package baseline

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/safefile"
)

// Name is the usual name of the baseline file, in the root of the module.
const Name = ".schemavet-baseline.txt"

const header = `# Findings that schemavet check leaves alone, by fingerprint.
# schemavet check --baseline prune drops the lines of findings that are fixed.
`

// Baseline is the set of findings in a baseline file, which a run does not report.
type Baseline struct {
	lines []string // in the file's order, without comments
}

var fingerprint = regexp.MustCompile(`^[0-9a-f]{12}$`)

// Read reads a baseline file. A file that does not exist gives an empty baseline.
func Read(file string) (*Baseline, error) {
	data, err := safefile.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &Baseline{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: reading baseline: %v", file, safefile.Reason(err))
	}
	return Parse(file, data)
}

// Parse parses the contents of a baseline file.
func Parse(file string, data []byte) (*Baseline, error) {
	b := &Baseline{}
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !fingerprint.MatchString(print(line)) {
			return nil, fmt.Errorf("%s:%d: the line does not begin with a fingerprint, which is 12 hexadecimal digits; schemavet check --baseline write rewrites the file", file, n)
		}
		b.lines = append(b.lines, line)
	}
	return b, nil
}

func print(line string) string {
	fp, _, _ := strings.Cut(line, " ")
	return fp
}

// Of returns a baseline that contains the given findings.
func Of(found []finding.Finding) *Baseline {
	b := &Baseline{}
	for _, f := range found {
		b.lines = append(b.lines, fmt.Sprintf("%s %s %s: %s", f.Fingerprint, f.ID(), quote.Text(f.File), quote.Text(strings.Join(strings.Fields(f.Text), " "))))
	}
	return b
}

// Len returns the number of findings in the baseline.
func (b *Baseline) Len() int { return len(b.lines) }

// Apply returns the findings that are not in the baseline, and the number of its
// lines whose findings are fixed.
func (b *Baseline) Apply(found []finding.Finding) (left []finding.Finding, fixed int) {
	known := map[string]bool{}
	for _, line := range b.lines {
		known[print(line)] = true
	}
	met := map[string]bool{}
	for _, f := range found {
		if known[f.Fingerprint] {
			met[f.Fingerprint] = true
		} else {
			left = append(left, f)
		}
	}
	return left, len(known) - len(met)
}

// Prune returns the baseline without the lines whose findings are fixed.
func (b *Baseline) Prune(found []finding.Finding) *Baseline {
	return &Baseline{slices.DeleteFunc(slices.Clone(b.lines), func(line string) bool {
		return !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Fingerprint == print(line) })
	})}
}

// Write writes the file, sorted by rule and position. If the baseline is empty, it
// removes the file.
func (b *Baseline) Write(file string) error {
	if len(b.lines) == 0 {
		if err := safefile.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing baseline: %w", err)
		}
		return nil
	}
	lines := slices.Clone(b.lines)
	slices.SortFunc(lines, func(x, y string) int {
		_, xs, _ := strings.Cut(x, " ")
		_, ys, _ := strings.Cut(y, " ")
		return strings.Compare(xs+x, ys+y)
	})
	var out bytes.Buffer
	out.WriteString(header)
	for _, line := range slices.Compact(lines) {
		fmt.Fprintln(&out, line)
	}
	return safefile.Write(file, out.Bytes())
}
