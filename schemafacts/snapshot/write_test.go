package snapshot

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	equal(t, "no tools", write(t, dir, Options{}), "")
	equal(t, "dry", write(t, dir, Options{DryRun: true}, newTool(t, "a", "x")), "added a.json")
	if _, err := os.Stat(filepath.Join(dir, Dir)); err == nil {
		t.Error("an empty folder was made")
	}
	equal(t, "first", write(t, dir, Options{}, newTool(t, "b", "x"), newTool(t, "a", "x")), "added a.json, added b.json")
	equal(t, "again", write(t, dir, Options{}, newTool(t, "b", "x"), newTool(t, "a", "x")), "")
	put(t, dir, "a.json", strings.ReplaceAll(folder(t, dir)["a.json"], "\n", "\r\n"))
	equal(t, "other line ends", write(t, dir, Options{}, newTool(t, "b", "x"), newTool(t, "a", "x")), "")
	equal(t, "change", write(t, dir, Options{}, newTool(t, "a", "y"), newTool(t, "c", "x")), "updated a.json, added c.json, removed b.json")
	equal(t, "partial", write(t, dir, Options{Partial: true}, newTool(t, "c", "x")), "kept a.json")
	equal(t, "files", names(folder(t, dir)), "a.json c.json")
	equal(t, "all gone", write(t, dir, Options{}), "removed a.json, removed c.json")
	if _, err := os.Stat(filepath.Join(dir, Dir)); err == nil {
		t.Error("the empty folder was left")
	}
}

func TestWriteOfAToolWithAnUnknownInput(t *testing.T) {
	dir := t.TempDir()
	lost := newTool(t, "a", "x")
	lost.Doc.Set("inputSchema", schema.NewUnresolved("read from a file", 0))
	equal(t, "a file for what is known", write(t, dir, Options{}, lost), "added a.json")
	set, errs := Read(dir)
	if len(errs) > 0 || len(set.Files) != 1 {
		t.Fatalf("files %v, errors %v", set.Files, errs)
	}
	if in := set.Files[0].Tool.Get("inputSchema"); in == nil || in.Kind != schema.Unresolved || in.Text != "read from a file" {
		t.Errorf("the snapshot has the input schema %v", in)
	}
	equal(t, "the same again", write(t, dir, Options{}, lost), "")
	equal(t, "known later", write(t, dir, Options{Whole: true}, newTool(t, "a", "x")), "updated a.json")
}

func TestWriteLeavesForeignFiles(t *testing.T) {
	dir := t.TempDir()
	foreign := map[string]string{
		"accepted.txt": "x", "mine.json": `{"name":"mine"}`, "later.json": `{"$schemavet":2,"name":"later"}`, "torn.json": "{",
	}
	for name, text := range foreign {
		put(t, dir, name, text)
	}
	put(t, dir, "gone.json", string(Encode(newTool(t, "gone", "x"))))
	equal(t, "removal", write(t, dir, Options{}), "removed gone.json, kept later.json, kept mine.json, kept torn.json")
	if now := folder(t, dir); !reflect.DeepEqual(now, foreign) {
		t.Errorf("the folder has become %v", now)
	}
	for _, name := range []string{"mine", "later", "torn"} {
		if _, err := Write(dir, []*tool.Tool{newTool(t, "a", "x"), newTool(t, name, "x")}, Options{}); err == nil {
			t.Errorf("%s.json was overwritten", name)
		}
	}
	if now := folder(t, dir); !reflect.DeepEqual(now, foreign) {
		t.Errorf("after errors the folder has become %v", now)
	}
}

func TestWriteRepairs(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{
		"{\n\"$schemavet\": 1,\n<<<<<<< HEAD\n\"name\": \"a\"\n=======\n", `{"$schemavet":1,"name":"b"}`,
		`{"$schemavet":1,"name":"a","odd":1,"odd":2}`, `{"$schemavet":"one","name":"a"}`,
	} {
		put(t, dir, "a.json", text)
		if _, errs := Read(dir); len(errs) != 1 {
			t.Fatalf("errors of %s: %v", text, errs)
		}
		equal(t, text, write(t, dir, Options{}, newTool(t, "a", "x")), "updated a.json")
		if _, errs := Read(dir); len(errs) != 0 {
			t.Errorf("still %v", errs)
		}
	}
}

