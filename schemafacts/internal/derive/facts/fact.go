package facts

import (
	"bytes"
	"encoding/gob"
	"go/token"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/intercept"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Fact is what a package passes on to its importers. It is self-contained, because
// drivers that store facts in files show a package only the facts of its direct
// imports.
type Fact struct {
	// Versions are the versions of the SDKs' packages, sorted by path.
	Versions []ModuleVersion
	// SDKs are the import paths of the SDK packages that the package imports, directly
	// or not.
	SDKs []string
	// Reaches reports whether the package imports an SDK, directly or not.
	Reaches bool
	// Tools names the package's tools, as dialect:name, sorted.
	Tools []string
	// Data are the programs of the package's functions and variables and of everything
	// that they use, as encoded by ir.Encode.
	Data []byte
	// Signatures are the comments and constants of the package's types, and of other
	// packages' types that its API shows; see comments.go.
	Signatures []byte

	// Modules are the modules of the packages to which positions in Data belong, each
	// followed by those packages, as far as the driver reports them; see positions.go.
	Modules [][]string

	// Texts are the calls for default texts in the package and those below it, sorted;
	// see package texts.
	Texts []texts.Use

	// Between and Lists describe what can change messages between a server and its
	// clients in the package and those below it, sorted; see package intercept.
	Between []intercept.Between
	Lists   []string

	// Servers are the servers that the package and those below it make, unless another
	// package knows more about them. Loose are the tools that they register with
	// servers whose construction they do not see. See package listing.
	Servers []listing.SeenServer
	Loose   []listing.SeenTool

	// Told is what the package and those below it know about tools; see digests.go.
	// lazyDigests computes it in this process.
	Told        []Digests
	lazyDigests func() []Digests

	// live are the programs of a package that was analyzed in this process.
	live *liveFact
}

// ModuleVersion is the version of the module that contains a package, as reported by
// the driver. The version may be "".
type ModuleVersion struct{ Package, Version string }

// liveFact refers to the data from which a fact is encoded. A driver that keeps facts
// in memory never asks for the encoding.
type liveFact struct {
	unit    *ir.Unit
	imports []*Fact
	known   *Known
}

// Keep sets the programs of the fact. They are encoded only if a driver asks for the
// encoding.
func (f *Fact) Keep(known *Known, unit *ir.Unit) {
	f.live = &liveFact{unit, known.Facts, known}
}

// SetDigests sets the function that computes the digests on first use.
func (f *Fact) SetDigests(digests func() []Digests) { f.lazyDigests = digests }

// HasPrograms reports whether the fact contains programs.
func (f *Fact) HasPrograms() bool { return f.live != nil || len(f.Data) > 0 }

// AFact implements [analysis.Fact].
func (*Fact) AFact() {}

// String returns a short summary of the fact, which tests compare.
func (f *Fact) String() string {
	if len(f.Tools) > 0 {
		return "tools(" + strings.Join(f.Tools, ", ") + ")"
	}
	if len(f.Versions) > 0 && f.live == nil && len(f.Data) == 0 {
		return "sdk"
	}
	return "programs"
}

// Digests returns what the package and those below it know about tools.
func (f *Fact) Digests() []Digests {
	if f.lazyDigests != nil {
		return f.lazyDigests()
	}
	return f.Told
}

// stored has the exported fields of a fact, and no methods.
type stored Fact

// GobEncode encodes the fact for a driver that stores facts in files. The bytes depend
// only on the source.
func (f *Fact) GobEncode() ([]byte, error) {
	w := stored(*f)
	w.Told = f.Digests()
	if f.live != nil {
		w.Data, w.Modules = f.live.encode()
		w.Signatures = f.live.known.encodeComments()
	}
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(w)
	return buf.Bytes(), err
}

// GobDecode is the inverse of [Fact.GobEncode].
func (f *Fact) GobDecode(data []byte) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode((*stored)(f))
}

// Version returns the version of the module to which a package belongs, or "" if it is
// unknown.
func (f *Fact) Version(pkgPath string) string {
	for _, v := range f.Versions {
		if v.Package == pkgPath {
			return v.Version
		}
	}
	return ""
}

// units returns the programs in the fact: those of its package, and those of other
// packages that they use. It returns nil if they cannot be decoded.
func (f *Fact) units(fset *token.FileSet, space *ir.TypeSpace, files *ir.Files) []*ir.Unit {
	if f.live != nil {
		return f.live.all(map[*liveFact]bool{})
	}
	if len(f.Data) == 0 {
		return nil
	}
	units, err := ir.Decode(f.Data, fset, space, files)
	if err != nil {
		return nil // as if there were no fact: its contents are unresolved
	}
	return units
}

func (l *liveFact) all(seen map[*liveFact]bool) []*ir.Unit {
	if seen[l] {
		return nil
	}
	seen[l] = true
	out := []*ir.Unit{l.unit}
	for _, f := range l.imports {
		if f.live != nil {
			out = append(out, f.live.all(seen)...)
		}
	}
	return append(out, l.known.decoded()...)
}

// encode returns the package's programs, the programs that they use in other packages,
// and the modules of all these packages.
func (l *liveFact) encode() ([]byte, [][]string) {
	data := ir.Encode(l.known.Pass.Fset, ir.CloseOver(l.unit, l.known.Units(), l.known.Unit))
	homes, err := ir.Homes(data)
	if err != nil {
		panic(err) // these bytes were encoded just before
	}
	return data, l.known.modulesOf(homes)
}
