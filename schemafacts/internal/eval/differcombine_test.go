package eval_test

import (
	"fmt"
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
				out = append(out, &dprogram{name: part[1] + " " + w[0], own: true, text: combine(decls, body)})
			}
		}
	}
	return out
}

// combine returns a program with the statements of a body.
func combine(decls, body string) string {
	text := decls + `
func P(c, d bool, k string, xs []string) {
	p, apart := &N{S: "mine"}, &N{S: "mine"}
` + body + `	emit("p", *p)
	emit("apart", *apart)
}
`
	var imports strings.Builder
	for _, path := range []string{"container/list", "context", "errors", "maps", "slices", "sort", "sync", "sync/atomic", "differ/unseen"} {
		if strings.Contains(text, path[strings.LastIndex(path, "/")+1:]+".") {
			fmt.Fprintf(&imports, "\t%q\n", path)
		}
	}
	return "package p\n\nimport (\n" + imports.String() + ")\n\n" + text
}

func testCombined(t *testing.T, l *lab, j *judge) {
	all := combinedPrograms(t)
	step := max(1, len(all)/slow.Count(60, len(all)))
	var programs []*dprogram
	for i := int(*differSeed) % step; i < len(all); i += step {
		programs = append(programs, all[i])
	}
	runs := l.run(programs)
	known, parts := 0, 0
	for i, p := range programs {
		v := testProgram(t, j, p, i, runs[i])
		if known, parts = known+v.known, parts+v.parts; v.bad() || v.status == "no run" {
			t.Errorf("%s: %s: %s in\n%s", p.name, v.status, v.why, p.text[strings.Index(p.text, "func P("):])
		}
	}
	t.Logf("%d of %d programs, %d of %d parts are known", len(programs), len(all), known, parts)
	if known*3 < parts { // one of two is never written to
		t.Errorf("only %d of %d parts are known", known, parts)
	}
}