func TestWriteFailures(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, Dir), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(dir, []*tool.Tool{newTool(t, "a", "x")}, Options{}); err == nil || !strings.Contains(err.Error(), Dir) {
		t.Errorf("a file in the place of the folder: %v", err)
	}

	dir = t.TempDir()
	write(t, dir, Options{}, newTool(t, "a", "x"), newTool(t, "b", "x"))
	if err := os.MkdirAll(filepath.Join(dir, Dir, "c.json", "d"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, err := Write(dir, []*tool.Tool{newTool(t, "a", "y"), newTool(t, "c", "x")}, Options{})
	if err == nil || !strings.Contains(err.Error(), "c.json") {
		t.Errorf("a folder in the place of the file: %v", err)
	}
	entries, _ := os.ReadDir(filepath.Join(dir, Dir))
	if len(entries) != 3 {
		t.Errorf("the folder has become %v", entries)
	}
}

func TestVariants(t *testing.T) {
	dir := t.TempDir()
	equal(t, "equal ones", write(t, dir, Options{}, newTool(t, "s", "x"), newTool(t, "s", "x")), "added s.json")
	equal(t, "a second one that sorts first", write(t, dir, Options{}, newTool(t, "s", "a"), newTool(t, "s", "x")), "added s~2.json")
	was := folder(t, dir)
	equal(t, "one is edited", write(t, dir, Options{}, newTool(t, "s", "x"), newTool(t, "s", "b")), "updated s~2.json")
	if now := folder(t, dir); now["s.json"] != was["s.json"] {
		t.Error("the other one was rewritten")
	}
	set, errs := Read(dir)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	pairs, orphans := set.Match([]*tool.Tool{newTool(t, "s", "b")})
	if len(pairs) != 1 || pairs[0].File.Name != "s~2.json" || pairs[0].Name != "s.json" || len(orphans) != 1 {
		t.Errorf("pairs %+v, orphans %v", pairs, orphans)
	}
	equal(t, "the first one is gone", write(t, dir, Options{}, newTool(t, "s", "b")), "updated s.json, removed s~2.json")
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	if set, errs := Read(dir); len(set.Files) > 0 || len(errs) > 0 {
		t.Errorf("an absent folder: %v, %v", set.Files, errs)
	}
	write(t, dir, Options{}, newTool(t, "a", "x"), newTool(t, "b", "x"))
	put(t, dir, "b.json", "{")
	put(t, dir, ".x.json", "{")
	put(t, dir, "README", "{")
	set, errs := Read(dir)
	if len(set.Files) != 1 || len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), filepath.Join(dir, Dir, "b.json")+":1:") {
		t.Errorf("files %v, errors %v", set.Files, errs)
	}
	pairs, _ := set.Match([]*tool.Tool{newTool(t, "a", "x"), newTool(t, "b", "x"), newTool(t, "c", "x")})
	if len(pairs) != 3 || pairs[0].File == nil || pairs[1].Err == nil || pairs[1].File != nil || pairs[2].Err != nil {
		t.Errorf("pairs %+v", pairs)
	}
}

