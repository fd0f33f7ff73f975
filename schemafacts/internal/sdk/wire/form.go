package wire

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire/bedrock"
)

// form says whether values of a type represent tools or lists of tools, and how
// encoding/json encodes them. formOf decides it by the names and types of the fields.
type form uint8

const (
	none form = iota
	// alike is a struct that is converted to a tool elsewhere: it has the fields of a
	// tool, but encoding/json does not give them the names of a tool's members.
	alike
	// aChoice is a struct that is encoded as one of its fields, and has a field for a tool.
	// Go clients use it for list elements of several kinds.
	aChoice
	// aTool is a struct that encoding/json encodes as a tool.
	aTool
	// aList is a struct with a member of tools: a response to tools/list, or a request
	// to a model.
	aList
	// forced is a type whose values are tools according to the settings.
	forced
)

// schemaNames are the members that hold a tool's schema: in MCP, in Anthropic's API,
// in OpenAI's and compatible APIs, and, as JSON Schema, in the Gemini API.
var schemaNames = []string{"inputSchema", "input_schema", parameters, "parametersJsonSchema"}

// listNames are the members that hold lists of tools: in MCP and most APIs, in a tool
// of the Gemini API (two spellings), and in early versions of OpenAI's API.
var listNames = []string{"tools", "functionDeclarations", "function_declarations", "functions"}

// parameters is OpenAI's name of a tool's schema. The name also has other uses.
const parameters = "parameters"

// formOf returns the form of a type. It depends on the member names that
// encoding/json gives the fields.
func formOf(t types.Type) form {
	if kind := bedrock.Form(t); kind != bedrock.None {
		return map[bedrock.Kind]form{bedrock.Tool: aTool, bedrock.Choice: aChoice}[kind]
	}
	st, ok := structOf(t)
	if !ok || !mayBeForm(st, 0) {
		if describesItself(t) {
			return alike
		}
		return none
	}
	fields := byName(st)
	if ofVendor(t) {
		for name, field := range maps.Clone(fields) {
			fields[memberName(t, name)] = field
		}
	}
	switch {
	case isTool(fields), isFunction(fields):
		return aTool
	case isChoice(st):
		return aChoice
	case isList(t, fields):
		return aList
	case isAlike(st):
		return alike
	}
	if describesItself(t) {
		return alike
	}
	return none
}

// IsList reports whether values of a type are encoded with a list of tools, as requests and
// responses are.
func IsList(t types.Type) bool { return formOf(t) == aList }

