package handling

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/schemafacts"
)

// Fact describes the functions of a package that take the arguments of calls, and the
// handlers of the package and those below it whose tools other packages may complete.
type Fact struct {
	data []byte        // as a file has it, nil in the process that made the fact
	read func() stored // decodes the data on first use

	// of computes the summaries in this process, each on first use, and homes the handlers.
	of    *Result
	homes func() []*Home
}

// stored is what a file has of a fact. Gob would add descriptions of its types to every fact.
type stored struct {
	Funcs   []*Func `json:",omitempty"` // sorted
	Handled []*Home `json:",omitempty"`
}

// AFact implements [analysis.Fact].
func (*Fact) AFact() {}

// String returns a constant, since only this package reads the fact.
func (*Fact) String() string { return "handlers" }

// summary returns the summary of a function of the package, or nil.
func (f *Fact) summary(key string) *Func {
	if f.of != nil {
		return f.of.summary(key)
	}
	list := f.read().Funcs
	if i, ok := slices.BinarySearchFunc(list, key, func(fn *Func, key string) int { return strings.Compare(fn.Key, key) }); ok {
		return list[i]
	}
	return nil
}

func (f *Fact) described() []*Home {
	if f.homes != nil {
		return f.homes()
	}
	return f.read().Handled
}

// GobEncode encodes the fact for a driver that stores facts in files. The bytes depend
// only on the source.
func (f *Fact) GobEncode() ([]byte, error) {
	if f.of == nil {
		return f.data, nil
	}
	return encode(stored{f.of.summaries(), f.homes()}), nil
}

// GobDecode is the inverse of [Fact.GobEncode].
func (f *Fact) GobDecode(data []byte) error {
	f.data = slices.Clone(data)
	f.read = sync.OnceValue(func() stored { return decode[stored](f.data) })
	return nil
}

// InProgram is a package of a program that a driver analyzed in one process.
type InProgram struct {
	Path   string
	View   *schemafacts.Result // of [schemafacts.Views]
	Result *Result
}

// Join lets the results for the packages of a program find handlers in all of them. A third
// package may register a tool with a handler that the tool's own package does not import.
func Join(pkgs []InProgram) {
	p := &program{users: map[handlerID][]string{}, results: map[string]*Result{}}
	for _, pkg := range pkgs {
		pkg.Result.program = p
		p.results[pkg.Path] = pkg.Result
		for _, t := range pkg.View.Tools {
			for _, id := range []handlerID{idOf(t), idOf(t.Written())} {
				if !slices.Contains(p.users[id], pkg.Path) {
					p.users[id] = append(p.users[id], pkg.Path)
				}
			}
		}
	}
}

// program finds handlers in all packages of a program.
type program struct {
	results map[string]*Result
	users   map[handlerID][]string // the packages of the tools of each handler
}

// handlerID identifies a handler by its name, or a literal by its position.
type handlerID struct {
	name string
	pos  token.Pos
}

func idOf(t *schemafacts.Tool) handlerID {
	if t.Handler != "" {
		return handlerID{name: t.Handler}
	}
	return handlerID{pos: t.HandlerPos}
}

// home returns the handlers of a package that handles a tool. It returns nil if the handler also
// has tools of other packages, because no package then knows all arguments that it may read.
func (p *program) home(t *schemafacts.Tool, path string) *Home {
	if len(p.users[idOf(t)]) > 1 || p.results[path] == nil {
		return nil
	}
	return p.results[path].home()
}

// OnlyUser reports whether no other package of the program uses a function, given in the form of
// types.Func.FullName, nor may have tools for which it reads arguments. It returns false without
// a program.
func (h *Handlers) OnlyUser(fn string) bool {
	if h == nil || h.program == nil || !h.facts.Whole {
		return false
	}
	home := h.program.results[packageOf(fn)]
	if home == nil || home.own.Downloaded() || home != h.Result && len(home.own.Tools) > 0 {
		return false
	}
	for _, r := range h.program.results {
		if r == home || r == h.Result {
			continue
		}
		for _, obj := range r.pass.TypesInfo.Uses {
			f, ok := obj.(*types.Func)
			if ok && f.Pkg() != nil && f.Pkg().Path() == home.pass.Pkg.Path() && f.Origin().FullName() == fn {
				return false
			}
		}
	}
	return true
}

// elsewhere returns the description of a tool's handler if the handler is a function
// of another package of the module, and nil otherwise. The description has no
// positions in the source.
func (r *Handlers) elsewhere(t *schemafacts.Tool) *Handler {
	if t.Handler == "" && !t.HandlerPos.IsValid() {
		return nil
	}
	var third *Home
	path := r.own.PackageAt(t.HandlerPos)
	if named := cmp.Or(packageOf(t.Handler), path); r.program != nil && r.facts.Whole && named != r.pass.Pkg.Path() {
		third = r.program.home(t, named)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var at Line
	if t.HandlerPos.IsValid() && path != r.pass.Pkg.Path() {
		place := r.code.place(t.HandlerPos)
		at = Line{Package: path, File: place.Filename, Line: place.Line}
	}
	if r.asked == nil {
		r.asked = map[string]*Handler{}
		for _, f := range r.Result.facts {
			r.others = append(r.others, f.described()...)
		}
	}
	homes := r.others
	if third != nil {
		homes = append(slices.Clip(homes), third)
	}
	for _, home := range homes {
		h := home.Of(t.Handler, at)
		if h == nil {
			continue
		}
		key := home.Package + " " + h.Name
		if h.Name == "" {
			key = fmt.Sprint(at)
		}
		if r.asked[key] == nil {
			r.asked[key] = decode[*Handler](encode(h)) // without positions
		}
		return r.asked[key]
	}
	return nil
}

// packageOf returns the import path in a function's full name.
func packageOf(name string) string {
	if name == "" {
		return ""
	}
	return schemafacts.PackageOf(name)
}
