package googleschema

import (
	"cmp"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Encode encodes a jsonschema.Schema that the program built or changed, as its
// MarshalJSON does.
func (s *Schemas) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	st, ok := v.(*value.Struct)
	if !ok || !s.is(st.T) {
		return nil, false
	}
	if why := st.Unseen(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos), true
	}
	n := schema.NewObject().At(st.Pos)
	if n.Type = st.Go; n.Type != nil {
		n.Reflector = jsonschemago.Path
	}
	n.EscapeHTML = true
	for _, k := range jsonschemago.Keywords(s.Version) {
		i := st.Index(k.Name)
		if i < 0 || !st.IsSet(i) {
			continue // the zero value of every field is omitted
		}
		f := st.At(i)
		if isNil(f) || value.IsEmpty(f) && !k.KeepEmpty {
			continue
		}
		if k.KeepEmpty {
			n.Members = append(n.Members, schema.Member{Name: k.Keyword, Value: e.Encode(f)})
			continue
		}
		v, perhaps := e.Filled(f)
		n.Add(schema.Member{Name: k.Keyword, Value: v}, perhaps)
	}
	order, ok := propertyOrder(st)
	if !ok {
		return schema.NewUnresolved("an unknown order of properties", st.Pos), true
	}
	n, err := jsonschemago.Finish(n, s.extra(e, st), order, s.Version)
	if err != nil {
		e.Fail(err.Error(), st.Pos)
		return schema.NewUnresolved(err.Error(), st.Pos), true
	}
	return n, true
}

// isNil reports whether a field was never set.
func isNil(v value.Value) bool {
	if s, ok := v.(*value.Slice); ok {
		return s.IsNil
	}
	_, ok := v.(*value.Nil)
	return ok
}

// Decode decodes JSON into a jsonschema.Schema, as its UnmarshalJSON does.
func (s *Schemas) Decode(n *schema.Node, t types.Type) (value.Value, bool) {
	if !s.is(t) {
		return nil, false
	}
	switch v := s.maker(t, false).Pointer(n).(type) {
	case *value.Ptr:
		return v.Load(), true
	case *value.Unknown:
		v.T = t
		return v, true
	}
	return &value.Unknown{Reason: "a schema that is null", Pos: n.Pos, T: t}, true
}

// Shared returns the JSON pointers of two places that contain the same *Schema. The
// library rejects such a schema when it resolves it.
func (s *Schemas) Shared(v value.Value) (first, second string, pos token.Pos) {
	w := shareWalk{schemas: s, seen: map[*value.Cell]string{}}
	w.visit(v, "", 0)
	return w.first, w.second, w.pos
}

type shareWalk struct {
	schemas       *Schemas
	seen          map[*value.Cell]string
	first, second string
	pos           token.Pos
	visits        int
}

// maxVisits limits the values that a search for shared schemas looks at: lists and maps
// may share their parts.
const maxVisits = 100_000

func (w *shareWalk) visit(v value.Value, path string, depth int) {
	if w.visits++; w.second != "" || depth > 100 || w.visits > maxVisits {
		return
	}
	switch v := v.(type) {
	case *value.Ptr:
		st, ok := v.Load().(*value.Struct)
		if !ok || !w.schemas.is(st.T) {
			return
		}
		if first, dup := w.seen[v.C]; dup {
			w.first, w.second, w.pos = first, path, v.Pos
			return
		}
		w.seen[v.C] = path
		for i := range st.NumFields() {
			f, tag := st.FieldVar(i)
			if f.Name() == "Extra" || f.Name() == "Examples" {
				continue
			}
			name := cmp.Or(jsonfields.TagOf(tag).Name, f.Name())
			w.visit(st.At(i), path+"/"+strings.TrimPrefix(name, "-"), depth+1) // of a field that is hidden, nothing
		}
	case *value.Slice:
		vals, _ := v.Values()
		for i, e := range vals {
			w.visit(e, path+"/"+strconv.Itoa(i), depth+1)
		}
	case *value.Map:
		v.Entries(func(k, e value.Value, maybe bool) {
			if name, ok := value.StringOf(k); ok && !maybe {
				w.visit(e, path+"/"+schema.EscapeToken(name), depth+1)
			}
		})
	}
}

// extra returns the keywords in the field Extra, sorted like the keys of a map.
func (s *Schemas) extra(e *gojson.Encoder, st *value.Struct) *schema.Node {
	f := st.Field("Extra")
	if f == nil || value.IsEmpty(f) {
		return nil
	}
	return e.Encode(f)
}

func propertyOrder(st *value.Struct) ([]string, bool) {
	f := st.Field("PropertyOrder")
	if f == nil {
		return nil, true
	}
	return value.StringsOf(f)
}
