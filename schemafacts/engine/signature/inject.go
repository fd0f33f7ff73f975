package signature

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// sdks are the modules whose types a server passes to handlers, and takes from
// them as content.
var sdks = []string{
	"github.com/modelcontextprotocol/go-sdk",
	"github.com/mark3labs/mcp-go",
}

func ofSDK(obj types.Object) bool {
	if obj.Pkg() == nil {
		return false
	}
	path := obj.Pkg().Path()
	return slices.ContainsFunc(sdks, func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") })
}

// injected reports whether the program passes a parameter, and no caller.
func (d *describer) injected(name string, t types.Type) bool {
	if name == "ctx" || isContext(t) || isProgress(t) {
		return true
	}
	n := namedOf(t)
	return n != nil && (slices.Contains(d.opts.Contexts, qualifiedName(n.Obj())) || ofSDK(n.Obj()) && isSession(n.Obj().Name()))
}

// isSession reports whether a type of an SDK is one of a call or a connection.
func isSession(name string) bool {
	switch name {
	case "Server", "MCPServer", "Client", "RequestExtra":
		return true
	}
	return strings.HasSuffix(name, "Request") || strings.HasSuffix(name, "Session") || strings.HasPrefix(name, "Progress")
}

// isContext reports whether t has the methods of context.Context.
func isContext(t types.Type) bool {
	return implements(types.Unalias(t), true, contextMethods) || types.Implements(deref(t), contextMethods)
}

// isProgress reports whether t is a function that takes one value, of a type
// that an SDK declares or that is called Progress.
func isProgress(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 {
		return false
	}
	n := namedOf(sig.Params().At(0).Type())
	return n != nil && (n.Obj().Name() == "Progress" || ofSDK(n.Obj()))
}

// isContent reports whether t is a result that the protocol passes on as it is:
// a content type of an SDK, a pointer to one, a slice of them, or a sealed
// interface that one of them implements.
func (d *describer) isContent(t types.Type) bool {
	for range maxDepth {
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
			return isContentName(u.Obj())
		}
		return false
	}
	return false
}

func isContentName(obj types.Object) bool {
	if !ofSDK(obj) || !strings.HasSuffix(obj.Pkg().Path(), "/mcp") {
		return false
	}
	switch obj.Name() {
	case "CallToolResult", "Content", "TextContent", "ImageContent", "AudioContent", "ResourceLink", "EmbeddedResource":
		return true
	}
	return false
}

// contextMethods are those of context.Context, but for Deadline, whose result
// has a type of package time.
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
