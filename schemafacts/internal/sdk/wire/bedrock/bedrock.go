// Package bedrock models the tools of the Amazon Bedrock client of aws-sdk-go-v2. Its
// types are not encoded with encoding/json: the SDK encodes them by its service model,
// with member names that differ from the field names in case.
package bedrock

import (
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	awsPath      = "github.com/aws/aws-sdk-go-v2/aws"
	clientPath   = "github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	typesPath    = clientPath + "/types"
	documentPath = clientPath + "/document"
)

// Kind says what values of a type of the client represent. None means that a type has
// nothing to do with tools.
type Kind uint8

const (
	None   Kind = iota
	Tool        // a tool
	Choice      // a list element of one of several kinds, such as a tool
)

// Form returns the role of a type of the client with regard to tools.
func Form(t types.Type) Kind {
	for name, kind := range map[string]Kind{"ToolSpecification": Tool, "ToolMemberToolSpec": Choice} {
		if ir.IsNamed(t, typesPath, name) {
			return kind
		}
	}
	return None
}

// Bind returns the model of the Bedrock client for a package.
func Bind(*sdk.Host) sdk.Library { return library{} }

type library struct{}

// Intrinsic returns the model of a helper function of the client, or nil.
func (library) Intrinsic(key string) eval.Intrinsic {
	switch key {
	case documentPath + ".NewLazyDocument":
		return func(c *eval.Call) value.Value {
			return &value.Native{Kind: documentKind, Data: c.Arg(0), T: c.Result, Pos: c.Pos}
		}
	case awsPath + ".String", awsPath + ".Bool":
		return func(c *eval.Call) value.Value {
			return &value.Ptr{T: c.Result, C: value.NewCell(c.Arg(0)), Pos: c.Pos}
		}
	}
	return nil
}

// documentKind is the kind of a native value that the client encodes as a document.
const documentKind = "document of the client"

// Encode encodes a ToolSpecification, or the member of the union Tool that contains
// one.
func (library) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	s, ok := v.(*value.Struct)
	if !ok {
		return nil, false
	}
	switch Form(s.T) {
	case Choice:
		return e.Encode(s.Field("Value")), true
	case Tool:
		return tool(e, s), true
	}
	return nil, false
}

// Decode returns false, because programs do not decode the client's types.
func (library) Decode(*schema.Node, types.Type) (value.Value, bool) { return nil, false }

// tool encodes a ToolSpecification.
func tool(e *gojson.Encoder, s *value.Struct) *schema.Node {
	if why := s.Hidden(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos)
	}
	n := schema.NewObject().At(s.Pos)
	for _, field := range []string{"Name", "Description", "Strict"} {
		if v := s.Field(field); !value.IsZero(v) {
			n.Set(strings.ToLower(field), e.Encode(seen(v, s.Tainted())))
		}
	}
	if in := s.Field("InputSchema"); !value.IsZero(in) {
		n.Set("inputSchema", input(e, in))
	}
	return n
}

// seen returns the value to which the field v of a tool pointed before the tool was
// passed to unseen code, if only that code may have changed it. handed is the reason
// of that change. The tool itself is already marked as possibly changed.
func seen(v value.Value, handed *value.Unknown) value.Value {
	p, ok := v.(*value.Ptr)
	if !ok || handed == nil {
		return v
	}
	u, ok := p.Load().(*value.Unknown)
	if !ok || u.Reason != handed.Reason || u.Pos != handed.Pos {
		return v
	}
	var last value.Value
	for _, alt := range u.Alts {
		if _, open := alt.(*value.Unknown); !open && last == nil {
			last = alt
		} else if !open {
			return v
		}
	}
	if last == nil {
		return v
	}
	return last
}

// input encodes a ToolInputSchemaMemberJson.
func input(e *gojson.Encoder, v value.Value) *schema.Node {
	s, ok := value.StructOf(v)
	if !ok || !ir.IsNamed(s.T, typesPath, "ToolInputSchemaMemberJson") {
		if u, ok := v.(*value.Unknown); ok {
			return schema.NewUnresolved(u.Reason, u.Pos)
		}
		return schema.NewUnresolved("an unknown input schema", value.PosOf(v))
	}
	doc, ok := s.Field("Value").(*value.Native)
	if !ok || doc.Kind != documentKind {
		return schema.NewUnresolved("an unknown document", s.Pos)
	}
	value, _ := doc.Data.(value.Value)
	if why := foreign(value, 0); why != "" {
		return schema.NewUnresolved(why, doc.Pos)
	}
	return e.Encode(value)
}

// foreign returns why the client encodes a value in another way than encoding/json
// does, or "" if it does not. The client uses other tags and calls no MarshalJSON
// methods.
func foreign(v value.Value, depth int) string {
	if depth > 50 {
		return "nested too deeply"
	}
	why := ""
	look := func(v value.Value) {
		if why == "" {
			why = foreign(v, depth+1)
		}
	}
	switch v := v.(type) {
	case *value.Ptr:
		look(v.Load())
	case *value.Struct:
		return "a struct, which the client encodes by its own tags"
	case *value.Slice:
		if v.T != nil {
			if s, ok := ir.Under(v.T).(*types.Slice); ok && ir.IsByte(s.Elem()) {
				return "bytes, which the client prints as text in base64"
			}
		}
		for _, e := range v.Elems {
			look(e.C.Get())
		}
	case *value.Const:
		if v.T != nil && types.NewMethodSet(v.T).Lookup(nil, "MarshalJSON") != nil {
			return "a value with its own MarshalJSON, which the client does not call"
		}
	case *value.Native:
		if _, ok := v.Data.(*schema.Node); !ok {
			return "a value that is not followed"
		}
	case *value.Map:
		v.Entries(func(_, v value.Value, _ bool) { look(v) })
	}
	return why
}
