package runner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
)

// Binary returns the absolute path of the schemavet to test. If binary is empty, it builds
// one in tmp from the repository; the current directory is that of a conformance module.
func Binary(binary, tmp string) (string, error) {
	if binary != "" {
		return filepath.Abs(binary)
	}
	binary = filepath.Join(tmp, "schemavet")
	build := exec.Command("go", "build", "-o", binary, "./cmd/schemavet")
	build.Dir = filepath.Join("..", "..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building schemavet: %w\n%s", err, out)
	}
	return binary, nil
}

// Output runs a program in a folder and returns what it prints, also if it fails.
func Output(dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return stdout.Bytes(), fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, stderr.Bytes())
	}
	return stdout.Bytes(), nil
}

// Derive returns the tools that schemavet derives from the packages that match a pattern
// in a folder.
func Derive(dir string, env []string, binary, pattern string) ([]Tool, error) {
	out, err := Output(dir, env, binary, "list", "--json", pattern)
	if err != nil {
		return nil, err
	}
	var derived struct{ Tools []Tool }
	if err := json.Unmarshal(out, &derived); err != nil {
		return nil, fmt.Errorf("reading what schemavet list prints: %w", err)
	}
	return derived.Tools, nil
}

// A Report prints results: remarks at once, figures as a table at the end.
type Report struct {
	w       io.Writer
	table   *tabwriter.Writer
	verbose bool
}

// NewReport returns a report on stdout. The title names what is compared. If verbose is
// set, the report shows all remarks, with both sides of each difference.
func NewReport(title string, verbose bool) *Report {
	r := &Report{w: os.Stdout, table: tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0), verbose: verbose}
	fmt.Fprintln(r.table, title+"\ttools\texact\tbytes\tpartial\twrong\tmissing\textra\trefused\ttime")
	return r
}

// Add reports the result of one version, which took the time since start. The name has
// a column for each column of the report's title.
func (r *Report) Add(name string, res *Result, start time.Time) {
	res.Explain(r.w, strings.ReplaceAll(name, "\t", "+"), r.verbose)
	fmt.Fprintf(r.table, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d/%d\t%.0fs\n", name, res.Tools, res.Exact, res.Bytes,
		res.Partial, res.Wrong, res.Missing, res.Extra, res.Agreed, res.Faults, time.Since(start).Seconds())
}

// Flush prints the table.
func (r *Report) Flush() error { return r.table.Flush() }
