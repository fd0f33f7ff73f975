package generate

import (
	"fmt"
	"go/types"
	"reflect"

	"github.com/schemavet/schemavet/schemafacts/signature"
)

// collectDeps finds the fields of Deps: what methods belong to, and what the
// settings say that the program passes. A struct is held by its pointer.
func (w *writer) collectDeps() {
	for i := range w.Input.Tools {
		w.tool = &w.Input.Tools[i]
		fn := w.tool.Func
		if recv := receiver(fn); recv != nil && (!w.tool.Receiver || len(unfilled(recv)) > 0) {
			_, pointer := types.Unalias(fn.Signature().Recv().Type()).(*types.Pointer)
			w.need(recv, pointer || isStruct(recv))
		}
		params, _ := signature.Roles(w.tool.function(), w.Options)
		for i, role := range params {
			if role == signature.Configured {
				t := fn.Signature().Params().At(i).Type()
				_, pointer := types.Unalias(t).(*types.Pointer)
				w.need(named(t), pointer || isStruct(named(t)))
			}
		}
	}
}

// unfilled returns the fields of a struct that no argument fills, because they are not
// exported or have the tag json:"-": the program sets them.
func unfilled(n *types.Named) (names []string) {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		f, tag := st.Field(i), reflect.StructTag(st.Tag(i))
		if f.Name() != "_" && (!f.Exported() && !f.Embedded() || tag.Get("json") == "-") {
			names = append(names, f.Name())
		}
	}
	return names
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// need adds a field to Deps, if there is none for the type.
func (w *writer) need(n *types.Named, pointer bool) {
	if d := w.dep(n); d != nil {
		d.pointer = d.pointer || pointer
		if d.users[len(d.users)-1] != w.tool.Name {
			d.users = append(d.users, w.tool.Name)
		}
		return
	}
	name := upper(n.Obj().Name())
	for _, d := range w.deps {
		if d.Name == name && n.Obj().Pkg() != nil {
			name = upper(n.Obj().Pkg().Name()) + name
		}
	}
	for i := 2; w.hasDep(name); i++ {
		name = fmt.Sprintf("%s%d", upper(n.Obj().Name()), i)
	}
	w.deps = append(w.deps, &dep{Name: name, named: n, pointer: pointer, users: []string{w.tool.Name}})
}

func (w *writer) hasDep(name string) bool {
	for _, d := range w.deps {
		if d.Name == name {
			return true
		}
	}
	return false
}

// dep returns the field for a type, nil if there is none.
func (w *writer) dep(n *types.Named) *dep {
	for _, d := range w.deps {
		if types.Identical(d.named, n) {
			return d
		}
	}
	return nil
}
