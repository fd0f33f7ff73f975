package genkit

import (
	"cmp"
	"encoding/json"
	"go/token"
	"go/types"
	"strconv"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/version"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// known reports whether the framework has a version whose Mapper is known. From 1.8 on, a struct
// that occurs within itself is any object. In old versions a struct that occurs again anywhere is
// something else, which has changed twice.
func (b *bound) known() (old, ok bool) {
	v := cmp.Or(version.OfFile(b.host.File(b.host.Types.Package(aiPath)), modulePath), b.host.Version(aiPath))
	i, ok := version.Newest(v, []string{"v1.4.0", "v1.8.0"})
	return i == 0, ok
}

// inferred returns the schema that the framework infers from a type. It adds an error
// to t if the framework cannot infer one.
func (b *bound) inferred(t *tool.Tool, path string, typ types.Type, pos token.Pos) *schema.Node {
	old, ok := b.known()
	if !ok {
		return schema.NewUnresolved("inferred by an unknown version of the framework", pos)
	}
	n, err := b.lib.Agreed(invopop.V0_13_0, func(v invopop.Version) (*schema.Node, error) {
		return (&inference{old: old, library: v}).schema(typ)
	})
	if err != nil {
		n, _ = sdk.Refused(t, err, tool.Problem{Path: path, Pos: pos})
	}
	return n
}

// inference emulates one call of the framework's function InferJSONSchema.
type inference struct {
	old     bool // see known
	library invopop.Version
	// seen are the structs that are being reflected, and in old versions those that occurred
	// before.
	seen []types.Type
	// parts counts the parts of the schema, to limit its size: a struct that is used
	// twice at every level doubles it.
	parts int
}

const maxParts = 5_000

func (r *inference) schema(t types.Type) (*schema.Node, error) {
	n, err := r.reflect(t, r.mapped, false)
	if err != nil {
		return nil, err
	}
	if n, err = invopop.Marshal(n, r.library); err != nil {
		return nil, err
	}
	if n.IsTrue() {
		return schema.NewObject().At(n.Pos), nil
	}
	return asMap(n), nil
}

func (r *inference) reflect(t types.Type, mapper func(types.Type) (*schema.Node, bool), fromType bool) (*schema.Node, error) {
	n, err := invopop.Build(t, invopop.Options{Version: r.library, DoNotReference: true, Anonymous: true, FromType: fromType, Mapper: mapper,
		Methods: invopop.Methods{Alias: alias}})
	if err == nil && n.Kind == schema.Object {
		n.Delete("$schema")
	}
	return n, err
}

// alias returns the type that the framework reflects instead of t. Its only one is that
// of a part, which is not exported; a method of Part leads to it.
func alias(t types.Type) types.Type {
	if !ir.IsNamed(t, aiPath, "Part") {
		return nil
	}
	for m := range types.Unalias(t).(*types.Named).Methods() {
		for p := range m.Signature().Params().Variables() {
			if ir.IsNamed(p.Type(), aiPath, "partSchema") {
				return p.Type()
			}
		}
	}
	return nil
}

// mapped emulates the Mapper of the framework: it returns the schema of a type, or
// nil if the reflector derives the schema itself.
func (r *inference) mapped(t types.Type) (*schema.Node, bool) {
	if s, ok := t.Underlying().(*types.Slice); ok && types.IsInterface(s.Elem()) {
		return object("type", schema.NewString("array"), "items", object("additionalProperties", schema.NewBool(true))), true
	}
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return nil, true
	}
	if r.parts++; r.parts > maxParts {
		panic(&invopop.Unresolvable{Reason: "a schema that is too large"})
	}
	for _, s := range r.seen {
		switch {
		case !types.Identical(s, t):
		case r.old:
			return schema.NewUnresolved("a struct that occurs again, in a version of Genkit before 1.8", token.NoPos), true
		default:
			return again(t), true
		}
	}
	r.seen = append(r.seen, t)
	if r.old {
		return nil, true
	}
	defer func() { r.seen = r.seen[:len(r.seen)-1] }()
	first := true
	n, err := r.reflect(t, func(st types.Type) (*schema.Node, bool) {
		if first && types.Identical(st, t) {
			first = false
			return nil, true
		}
		return r.mapped(st)
	}, true)
	if err != nil {
		panic(err) // the outer reflector recovers and returns it
	}
	return n, true
}

// again returns the schema of a struct that occurs within itself.
func again(t types.Type) *schema.Node {
	n := object("additionalProperties", schema.NewBool(true))
	if jsonmethod.Writes(types.NewPointer(t), false).Name != "MarshalJSON" {
		n.Set("type", schema.NewString("object"))
	}
	return n
}

// object returns an object node with the given members: names and values in turn.
func object(pairs ...any) *schema.Node {
	n := schema.NewObject()
	for i := 0; i < len(pairs); i += 2 {
		n.Set(pairs[i].(string), pairs[i+1].(*schema.Node))
	}
	return n
}

// asMap returns a node in the form that it has after the framework decoded it into a
// map and encoded it again: with sorted keys, only the last of two members with one
// name, and numbers as float64.
func asMap(n *schema.Node) *schema.Node {
	n.Walk(func(_ string, n *schema.Node) bool {
		switch n.Kind {
		case schema.Number:
			if f, err := strconv.ParseFloat(n.Text, 64); err == nil {
				if text, err := json.Marshal(f); err == nil {
					n.Text = string(text)
				}
			}
		case schema.Object:
			last := map[string]int{}
			for i, m := range n.Members {
				last[m.Name] = i
			}
			kept := n.Members[:0]
			for i, m := range n.Members {
				if last[m.Name] == i {
					kept = append(kept, m)
				}
			}
			n.Members = kept
			n.SortMembers()
		}
		return true
	})
	return n
}