func TestDigest(t *testing.T) {
	root := t.TempDir()
	digest := func() string {
		t.Helper()
		d, err := Digest(root)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	seen := map[string]string{digest(): "empty"}
	differs := func(what string) {
		t.Helper()
		d := digest()
		if old, ok := seen[d]; ok {
			t.Errorf("%s has the digest of %s", what, old)
		}
		seen[d] = what
	}
	put(t, filepath.Join(root, "p"), "a.json", "1")
	differs("a file")
	first := digest()
	for _, d := range []string{"vendor", "node_modules", ".git", "_x"} {
		put(t, filepath.Join(root, d, "p"), "a.json", "1")
	}
	if err := os.WriteFile(filepath.Join(root, "p", "a.json"), []byte("1"), 0o666); err != nil {
		t.Fatal(err)
	}
	equal(t, "digest with other files", digest(), first)
	put(t, filepath.Join(root, "p"), "a.json", "2")
	differs("an edit")
	put(t, filepath.Join(root, "p"), "b.json", "")
	differs("a second file")
	if err := os.Rename(filepath.Join(root, "p"), filepath.Join(root, "q")); err != nil {
		t.Fatal(err)
	}
	differs("another folder")
	put(t, filepath.Join(root, "q"), "accepted.txt", "")
	differs("an acceptance")
	if err := os.Mkdir(filepath.Join(root, "q", Dir, "c.json"), 0o777); err != nil {
		t.Fatal(err)
	}
	differs("a folder in the place of a snapshot")
	if err := os.WriteFile(filepath.Join(root, Dir), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	differs("a file in the place of the folder")
	put(t, filepath.Join(root, ".hidden"), "a.json", "1")
	if err := os.Remove(filepath.Join(root, Dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, ".hidden", Dir), filepath.Join(root, Dir)); err == nil { // not on every Windows
		differs("a link in the place of the folder")
		put(t, filepath.Join(root, ".hidden"), "a.json", "2")
		differs("an edit behind a link")
	}
	if _, err := Digest(filepath.Join(root, "absent")); err == nil {
		t.Error("an absent root has a digest")
	}
}

// TestDigestTellsApart checks that the same text in different places gives different
// digests.
func TestDigestTellsApart(t *testing.T) {
	digest := func(files map[string]string) string {
		t.Helper()
		root := filepath.Join(t.TempDir(), ".hidden", "vendor") // the root itself counts whatever its name is
		for name, text := range files {
			put(t, filepath.Join(root, "p"), name, text)
		}
		d, err := Digest(root)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	const second = "p/" + Dir + "/b.json"
	if digest(map[string]string{"a.json": second}) == digest(map[string]string{"a.json": "", "b.json": ""}) {
		t.Error("a text that is the name of a file counts as that file")
	}
	one := digest(map[string]string{"a.json": "1"})
	if digest(map[string]string{"a.json": "2"}) == one {
		t.Error("what stands below a folder of a skipped name is not read, if that is the root")
	}
	if digest(map[string]string{"a.json": "1", ".schemavet-x": "2"}) != one {
		t.Error("a file that is being written counts")
	}
}

// TestWriteSameName simulates a file system that treats two names as one. A file that
// was just written must not be removed under the other name.
func TestWriteSameName(t *testing.T) {
	w := &writer{set: &Set{Dir: t.TempDir()}, written: map[string]string{"also.json": "a.json"}}
	f, err := safefile.OpenFolder(w.set.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w.add(Updated, "a.json", "a", "", []byte("{}"))
	w.add(Removed, "also.json", "A", "", nil)
	w.add(Removed, "b.json", "b", "", nil)
	at := func(i int) string { return w.steps[i].change.File }
	for _, i := range []int{0, 2} {
		if err := os.WriteFile(at(i), []byte("{}"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(at(0), at(1)); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{1, 2} {
		if err := w.remove(f, &w.steps[i]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(at(1)); err != nil {
		t.Errorf("another name of the file that was written: %v", err)
	}
	if _, err := os.Stat(at(2)); err == nil {
		t.Error("another file is still there")
	}
}

// TestWriteWhole checks that a replaced file is a new file, so that a program that
// has the old one open or linked still reads all of it, and that no other files
// remain.
func TestWriteWhole(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, Options{}, newTool(t, "a", "x"))
	name := filepath.Join(dir, Dir, "a.json")
	old, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name) // so that its number is not given away again
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	equal(t, "change", write(t, dir, Options{}, newTool(t, "a", "y")), "updated a.json")
	if now, err := os.Stat(name); err != nil || os.SameFile(old, now) {
		t.Errorf("the file was written in place: %v", err)
	}
	equal(t, "files", names(folder(t, dir)), "a.json")
}

// TestWriteFailsClean checks that a run that fails in the middle leaves no temporary
// files.
func TestWriteFailsClean(t *testing.T) {
	dir := t.TempDir()
	set, _ := Read(dir)
	w := &writer{set: set}
	if err := w.plan([]*tool.Tool{newTool(t, "a", "x"), newTool(t, "b", "x"), newTool(t, "c", "x")}, Options{Whole: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, Dir, "b.json", "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	if done, err := w.run(); err == nil || done != 0 {
		t.Errorf("%d steps, error %v", done, err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, Dir))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

// TestWriteSeenAlone checks that a run on one package keeps snapshots about which
// only the whole program can decide.
func TestWriteSeenAlone(t *testing.T) {
	dir := t.TempDir()
	wide, half := newTool(t, "wide", "x"), newTool(t, "half", "x")
	wide.Wide = true
	equal(t, "the program", write(t, dir, Options{Whole: true}, wide, half), "added half.json, added wide.json")
	lost := newTool(t, "half", "x")
	lost.Doc.Set("inputSchema", node(t, `{"type":"object"}`))
	lost.Doc.Lookup("/inputSchema").Set("properties", schema.NewUnresolved("not seen", 0))
	alone := newTool(t, "wide", "y")
	equal(t, "alone", write(t, dir, Options{}, alone, lost), "")
	equal(t, "alone, without tools", write(t, dir, Options{}), "removed half.json")
	equal(t, "alone, another one", write(t, dir, Options{}, alone, newTool(t, "half", "y")), "added half.json")
	equal(t, "the program again", write(t, dir, Options{Whole: true}, half), "updated half.json, removed wide.json")
	if set, errs := Read(dir); len(errs) > 0 || len(set.Hide([]*tool.Tool{half})) != 1 {
		t.Errorf("what everybody can tell about is hidden: %v", errs)
	}
}

// TestWriteLineEnds checks that version control may change line endings: a file that
// is canonical except for its line endings is not rewritten.
func TestWriteLineEnds(t *testing.T) {
	dir := t.TempDir()
	opts := Options{Whole: true}
	write(t, dir, opts, newTool(t, "s", "a"), newTool(t, "s", "x"))
	for name, text := range folder(t, dir) {
		put(t, dir, name, strings.ReplaceAll(text, "\n", "\r\n"))
	}
	equal(t, "both", write(t, dir, opts, newTool(t, "s", "a"), newTool(t, "s", "x")), "")
}

func BenchmarkDigest(b *testing.B) {
	root := b.TempDir()
	for i := range 400 {
		dir := filepath.Join(root, fmt.Sprint("p", i%40), fmt.Sprint("q", i), Dir)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			b.Fatal(err)
		}
		for j := range 10 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(j, ".json")), make([]byte, 2000), 0o666); err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		if _, err := Digest(root); err != nil {
			b.Fatal(err)
		}
	}
}

func TestRoot(t *testing.T) {
	t.Setenv("GOWORK", "")
	top := t.TempDir()
	deep := filepath.Join(top, "m", "a", "b")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	equal(t, "no module", Root(deep), deep)
	if err := os.WriteFile(filepath.Join(top, "m", "go.mod"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	equal(t, "module", Root(deep), filepath.Join(top, "m"))
	if err := os.WriteFile(filepath.Join(top, "go.work"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	equal(t, "workspace", Root(deep), top)
	t.Setenv("GOWORK", "off")
	equal(t, "workspace turned off", Root(deep), filepath.Join(top, "m"))
	t.Setenv("GOWORK", filepath.Join(top, "m", "a", "go.work"))
	equal(t, "workspace named", Root(deep), filepath.Join(top, "m", "a"))
}
