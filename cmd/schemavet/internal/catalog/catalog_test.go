package catalog

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// unknown represents an unresolved part in testdata.
const unknown = "<unknown>"

// source reads a tool from testdata. The file's name contains the names of the
// package and the tool, and its content is the tool as a server lists it.
func source(t *testing.T, f txtar.File) Source {
	t.Helper()
	doc, err := schema.Parse(f.Data)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	doc.Walk(func(path string, n *schema.Node) bool {
		for i, m := range n.Members {
			if m.Value.StringValue() == unknown {
				n.Members[i].Value = schema.NewUnresolved("result of os.Getenv, which is not followed", 0)
			}
		}
		return true
	})
	return Source{
		Doc: doc, Name: doc.Get("name").StringValue(), Package: "example.com/app/" + filepath.Dir(f.Name), Place: f.Name + ":1",
		Untraced: strings.Contains(f.Name, "untraced"), Conditional: strings.Contains(f.Name, "conditional"),
	}
}

// TestGolden shows the tools of each archive in Markdown and in HTML.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var tools []Source
			old := map[string]string{}
			given := &txtar.Archive{Comment: ar.Comment}
			for _, f := range ar.Files {
				if strings.HasSuffix(f.Name, ".json") {
					tools = append(tools, source(t, f))
					given.Files = append(given.Files, f)
				} else {
					old[f.Name] = string(f.Data)
				}
			}
			c := New("Example", tools)
			pages, err := c.Pages()
			if err != nil {
				t.Fatal(err)
			}
			delete(pages, "style.css")
			pages["tools.md"] = []byte(c.Markdown(2))
			for _, name := range slices.Sorted(maps.Keys(pages)) {
				if !*update && old[name] != string(pages[name]) {
					t.Errorf("%s: got\n%s\nwant\n%s", name, pages[name], old[name])
				}
				given.Files = append(given.Files, txtar.File{Name: name, Data: pages[name]})
			}
			for name := range old {
				if !*update && pages[name] == nil {
					t.Errorf("%s is not written", name)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(given), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestEscaping checks that no text of a tool becomes markup.
func TestEscaping(t *testing.T) {
	evil := "a | b\n# c <script>alert(1)</script> " + end + "\n```\n"
	doc := schema.NewObject()
	for _, name := range []string{"name", "title", "description"} {
		doc.Set(name, schema.NewString(evil))
	}
	p := schema.NewObject()
	p.Set("type", schema.NewString(evil))
	p.Set("description", schema.NewString(evil))
	p.Set("enum", schema.NewStrings(evil))
	props, in := schema.NewObject(), schema.NewObject()
	props.Set(evil, p)
	in.Set("properties", props)
	doc.Set("inputSchema", in)
	c := New(evil, []Source{{Doc: doc, Name: evil, Package: evil, Place: evil}})
	md := c.Markdown(2)
	for line := range strings.Lines(md) {
		if strings.TrimSpace(line) == end || strings.HasPrefix(line, "# ") {
			t.Errorf("Markdown has the line %q", line)
		}
		if strings.HasPrefix(line, `\# c`) && strings.Contains(strings.ReplaceAll(line, `\<`, ""), "<") {
			t.Errorf("HTML in a description: %q", line)
		}
		if strings.HasPrefix(line, "| ") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 4 {
			t.Errorf("a row has another number of cells: %q", line)
		}
	}
	text := "<!-- schemavet:tools -->\n" + end + "\nafter\n"
	render := func([]string, int) (string, error) { return md, nil }
	once, err := Fill(text, render)
	if err != nil {
		t.Fatal(err)
	}
	if twice, err := Fill(once, render); err != nil || twice != once {
		t.Errorf("written twice: %v\n%s\nonce:\n%s", err, twice, once)
	}
	pages, err := c.Pages()
	if err != nil {
		t.Fatal(err)
	}
	for name, page := range pages {
		if strings.Contains(strings.Replace(string(page), `<script src="filter.js" defer></script>`, "", 1), "<script") {
			t.Errorf("%s has a script:\n%s", name, page)
		}
		if strings.ContainsAny(name, "/\\<> \n") {
			t.Errorf("page %q", name)
		}
	}
}

func TestFill(t *testing.T) {
	tools := []Source{
		{Doc: schema.NewObject(), Name: "one", Package: "example.com/a"},
		{Doc: schema.NewObject(), Name: "two", Package: "example.com/a/b"},
		{Doc: schema.NewObject(), Name: "three", Package: "example.com/ab"},
	}
	render := func(patterns []string, level int) (string, error) {
		some, err := Only(tools, patterns)
		var out strings.Builder
		out.WriteString(heading(level))
		for _, s := range some {
			out.WriteString(" " + s.Name)
		}
		return out.String() + "\n", err
	}
	const b, e, n = "<!-- schemavet:tools -->\n", "<!-- schemavet:end -->\n", notice + "\n\n"
	for _, c := range []struct{ name, text, want, err string }{
		{"empty", b + e, b + n + "## one two three\n\n" + e, ""},
		{"old text", "# T\n" + b + "old\n### x\n" + e + "rest", "# T\n" + b + n + "## one two three\n\n" + e + "rest", ""},
		{"level", "# T\n## U\n" + b + e, "# T\n## U\n" + b + n + "### one two three\n\n" + e, ""},
		{"a package", "<!-- schemavet:tools example.com/a -->\n" + e, "<!-- schemavet:tools example.com/a -->\n" + n + "## one\n\n" + e, ""},
		{"a tree", "<!-- schemavet:tools example.com/a/... -->\n" + e, "<!-- schemavet:tools example.com/a/... -->\n" + n + "## one two\n\n" + e, ""},
		{"two", b + e + b + e, b + n + "## one two three\n\n" + e + b + n + "## one two three\n\n" + e, ""},
		{"in code", "```\n" + b + e + "```\n" + b + e, "```\n" + b + e + "```\n" + b + n + "## one two three\n\n" + e, ""},
		{"other fences", "~~~\n```\n" + b + e + "~~~\n" + b + e, "~~~\n```\n" + b + e + "~~~\n" + b + n + "## one two three\n\n" + e, ""},
		{"a longer fence", "````\n```\n" + b + e + "```\n    ````\n" + b + e + "````` \n" + b + e,
			"````\n```\n" + b + e + "```\n    ````\n" + b + e + "````` \n" + b + n + "## one two three\n\n" + e, ""},
		{"a fence with words ends no block", "```\n``` x\n" + b + e + "```\n" + b + e, "```\n``` x\n" + b + e + "```\n" + b + n + "## one two three\n\n" + e, ""},
		{"code in a line", "```a``` b\n" + b + e, "```a``` b\n" + b + n + "## one two three\n\n" + e, ""},
		{"in a list", "10. ```\n    a\n    ```\n" + b + e, "10. ```\n    a\n    ```\n" + b + n + "## one two three\n\n" + e, ""},
		{"indented code", "a\n\n    " + b + "    x\n    " + e + "\n" + b + e, "a\n\n    " + b + "    x\n    " + e + "\n" + b + n + "## one two three\n\n" + e, ""},
		{"a tab", "\t" + b + "\t" + e + b + e, "\t" + b + "\t" + e + b + n + "## one two three\n\n" + e, ""},
		{"only a sample", "~~~\n" + b + e + "~~~\n", "", "no line <!-- schemavet:tools -->; add it and <!-- schemavet:end --> where the tools belong"},
		{"CRLF", "a\r\n" + strings.TrimSpace(b) + "\r\n" + strings.TrimSpace(e) + "\r\n",
			strings.ReplaceAll("a\n"+b+n+"## one two three\n\n"+e, "\n", "\r\n"), ""},
		{"no marks", "a\n", "", "no line <!-- schemavet:tools -->; add it and <!-- schemavet:end --> where the tools belong"},
		{"no end", "a\n" + b + "c\n", "", "line 2: the mark has no <!-- schemavet:end -->"},
		{"begin in tools", b + b + e, "", "line 2: the mark in line 1 has no <!-- schemavet:end -->"},
		{"end only", "a\n" + e, "", "line 2: <!-- schemavet:end --> without <!-- schemavet:tools -->"},
		{"unclosed", "<!-- schemavet:tools\n" + e, "", "line 1: want <!-- schemavet:tools -->, or import paths before -->"},
		{"no package", "<!-- schemavet:tools example.com/x -->\n" + e, "", "line 1: no tools in package example.com/x; want an import path; append /... to include the packages below it"},
	} {
		got, err := Fill(c.text, render)
		msg := ""
		if err != nil {
			msg = err.Error()
		}
		if got != c.want || msg != c.err {
			t.Errorf("%s: got %q, %q\nwant %q, %q", c.name, got, msg, c.want, c.err)
		}
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	c := New("Example", []Source{
		{Doc: schema.NewObject(), Name: "get", Package: "a"},
		{Doc: schema.NewObject(), Name: "GET", Package: "a"},
		{Doc: schema.NewObject(), Name: "g/t", Package: "b"},
	})
	write := func(c *Catalog) []string {
		t.Helper()
		pages, err := c.Pages()
		if err != nil {
			t.Fatal(err)
		}
		if err := Write(dir, pages); err != nil {
			t.Fatal(err)
		}
		if stale, err := Stale(dir, pages); err != nil || len(stale) > 0 {
			t.Errorf("stale after writing: %q, %v", stale, err)
		}
		var names []string
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	if got, want := write(c), []string{"filter.js", "index.html", "style.css", "tool-GET.html", "tool-g_t.html", "tool-get~2.html"}; !slices.Equal(got, want) {
		t.Errorf("wrote %q, want %q", got, want)
	}
	for _, name := range []string{"tool-mine.html", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := write(New("Example", nil)), []string{"filter.js", "index.html", "notes.txt", "style.css", "tool-mine.html"}; !slices.Equal(got, want) {
		t.Errorf("left %q, want %q", got, want)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("<html>mine</html>"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, map[string][]byte{"index.html": nil}); err == nil {
		t.Error("an index of somebody else was overwritten")
	}
}
