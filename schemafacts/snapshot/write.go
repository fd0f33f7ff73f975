package snapshot

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Options are the options of [Write]. With the zero value, Write writes all snapshots
// and removes the files of tools that no longer exist.
type Options struct {
	// DryRun makes Write only return the changes.
	DryRun bool
	// Partial reports whether tools may be missing, because the package could not be
	// analyzed completely. No file is removed.
	Partial bool
	// Keep, if not "", is the reason to keep all files without a tool.
	Keep string
	// Others maps names of tools that only other builds of the package have to the
	// reason to keep their files.
	Others map[string]string
	// Whole reports whether the tools were derived from the whole program. Otherwise
	// snapshots with [File.Program] are not changed.
	Whole bool
}

// Action is what [Write] did with a file.
type Action string

const (
	Added   Action = "added"
	Updated Action = "updated"
	Removed Action = "removed"
	// Kept means that a file was kept although no tool was written to it.
	Kept Action = "kept"
	// NoFile means that no file was written for a tool, and that none exists.
	NoFile Action = "no file"
)

// Change is what [Write] did to one file.
type Change struct {
	Action Action
	File   string // path
	Tool   string // name of the tool, or "" if unknown
	Reason string // why the file was kept or not written
	// Fails reports whether the tool fails at run time, so that no client sees it.
	Fails bool
}

// Changes reports whether a file is written or removed.
func (c *Change) Changes() bool { return c.Action != Kept && c.Action != NoFile }

// Write writes the snapshots of tools for the package in dir, removes files without a
// tool, and returns the changes: first those of files that belong to tools, then those
// of other files. Files that are up to date are not written. If Write fails, it returns
// the changes made before the error.
func Write(dir string, tools []*tool.Tool, opts Options) ([]Change, error) {
	set, errs := Read(dir)
	if len(errs) > 0 && len(set.broken) == 0 {
		return nil, errs[0] // The folder itself cannot be read.
	}
	if !opts.Whole {
		tools = set.Hide(tools)
	}
	w := &writer{set: set}
	if err := w.plan(tools, opts); err != nil {
		return nil, err
	}
	if opts.DryRun {
		return w.changes(len(w.steps)), nil
	}
	done, err := w.run()
	return w.changes(done), err
}

// step is one change to a snapshot file that Write plans, with the data to write.
type step struct {
	change Change
	name   string
	data   []byte
	staged *safefile.Staged
}

type writer struct {
	set   *Set
	steps []step
	// written maps the lower-case form of each written file's name to the name.
	written map[string]string
}

func (w *writer) changes(n int) []Change {
	var out []Change
	for _, s := range w.steps[:n] {
		out = append(out, s.change)
	}
	return out
}

func (w *writer) add(a Action, name, tool, reason string, data []byte) {
	c := Change{Action: a, File: filepath.Join(w.set.Dir, name), Tool: tool, Reason: reason}
	w.steps = append(w.steps, step{change: c, name: name, data: data})
}

// skip adds the step for a tool to which no file is written, for a reason.
func (w *writer) skip(p *Pair, reason string) {
	action, name := NoFile, p.Name
	if p.File != nil {
		action, name = Kept, p.File.Name
	} else if _, ok := w.set.broken[p.Name]; ok {
		action = Kept
	}
	w.add(action, name, p.Tools[0].Name, reason, nil)
}

// unregistered is the reason to keep the snapshots of a tool that is defined but not
// registered.
const unregistered = "no program registers the tool any more; remove the file with the tool"

// plan computes the steps: first for files that belong to tools, then for other files.
func (w *writer) plan(tools []*tool.Tool, opts Options) error {
	pairs, orphans := w.set.Match(tools)
	now := map[string][]byte{}
	for _, f := range w.set.Files {
		now[f.Name] = f.data
	}
	wanted, dropped := map[string]bool{}, map[string]bool{}
	for _, p := range pairs {
		name := p.Tools[0].Name
		if !p.Derivable {
			w.skip(&p, Reason(p.Tools[0]))
			continue
		}
		wanted[p.Name] = true
		if why := Fails(p.Tools[0]); why != "" {
			if p.File != nil {
				wanted[p.File.Name] = true
			}
			w.skip(&p, why)
			w.steps[len(w.steps)-1].change.Fails = true
			continue
		}
		if opts.Whole && p.Dropped() {
			wanted[p.File.Name] = true
			dropped[name] = true
			w.add(Kept, p.File.Name, name, unregistered, nil)
			continue
		}
		data := Encode(p.Tools[0])
		b, unreadable := w.set.broken[p.Name]
		switch old, exists := now[p.Name]; {
		case unreadable && !b.ours:
			return b.err
		case !exists && !unreadable:
			w.add(Added, p.Name, name, "", data)
		case !opts.Whole && p.File != nil && p.File.Name == p.Name && schema.Agree(p.File.Tool, schema.Normalize(p.Tools[0].Doc)):
			// The two differ only in unresolved parts. Keep the file, since a run
			// of the whole program may have resolved them.
		case !bytes.Equal(plain(old), data):
			w.add(Updated, p.Name, name, "", data)
		case p.File != nil && p.File.images && !opts.DryRun:
			w.add(Updated, p.Name, name, "", data) // without the images
		}
		if f := p.File; f != nil && f.Name != p.Name {
			orphans = append(orphans, f)
		}
	}
	w.planOrphans(orphans, wanted, dropped, opts)
	for _, name := range slices.Sorted(maps.Keys(w.set.broken)) {
		if !wanted[name] {
			w.add(Kept, name, "", keptBroken(w.set.broken[name].err), nil)
		}
	}
	return nil
}

