// Package safefile reads and writes files of an unreviewed checkout, such as the
// checkout of a pull request.
//
// [Read] reads regular files of a limited size only: a device or a pipe behind
// a symbolic link would fill the memory or block. [Write] and [Folder] replace
// files as a whole and never leave the module through a symbolic link.
package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Limit is the size in bytes of the largest file that is read.
const Limit = 16 << 20

// ErrRefused matches the errors about files that this package refuses to read because
// they are too large or not regular files.
var ErrRefused = errors.New("refused")

// refusal is the reason why a file is refused. It matches [ErrRefused].
type refusal string

func (r refusal) Error() string        { return string(r) }
func (r refusal) Is(target error) bool { return target == ErrRefused }

var tooLarge = refusal(fmt.Sprintf("it is larger than %d MB, the most that schemavet reads", Limit>>20))

// Read returns the contents of a file. It follows symbolic links, but only to
// regular files. Errors are of type [*fs.PathError].
func Read(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	// Opening a pipe would block, so this comes first.
	if err := regular(file, info); err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if err := regular(file, info); err != nil {
		return nil, err
	}
	return limited(file, f, info.Size())
}

// List returns the paths of the files in a folder that have an extension, sorted.
// [filepath.Glob] would take a bracket in the path of the folder for a pattern.
func List(dir, ext string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var out []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ext {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out, err
}

// ReadStream is [Read] for a file that the user named, which may also be a pipe or a
// terminal.
func ReadStream(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return limited(file, f, 0)
}

func regular(file string, info fs.FileInfo) error {
	if kind := kindOf(info.Mode()); kind != "" {
		return &fs.PathError{Op: "read", Path: file, Err: refusal("it is " + kind + ", not a regular file")}
	}
	if info.Size() > Limit {
		return &fs.PathError{Op: "read", Path: file, Err: tooLarge}
	}
	return nil
}

// kindOf returns the kind of a file in words, or "" for a regular file.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return ""
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

// limited reads r to its end and returns an error if it is longer than [Limit]. size
// is only a hint, because files of /proc report the size 0.
func limited(file string, r io.Reader, size int64) ([]byte, error) {
	data := make([]byte, 0, size+512)
	for {
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if len(data) > Limit {
			return nil, &fs.PathError{Op: "read", Path: file, Err: tooLarge}
		}
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// Reason returns the cause of an error about a file, without the operation and the
// path, because callers name these themselves.
func Reason(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}

// Linked reports whether a path leads through a symbolic link below the root of its
// module. Such a file may be private and outside of the checkout, so errors must not
// quote its contents.
func Linked(file string) bool {
	abs, err := filepath.Abs(file)
	if err != nil {
		return true
	}
	return firstLink(rootOf(filepath.Dir(abs)), abs) != ""
}

// firstLink returns the first symbolic link on the path from root to path, or "" if
// there is no link.
func firstLink(root, path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	var links []string
	for p := path; p != root && p != filepath.Dir(p); p = filepath.Dir(p) {
		if IsLink(p) {
			links = append(links, p)
		}
	}
	if len(links) == 0 {
		return ""
	}
	return links[len(links)-1]
}

// IsLink reports whether the last element of a path is a symbolic link.
func IsLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// rootOf returns the root of the module that contains a folder: the nearest folder at
// or above it with a go.mod, a go.work or a .git, or dir if there is none. A link to
// the root of another module does not count as the root of this one.
func rootOf(dir string) string {
	best := ""
	for d := dir; ; d = filepath.Dir(d) {
		if marked(d) {
			if best = d; !IsLink(d) {
				return d
			}
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	if best == "" {
		return dir
	}
	return best
}

func marked(dir string) bool {
	for _, name := range []string{"go.mod", "go.work", ".git"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// Above returns the path of the file with a name in dir or in the nearest folder above it, or
// "" if no folder has such a file.
func Above(dir, name string) string {
	for ; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, name)
		if _, err := os.Lstat(file); err == nil {
			return file
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// Inside reports whether a file or folder is dir or is inside it.
func Inside(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}
