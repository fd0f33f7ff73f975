package invoposchema

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Schema returns the schema of t with some options, as e encodes it. If the package of
// the call c imports the library, methods of the program that the reflector calls are
// run; see [Schemas.Reflect]. Otherwise they make the schema unresolved. Schema returns
// errors of the reflector.
func (s *Schemas) Schema(c *eval.Call, e *gojson.Encoder, t types.Type, o invopop.Options) (*schema.Node, error) {
	result := s.pointer()
	if result == nil {
		return s.Agreed(invopop.V0_12_0, func(v invopop.Version) (*schema.Node, error) {
			o.Version = v
			return invopop.Reflect(t, o)
		})
	}
	v, fault := s.Reflect(c, result, t, o)
	if fault != nil {
		return nil, &reflector.TypeError{Msg: fault.Msg, Pos: fault.Pos}
	}
	if n, ok := s.Encode(e, v); ok {
		return n, nil
	}
	if u, ok := v.(*value.Unknown); ok {
		return nil, &reflector.Unresolvable{Reason: u.Reason, Pos: u.Pos}
	}
	return nil, &reflector.Unresolvable{Reason: "an unknown schema", Pos: c.Pos}
}

// pointer returns the type of pointers to the library's schemas, or nil if the type is
// not visible or the version is unknown.
func (s *Schemas) pointer() types.Type {
	pkg := s.host.Types.Package(s.path)
	if !s.known || pkg == nil {
		return nil
	}
	tn, ok := pkg.Scope().Lookup("Schema").(*types.TypeName)
	if !ok || schemaType(types.NewPointer(tn.Type())) == nil {
		return nil
	}
	return types.NewPointer(tn.Type())
}

// Agreed returns what build returns for the version of the library in the program. If
// it is unknown, build must return the same for all versions since oldest.
func (s *Schemas) Agreed(oldest invopop.Version, build func(invopop.Version) (*schema.Node, error)) (*schema.Node, error) {
	if s.known {
		return build(s.version)
	}
	var out *schema.Node
	for _, v := range []invopop.Version{invopop.V0_12_0, invopop.V0_13_0, invopop.V0_14_0} {
		if v < oldest {
			continue
		}
		n, err := build(v)
		if err != nil {
			return nil, err
		}
		if out != nil && !schema.Equal(out, n) {
			return nil, &reflector.Unresolvable{Reason: "the version of " + s.path + " is unknown"}
		}
		out = n
	}
	return out, nil
}
