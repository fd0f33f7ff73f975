package texts_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
)

const app = `
-- example.com/app/app.go --
package app

type Bundle struct{}

func (*Bundle) Text(key, text string) string { return text }

func use(b *Bundle, key string) {
	b.Text("a", "one")
	b.Text("A", "two")
	b.Text("b", "same")
	b.Text("b", "same")
	b.Text(key, "not a constant")
	println("c", "other")
}
`

// table returns the uses of default texts in a package for which the setting names a
// function.
func table(t *testing.T, name string) *texts.Table {
	pkg := sourcetest.Load(t, app)[0]
	pkg.Settings.DefaultText = []string{name}
	out := texts.New(pkg)
	out.Scan()
	return out
}

func TestScan(t *testing.T) {
	var got []string
	for _, u := range table(t, "(example.com/app.Bundle).Text").Uses() { // without the star
		got = append(got, u.Key+"="+u.Text+" at "+u.At)
	}
	want := []string{"a=one at example.com/app/app.go:8", "A=two at example.com/app/app.go:9", "b=same at example.com/app/app.go:10", "b=same at example.com/app/app.go:11"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if uses := table(t, "(*example.com/app.Other).Text").Uses(); len(uses) > 0 {
		t.Errorf("got %v", uses)
	}
}

func TestConflicts(t *testing.T) {
	got := texts.Conflicts(table(t, "(*example.com/app.Bundle).Text").Uses())
	want := `two default texts for "a", at example.com/app/app.go:9 and example.com/app/app.go:8`
	for _, why := range got {
		if why != want {
			t.Errorf("got %q", why)
		}
	}
	if len(got) != 1 {
		t.Errorf("got %d conflicts", len(got))
	}
}

// TestLearn checks that a new conflict asks for another run once, and that a copy of
// a table is independent.
func TestLearn(t *testing.T) {
	tab := table(t, "")
	found := map[string]string{"id": "why"}
	if tab.Began() || tab.Learn(found) {
		t.Error("no program was run")
	}
	tab.Begin(map[string]string{})
	c := tab.Clone()
	if !tab.Learn(found) || tab.Learn(maps.Clone(found)) || !c.Learn(found) {
		t.Error("learned once")
	}
}
