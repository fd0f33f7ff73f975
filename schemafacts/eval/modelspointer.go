package eval

import (
	"go/types"
	"regexp"
	"strings"
)

// Many modules are used for nothing but a pointer to a constant. Their packages
// are not loaded from source, so these few functions are known by name.

// toPointer and fromPointer list, by import path without its major version,
// functions that return the address of a copy of their argument, and functions
// that return what a pointer points at, or else a second argument or zero.
var (
	toPointer = map[string]string{
		"k8s.io/utils/ptr":                                "To",
		"k8s.io/utils/pointer":                            "To Bool BoolPtr Int IntPtr Int32 Int32Ptr Int64 Int64Ptr String StringPtr Float32 Float64",
		"github.com/samber/lo":                            "ToPtr",
		"github.com/aws/aws-sdk-go/aws":                   "Bool Float32 Float64 Int Int32 Int64 String",
		"github.com/aws/aws-sdk-go-v2/aws":                "Bool Float32 Float64 Int Int32 Int64 String",
		"github.com/aws/smithy-go/ptr":                    "Bool Float32 Float64 Int Int32 Int64 String",
		"github.com/Azure/azure-sdk-for-go/sdk/azcore/to": "Ptr",
		"google.golang.org/protobuf/proto":                "Bool Float32 Float64 Int32 Int64 String",
		"github.com/golang/protobuf/proto":                "Bool Float32 Float64 Int32 Int64 String",
		"github.com/go-openapi/swag":                      "Bool Float32 Float64 Int Int32 Int64 String",
		"github.com/google/go-github/github":              "Ptr Bool Int Int64 String",
		"github.com/AlekSi/pointer":                       "To ToBool ToFloat64 ToInt ToInt64 ToString",
		"github.com/gotidy/ptr":                           "Of Bool Float64 Int Int64 String",
		"go.openly.dev/pointy":                            "Pointer Bool Float64 Int Int64 String",
		"github.com/openlyinc/pointy":                     "Pointer Bool Float64 Int Int64 String",
		"gitlab.com/gitlab-org/api/client-go":             "Ptr",
		"github.com/xanzy/go-gitlab":                      "Ptr Bool Float64 Int String",
		"github.com/hashicorp/go-tfe":                     "Bool Int Int64 String",
		"github.com/digitalocean/godo":                    "Bool Int Int64 String",
		"github.com/mark3labs/mcp-go/mcp":                 "ToBoolPtr",
		"github.com/google/jsonschema-go/jsonschema":      "Ptr",
	}
	fromPointer = map[string]string{
		"k8s.io/utils/ptr":                 "Deref",
		"k8s.io/utils/pointer":             "Deref BoolDeref BoolPtrDerefOr IntDeref StringDeref",
		"github.com/samber/lo":             "FromPtr FromPtrOr",
		"github.com/aws/aws-sdk-go/aws":    "BoolValue Float64Value IntValue Int64Value StringValue",
		"github.com/aws/aws-sdk-go-v2/aws": "ToBool ToFloat64 ToInt ToInt64 ToString",
	}
)

var majorRE = regexp.MustCompile(`/v\d+(/|$)`)

// pointerModel returns the model of a function that makes or reads a pointer,
// nil if key is none.
func pointerModel(key string) Intrinsic {
	i := strings.LastIndexByte(key, '.')
	if i < 0 || strings.HasPrefix(key, "(") {
		return nil
	}
	path, name := majorRE.ReplaceAllString(key[:i], "$1"), key[i+1:]
	switch {
	case hasWord(toPointer[path], name):
		return modelToPointer
	case hasWord(fromPointer[path], name):
		return modelFromPointer
	}
	return nil
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

func modelToPointer(c *Call) Value {
	t := c.Result
	if tup, ok := t.(*types.Tuple); ok && tup.Len() == 1 {
		t = tup.At(0).Type()
	}
	v := c.Arg(0)
	if p, ok := t.(*types.Pointer); ok {
		v = c.M.convertTo(clone(v), p.Elem())
	}
	return &Ptr{T: t, C: NewCell(v), Pos: c.Pos}
}

func modelFromPointer(c *Call) Value {
	t := c.Result
	if tup, ok := t.(*types.Tuple); ok && tup.Len() == 1 {
		t = tup.At(0).Type()
	}
	var read func(v Value) Value
	read = func(v Value) Value {
		switch p := v.(type) {
		case *Ptr:
			return clone(p.C.v)
		case *Nil:
			if d := c.Arg(1); d != nil {
				return c.M.convertTo(d, t)
			}
			return zero(t, c.Pos)
		case *Unknown:
			if len(p.Alts) > 0 {
				return c.M.mapAlts(p, read)
			}
			return symbolic(t, p.Reason, p.Pos, 1)
		}
		return notKnown(c)
	}
	return read(c.Arg(0))
}