// describesItself reports whether a type has methods that return a name and a schema,
// as the tools in a program's own registry have.
func describesItself(t types.Type) bool {
	var methods interface {
		NumMethods() int
		Method(i int) *types.Func
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	if methods = named; types.IsInterface(t) {
		methods, _ = named.Underlying().(*types.Interface)
	}
	name, schema := false, false
	for i := range methods.NumMethods() {
		m := methods.Method(i)
		sig := m.Signature()
		if sig.Params().Len() > 0 || sig.Results().Len() != 1 {
			continue
		}
		switch result := sig.Results().At(0).Type(); m.Name() {
		case "Name":
			name = isText(result)
		case "InputSchema", "Parameters", "Schema":
			schema = schema || holdsSchema(result)
		}
	}
	return name && schema
}

func structOf(t types.Type) (*types.Struct, bool) {
	st, ok := types.Unalias(t).Underlying().(*types.Struct)
	return st, ok
}

// mayBeForm reports whether a struct has a field that a tool or a list could have. It
// quickly excludes most structs.
func mayBeForm(st *types.Struct, depth int) bool {
	for i := range st.NumFields() {
		f := st.Field(i)
		switch name := strings.ToLower(f.Name()); name {
		case "inputschema", "input_schema", "schema", parameters, "function", "tools", "functions", "input":
			return true
		}
		tag := jsonfields.TagOf(st.Tag(i))
		if tag.Name == "function" || slices.Contains(listNames, tag.Name) || slices.Contains(schemaNames, tag.Name) || tag.Has(inline) {
			return true
		}
		if f.Embedded() && depth < 3 {
			t := types.Unalias(f.Type())
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			if inner, ok := structOf(t); ok && mayBeForm(inner, depth+1) {
				return true
			}
		}
	}
	return false
}

// byName returns the types of a struct's members in JSON, by name.
func byName(st *types.Struct) map[string]types.Type {
	out := map[string]types.Type{}
	for _, f := range jsonfields.Of(st) {
		if f.Quoted {
			continue
		}
		if t := fieldType(st, f.Path); t != nil {
			out[f.Name] = t
		}
	}
	return out
}

func fieldType(st *types.Struct, path []int) types.Type {
	for i, idx := range path {
		t := st.Field(idx).Type()
		if i == len(path)-1 {
			return t
		}
		t = jsonfields.Pointee(t)
		inner, ok := structOf(t)
		if !ok {
			return nil
		}
		st = inner
	}
	return nil
}

// isTool reports whether these members are the members of a tool.
func isTool(fields map[string]types.Type) bool {
	if !isText(fields["name"]) {
		return false
	}
	for _, schemaName := range schemaNames {
		if schemaName != parameters && holdsSchema(fields[schemaName]) {
			return true
		}
	}
	// The arguments of a call may have this name, too, but come without a description.
	return holdsSchema(fields[parameters]) && fields["description"] != nil
}

// inline is an option that encoding/json ignores: a struct with such a field has its own
// MarshalJSON.
const inline = "inline"

// isChoice reports whether a struct is encoded as one of its fields, one of which is a
// tool.
func isChoice(st *types.Struct) bool {
	for i := range st.NumFields() {
		p, ok := types.Unalias(st.Field(i).Type()).(*types.Pointer)
		if ok && jsonfields.TagOf(st.Tag(i)).Has(inline) && formOf(p.Elem()) == aTool {
			return true
		}
	}
	return false
}

// isFunction reports whether these members are the members of a tool in OpenAI's
// form, which nests the function in an object.
func isFunction(fields map[string]types.Type) bool {
	t := fields["function"]
	if t == nil || fields["type"] == nil {
		return false
	}
	t = jsonfields.Pointee(t)
	st, ok := structOf(t)
	if !ok {
		return false
	}
	inner := byName(st)
	return isText(inner["name"]) && holdsSchema(inner[parameters])
}

// isList reports whether one of these members of a type holds a list of tools.
func isList(t types.Type, fields map[string]types.Type) bool {
	for name, field := range fields {
		if name = memberName(t, name); slices.Contains(listNames, name) && isListOf(name, field) {
			return true
		}
	}
	return false
}

// memberName returns the name of a member of a type, where encoding/json gives it the name
// name. Clients encode types without tags themselves, with lower-case names.
func memberName(t types.Type, name string) string {
	if name != "" && ofVendor(t) {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return name
}

// isListOf reports whether a member with this name and type holds a list of tools.
// Names other than "tools" also have other uses, so their elements must have a tool
// type.
func isListOf(name string, t types.Type) bool {
	switch u := ir.Under(t).(type) {
	case *types.Slice:
		return mayBeTool(u.Elem()) && (name == listNames[0] || isToolType(u.Elem()))
	case *types.Interface:
		return name == listNames[0]
	}
	return false
}

// isToolType reports whether a type is a tool struct or a pointer to one.
func isToolType(t types.Type) bool {
	t = jsonfields.Pointee(t)
	return formOf(t) == aTool
}

// mayBeTool reports whether a value of type t, the element type of a list, can be a
// tool.
func mayBeTool(t types.Type) bool {
	t = jsonfields.Pointee(t)
	switch u := ir.Under(t).(type) {
	case *types.Interface:
		return true
	case *types.Map:
		return ir.IsString(ir.Under(u.Key()))
	case *types.Slice:
		return ir.IsByte(u.Elem()) // json.RawMessage
	case *types.Struct:
		f := formOf(t)
		return f == aTool || f == aChoice || hasMarshaler(t)
	}
	return false
}

// isAlike reports whether a struct has fields whose Go names are those of a tool's
// name and schema.
func isAlike(st *types.Struct) bool {
	name, schema := false, false
	for i := range st.NumFields() {
		switch f := st.Field(i); f.Name() {
		case "Name", "name":
			name = isText(f.Type())
		case "InputSchema", "inputSchema", "Schema", "schema", "Parameters", "parameters":
			schema = schema || holdsSchema(f.Type())
		}
	}
	return name && schema
}

func isText(t types.Type) bool { return t != nil && ir.IsString(ir.Under(t)) }

// holdsSchema reports whether a value of type t can be encoded as a schema.
func holdsSchema(t types.Type) bool {
	if t == nil {
		return false
	}
	t = jsonfields.Pointee(t)
	switch u := ir.Under(t).(type) {
	case *types.Interface:
		return true
	case *types.Map:
		return ir.IsString(ir.Under(u.Key())) && schemaPart(u.Elem())
	case *types.Slice:
		return ir.IsByte(u.Elem()) && hasMarshaler(t)
	case *types.Struct:
		if hasMarshaler(t) {
			return true
		}
		fields := byName(u)
		return fields["properties"] != nil || fields["type"] != nil && fields["$ref"] != nil
	}
	return false
}

// schemaPart reports whether a value of type t can be the value of a keyword in a
// schema. Strings cannot, because some keywords have other values.
func schemaPart(t types.Type) bool {
	switch ir.Under(t).(type) {
	case *types.Interface:
		return true
	case *types.Slice:
		return hasMarshaler(t)
	}
	return false
}

func hasMarshaler(t types.Type) bool {
	return types.NewMethodSet(types.NewPointer(t)).Lookup(nil, "MarshalJSON") != nil
}
