package leak

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts"
)

// TestNamed contains each type that is known by name, so that a change which loses
// one fails.
func TestNamed(t *testing.T) {
	want := map[string]string{}
	for kind, names := range map[string]string{
		"context":  "context.Context",
		"request":  "net/http.Request",
		"response": "net/http.Response net/http.ResponseWriter net/http.ResponseController",
		"client":   "net/http.Client net/http.Transport net/http.RoundTripper",
		"server":   "net/http.Server net/http.ServeMux net/http.Handler",
		"logger":   "log.Logger log/slog.Logger log/slog.Handler",
		"database": "database/sql.DB database/sql.Conn database/sql.Tx database/sql.Stmt database/sql.Rows database/sql.Row",
		"lock": "sync.Cond sync.Locker sync.Map sync.Mutex sync.Once sync.Pool sync.RWMutex" +
			" sync.WaitGroup",
		"stream":  "os.File net.Conn net.Listener bufio.Reader bufio.Writer bufio.Scanner",
		"process": "os.Process os/exec.Cmd",
		"timer":   "time.Timer time.Ticker",
	} {
		for name := range strings.FieldsSeq(names) {
			want[name] = kind
		}
	}
	if !maps.Equal(standard, want) {
		t.Errorf("types of the standard library:\n got %v\nwant %v", standard, want)
	}
	if len(schemafacts.Live()) == 0 {
		t.Error("the SDKs have no such types")
	}
	maps.Copy(want, schemafacts.Live())
	for name, kind := range want {
		i := strings.LastIndexByte(name, '.')
		tn := types.NewTypeName(token.NoPos, types.NewPackage(name[:i], path.Base(name[:i])), name[i+1:], nil)
		named := types.NewNamed(tn, types.NewStruct(nil, nil), nil)
		for _, typ := range []types.Type{named, types.NewPointer(types.NewPointer(named))} {
			if got := (Rules{}).Kind(typ); got != kind {
				t.Errorf("%s: %q, want %q", typ, got, kind)
			}
		}
	}
}

// std imports the standard library. The tests share it, because type-checking
// net/http takes longer than they do.
var std = importer.ForCompiler(token.NewFileSet(), "source", nil)

// TestStandard finds each named type of the standard library in a field: as a struct,
// behind pointers, in a slice and embedded.
func TestStandard(t *testing.T) {
	for name, kind := range standard {
		i := strings.LastIndexByte(name, '.')
		pkg, err := std.Import(name[:i])
		if err != nil {
			t.Fatal(err)
		}
		tn, ok := pkg.Scope().Lookup(name[i+1:]).(*types.TypeName)
		if !ok {
			t.Errorf("there is no type %s", name)
			continue
		}
		typ := tn.Type()
		field := func(f string, typ types.Type, embedded bool) *types.Var {
			return types.NewField(token.NoPos, nil, f, typ, embedded)
		}
		for _, f := range []*types.Var{
			field("Value", typ, false), field("Pointer", types.NewPointer(typ), false), field("List", types.NewSlice(types.NewPointer(typ)), false),
			field("ByName", types.NewMap(types.Typ[types.String], typ), false), field(tn.Name(), typ, true),
		} {
			args := types.NewStruct([]*types.Var{field("Name", types.Typ[types.String], false), f}, nil)
			found := Rules{}.Find(args)
			if len(found) != 1 || found[0].Kind != kind || len(found[0].Path) != 1 || found[0].Path[0] != f {
				t.Errorf("%s as %s: found %v, want a %s", name, f.Name(), found, kind)
			}
		}
	}
}

const source = `package p

import (
	"context"
	"io"
	"sync"
	"time"
)

type (
	Ctx interface {
		context.Context
		User() string
	}
	Half   interface{ Done() <-chan struct{}; Err() error }
	Reader interface{ Read([]byte) (int, error) }
	Writer interface{ Write([]byte) (int, error) }
	Closer interface{ Close() error }
	Other  interface{ Read() string }
	Lookup interface{ Read(string) string }
	Any    interface{}
	Str    string

	Empty   struct{}
	Data    struct{ A int }
	Hidden  struct{ a int }
	Chan    struct{ c chan int }
	Func    struct{ f func() }
	Iface   struct{ i Closer }
	Locked  struct{ mu sync.Mutex; n int }
	Inner   struct{ h Chan }
	Deep    struct{ a struct{ b struct{ c struct{ d struct{ ch chan int } } } } }
	Mixed   struct{ N int; c chan int }
	Encodes struct{ c chan int }
	Stamp   struct{ t time.Time }

	Args struct {
		Name   string
		Ctx    context.Context ` + "`json:\"ctx\"`" + `
		Skip   io.Reader ` + "`json:\"-\"`" + `
		Dash   io.Reader ` + "`json:\"-,\"`" + `
		own    io.Reader
		List   []*Reader
		Map    map[string][2]Locked
		Next   *Args
		Data   Encoded
		Embed
	}
	Embed   struct{ Lock sync.Mutex }
	Encoded struct{ R io.Reader }
)

func (Encodes) MarshalJSON() ([]byte, error) { return nil, nil }
func (Encoded) MarshalText() ([]byte, error) { return nil, nil }
`

func load(t *testing.T) *types.Package {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: std}).Check("p", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

func TestKind(t *testing.T) {
	pkg := load(t)
	for name, want := range map[string]string{
		"Ctx": "context", "Half": "", "Reader": "stream", "Writer": "stream", "Closer": "stream", "Other": "", "Lookup": "", "Any": "", "Str": "",
		"Empty": "", "Data": "", "Hidden": "", "Chan": "state", "Func": "state", "Iface": "state", "Locked": "state", "Inner": "state",
		"Deep": "", "Mixed": "", "Encodes": "", "Stamp": "", "Args": "",
	} {
		if got := (Rules{}).Kind(pkg.Scope().Lookup(name).Type()); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	rules := Rules{"p.Data"}
	for name, want := range map[string]string{"Data": "denied", "Chan": "state", "Writer": "stream"} {
		if got := rules.Kind(pkg.Scope().Lookup(name).Type()); got != want {
			t.Errorf("with settings, %s: %q, want %q", name, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	var got []string
	for _, f := range (Rules{}).Find(load(t).Scope().Lookup("Args").Type()) {
		var names []string
		for _, v := range f.Path {
			names = append(names, v.Name())
		}
		got = append(got, fmt.Sprintf("%s %s", strings.Join(names, "."), f.Kind))
	}
	if s := strings.Join(got, ", "); s != "Ctx context, Dash stream, List stream, Map state, Embed.Lock lock" {
		t.Errorf("found %s", s)
	}
}
