package eval_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/internal/slow"
	"golang.org/x/tools/txtar"
)

// combinedPrograms returns a program for each way to store a pointer and each way to write
// through what it is stored in; see testdata/differ/combine/parts.txtar. Random programs seldom
// have two such parts that belong together.
func combinedPrograms(t *testing.T) []*dprogram {
	ar, err := txtar.ParseFile("testdata/differ/combine/parts.txtar")
	if err != nil {
		t.Fatal(err)
	}
	decls, writes := "", map[string][][2]string{} // the name and text of writes, by kind
	var out []*dprogram
	for _, f := range ar.Files {
		if part := strings.Split(f.Name, "/"); part[0] == "write" {
			for _, kind := range part[2] {
				writes[string(kind)] = append(writes[string(kind)], [2]string{part[1], string(f.Data)})
			}
		}
	}
	for _, f := range ar.Files {
		part := strings.Split(f.Name, "/")
		switch {
		case f.Name == "decls.go":
			decls = string(f.Data)
		case part[0] == "store":
			holder := map[string]string{"m": "m", "l": "l", "a": "l", "b": "b", "x": "b"}[part[2]]
			for _, w := range writes[part[2]] {
				body := string(f.Data) + regexp.MustCompile(`\bX\b`).ReplaceAllString(w[1], holder)
				out = append(out, combined(part[1]+" "+w[0], decls, `
	p, apart := &N{S: "mine"}, &N{S: "mine"}
`+body+`	emit("p", *p)
	emit("apart", *apart)
`))
			}
		}
	}
	return out
}

// nestedPrograms returns n programs in which two statements are nested, with changes of variables
// in and beside them; see testdata/differ/combine/nested.txtar.
func nestedPrograms(t *testing.T, n int) []*dprogram {
	ar, err := txtar.ParseFile("testdata/differ/combine/nested.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range ar.Files {
		files[f.Name] = string(f.Data)
	}
	r := rand.New(rand.NewPCG(*differSeed, 1))
	names := 0
	pick := func(file string) string {
		lines := strings.Split(strings.TrimSpace(files[file]), "\n")
		return lines[r.IntN(len(lines))]
	}
	change := func() string { return "{ " + pick("change") + " }; " }
	around := func(body string) string {
		names++
		return "{ " + strings.NewReplacer("#", fmt.Sprint("v", names), "@", body).Replace(pick("around")) + " }; "
	}
	var out []*dprogram
	for i := range n {
		body := files["variables.go"]
		for range r.IntN(3) {
			body += "\t" + change() + "\n"
		}
		body += "\tcn, ca, cst := *n, a, *st\n\t" + around(change()+around(change()+change())+change()) + "\n" + files["emit.go"]
		out = append(out, combined(fmt.Sprintf("nested %d/%d", *differSeed, i), files["decls.go"], body))
	}
	return out
}

// combined returns a program with these declarations and statements of its function.
func combined(name, decls, body string) *dprogram {
	text := decls + "\nfunc P(c, d bool, k string, xs []string) {\n" + body + "}\n"
	var imports strings.Builder
	for _, path := range []string{"container/list", "context", "encoding/json", "errors", "fmt", "iter", "maps", "slices", "sort", "strings", "sync", "sync/atomic", "time", "differ/unseen"} {
		if regexp.MustCompile(`\b` + path[strings.LastIndex(path, "/")+1:] + `\.`).MatchString(text) {
			fmt.Fprintf(&imports, "\t%q\n", path)
		}
	}
	return &dprogram{name: name, own: true, text: "package p\n\nimport (\n" + imports.String() + ")\n\n" + text}
}

func testCombined(t *testing.T, l *lab, j *judge) {
	all := combinedPrograms(t)
	step := max(1, len(all)/slow.Count(60, len(all)))
	programs := nestedPrograms(t, cmp.Or(*differCount, slow.Count(30, 600)))
	for i := int(*differSeed) % step; i < len(all); i += step {
		programs = append(programs, all[i])
	}
	runs := l.run(programs)
	known, parts := 0, 0
	for i, p := range programs {
		v := testProgram(t, j, p, i, runs[i])
		if known, parts = known+v.known, parts+v.parts; v.bad() || v.status == "no run" && !strings.HasPrefix(p.name, "nested") {
			t.Errorf("%s: %s: %s in\n%s", p.name, v.status, v.why, p.text[strings.Index(p.text, "func P("):])
		}
	}
	t.Logf("%d programs, %d of %d parts are known", len(programs), known, parts)
	if known*3 < parts { // one of two is never written to
		t.Errorf("only %d of %d parts are known", known, parts)
	}
}