// planOrphans decides on the files of tools that no longer exist or have another file.
func (w *writer) planOrphans(orphans []*File, wanted, dropped map[string]bool, opts Options) {
	for _, f := range orphans {
		switch {
		case wanted[f.Name]: // Another tool has taken the file.
		case dropped[f.ToolName()] && f.Program:
			w.add(Kept, f.Name, f.ToolName(), unregistered, nil)
		case opts.Others[f.ToolName()] != "":
			w.add(Kept, f.Name, f.ToolName(), opts.Others[f.ToolName()], nil)
		case opts.Keep != "":
			w.add(Kept, f.Name, f.ToolName(), opts.Keep, nil)
		case opts.Partial:
			w.add(Kept, f.Name, f.ToolName(), "the package was not analysed completely", nil)
		default:
			w.add(Removed, f.Name, f.ToolName(), "", nil)
		}
	}
}

// keptBroken returns the reason why Write keeps a file that cannot be read. The
// file's name belongs to no tool, so no new snapshot replaces the file.
func keptBroken(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	if msg, ok := strings.CutSuffix(e.Msg, anew); ok {
		return msg + "remove the file, which belongs to no tool of this package"
	}
	return e.Msg
}

// Reason returns why a tool is not [Derivable].
func Reason(t *tool.Tool) string {
	return cmp.Or(Unwritable(t), "the tool could not be derived")
}

// Fails returns why no client sees a tool: its registration panics, its constructor
// returns an error, or the server cannot list its tools. It returns "" if none of these
// happens.
func Fails(t *tool.Tool) string {
	for _, p := range t.Errors {
		switch {
		case p.Check != "": // a mistake in source
		case p.Kind == tool.RegistrationFails:
			return "registration panics: " + p.Msg
		case p.Kind == tool.ConstructorFails:
			return "its constructor fails: " + p.Msg
		default:
			return p.String()
		}
	}
	return ""
}

// run performs the steps and returns the number of steps performed. It writes all
// temporary files before it changes the first snapshot.
func (w *writer) run() (done int, err error) {
	if !slices.ContainsFunc(w.steps, func(s step) bool { return s.change.Changes() }) {
		return len(w.steps), nil
	}
	folder, err := openFolder(w.set.Dir)
	if err != nil {
		return 0, err
	}
	defer folder.Close()
	defer func() {
		for _, s := range w.steps {
			if s.staged != nil {
				s.staged.Drop()
			}
		}
	}()
	w.written = map[string]string{}
	for i := range w.steps {
		if s := &w.steps[i]; s.data != nil {
			w.written[strings.ToLower(s.name)] = s.name
			if s.staged, err = folder.Stage(s.name, s.data); err != nil {
				return 0, fileError(s.change.File, err)
			}
		}
	}
	removed := false
	for i := range w.steps {
		s := &w.steps[i]
		switch s.change.Action {
		case Added, Updated:
			err = s.staged.Commit(s.name)
		case Removed:
			removed = true
			err = w.remove(folder, s)
		}
		if err != nil {
			return i, fileError(s.change.File, err)
		}
	}
	if removed {
		// This fails, as intended, if the folder is not empty.
		os.Remove(w.set.Dir)
	}
	return len(w.steps), nil
}

// openFolder opens a snapshot folder for writing. It refuses a symbolic link, because
// the link may lead to the folder of another package.
func openFolder(dir string) (*safefile.Folder, error) {
	folder, err := safefile.OpenFolder(dir)
	if err == nil && safefile.IsLink(dir) {
		folder.Close()
		err = safefile.LinkError(dir)
	}
	if err != nil {
		return nil, fileError(dir, err)
	}
	return folder, nil
}

// remove removes the file of s. It does nothing if a file system that ignores case
// has just written this file under another spelling of its name.
func (w *writer) remove(folder *safefile.Folder, s *step) error {
	if t, ok := w.written[strings.ToLower(s.name)]; ok && folder.Same(t, s.name) {
		return nil
	}
	return folder.Remove(s.name)
}

// fileError returns the error for a file that could not be written.
func fileError(path string, err error) error {
	failed := safefile.Failed(path, err).(*fs.PathError)
	return &Error{failed.Path, 0, fmt.Sprintf("writing snapshot: %v", failed.Err)}
}
