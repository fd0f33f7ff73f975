package facts

import (
	"bytes"
	"encoding/gob"
	"go/token"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/intercept"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
	"github.com/schemavet/schemavet/schemafacts/internal/handling"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Fact is what a package tells those that import it. It is self-contained:
// drivers that keep facts in files show a package only the facts of what it
// imports directly.
type Fact struct {
	// Versions are the versions of the SDKs' packages, sorted by path.
	Versions []ModuleVersion
	// SDKs are the import paths of the SDKs' packages that can be reached.
	SDKs []string
	// Reaches says that the package imports an SDK, directly or not.
	Reaches bool
	// Tools names the package's tools, as dialect:name, sorted.
	Tools []string
	// Data are the programs of the package's functions and variables and of
	// all that they use, as ir.Encode writes them.
	Data []byte
	// Signatures is what comments and constants say of the package's types, and
	// of those of others that it shows; see comments.go.
	Signatures []byte

	// modules are the modules of the packages that Data points into, as far as the
	// driver tells, each followed by those packages; see places.go.
	modules [][]string

	// Texts are the default texts that the package and those below it ask for,
	// sorted; see package texts.
	Texts []texts.Use

	// Between, Streams and Lists are what the package and those below it have
	// that may stand between a server and its clients, sorted; see package intercept.
	Between        []intercept.Between
	Streams, Lists []string
	// ServesHTTP says that one of them makes a handler of HTTP from a server.
	ServesHTTP bool

	// Servers are those that the package and those below it make, as far as no
	// other one tells more; see servers.go.
	// Loose are the tools that they register with servers of which they do not see
	// how they are made.
	Servers []listing.SeenServer
	Loose   []listing.SeenTool

	// Made are the functions that the package and those below it have and that may
	// come to values of types with methods that concern tools; see [callgraph.Made].
	Made []callgraph.Made

	// told is what the package and those below it tell of tools, as far as it was
	// decoded, and tell finds it out in this process; see told.go.
	told []Told
	tell func() []Told

	// Funcs is what the package's functions do with the arguments of calls, as
	// handling.Encode writes it.
	Funcs []byte

	// handled is what the package and those below it tell of handlers whose tools
	// others may complete, as handling.EncodeHomes writes it, and homes finds it out
	// in this process.
	handled []byte
	homes   func() []*handling.Home

	// live are the programs of a package that was analysed in this process.
	live *liveFact
}

// ModuleVersion is the version of the module that a package belongs to, as the
// driver reports it; "" where it has none.
type ModuleVersion struct{ Package, Version string }

// liveFact keeps what is needed to encode a fact when a driver asks for it.
// Drivers that keep facts in memory never do.
type liveFact struct {
	unit    *ir.Unit
	imports []*Fact
	known   *Known
}

// Keep makes the fact tell of the programs of a package, which are encoded when a driver
// asks for that.
func (f *Fact) Keep(known *Known, unit *ir.Unit) {
	f.live = &liveFact{unit, known.Facts, known}
}

// Later makes the fact tell what the functions return, which are called when somebody
// asks.
func (f *Fact) Later(tell func() []Told, homes func() []*handling.Home) {
	f.tell, f.homes = tell, homes
}

// HasPrograms reports whether the fact tells of programs.
func (f *Fact) HasPrograms() bool { return f.live != nil || len(f.Data) > 0 }

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String tells what the fact says in a form that tests can match.
func (f *Fact) String() string {
	if len(f.Tools) > 0 {
		return "tools(" + strings.Join(f.Tools, ", ") + ")"
	}
	if len(f.Versions) > 0 && f.live == nil && len(f.Data) == 0 {
		return "sdk"
	}
	return "programs"
}

type wireFact struct {
	Versions []ModuleVersion
	SDKs     []string
	Reaches  bool
	Tools    []string
	Data     []byte
	Modules  [][]string

	Signatures []byte
	Texts      []texts.Use

	Between        []intercept.Between
	Streams, Lists []string
	ServesHTTP     bool

	Servers []listing.SeenServer
	Loose   []listing.SeenTool
	Told    []Told
	Funcs   []byte
	Handled []byte
	Made    []string // type and function in turn
}

// ToldTools returns what the package and those below it tell of tools.
func (f *Fact) ToldTools() []Told {
	if f.tell != nil {
		return f.tell()
	}
	return f.told
}

// ToldHomes returns what the package and those below it tell of handlers.
func (f *Fact) ToldHomes() []*handling.Home {
	if f.homes != nil {
		return f.homes()
	}
	return handling.DecodeHomes(f.handled)
}

// GobEncode writes the fact for a driver that keeps facts in files. Its bytes
// depend on the source alone.
func (f *Fact) GobEncode() ([]byte, error) {
	w := wireFact{Versions: f.Versions, SDKs: f.SDKs, Reaches: f.Reaches, Tools: f.Tools, Data: f.Data, Modules: f.modules, Signatures: f.Signatures,
		Texts: f.Texts, Between: f.Between, Streams: f.Streams, Lists: f.Lists, ServesHTTP: f.ServesHTTP, Servers: f.Servers, Loose: f.Loose, Told: f.ToldTools(), Funcs: f.Funcs, Handled: f.handled}
	for _, m := range f.Made {
		w.Made = append(w.Made, m.Type, m.By)
	}
	if f.homes != nil {
		w.Handled = handling.EncodeHomes(f.homes())
	}
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
	var w wireFact
	err := gob.NewDecoder(bytes.NewReader(data)).Decode(&w)
	*f = Fact{Versions: w.Versions, SDKs: w.SDKs, Reaches: w.Reaches, Tools: w.Tools, Data: w.Data, Signatures: w.Signatures, Texts: w.Texts,
		Between: w.Between, Streams: w.Streams, Lists: w.Lists, ServesHTTP: w.ServesHTTP, Servers: w.Servers, Loose: w.Loose, told: w.Told, Funcs: w.Funcs, handled: w.Handled}
	for i := 0; i+1 < len(w.Made); i += 2 {
		f.Made = append(f.Made, callgraph.Made{Type: w.Made[i], By: w.Made[i+1]})
	}
	for _, list := range w.Modules {
		if len(list) > 0 {
			f.modules = append(f.modules, list)
		}
	}
	return err
}

// Version returns the version of the module that a package belongs to, "" if it is not
// known.
func (f *Fact) Version(pkgPath string) string {
	for _, v := range f.Versions {
		if v.Package == pkgPath {
			return v.Version
		}
	}
	return ""
}

// units returns the programs that the fact holds: those of its own package,
// and those of other packages that they use.
func (f *Fact) units(fset *token.FileSet, space *ir.TypeSpace, files *ir.Files) []*ir.Unit {
	if f.live != nil {
		return f.live.all(map[*liveFact]bool{})
	}
	if len(f.Data) == 0 {
		return nil
	}
	units, err := ir.Decode(f.Data, fset, space, files)
	if err != nil {
		return nil // as if there were no fact: what it told is unresolved
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

// encode returns the package's programs and what they use of other packages,
// and the modules of all of them.
func (l *liveFact) encode() ([]byte, [][]string) {
	data := ir.Encode(l.known.Pass.Fset, ir.CloseOver(l.unit, l.known.Unit))
	homes, err := ir.Homes(data)
	if err != nil {
		panic(err) // it was encoded right now
	}
	return data, l.known.modulesOf(homes)
}
