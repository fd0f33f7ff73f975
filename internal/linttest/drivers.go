package linttest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"

	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/rulebook"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// finding is a diagnostic.
type finding struct {
	file         string // relative to the module
	line, column int
	analyzer     string
	message      string
}

// fact is a fact of the package or object that is declared on a line.
type fact struct {
	file string
	line int
	name string
	text string
}

// results are the results of a run in process.
type results struct {
	findings []finding
	facts    []fact
	edits    map[string][]edit // by file
	// program are the tools that the module's packages have together.
	program []byte
}

// edit is a replacement of bytes in a file.
type edit struct {
	from, to int
	text     string
}

// lines formats findings for a comparison.
func lines(list []finding) []string {
	var out []string
	for _, f := range list {
		out = append(out, fmt.Sprintf("%s:%d:%d: %s: %s", f.file, f.line, f.column, f.analyzer, f.message))
	}
	return out
}

// runDirect loads the module in dir and runs the analyzers in this process, as
// the command does, with build tags that are separated by commas.
func runDirect(dir, tags string) (*results, error) {
	cfg := load.Config{Dir: dir, Tags: tags}
	cfg.SDKs, cfg.Read = schemafacts.SDKPackages()
	prog, err := load.Load(cfg)
	if err != nil {
		return nil, err
	}
	if len(prog.Errors) > 0 {
		return nil, errors.New(load.Tidy(prog.Errors[0], dir))
	}
	analyzers, err := analyzersFor(dir, schemafacts.Analyzer)
	if err != nil {
		return nil, err
	}
	graph, err := checker.Analyze(analyzers, prog.Roots, nil)
	if err != nil {
		return nil, err
	}
	res := &results{edits: map[string][]edit{}}
	place := func(pos token.Pos) (string, token.Position) {
		p := prog.Fset.Position(pos)
		return load.SlashPath(dir, p.Filename), p
	}
	var pkgs []schemafacts.Package
	for act := range graph.All() {
		if act.Err != nil {
			return nil, fmt.Errorf("%s: %s: %w", act.Package.PkgPath, act.Analyzer.Name, act.Err)
		}
		if act.Analyzer.Name == schemafacts.Analyzer.Name && slices.Contains(prog.Roots, act.Package) {
			collectFacts(res, act, place)
		}
		if facts, ok := act.Result.(*schemafacts.Result); ok && slices.Contains(prog.Roots, act.Package) {
			pkgs = append(pkgs, schemafacts.Package{Path: act.Package.PkgPath, Files: act.Package.GoFiles, Result: facts})
		}
	}
	slices.SortFunc(pkgs, func(a, b schemafacts.Package) int { return cmp.Compare(a.Path, b.Path) })
	res.program = programJSON(schemafacts.Views(prog.Fset, pkgs), place)
	for _, act := range graph.Roots {
		for _, d := range act.Diagnostics {
			file, p := place(d.Pos)
			res.findings = append(res.findings, finding{file, p.Line, p.Column, act.Analyzer.Name, d.Message})
			if !rulebook.Explains(act.Analyzer.Name, d.Category) {
				return nil, fmt.Errorf("%s:%d: internal/rulebook/rules.txt does not explain %s %s", file, p.Line, act.Analyzer.Name, d.Category)
			}
			if err := fixable(prog.Fset, d); err != nil {
				return nil, fmt.Errorf("%s:%d: %s: %w", file, p.Line, act.Analyzer.Name, err)
			}
			if len(d.SuggestedFixes) > 0 {
				collectEdits(res, prog.Fset, d.SuggestedFixes[0], place)
			}
		}
	}
	return res, nil
}

func collectFacts(res *results, act *checker.Action, place func(token.Pos) (string, token.Position)) {
	for _, f := range act.AllPackageFacts() {
		if f.Package == act.Package.Types && len(act.Package.Syntax) > 0 {
			for _, s := range act.Package.Syntax {
				file, p := place(s.Package)
				res.facts = append(res.facts, fact{file, p.Line, f.Package.Name(), fmt.Sprint(f.Fact)})
			}
		}
	}
	for _, f := range act.AllObjectFacts() {
		if f.Object.Pkg() == act.Package.Types {
			file, p := place(f.Object.Pos())
			res.facts = append(res.facts, fact{file, p.Line, f.Object.Name(), fmt.Sprint(f.Fact)})
		}
	}
}

// fixable returns an error if some driver cannot apply the suggested fixes of a
// diagnostic. golangci-lint applies all fixes of a diagnostic, and only the edits in
// the diagnostic's own file.
func fixable(fset *token.FileSet, d analysis.Diagnostic) error {
	if len(d.SuggestedFixes) > 1 {
		return fmt.Errorf("%d suggested fixes, want one at most", len(d.SuggestedFixes))
	}
	for _, fix := range d.SuggestedFixes {
		for _, e := range fix.TextEdits {
			if fset.File(e.Pos) != fset.File(d.Pos) {
				return fmt.Errorf("the fix %q edits another file, %s", fix.Message, fset.Position(e.Pos).Filename)
			}
		}
	}
	return nil
}

func collectEdits(res *results, fset *token.FileSet, fix analysis.SuggestedFix, place func(token.Pos) (string, token.Position)) {
	for _, e := range fix.TextEdits {
		file, from := place(e.Pos)
		to := from
		if e.End.IsValid() {
			to = fset.Position(e.End)
		}
		res.edits[file] = append(res.edits[file], edit{from.Offset, to.Offset, string(e.NewText)})
	}
}

// applyFixes returns the contents of a file with edits applied. Equal edits are
// applied once; other edits must not overlap.
func applyFixes(name string, edits []edit) ([]byte, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.text, b.text))
	})
	var out []byte
	last := 0
	for _, e := range slices.Compact(edits) {
		if e.from < last {
			return nil, fmt.Errorf("suggested fixes overlap at offset %d", e.from)
		}
		out = append(append(out, src[last:e.from]...), e.text...)
		last = e.to
	}
	return format.Source(append(out, src[last:]...))
}

// runVet runs this test binary as the tool of go vet.
func runVet(dir string) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "vet", "-vettool="+self, "-json", "./...")
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	return parseVet(dir, slices.Concat(stdout.Bytes(), stderr.Bytes()))
}

// vetComment matches the lines with which go vet names packages.
var vetComment = regexp.MustCompile(`(?m)^#.*$`)

// parseVet returns the diagnostics in the output of go vet in the form of lines. The
// output has one JSON object for each package, with its diagnostics by analyzer.
func parseVet(dir string, out []byte) (list []string, err error) {
	dec := json.NewDecoder(bytes.NewReader(vetComment.ReplaceAll(out, nil)))
	for {
		var tree map[string]map[string][]struct{ Posn, Message string }
		if err := dec.Decode(&tree); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("%w in\n%s", err, out)
		}
		for _, checks := range tree {
			for name, found := range checks {
				for _, d := range found {
					list = append(list, fmt.Sprintf("%s: %s: %s", load.SlashPath(dir, d.Posn), name, d.Message))
				}
			}
		}
	}
}
