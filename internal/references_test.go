package internal

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// TestReferences checks that everything that comments and documents name exists:
// files, functions, types, fields, doc links and, in CONTRIBUTING.md, also commands
// and their flags.
func TestReferences(t *testing.T) {
	tr, err := readTree(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	if len(tr.sources) < 700 || len(tr.own) < 60 || len(tr.docs) < 30 {
		t.Fatalf("only %d files, %d packages and %d documents", len(tr.sources), len(tr.own), len(tr.docs))
	}
	for _, p := range tr.problems() {
		t.Error(p)
	}
}

// TestBrokenReferences checks that TestReferences finds broken references.
func TestBrokenReferences(t *testing.T) {
	tr, err := readTree(fstest.MapFS{
		"a/a.go": {Data: []byte("// Package a uses [Thing.Name], [Thing.Size], [Old] and a.go, not gone.go.\n" +
			"//\n// See a.Thing.Name, a.Gone and oldName.\npackage a\n\n" +
			"// Thing has a Name.\ntype Thing struct{ Name string }\n\n" +
			"// before was renamed. It calls after(), not during().\nfunc after() {}\n")},
		"a/b/b.go": {Data: []byte("package b\n\nimport \"m/a\"\n\n// T is a [Thing].\ntype T = a.Thing\n\n// See [T.Name] and [T.Size].\nvar _ = 1\n")},
		"CONTRIBUTING.md": {Data: []byte("Read `a/a.go`, `a/<name>/b.go`, `a/c/`, `a.Thing` and `a.Size`.\n\n" +
			"```sh\ngo run ./a -flag\ngo run ./d\ngo test ./a -run TestGone -bench Gone -timeout 1m\n```\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := tr.problems()
	want := []string{
		"CONTRIBUTING.md: ./a has no flag -flag",
		"CONTRIBUTING.md: no benchmark is called Gone",
		"CONTRIBUTING.md: no file a/c",
		"CONTRIBUTING.md: no file d",
		"CONTRIBUTING.md: no package a with Size",
		"CONTRIBUTING.md: nothing is called TestGone",
		"a/a.go:10: the comment of after begins with before",
		"a/a.go:1: no file gone.go",
		"a/a.go:1: no symbol for the link [Old]",
		"a/a.go:1: no symbol for the link [Thing.Size]",
		"a/a.go:3: no package a with Gone",
		"a/a.go:3: nothing is called oldName",
		"a/a.go:9: nothing is called during",
		"a/b/b.go:5: no symbol for the link [Thing]",
		"a/b/b.go:8: no symbol for the link [T.Size]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func (tr *tree) problems() []string {
	var out []string
	for _, s := range tr.sources {
		out = append(out, tr.inSource(s)...)
	}
	for name, text := range tr.docs {
		out = append(out, tr.inDocument(name, text)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var (
	fileName  = regexp.MustCompile(`[\w.*-]*[\w*](?:/[\w.*-]+)*\.(?:go|txtar|md|sh)\b`)
	qualified = regexp.MustCompile(`\b([a-z][a-z0-9]*)\.([A-Z]\w*(?:\.[A-Z]\w*)?)\b(?:\.\.\.)?`)
	camel     = regexp.MustCompile(`\b([a-z]{2,}[A-Z][A-Za-z0-9]*)\b|\b(\w+)\(\)`)
)

// inSource returns the broken references in the comments of a file.
func (tr *tree) inSource(s *source) []string {
	var out []string
	report := func(pos token.Pos, format string, args ...any) {
		at := s.fset.Position(pos)
		out = append(out, fmt.Sprintf("%s:%d: %s", at.Filename, at.Line, fmt.Sprintf(format, args...)))
	}
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && !strings.Contains(s.path, "testdata/") && !strings.HasPrefix(f.Name.Name, "Example") {
			if first := word.FindString(f.Doc.Text()); first != "" && first != f.Name.Name {
				report(f.Pos(), "the comment of %s begins with %s", f.Name.Name, first)
			}
		}
	}
	foreign := s.foreign()
	for _, g := range s.file.Comments {
		for _, c := range g.List {
			if !strings.HasPrefix(c.Text, "//go:") && !strings.HasPrefix(c.Text, "// want") {
				for _, problem := range tr.inText(path.Dir(s.path), c.Text, foreign) {
					report(c.Pos(), "%s", problem)
				}
			}
		}
		for _, sym := range links(g.Text()) {
			if !tr.has(s.scope, sym) {
				report(g.Pos(), "no symbol for the link [%s]", sym)
			}
		}
	}
	return out
}

// foreign returns the names of packages of other modules that a file imports.
func (s *source) foreign() map[string]bool {
	out := map[string]bool{}
	for _, imp := range s.file.Imports {
		p, _ := strconv.Unquote(imp.Path.Value)
		name := path.Base(p)
		if imp.Name != nil {
			name = imp.Name.Name
		}
		if !strings.HasPrefix(p, module) {
			out[name] = true
		}
	}
	return out
}

// inText returns the broken references in a text of the folder dir.
func (tr *tree) inText(dir, text string, foreign map[string]bool) []string {
	var out []string
	for _, f := range fileName.FindAllString(text, -1) {
		if !tr.isFile(dir, f) && !made[f] {
			out = append(out, "no file "+f)
		}
	}
	for _, m := range qualified.FindAllStringSubmatch(text, -1) {
		if !foreign[m[1]] && !strings.HasSuffix(m[0], "...") && !tr.isSymbol(m[1], m[2]) {
			out = append(out, fmt.Sprintf("no package %s with %s", m[1], m[2]))
		}
	}
	for _, m := range camel.FindAllStringSubmatch(text, -1) {
		if w := m[1] + m[2]; !tr.words[w] && w != "reflectSchema" { // of go-openai
			out = append(out, "nothing is called "+w)
		}
	}
	return out
}

// made are files that comments name and that do not exist in this tree.
var made = map[string]bool{
	"path/of/package/file.go":    true, // the form of a path
	"v0.4.2/jsonschema/infer.go": true, // of a library
	"weather.go":                 true, // a file of an example, which gets its name when it runs
	"tell.go":                    true, // see conformance/signature, which writes it when it runs
}

// links returns the names in the doc links of a comment.
func links(text string) []string {
	p := comment.Parser{LookupSym: func(_, name string) bool { return name != "" }}
	var out []string
	texts := func(ts []comment.Text) {
		for _, t := range ts {
			if l, ok := t.(*comment.DocLink); ok && l.ImportPath == "" {
				out = append(out, strings.TrimPrefix(l.Recv+"."+l.Name, "."))
			}
		}
	}
	var blocks func(bs []comment.Block)
	blocks = func(bs []comment.Block) {
		for _, b := range bs {
			switch b := b.(type) {
			case *comment.Paragraph:
				texts(b.Text)
			case *comment.List:
				for _, item := range b.Items {
					blocks(item.Content)
				}
			}
		}
	}
	blocks(p.Parse(text).Content)
	return out
}

var (
	span    = regexp.MustCompile("`([^`\n]+)`")
	holder  = regexp.MustCompile(`<\w+>`)
	fence   = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")
	testish = regexp.MustCompile(`\b(?:Test|Benchmark|Fuzz)[A-Z]\w*\b`)
)

// inDocument returns the broken references in a document. Documents for users also
// name files of the user's module, so it checks only names in folders that no user's
// module has.
func (tr *tree) inDocument(name, text string) []string {
	own := name == "CONTRIBUTING.md"
	var out []string
	for _, m := range span.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		file := strings.Trim(holder.ReplaceAllString(m[1], "*"), "./")
		top, _, deep := strings.Cut(file, "/")
		ours := own && tr.files[top] || top == "schemafacts" || top == "analyzers" || top == "testdata"
		if deep && ours && file != "tools/list" && !strings.ContainsAny(file, " {") && !tr.isFile(path.Dir(name), file) {
			out = append(out, "no file "+file)
		}
		if own {
			out = append(out, tr.inText(".", holder.ReplaceAllString(m[1], "*"), nil)...)
		}
	}
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		if own {
			out = append(out, tr.inCommands(m[1])...)
		}
	}
	for i, problem := range out {
		out[i] = name + ": " + problem
	}
	return out
}

var benches = regexp.MustCompile(` -bench ([A-Z]\w*)`)

var command = regexp.MustCompile(`\bgo (run|test|build)\b([^#&|]*)`)

// inCommands returns the mistakes in a listing of commands: each must run or test an
// existing package, with existing flags.
func (tr *tree) inCommands(listing string) []string {
	var out []string
	dir := "."
	for line := range strings.Lines(listing) {
		if _, to, ok := strings.Cut(line, "cd "); ok && strings.Fields(to)[0] != "DIR" {
			dir = strings.Fields(to)[0]
			if !tr.files[dir] {
				out = append(out, "no file "+dir)
			}
		}
		for _, m := range command.FindAllStringSubmatch(line, -1) {
			out = append(out, tr.inCommand(dir, m[1], strings.Fields(m[2]))...)
		}
		for _, t := range testish.FindAllString(line, -1) {
			if !tr.words[t] {
				out = append(out, "nothing is called "+t)
			}
		}
		for _, m := range benches.FindAllStringSubmatch(line, -1) {
			if !tr.words["Benchmark"+m[1]] {
				out = append(out, "no benchmark is called "+m[1])
			}
		}
	}
	return out
}

// inCommand returns the mistakes in one call of the go command.
func (tr *tree) inCommand(dir, verb string, args []string) []string {
	var out []string
	for _, a := range args {
		if a == "--" {
			break // the rest is another command
		}
		if strings.HasPrefix(a, ".") && !placeholder.MatchString(a) && !tr.files[path.Join(dir, strings.TrimSuffix(a, "/..."))] {
			out = append(out, "no file "+path.Join(dir, a))
		}
		flag, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if !strings.HasPrefix(a, "-") || goFlags[flag] {
			continue
		}
		pkg := args[slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, ".") })]
		if verb == "run" && !tr.literals[path.Join(dir, pkg)][flag] || verb == "test" && !tr.literals[""][flag] {
			out = append(out, fmt.Sprintf("%s has no flag -%s", pkg, flag))
		}
	}
	return out
}

// placeholder matches a name that the reader replaces.
var placeholder = regexp.MustCompile(`^\./path$|/[A-Z]+$`)

// goFlags are flags of the go command itself.
var goFlags = map[string]bool{"run": true, "bench": true, "timeout": true, "count": true, "o": true, "v": true}
