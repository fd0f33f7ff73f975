package runcache

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/cache"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
	"golang.org/x/tools/go/packages"
)

// Inputs are everything on which the findings of a run depend.
type Inputs struct {
	args  []string // arguments, environment and other inputs that are not files
	roots []string // folders whose files are all inputs; paths without symbolic links
	// own are files elsewhere that count by content, others those that do by size and
	// time.
	own, others []string
	dirs        map[string]bool // of all files that are listed
}

// NewInputs returns the inputs of a run on packages that the go command has listed,
// before they are loaded. All files below the roots are inputs.
func NewInputs(args, roots []string, listed []*packages.Package) Inputs {
	env := environment()
	in := Inputs{args: slices.Concat([]string{fmt.Sprint(len(args), len(env))}, args, env), dirs: map[string]bool{}}
	for _, dir := range roots {
		// WalkDir does not follow a link at its root.
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		in.roots = append(in.roots, dir)
	}
	in.roots = outermost(in.roots)
	for _, p := range listed {
		in.add(p)
	}
	return in
}

// outermost returns the folders that are not inside another one, sorted.
func outermost(dirs []string) []string {
	slices.Sort(dirs)
	var out []string
	for _, dir := range slices.Compact(dirs) {
		if !belowOne(dirs, filepath.Dir(dir)) {
			out = append(out, dir)
		}
	}
	return out
}

// add adds a package as listed by the go command.
func (in *Inputs) add(p *packages.Package) {
	in.args = append(in.args, p.ID, p.PkgPath, p.Name)
	if m := p.Module; m != nil {
		in.args = append(in.args, fmt.Sprintf("%s %s %s %v %s", m.Path, m.Version, m.Dir, m.Main, m.GoVersion))
	}
	for _, err := range p.Errors {
		in.args = append(in.args, err.Error())
	}
	imports := make([]string, 0, len(p.Imports))
	for path, imp := range p.Imports {
		imports = append(imports, path+" "+imp.ID)
	}
	slices.Sort(imports)
	in.args = append(in.args, imports...)
	for _, files := range [][]string{p.GoFiles, p.OtherFiles, p.IgnoredFiles, p.EmbedFiles} {
		in.args = append(in.args, fmt.Sprint(len(files)))
		for _, file := range files {
			in.args = append(in.args, file)
			in.dirs[filepath.Dir(file)] = true
			switch {
			case belowOne(in.roots, file):
			case fixed(p):
				in.others = append(in.others, file)
			default:
				in.own = append(in.own, file)
			}
		}
	}
}

// fixed reports whether a package belongs to Go itself or to a version of a module,
// so that its files do not change.
func fixed(p *packages.Package) bool {
	m := p.Module
	if m == nil {
		first, _, _ := strings.Cut(p.PkgPath, "/")
		return !strings.Contains(first, ".") && p.PkgPath != "command-line-arguments"
	}
	if m.Replace != nil {
		m = m.Replace
	}
	return m.Version != ""
}

// environment returns the environment variables that affect the go command, the SDKs
// or this program.
func environment() []string {
	var out []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_") || strings.HasSuffix(name, "GODEBUG") {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// overlaid reports whether the go command, or a driver that replaces it, may read
// other files than it lists.
func overlaid() bool {
	if os.Getenv("GOPACKAGESDRIVER") != "" {
		return true
	}
	if _, err := exec.LookPath("gopackagesdriver"); err == nil {
		return true // as go/packages looks for it
	}
	flags, _ := load.GoFlags()
	return strings.Contains(flags, "-overlay")
}

// containsInput reports whether dir contains files that a run reads.
func (in *Inputs) containsInput(dir string) bool {
	for d := range in.dirs {
		if real, err := filepath.EvalSymlinks(d); err != nil || safefile.Inside(dir, real) {
			return true
		}
	}
	return slices.ContainsFunc(in.roots, func(root string) bool { return safefile.Inside(dir, root) })
}

// maxFiles and maxBytes limit the files that are read to compute the hash. Beyond
// these limits, reading takes longer than the cache saves.
const (
	maxFiles = 20_000
	maxBytes = 256 << 20
)

// errUnknownInputs means that the files on which a run depends cannot be determined.
var errUnknownInputs = errors.New("more may be read than can be told")

// inputHasher computes one hash of all inputs.
type inputHasher struct {
	hash.Hash
	roots []string // folders that are walked
	cache string   // its folder
	files int
	bytes int64
}

// sum returns the hash of the current inputs. It returns false if the hash does not
// cover all of them. It ignores files in except, the folder of the cache; if the run
// reads files there, it returns false.
func (in *Inputs) sum(except string) (cache.ActionID, bool) {
	s := &inputHasher{Hash: sha256.New(), roots: in.roots, cache: except}
	exe, err := os.Executable()
	if err == nil {
		err = s.content(exe)
	}
	if overlaid() || in.containsInput(except) {
		err = errUnknownInputs
	}
	for _, part := range in.args {
		s.part([]byte(part))
	}
	for _, root := range in.roots {
		if err == nil {
			err = filepath.WalkDir(root, s.entry)
		}
	}
	for _, file := range in.own {
		if err == nil {
			err = s.content(file)
		}
	}
	for _, file := range in.others {
		if err == nil {
			err = s.stat(file)
		}
	}
	return cache.ActionID(s.Sum(nil)), err == nil
}

// part adds data with its length, so that different sequences of parts give different
// hashes.
func (s *inputHasher) part(data []byte) {
	var n [8]byte
	binary.LittleEndian.PutUint64(n[:], uint64(len(data)))
	s.Write(n[:])
	s.Write(data)
}

// entry adds a file in a folder that is walked.
func (s *inputHasher) entry(path string, d fs.DirEntry, err error) error {
	if err != nil {
		return err
	}
	if d.IsDir() {
		if s.skips(path) {
			return fs.SkipDir
		}
		s.part([]byte(path))
		return nil
	}
	switch d.Type() {
	case 0:
		return s.content(path)
	case fs.ModeSymlink:
		return s.link(path)
	}
	s.part([]byte(path)) // a socket, say
	return nil
}

// skips reports whether a folder contains nothing that a check reads: the folder of
// git, or the cache itself.
func (s *inputHasher) skips(dir string) bool {
	return filepath.Base(dir) == ".git" && !slices.Contains(s.roots, dir) || dir == s.cache
}

// link adds the target of a symbolic link to the hash. A run that may read a folder through
// a link is not cached.
func (s *inputHasher) link(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.part([]byte(path)) // it leads nowhere
		return nil
	case err == nil && !info.Mode().IsRegular():
		return errUnknownInputs
	}
	return s.content(path)
}

// content adds the content of a file to the hash.
func (s *inputHasher) content(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	s.files++
	s.bytes += info.Size()
	if s.files > maxFiles || s.bytes > maxBytes || !info.Mode().IsRegular() {
		return errUnknownInputs
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s.part([]byte(path))
	s.part(data)
	return nil
}

// stat adds the size and the modification time of a file.
func (s *inputHasher) stat(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	s.part([]byte(path))
	s.part(fmt.Appendf(nil, "%d %d", info.Size(), info.ModTime().UnixNano()))
	return nil
}

func belowOne(dirs []string, file string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return safefile.Inside(dir, file) })
}
