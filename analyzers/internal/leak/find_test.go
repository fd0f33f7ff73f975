package leak

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// standardRows are the types of the standard library that are no data. Names of
// one package are separated by spaces.
const standardRows = `
context.Context context
net/http.Request request
net/http.Response response
net/http.ResponseWriter response
net/http.ResponseController response
net/http.Client client
net/http.Transport client
net/http.RoundTripper client
net/http.Server server
net/http.ServeMux server
net/http.Handler server
log.Logger logger
log/slog.Logger logger
log/slog.Handler logger
database/sql.DB database
database/sql.Conn database
database/sql.Tx database
database/sql.Stmt database
database/sql.Rows database
database/sql.Row database
sync.Cond lock
sync.Locker lock
sync.Map lock
sync.Mutex lock
sync.Once lock
sync.Pool lock
sync.RWMutex lock
sync.WaitGroup lock
os.File stream
os.Process process
os/exec.Cmd process
net.Conn stream
net.Listener stream
bufio.Reader stream
bufio.Writer stream
bufio.Scanner stream
time.Timer timer
time.Ticker timer
time.Time
time.Duration
net/url.URL
encoding/json.RawMessage
`

// TestStandardRows makes a type of each name that has nothing else to be known
// by, and a pointer to it.
func TestStandardRows(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(standardRows)) {
		key, kind, _ := strings.Cut(strings.TrimSpace(line), " ")
		dot := strings.LastIndexByte(key, '.')
		pkg := types.NewPackage(key[:dot], "p")
		typ := types.NewNamed(types.NewTypeName(token.NoPos, pkg, key[dot+1:], nil), types.NewStruct(nil, nil), nil)
		for _, typ := range []types.Type{typ, types.NewPointer(types.NewPointer(typ))} {
			if got := (Rules{}).Kind(typ); got != kind {
				t.Errorf("%s is %q, want %q", typ, got, kind)
			}
			if got := (Rules{Deny: []string{key}}).Kind(typ); got != "denied" {
				t.Errorf("%s is %q, but denied", typ, got)
			}
			if got := (Rules{Allow: []string{key}, Deny: []string{key}}).Kind(typ); got != "" {
				t.Errorf("%s is %q, but allowed", typ, got)
			}
		}
	}
}

const source = `package p

import (
	"encoding/json"
	"sync"
	"time"
)

type Ctx interface {
	Deadline() (time.Time, bool)
	Done() <-chan struct{}
	Err() error
	Value(key any) any
	Extra()
}

type NoCtx interface {
	Deadline() (time.Time, bool)
	Done() <-chan struct{}
	Err() (error, bool)
	Value(key any) any
}

type Reader interface{ Read(p []byte) (int, error) }
type Writer interface{ Write(p []byte) (int, error) }
type Closer interface{ Close() error }
type Other interface{ Read() string; Close(now bool) error }

type Locked struct{ mu sync.Mutex; n int }
type Channel struct{ c chan int }
type Callback struct{ f func() }
type Streaming struct{ r Reader }
type Deep struct{ l Locked }
type Pointed struct{ l *Locked }
type Opaque struct{ a, b int }
type Anything struct{ v any }
type Visible struct{ mu sync.Mutex; Name string }
type Embedding struct{ Opaque; f func() }
type Empty struct{}
type Encoded struct{ mu sync.Mutex }

func (Encoded) MarshalJSON() ([]byte, error) { return nil, nil }

type Wrapper struct{ e Encoded; n int }

type Args struct {
	Plain   string
	Ctx     Ctx ` + "`json:\"ctx\"`" + `
	List    []Reader
	Array   [2]*Locked
	Map     map[string]Writer
	hidden  Closer
	Left    Closer ` + "`json:\"-\"`" + `
	Dash    Closer ` + "`json:\"-,\"`" + `
	Inner
	Encoded Encoded
	Self    *Args
	Raw     json.RawMessage
}

type Inner struct{ Stream Reader }
`

func check(t *testing.T) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("p", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// TestKindByShape: types that no row names.
func TestKindByShape(t *testing.T) {
	pkg := check(t)
	for name, want := range map[string]string{
		"Ctx": "context", "NoCtx": "", "Reader": "stream", "Writer": "stream", "Closer": "stream", "Other": "",
		"Locked": "state", "Channel": "state", "Callback": "state", "Streaming": "state", "Deep": "state", "Pointed": "state",
		"Opaque": "", "Anything": "", "Visible": "", "Embedding": "", "Empty": "", "Encoded": "", "Wrapper": "",
	} {
		if got := (Rules{}).Kind(pkg.Scope().Lookup(name).Type()); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	pkg := check(t)
	var got []string
	for _, f := range (Rules{}).Find(pkg.Scope().Lookup("Args").Type()) {
		var path []string
		for _, v := range f.Path {
			path = append(path, v.Name())
		}
		got = append(got, strings.Join(path, ".")+" "+f.Kind)
	}
	const want = "Ctx context, List stream, Array state, Map stream, Dash stream, Inner.Stream stream"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}
