package safefile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"syscall"
)

// Folder is a folder in which files are replaced. It is inside its module after links
// are resolved, or the user named a folder outside of it.
type Folder struct {
	// Path is the folder's path.
	Path string

	root *os.Root
}

// temporary matches the names of temporary files of this package.
var temporary = regexp.MustCompile(`^\.schemavet-[A-Z2-7]{26}$`)

// OpenFolder opens a folder for writing, and creates it if it does not exist. It
// refuses a folder to which a symbolic link leads from inside the module to outside.
// It removes temporary files of runs that were killed.
func OpenFolder(path string) (*Folder, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	top := rootOf(abs)
	module, err := os.OpenRoot(existing(top))
	if err != nil {
		return nil, err
	}
	defer module.Close()
	rel, err := filepath.Rel(existing(top), abs)
	if err != nil {
		return nil, err
	}
	if rel != "." {
		if err := module.MkdirAll(rel, 0o777); err != nil {
			return nil, escape(top, abs, err)
		}
	}
	root, err := module.OpenRoot(rel)
	if err != nil {
		return nil, escape(top, abs, err)
	}
	f := &Folder{Path: path, root: root}
	f.clean()
	return f, nil
}

// existing returns the nearest folder at or above path that exists.
func existing(path string) string {
	for path != filepath.Dir(path) {
		if _, err := os.Stat(path); err == nil {
			return path
		}
		if IsLink(path) {
			return filepath.Dir(path)
		}
		path = filepath.Dir(path)
	}
	return path
}

// escape returns an error that names the link, if a link is the reason why a folder
// cannot be opened. Otherwise it returns err.
func escape(top, path string, err error) error {
	if link := firstLink(top, path); link != "" && !errors.Is(err, fs.ErrPermission) {
		return LinkError(link)
	}
	return err
}

// LinkError returns the error for a symbolic link that is not written through.
func LinkError(link string) error {
	return &fs.PathError{Op: "write", Path: link, Err: errLink}
}

// errLink is the error for a symbolic link, because files are not written through
// links.
var errLink = errors.New("it is a symbolic link, and schemavet does not write through links: replace the link by its target, or remove it")

// clean removes temporary files of earlier runs.
func (f *Folder) clean() {
	dir, err := f.root.Open(".")
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if temporary.MatchString(name) {
			_ = f.root.Remove(name)
		}
	}
}

// Close releases the folder.
func (f *Folder) Close() error { return f.root.Close() }

// Staged is a file that is written under a temporary name.
type Staged struct {
	folder *Folder
	data   []byte
	temp   string
	old    fs.FileInfo // nil for a new file
}

// Stage writes the future contents of a file to a temporary file with the permissions
// of the existing file.
func (f *Folder) Stage(name string, data []byte) (*Staged, error) {
	s := &Staged{folder: f, data: data}
	switch info, err := f.root.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, LinkError(filepath.Join(f.Path, name))
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "write", Path: name, Err: refusal("it is " + kindOf(info.Mode()) + ", not a regular file")}
	default:
		s.old = info
	}
	return s, s.write()
}

func (s *Staged) write() error {
	s.temp = ".schemavet-" + rand.Text()
	out, err := s.folder.root.OpenFile(s.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = out.Write(s.data)
	if err == nil && s.old != nil {
		err = out.Chmod(s.old.Mode().Perm())
	}
	if err = errors.Join(err, out.Close()); err != nil {
		s.Drop()
	}
	return err
}

// Commit renames a staged file to its name.
func (s *Staged) Commit(name string) error {
	const tries = 3
	for n := 1; ; n++ {
		err := s.folder.root.Rename(s.temp, name)
		if err == nil {
			s.temp = ""
			return nil
		}
		// Another run may have taken the temporary file for a left-over.
		if !errors.Is(err, fs.ErrNotExist) || n == tries {
			s.Drop()
			return err
		}
		if err := s.write(); err != nil {
			return err
		}
	}
}

// Drop removes a staged file that is not committed.
func (s *Staged) Drop() {
	if s.temp != "" {
		_ = s.folder.root.Remove(s.temp)
		s.temp = ""
	}
}

// Remove removes a file of the folder. It removes a link, and not the target of the
// link.
func (f *Folder) Remove(name string) error { return f.root.Remove(name) }

// Same reports whether two names denote the same file, as on a file system that
// ignores case.
func (f *Folder) Same(a, b string) bool {
	x, err1 := f.root.Lstat(a)
	y, err2 := f.root.Lstat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// Write replaces a file, or creates it with its folder. At any time, the file has
// either its old or its new contents. Write does not write through a symbolic link.
func Write(file string, data []byte) error {
	f, err := OpenFolder(filepath.Dir(file))
	if err != nil {
		return Failed(file, err)
	}
	defer f.Close()
	s, err := f.Stage(filepath.Base(file), data)
	if err == nil {
		err = s.Commit(filepath.Base(file))
	}
	return Failed(file, err)
}

// Remove removes a file. It refuses a file in a folder to which a symbolic link
// leads.
func Remove(file string) error {
	if _, err := os.Lstat(file); err != nil {
		return err
	}
	f, err := OpenFolder(filepath.Dir(file))
	if err != nil {
		return Failed(file, err)
	}
	defer f.Close()
	return Failed(file, f.Remove(filepath.Base(file)))
}

// Failed returns the error for a file that could not be written, with advice on how
// to fix the problem.
func Failed(file string, err error) error {
	if err == nil {
		return nil
	}
	var pe *fs.PathError
	if errors.Is(err, errLink) && errors.As(err, &pe) {
		file = pe.Path
	}
	return &fs.PathError{Op: "writing", Path: file, Err: errors.New(Reason(err).Error() + Cure(err))}
}

// Cure returns the end of an error message about a file that could not be written: how the
// user can fix the problem.
func Cure(err error) string {
	switch {
	case full(err):
		return "; the old file is unchanged: free space and run the command again"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return ": make the folder writable and run the command again"
	}
	return ""
}

// full reports whether a write failed for lack of space.
func full(err error) bool {
	const diskFull = syscall.Errno(112) // of Windows
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) ||
		runtime.GOOS == "windows" && errors.Is(err, diskFull)
}
