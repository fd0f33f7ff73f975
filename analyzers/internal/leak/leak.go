// Package leak knows types that are part of a running program and not data: a
// context, a session, a logger, a lock. They have no place in a schema.
package leak

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts"
)

// standard maps types of the standard library that are not data, by package path and name,
// to their kind.
var standard = map[string]string{
	"context.Context": "context",

	"net/http.Request":            "request",
	"net/http.Response":           "response",
	"net/http.ResponseWriter":     "response",
	"net/http.ResponseController": "response",
	"net/http.Client":             "client",
	"net/http.Transport":          "client",
	"net/http.RoundTripper":       "client",
	"net/http.Server":             "server",
	"net/http.ServeMux":           "server",
	"net/http.Handler":            "server",

	"log.Logger":       "logger",
	"log/slog.Logger":  "logger",
	"log/slog.Handler": "logger",

	"database/sql.DB":   "database",
	"database/sql.Conn": "database",
	"database/sql.Tx":   "database",
	"database/sql.Stmt": "database",
	"database/sql.Rows": "database",
	"database/sql.Row":  "database",

	"sync.Cond":      "lock",
	"sync.Locker":    "lock",
	"sync.Map":       "lock",
	"sync.Mutex":     "lock",
	"sync.Once":      "lock",
	"sync.Pool":      "lock",
	"sync.RWMutex":   "lock",
	"sync.WaitGroup": "lock",

	"os.File":       "stream",
	"os.Process":    "process",
	"os/exec.Cmd":   "process",
	"net.Conn":      "stream",
	"net.Listener":  "stream",
	"bufio.Reader":  "stream",
	"bufio.Writer":  "stream",
	"bufio.Scanner": "stream",
	"time.Timer":    "timer",
	"time.Ticker":   "timer",
}

// named returns the kind of a type that is not data, or "" for other types. Some SDKs have
// such types too.
func named(key string) string {
	if kind := standard[key]; kind != "" {
		return kind
	}
	return schemafacts.Live()[key]
}

// Rules are further types whose values are live objects, such as connections, which make
// no sense in JSON. Each is given by its package path and name.
type Rules []string

// State is the kind of a struct that encoding/json encodes as an empty object and
// that contains a value which exists only in a running program.
const State = "state"

// Kind returns the kind of live object that values of type t are, such as "context",
// or "" if they are data. A pointer has the kind of its element.
func (r Rules) Kind(t types.Type) string {
	t = Deref(t)
	tn := typeName(t)
	if tn == nil {
		return interfaceKind(t)
	}
	key := keyOf(tn)
	if slices.Contains(r, key) {
		return "denied"
	}
	if kind := named(key); kind != "" {
		return kind
	}
	if kind := interfaceKind(t); kind != "" {
		return kind
	}
	if isEmptyObject(t) && r.holdsLive(t, 4) {
		return State
	}
	return ""
}

// keyOf returns the name of a type in the form of the settings.
func keyOf(tn *types.TypeName) string {
	if tn.Pkg() == nil {
		return tn.Name()
	}
	return tn.Pkg().Path() + "." + tn.Name()
}

