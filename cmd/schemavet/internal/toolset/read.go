package toolset

import (
	"fmt"
	"path"
	"path/filepath"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// Folder returns the tools of all snapshots below dir.
func Folder(dir string) (*Set, error) {
	s := &Set{Name: "the snapshots"}
	if filepath.Base(dir) == snapshot.Dir {
		return nil, fmt.Errorf("%s: name its parent folder, which contains %s", dir, snapshot.Dir)
	}
	folders, err := snapshot.Folders(dir)
	if err != nil {
		return nil, err
	}
	for _, f := range folders {
		pkg := filepath.Join(dir, filepath.FromSlash(f.Dir))
		set, errs := snapshot.Read(pkg)
		if len(errs) > 0 {
			return nil, errs[0]
		}
		s.addSnapshots(f.Dir, set)
		servers, known, err := snapshot.ReadServers(pkg)
		if err != nil {
			return nil, err
		}
		if known {
			s.addProgram(f.Dir, Program{Name: f.Program, Servers: servers})
		}
	}
	return s, nil
}

// Files returns the tools of snapshots below root that are not on disk. The keys of
// files are slash-separated paths of files for which [IsInput] holds. Files skips a
// snapshot that it cannot read, and adds a note.
func Files(name, root string, files map[string][]byte) *Set {
	s := &Set{Name: name}
	folders := map[string]map[string][]byte{}
	for file, data := range files {
		folder := path.Dir(file)
		if folders[folder] == nil {
			folders[folder] = map[string][]byte{}
		}
		folders[folder][path.Base(file)] = data
	}
	for _, f := range snapshot.FoldersIn(root, files) {
		folder, files := f.Dir, folders[path.Join(f.Dir, snapshot.Dir)]
		set, errs := snapshot.ReadFiles(folder, files)
		for _, err := range errs {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: %v", name, err))
		}
		s.addSnapshots(folder, set)
		data, known := files[snapshot.ServerFile]
		if !known {
			continue
		}
		if servers, err := snapshot.ParseServers(path.Join(folder, snapshot.Dir, snapshot.ServerFile), data); err != nil {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: %v", name, err))
		} else {
			s.addProgram(folder, Program{Name: f.Program, Servers: servers})
		}
	}
	return s
}

// File returns the tools in a file: a snapshot or another tool object, the result of
// tools/list with or without its envelope, the output of schemavet list --json, or a
// list of tool objects. shown is the name of the file in messages.
func File(file, shown string) (*Set, error) {
	data, err := safefile.ReadStream(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, safefile.Reason(err))
	}
	s, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	s.Name = shown
	for i := range s.Tools {
		s.Tools[i].File = shown
	}
	return s, nil
}

func parse(data []byte) (*Set, error) {
	doc, err := schema.Parse(data)
	if err != nil {
		return nil, err
	}
	if key, at := snapshot.Repeated(data); at > 0 {
		return nil, fmt.Errorf("key %q appears twice in one object: remove one, or regenerate the file", key)
	}
	if r := doc.Get("result"); r != nil {
		doc = r
	}
	list := []*schema.Node{doc}
	switch {
	case doc.Kind == schema.Array:
		list = doc.Elems
	case doc.Get("tools") != nil && doc.Get("tools").Kind == schema.Array:
		list = doc.Get("tools").Elems
	}
	s := &Set{}
	if c := doc.Get("nextCursor").StringValue(); c != "" {
		s.Incomplete = "the file holds one page of a longer list"
	}
	for _, key := range []string{"unnamed", "unfinished"} {
		if doc.Has(key) {
			s.Incomplete, s.Underived = "not all tools could be derived when the file was written", key == "unfinished"
		}
	}
	for i, n := range list {
		if n.Kind != schema.Object || n.Get("name").StringValue() == "" {
			return nil, fmt.Errorf("no tool: entry %d has no name; want a tool object, a result of tools/list, or a list of tools", i)
		}
		wire, err := object(n)
		if err != nil {
			return nil, fmt.Errorf("tool %q: %w", n.Get("name").StringValue(), err)
		}
		s.Tools = append(s.Tools, Tool{Node: schema.Normalize(wire)})
	}
	return s, nil
}

// listKeys are the keys that schemavet list --json adds to a tool.
var listKeys = []string{"package", "position", "traced", "conditional", "unresolved", "errors", "servers", "condition", "bytes", "tokens"}

// isListed reports whether schemavet list printed a tool. Other tools may have
// members of the same names by chance.
func isListed(n *schema.Node) bool {
	if traced := n.Get("traced"); traced != nil && traced.Kind == schema.Bool {
		return true
	}
	holes := n.Get("unresolved")
	return holes != nil && len(holes.Elems) > 0 && holes.Elems[0].Get("path") != nil
}

// object returns a tool object with holes for the parts that were unknown when it was
// written.
func object(n *schema.Node) (*schema.Node, error) {
	out := n.Clone()
	holes := out.Get("unresolved")
	switch {
	case snapshot.Unwrap(out):
	case isListed(out):
		for _, key := range listKeys {
			out.Delete(key)
		}
	default:
		holes = nil
	}
	if holes != nil {
		if err := out.Insert(holes, "unknown when the file was written"); err != nil {
			return nil, err
		}
	}
	return out, nil
}
