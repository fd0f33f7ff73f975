package generate

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// collectDeps finds the fields of Deps: the receivers of methods, and the types that
// the program passes according to the settings. A struct is stored as a pointer.
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
			t := fn.Signature().Params().At(i).Type()
			switch {
			case w.perCall(role, t):
				w.needNew(t)
			case role == signature.Configured:
				_, pointer := types.Unalias(t).(*types.Pointer)
				w.need(jsonfields.Named(t), pointer || isStruct(jsonfields.Named(t)))
			}
		}
	}
}

// unfilled returns the fields of a struct that no argument can set, because they are
// not exported and not embedded, or have the tag json:"-". Run copies them from the
// receiver in Deps.
func unfilled(n *types.Named) (names []string) {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if f.Name() != "_" && (!f.Exported() && !f.Embedded() || jsonfields.TagOf(st.Tag(i)).Hidden) {
			names = append(names, f.Name())
		}
	}
	return names
}

// perCall reports whether a parameter gets a new value for each call, from a function
// in Deps: the program has its own type of context.
func (w *writer) perCall(role signature.Role, t types.Type) bool {
	switch role {
	case signature.Context:
		return jsonfields.Named(t) != nil && !w.isContext(t)
	case signature.Configured:
		return hasContextMethods(t)
	}
	return false
}

// isContext reports whether a value of type t can be the context of a call: t is
// context.Context, or an interface with no methods other than those of
// context.Context.
func (w *writer) isContext(t types.Type) bool {
	if jsonfields.Qualified(t) == "context.Context" {
		return true
	}
	u, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range u.Methods() {
		if !slices.Contains(contextMethods, m.Name()) {
			return false
		}
	}
	return true
}

var contextMethods = []string{"Deadline", "Done", "Err", "Value"}

func hasContextMethods(t types.Type) bool {
	set := types.NewMethodSet(t)
	if !types.IsInterface(t) && jsonfields.Named(t) != nil {
		set = types.NewMethodSet(types.NewPointer(jsonfields.Named(t)))
	}
	return !slices.ContainsFunc(contextMethods, func(name string) bool { return set.Lookup(nil, name) == nil })
}

// needNew adds to Deps a function that makes a value of type t for each call, or adds
// the current tool to the users of the function that Deps has.
func (w *writer) needNew(t types.Type) {
	if d := w.newDep(t); d != nil {
		if d.users[len(d.users)-1] != w.tool.Name {
			d.users = append(d.users, w.tool.Name)
		}
		return
	}
	name := "New" + upper(jsonfields.Named(t).Obj().Name())
	for i := 2; w.hasDep(name); i++ {
		name = fmt.Sprintf("New%s%d", upper(jsonfields.Named(t).Obj().Name()), i)
	}
	w.deps = append(w.deps, &dep{Name: name, made: t, users: []string{w.tool.Name}})
}

// newDep returns the function of Deps that makes values of type t, or nil.
func (w *writer) newDep(t types.Type) *dep {
	for _, d := range w.deps {
		if d.made != nil && types.Identical(d.made, t) {
			return d
		}
	}
	return nil
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// need adds a field for a type to Deps, or adds the current tool to the users of the
// field that Deps has. pointer reports whether the field must be a pointer.
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

// dep returns the field for a type, or nil if Deps has no such field.
func (w *writer) dep(n *types.Named) *dep {
	for _, d := range w.deps {
		if d.named != nil && types.Identical(d.named, n) {
			return d
		}
	}
	return nil
}
