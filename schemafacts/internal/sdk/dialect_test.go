package sdk

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

func TestHas(t *testing.T) {
	d := &Dialect{Module: "example.org/sdk", Libraries: []string{"example.org/lib"}, Seeds: map[string][]string{"example.org/sdk/mcp": {"Tool"}}}
	for path, want := range map[string]bool{
		"example.org/sdk": true, "example.org/sdk/mcp": true, "example.org/lib/x/y": true, "example.org/sdkx": false, "example.org": false, "": false,
	} {
		if d.Has(path) != want {
			t.Errorf("Has(%q) = %v", path, !want)
		}
	}
	for name, want := range map[string]bool{"example.org/sdk/mcp.Tool": true, "example.org/sdk/mcp.Server": false, "example.org/sdk.Tool": false} {
		i := strings.LastIndexByte(name, '.')
		if tn := types.NewTypeName(token.NoPos, types.NewPackage(name[:i], "p"), name[i+1:], nil); d.Seed(tn) != want {
			t.Errorf("Seed(%s) = %v", name, !want)
		}
	}
	if d.Seed(types.Universe.Lookup("error").(*types.TypeName)) {
		t.Error("error is a seed")
	}
}

func TestHeaderProblems(t *testing.T) {
	const (
		token  = `x-mcp-header value "a b" is not a token`
		kind   = `x-mcp-header can only be applied to primitive types (integer, string, boolean)`
		unique = `x-mcp-header value "X-A" is not unique`
		empty  = `x-mcp-header must be a non-empty string`
	)
	prop := func(s string) string { return `{"properties": {"p": {` + s + `}}}` }
	for _, c := range []struct{ doc, flat, deep string }{
		{`{}`, "", ""},
		{`{"properties": null}`, "", ""},
		{prop(`"type": "string"`), "", ""},
		{prop(`"type": "string", "x-mcp-header": "X-A"`), "", ""},
		{prop(`"type": "integer", "x-mcp-header": "!#$%&'*+-.^_|~` + "`" + `09azAZ"`), "", ""},
		{prop(`"type": "boolean", "x-mcp-header": "X-A"`), "", ""},
		{prop(`"type": "number", "x-mcp-header": "X-A"`), kind, kind},
		{prop(`"x-mcp-header": "X-A"`), kind, kind},
		{prop(`"type": ["string", "integer"], "x-mcp-header": "X-A"`), kind, ""},
		{prop(`"type": ["string", "null"], "x-mcp-header": "X-A"`), kind, kind},
		{prop(`"type": [], "x-mcp-header": "X-A"`), kind, kind},
		{prop(`"type": "string", "x-mcp-header": ""`), empty, empty},
		{prop(`"type": "string", "x-mcp-header": 1`), empty, empty},
		{prop(`"type": "string", "x-mcp-header": "a b"`), token, token},
		{`{"properties": {"a": {"type": "string", "x-mcp-header": "x-a"}, "p": {"type": "string", "x-mcp-header": "X-A"}}}`, unique, unique},
		{`{"properties": {"o": {"properties": {"p": {"type": "string", "x-mcp-header": "a b"}}}}}`, "", token},
	} {
		doc, err := schema.Parse([]byte(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		for deep, want := range map[bool]string{false: c.flat, true: c.deep} {
			got := HeaderProblems(doc, deep)
			switch {
			case want == "" && len(got) == 0:
			case want == "" || len(got) != 1 || !strings.HasSuffix(got[0].Msg, `p": `+want):
				t.Errorf("%s, deep %v: %v, want %s", c.doc, deep, got, want)
			case !strings.HasSuffix(got[0].Path, "/properties/p"):
				t.Errorf("%s: at %s", c.doc, got[0].Path)
			}
		}
	}
}

const path = "example.org/sdk/mcp"

// defined returns a definition of a tool with a name.
func defined(name value.Value) *value.Struct {
	pkg := types.NewPackage(path, "mcp")
	fields := types.NewStruct([]*types.Var{types.NewField(token.NoPos, pkg, "Name", types.Typ[types.String], false)}, nil)
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Tool", nil), fields, nil)
	s := value.NewStruct(named, 7)
	s.SetField("Name", name)
	eval.NewMachine(nil, gostd.Library{}, nil).Define(s, 8, nil)
	return s
}

func oneOf(vals ...value.Value) value.Value { return &value.Unknown{Reason: "a condition", Alts: vals} }

func str(s string) value.Value { return value.NewString(s, 9) }

func pointer(s *value.Struct) value.Value {
	return &value.Ptr{T: types.NewPointer(s.T), C: value.NewCell(s)}
}

// registrar returns a registrar, and a text with what it emitted.
func registrar() (*Registrar, *[]string) {
	var out []string
	r := &Registrar{Dialect: "x", Paths: []string{path}, Faults: true, FaultPath: "/part"}
	r.Host = &Host{
		Emit: func(_ *eval.Call, t *tool.Tool) { out = append(out, describe(t)) },
		Remove: func(c *eval.Call, names value.Value) {
			list, _ := value.StringsOf(names)
			if c.M.Conditional() {
				return
			}
			for _, name := range list {
				out = slices.DeleteFunc(out, func(s string) bool { return strings.HasPrefix(s, name+":") })
			}
		},
		Nameless: func(_ *eval.Call, dialect string, v value.Value) {
			if _, panics := v.(*value.Nil); !panics {
				out = append(out, "nameless: "+dialect)
			}
		},
	}
	return r, &out
}

func describe(t *tool.Tool) string {
	s := fmt.Sprintf("%s: %s at %d, defined %d, registered %d, handler %d", t.Name, t.Dialect, t.NamePos, t.DefPos, t.RegPos, t.HandlerPos)
	if t.Traced {
		s += ", traced"
	}
	if t.Conditional {
		s += ", conditional"
	}
	for _, h := range t.Hops {
		s += ", " + h.Text
	}
	for _, p := range t.Errors {
		s += fmt.Sprintf(", %s %s at %d", p.Path, p.Msg, p.Pos)
	}
	return s
}

func TestRegister(t *testing.T) {
	const way = ": x at 9, defined 8, registered 3, handler 5, traced"
	faulty := defined(str("a"))
	faulty.Def.Faults = []*value.Fault{{Msg: "panics", Pos: 4}, {Msg: "nowhere"}}
	for _, c := range []struct {
		name string
		tool value.Value
		want []string
	}{
		{"struct", defined(str("a")), []string{"a" + way + ", defined, registered"}},
		{"pointer", pointer(defined(str("a"))), []string{"a" + way + ", defined, registered"}},
		{"names", defined(oneOf(str("a"), str("b"))), []string{"a" + way + ", conditional, defined, registered", "b" + way + ", conditional, defined, registered"}},
		{"tools", oneOf(defined(str("a")), pointer(defined(str("b")))),
			[]string{"a" + way + ", conditional, defined, registered", "b" + way + ", conditional, defined, registered"}},
		{"nameless", defined(&value.Unknown{}), []string{"nameless: x"}},
		{"unknown", &value.Unknown{}, []string{"nameless: x"}},
		{"nil", nil, nil},
		{"faults", faulty, []string{"a" + way + ", defined, registered, /part panics at 4, /part nowhere at 9"}},
	} {
		r, out := registrar()
		finished := 0
		call := &eval.Call{M: eval.NewMachine(nil, gostd.Library{}, nil), Pos: 3}
		r.Register(call, c.tool, value.NewInt(1, 5), func(*tool.Tool, *value.Struct, *value.Cell) { finished++ })
		named := slices.DeleteFunc(slices.Clone(c.want), func(s string) bool { return strings.HasPrefix(s, "nameless") })
		if !slices.Equal(*out, c.want) || finished != len(named) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, *out, c.want)
		}
		if s, ok := c.tool.(*value.Struct); ok && !s.Def.Used {
			t.Errorf("%s: the definition counts as not registered", c.name)
		}
	}
	r, out := registrar()
	call := &eval.Call{M: eval.NewMachine(nil, gostd.Library{}, nil), Pos: 3, Args: []value.Value{value.NewSlice(nil, 0, str("b"), str("c"))}}
	for _, name := range []string{"a", "b", "c"} {
		r.Register(call, defined(str(name)), nil, func(*tool.Tool, *value.Struct, *value.Cell) {})
	}
	call.M.Under(func() { r.Delete(0)(call) })
	if len(*out) != 3 {
		t.Errorf("a condition took away all but %q", *out)
	}
	if r.Delete(0)(call); len(*out) != 1 {
		t.Errorf("left are %q", *out)
	}
}

