package snapshot

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/mod/modfile"
)

// Folder is the folder of a package that has snapshots.
type Folder struct {
	// Dir is the folder, relative to the root of the search and with slashes.
	Dir string
	// Module is the folder of the package's module in the same form, or "" if it is the
	// module that contains the root.
	Module string
	// Program is the folder relative to its module, with slashes; see [Program].
	Program string
}

// Program returns the name by which [compat.Servers] knows the program in a folder: the
// folder relative to its module, with slashes.
func Program(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	rel, err := filepath.Rel(moduleOf(dir), dir)
	if err != nil {
		return "."
	}
	return filepath.ToSlash(rel)
}

// Folders returns the folders with snapshots at and below root, sorted. It ignores the
// folders in which the go command does not look for packages: testdata, vendor, names
// that begin with . or _, and what an ignore line of go.mod names. It also ignores
// node_modules and symbolic links.
func Folders(root string) ([]Folder, error) {
	if _, err := os.ReadDir(root); err != nil {
		return nil, err
	}
	s := &search{list: onDisk(root)}
	return s.run(areaOf(root)), nil
}

// Find returns the tool with a name in the snapshots below root, or nil.
func Find(root, name string) *schema.Node {
	folders, _ := Folders(root)
	for _, f := range folders {
		set, _ := Read(filepath.Join(root, filepath.FromSlash(f.Dir)))
		for _, file := range set.Files {
			if file.ToolName() == name {
				return file.Tool
			}
		}
	}
	return nil
}

// FoldersIn is like [Folders] for files that are not on disk, such as the files of
// another revision. The keys of files are paths below root with slashes. files has the
// contents of go.mod files.
func FoldersIn(root string, files map[string][]byte) []Folder {
	folders := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			folders[path.Dir(dir)] = append(folders[path.Dir(dir)], path.Base(dir))
		}
	}
	s := &search{list: func(dir string) ([]entry, []byte, bool) {
		var out []entry
		slices.Sort(folders[dir])
		for _, name := range slices.Compact(folders[dir]) {
			out = append(out, entry{name, true})
		}
		mod, ok := files[path.Join(dir, "go.mod")]
		return out, mod, ok
	}}
	return s.run(areaOf(root))
}

// search finds folders with snapshots.
type search struct {
	// list returns the entries of a folder that are folders, or have the name [Dir], and
	// the folder's go.mod.
	list func(dir string) (entries []entry, mod []byte, isModule bool)
	// named makes the search find the folders of all packages that a user can name, even
	// if no pattern matches them.
	named bool
	found []Folder
}

type entry struct {
	name  string
	isDir bool
}

// area is what a search knows about the folder that it is in.
type area struct {
	module string   // as in Folder
	rel    string   // the folder relative to its module, "" for the module's own folder
	ignore []string // paths of ignore lines in the module's go.mod
}

// run returns the folders at and below the root, which is in area a.
func (s *search) run(a area) []Folder {
	s.walk(".", a)
	slices.SortFunc(s.found, func(a, b Folder) int { return strings.Compare(a.Dir, b.Dir) })
	return s.found
}

func (s *search) walk(dir string, a area) {
	entries, mod, isModule := s.list(dir)
	if isModule {
		a = area{ignore: ignoreLines(mod)}
		if dir != "." {
			a.module = dir
		}
	}
	for _, e := range entries {
		if e.name == Dir {
			if e.isDir || s.named {
				s.found = append(s.found, Folder{dir, a.module, path.Join(".", a.rel)})
			}
			continue
		}
		below := a
		below.rel = path.Join(a.rel, e.name)
		if e.isDir && !s.skips(e.name, below) {
			s.walk(path.Join(dir, e.name), below)
		}
	}
}

// skips reports whether the search ignores a folder.
func (s *search) skips(name string, a area) bool {
	if name == "node_modules" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	return !s.named && (name == "testdata" || a.ignored())
}

// ignored reports whether the go command ignores a folder because of go.mod. A path that
// begins with ./ is relative to the module; other paths match in all folders.
func (a area) ignored() bool {
	dir := "/" + a.rel + "/"
	return slices.ContainsFunc(a.ignore, func(line string) bool {
		name, relative := strings.CutPrefix(line, "./")
		name = "/" + strings.Trim(name, "/") + "/"
		return relative && strings.HasPrefix(dir, name) || !relative && strings.Contains(dir, name)
	})
}

func ignoreLines(mod []byte) []string {
	f, err := modfile.ParseLax("go.mod", mod, nil)
	if err != nil {
		return nil // the go command reports the mistake
	}
	var out []string
	for _, i := range f.Ignore {
		out = append(out, i.Path)
	}
	return out
}

// areaOf returns the area of the folder root.
func areaOf(root string) area {
	abs, err := filepath.Abs(root)
	if err != nil {
		return area{}
	}
	module := moduleOf(abs)
	rel, err := filepath.Rel(module, abs)
	if err != nil || rel == "." {
		rel = ""
	}
	mod, err := safefile.Read(filepath.Join(module, "go.mod"))
	if err != nil {
		return area{}
	}
	return area{rel: filepath.ToSlash(rel), ignore: ignoreLines(mod)}
}

// onDisk returns the function list of a search below root. A folder that cannot be read
// contains no package.
func onDisk(root string) func(dir string) ([]entry, []byte, bool) {
	return func(dir string) (out []entry, mod []byte, isModule bool) {
		abs := filepath.Join(root, filepath.FromSlash(dir))
		entries, _ := os.ReadDir(abs)
		for _, e := range entries {
			switch {
			case e.IsDir() || e.Name() == Dir:
				out = append(out, entry{e.Name(), e.IsDir()})
			case e.Name() == "go.mod":
				file := filepath.Join(abs, e.Name())
				if info, err := os.Stat(file); err == nil && !info.IsDir() {
					isModule = true
					mod, _ = safefile.Read(file)
				}
			}
		}
		return out, mod, isModule
	}
}
