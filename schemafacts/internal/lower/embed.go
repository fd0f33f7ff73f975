package lower

import (
	"errors"
	"fmt"
	"go/constant"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// EmbeddedFiles is the key of a function that returns an embed.FS with the files whose names and
// contents are its arguments, in turn.
const EmbeddedFiles = "embed.files"

// The limits of the files in an embed.FS. Programs find the texts of their tools in files by
// name; a web page or a handbook is not such a text.
const (
	mostFiles = 500
	mostBytes = 256 << 10
)

var errEmbed = errors.New("too many or too large files")

func isEmbedFS(t types.Type) bool { return ir.IsNamed(t, "embed", "FS") }

// embedFS returns a call that makes an embed.FS.
func (l *lowerer) embedFS(patterns string, v *types.Var) *ir.Node {
	names, err := embeddedNames(l.src.Dir, patterns)
	call := &ir.Node{Op: ir.OpCall, Pos: v.Pos(), Int: -1, Type: v.Type(), Kids: []*ir.Node{{Op: ir.OpFunc, Pos: v.Pos(), Name: EmbeddedFiles}}}
	text := func(s string) {
		call.Kids = append(call.Kids, &ir.Node{Op: ir.OpConst, Pos: v.Pos(), Val: constant.MakeString(s), Type: types.Typ[types.String]})
	}
	size := 0
	for _, name := range names {
		var data []byte
		if data, err = l.readEmbedded(name); err != nil {
			break
		}
		if size += len(data); size > mostBytes {
			err = errEmbed
			break
		}
		text(name)
		text(string(data))
	}
	if err != nil {
		return unknownNode(fmt.Sprintf("go:embed %s: %s", patterns, err), v.Pos(), v.Type())
	}
	return call
}

// readEmbedded reads a file in the directory of the package.
func (l *lowerer) readEmbedded(name string) ([]byte, error) {
	file := filepath.Join(l.src.Dir, filepath.FromSlash(name))
	if info, err := os.Stat(file); err == nil && info.Size() > safefile.Limit {
		return nil, errors.New("too large")
	}
	data, err := safefile.Read(file)
	if err != nil {
		return nil, errors.New("cannot be read")
	}
	return data, nil
}

// embeddedNames returns the names of the files in a directory that patterns of go:embed match, as
// the go command finds them.
func embeddedNames(dir, patterns string) ([]string, error) {
	if dir == "" || strings.ContainsAny(patterns, "\"`") {
		return nil, errors.New("patterns that are not followed")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, errors.New("cannot be read")
	}
	defer root.Close()
	fsys := root.FS()
	var out []string
	for _, pattern := range strings.Fields(patterns) {
		pattern, all := strings.CutPrefix(pattern, "all:")
		matches, err := fs.Glob(fsys, pattern)
		if err != nil || len(matches) == 0 {
			return nil, errors.New("no such file")
		}
		for _, m := range matches {
			if info, err := fs.Lstat(fsys, m); err != nil || !info.IsDir() && !info.Mode().IsRegular() {
				return nil, errors.New("no regular file")
			}
			if out, err = walkEmbedded(fsys, m, all, out); err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// walkEmbedded adds a file, or the files in a folder, to out. Hidden files in the folder count
// only if all is set, and other modules not at all.
func walkEmbedded(fsys fs.FS, from string, all bool, out []string) ([]string, error) {
	err := fs.WalkDir(fsys, from, func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		hidden := base[0] == '.' || base[0] == '_'
		switch {
		case err != nil:
			return err
		case name != from && (hidden && !all || slices.Contains([]string{".bzr", ".hg", ".git", ".svn"}, base)):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir():
			if _, err := fs.Stat(fsys, path.Join(name, "go.mod")); err == nil {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			if out = append(out, name); len(out) > mostFiles {
				return errEmbed
			}
		}
		return nil
	})
	return out, err
}