// Deref returns the type that a pointer leads to, also through other pointers, and any
// other type itself.
func Deref(t types.Type) types.Type {
	for range 10 {
		p, ok := types.Unalias(t).Underlying().(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	return types.Unalias(t)
}

func typeName(t types.Type) *types.TypeName {
	if n, ok := t.(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// interfaceKind returns the kind of an interface by its methods: a context, including
// contexts that a framework derives, or a stream.
func interfaceKind(t types.Type) string {
	i, ok := t.Underlying().(*types.Interface)
	if !ok || i.Empty() {
		return ""
	}
	if has(i, "Deadline", 0, 2) && has(i, "Done", 0, 1) && has(i, "Err", 0, 1) && has(i, "Value", 1, 1) {
		return "context"
	}
	if has(i, "Read", 1, 2) || has(i, "Write", 1, 2) || has(i, "Close", 0, 1) {
		return "stream"
	}
	return ""
}

// has reports whether an interface has a method with a name and these numbers of
// parameters and results.
func has(i *types.Interface, name string, params, results int) bool {
	for m := range i.Methods() {
		if m.Name() == name {
			sig := m.Signature()
			return sig.Params().Len() == params && sig.Results().Len() == results
		}
	}
	return false
}

// isEmptyObject reports whether encoding/json encodes a struct with fields as an empty
// object.
func isEmptyObject(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || st.NumFields() == 0 || jsonmethod.Decides(t) {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Exported() || st.Field(i).Embedded() {
			return false
		}
	}
	return true
}

// holdsLive reports whether a struct contains a value that exists only in a running
// program, such as a lock, a channel, a function or a stream.
func (r Rules) holdsLive(t types.Type, depth int) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || depth == 0 {
		return false
	}
	for i := range st.NumFields() {
		ft := Deref(st.Field(i).Type())
		switch u := ft.Underlying().(type) {
		case *types.Chan, *types.Signature:
			return true
		case *types.Interface:
			if !u.Empty() {
				return true
			}
		case *types.Struct:
			if tn := typeName(ft); tn != nil && tn.Pkg() != nil && named(tn.Pkg().Path()+"."+tn.Name()) != "" {
				return true
			}
			if !jsonmethod.Decides(ft) && r.holdsLive(ft, depth-1) {
				return true
			}
		}
	}
	return false
}

// Found is a part of a type that exists only in a running program, such as a context.
type Found struct {
	Path []*types.Var // the fields that lead to it, outermost first
	Type types.Type
	Kind string
}

// visit calls f for a type and for the types of its parts in JSON, with the fields that
// lead there, outermost first. If f returns false, visit skips the parts of that type.
func visit(t types.Type, path []*types.Var, open map[types.Type]bool, f func(t types.Type, path []*types.Var) bool) {
	if !f(t, path) {
		return
	}
	t = Deref(t)
	if open[t] {
		return
	}
	open[t] = true
	defer delete(open, t)
	switch u := t.Underlying().(type) {
	case *types.Slice:
		visit(u.Elem(), path, open, f)
	case *types.Array:
		visit(u.Elem(), path, open, f)
	case *types.Map:
		visit(u.Elem(), path, open, f)
	case *types.Struct:
		for _, field := range jsonfields.Declared(u) {
			visit(field.Var.Type(), append(slices.Clip(path), field.Var), open, f)
		}
	}
}

// Find returns the live objects in t that are part of its JSON, in the order of
// fields.
func (r Rules) Find(t types.Type) []Found {
	var out []Found
	visit(t, nil, map[types.Type]bool{}, func(t types.Type, path []*types.Var) bool {
		kind := r.Kind(t)
		if kind != "" {
			out = append(out, Found{path, t, kind})
		}
		return kind == "" && !jsonmethod.Decides(Deref(t))
	})
	return out
}

// FieldPath returns the fields that lead to the field at pos in t, outermost first. It
// returns nil if t has no such field.
func FieldPath(t types.Type, pos token.Pos) []*types.Var {
	var found []*types.Var
	seen := map[types.Type]bool{} // a second way to a type finds the same fields
	visit(t, nil, map[types.Type]bool{}, func(t types.Type, path []*types.Var) bool {
		if len(path) > 0 && path[len(path)-1].Pos() == pos && found == nil {
			found = path
		}
		again := seen[t]
		seen[t] = true
		return found == nil && !again
	})
	return found
}

// AllFields returns the fields that are part of the JSON of t, without duplicates. The
// fields of a struct are in order, and the fields of nested structs come after them.
func AllFields(t types.Type) []jsonfields.Field {
	var out []jsonfields.Field
	seen := map[types.Type]bool{}
	visit(t, nil, map[types.Type]bool{}, func(t types.Type, _ []*types.Var) bool {
		t = Deref(t)
		_, isStruct := t.Underlying().(*types.Struct)
		if seen[t] || isStruct && jsonmethod.Decides(t) {
			return false
		}
		seen[t] = true
		for _, f := range jsonfields.Declared(t) {
			if f.Name != "" {
				out = append(out, f)
			}
		}
		return true
	})
	return out
}