func TestRegistrarUntraced(t *testing.T) {
	r, _ := registrar()
	r.Unregistered = func(*eval.Machine, *value.Def, *tool.Tool, *value.Struct) {}
	d := defined(str("a")).Def
	if got := describe(r.Untraced(nil, d)); got != "a: x at 9, defined 8, registered 0, handler 0, defined" {
		t.Error(got)
	}
	d.Cond = true
	if !r.Untraced(nil, d).Conditional {
		t.Error("the condition is lost")
	}
	other := *d
	other.T = types.Typ[types.Int]
	for name, d := range map[string]*value.Def{
		"empty name":   defined(str("")).Def,
		"unknown name": defined(&value.Unknown{}).Def,
		"not known":    {T: d.T},
		"other type":   &other,
	} {
		if r.Untraced(nil, d) != nil {
			t.Errorf("%s: a tool", name)
		}
	}
}

func TestElements(t *testing.T) {
	r, out := registrar()
	list := value.NewSlice(nil, 0, defined(str("a")), oneOf(defined(str("b")), defined(str("c"))), defined(str("d")), &value.Unknown{})
	list.Elems[2].Maybe = true
	c := &eval.Call{M: eval.NewMachine(nil, gostd.Library{}, nil)}
	var got []string
	r.Elements(c, list, func(v *value.Struct, _ *value.Cell) {
		s, _ := value.StringOf(v.Field("Name"))
		got = append(got, fmt.Sprint(s, c.M.Conditional()))
	})
	if s := strings.Join(got, " "); s != "afalse btrue ctrue dtrue" {
		t.Error(s)
	}
	list.Open = &value.Unknown{}
	r.Elements(c, list, func(*value.Struct, *value.Cell) {})
	r.Elements(c, &value.Unknown{}, func(*value.Struct, *value.Cell) { t.Error("an element of something unknown") })
	if len(*out) != 4 { // an element twice, the rest of the list, a list
		t.Errorf("told are %q", *out)
	}
}

func TestDone(t *testing.T) {
	err := types.Universe.Lookup("error").Type()
	if v, ok := Done(&eval.Call{Result: err}).(*value.Nil); !ok || v.T != err {
		t.Errorf("the result is not a nil error but %v", v)
	}
	if v, ok := Done(&eval.Call{}).(value.Tuple); !ok || len(v) != 0 {
		t.Errorf("the result is %v", v)
	}
}
