package signature

import (
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
)

// sdk returns the SDK that declares an object, or nil if none does.
func (d *describer) sdk(obj types.Object) *SDK {
	if obj.Pkg() == nil {
		return nil
	}
	p := obj.Pkg().Path()
	for i, s := range d.opts.SDKs {
		if p == s.Module || strings.HasPrefix(p, s.Module+"/") {
			return &d.opts.SDKs[i]
		}
	}
	return nil
}

// injected reports whether the program passes a parameter. Callers of the tool pass
// all other parameters.
func (d *describer) injected(name string, t types.Type) bool {
	if name == "ctx" || isContext(t) || d.isProgress(t) {
		return true
	}
	n := jsonfields.Named(t)
	return n != nil && (d.isConfigured(n) || d.isSession(n.Obj()))
}

// isConfigured reports whether the options name a type as one whose values the
// program passes.
func (d *describer) isConfigured(n *types.Named) bool {
	return slices.Contains(d.opts.Contexts, jsonfields.Qualified(n))
}

// isSession reports whether values of an SDK's type belong to a call or a connection.
func (d *describer) isSession(obj types.Object) bool {
	s := d.sdk(obj)
	return s != nil && slices.ContainsFunc(s.Injected, func(pattern string) bool {
		ok, err := path.Match(pattern, obj.Name())
		return ok && err == nil
	})
}

// isContext reports whether t has the methods of context.Context.
func isContext(t types.Type) bool {
	return implements(types.Unalias(t), contextMethods) || types.Implements(jsonfields.Pointee(t), contextMethods)
}

// isProgress reports whether a parameter of type t receives reports of progress. Its
// type is a function of one value or a channel to send to. The type of the value is
// called Progress, or an SDK declares it for progress.
func (d *describer) isProgress(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return u.Params().Len() == 1 && d.isProgressValue(u.Params().At(0).Type())
	case *types.Chan:
		return u.Dir() != types.RecvOnly && d.isProgressValue(u.Elem())
	}
	return false
}

// yieldsProgress reports whether a result contains the progress of the work:
// iter.Seq2[Progress, error], iter.Seq[Progress] or <-chan Progress.
func (d *describer) yieldsProgress(t types.Type) bool {
	elem := yielded(t)
	return elem != nil && d.isProgressValue(elem)
}

// yielded returns the type of the values of an iterator or a channel, or nil for another
// type. An iterator can also yield an error.
func yielded(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Chan:
		if u.Dir() != types.SendOnly {
			return u.Elem()
		}
	case *types.Signature:
		n := jsonfields.Named(t)
		if n == nil || n.TypeArgs().Len() == 0 {
			return nil
		}
		name := jsonfields.Qualified(n)
		if name == "iter.Seq" || name == "iter.Seq2" && types.Identical(n.TypeArgs().At(1), errorType) {
			return n.TypeArgs().At(0)
		}
	}
	return nil
}

func (d *describer) isProgressValue(t types.Type) bool {
	n := jsonfields.Named(t)
	return n != nil && (n.Obj().Name() == "Progress" || d.sdk(n.Obj()) != nil && strings.Contains(n.Obj().Name(), "Progress"))
}

// isContent reports whether the protocol passes on a result of type t unchanged: a
// content type of an SDK, a pointer to one, or a slice, an iterator or a channel of them.
func (d *describer) isContent(t types.Type) bool {
	for range maxDepth {
		if elem := yielded(t); elem != nil {
			t = elem
		}
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Slice:
			t = u.Elem()
			continue
		case *types.Array:
			t = u.Elem()
			continue
		case *types.Named:
			return d.isContentName(u.Obj())
		}
		return false
	}
	return false
}

func (d *describer) isContentName(obj types.Object) bool {
	s := d.sdk(obj)
	return s != nil && slices.Contains(s.Content, obj.Pkg().Path()+"."+obj.Name())
}

// contextMethods are the methods of context.Context except Deadline, whose result
// type is in package time.
var contextMethods = func() *types.Interface {
	result := func(ts ...types.Type) *types.Signature {
		var vars []*types.Var
		for _, t := range ts {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", t))
		}
		return types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(vars...), false)
	}
	any := types.Universe.Lookup("any").Type()
	value := types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewParam(token.NoPos, nil, "", any)),
		types.NewTuple(types.NewParam(token.NoPos, nil, "", any)), false)
	return types.NewInterfaceType([]*types.Func{
		types.NewFunc(token.NoPos, nil, "Done", result(types.NewChan(types.RecvOnly, types.NewStruct(nil, nil)))),
		types.NewFunc(token.NoPos, nil, "Err", result(errorType)),
		types.NewFunc(token.NoPos, nil, "Value", value),
	}, nil).Complete()
}()
