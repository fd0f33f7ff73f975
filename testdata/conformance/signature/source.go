package main

import (
	"bytes"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// sig is a random function with the types that only it uses. Names of its types
// begin with its own name, which is given when it is written.
type sig struct {
	decls   []*decl
	params  []*param
	results []*expr
	named   bool // results have names
	fails   bool // the last result is an error
	odd     bool // a type has no form in JSON, which the engine has to say
}

// param is a parameter. rules are those of its directive.
type param struct {
	name     string
	typ      *expr
	rules    []string
	doc      string
	variadic bool
	injected bool
}

// kind says what a declared type is.
type kind int

const (
	kindStruct kind = iota
	kindEnum        // a basic type with constants
	kindFlags       // an integer type with constants that are bits
	kindPlain       // any other type: of is its underlying type
	kindText        // text is what it is to encoding/json
	kindJSON        // it has its own JSON methods
	kindSealed      // an interface with impls
)

// decl is one type declaration. A type holds only types after it by value, and
// any type through pointers, slices and maps.
type decl struct {
	suffix  string
	kind    kind
	generic bool // has the type parameter T
	of      *expr
	fields  []*field // of a struct
	consts  []string // of an enum, as Go and JSON literals
	form    int      // how they are declared
	methods []string // with R_ for the receiver's type
	impls   []*decl  // of a sealed interface
	seals   []*decl  // the sealed interfaces that this type implements
	byPtr   bool     // its pointer implements them
}

// field is one field of a struct.
type field struct {
	name    string // empty if embedded
	typ     *expr
	json    string // tag, with its name
	rules   []string
	comment string
}

// expr is a type expression.
type expr struct {
	op   string // "*", "[]", "[n]", "map", "struct" or "" for a name
	name string
	decl *decl
	n    int
	key  *expr
	elem *expr // also the type argument of a generic type
	body []*field
}

func named(name string) *expr { return &expr{name: name} }

func (e *expr) text(prefix string) string {
	switch e.op {
	case "*", "[]":
		return e.op + e.elem.text(prefix)
	case "[n]":
		return fmt.Sprintf("[%d]%s", e.n, e.elem.text(prefix))
	case "map":
		return "map[" + e.key.text(prefix) + "]" + e.elem.text(prefix)
	case "struct":
		return "struct {\n" + fieldLines(e.body, prefix) + "}"
	}
	if e.decl == nil {
		return e.name
	}
	name := e.decl.name(prefix)
	if e.decl.generic {
		name += "[" + e.elem.text(prefix) + "]"
	}
	return name
}

func (d *decl) name(prefix string) string {
	if strings.ToLower(d.suffix) == d.suffix {
		return strings.ToLower(prefix) + d.suffix
	}
	return prefix + d.suffix
}

func fieldLines(fields []*field, prefix string) string {
	var b strings.Builder
	for _, f := range fields {
		if f.comment != "" {
			fmt.Fprintf(&b, "\t// %s\n", f.comment)
		}
		fmt.Fprintf(&b, "\t%s\n", strings.TrimSpace(f.name+" "+f.typ.text(prefix)+f.tag()))
	}
	return b.String()
}

// tag is the struct tag with a blank before it, or nothing.
func (f *field) tag() string {
	var parts []string
	if f.json != "" {
		parts = append(parts, "json:"+strconv.Quote(f.json))
	}
	if len(f.rules) > 0 {
		parts = append(parts, "jsonschema:"+strconv.Quote(strings.Join(f.rules, ",")))
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strconv.Quote(strings.Join(parts, " "))
}

func (d *decl) write(b *bytes.Buffer, prefix string) {
	name := d.name(prefix)
	recv := name
	fmt.Fprintf(b, "\ntype %s", name)
	if d.generic {
		b.WriteString("[T any]")
		recv += "[T]"
	}
	switch d.kind {
	case kindStruct:
		fmt.Fprintf(b, " struct {\n%s}\n", fieldLines(d.fields, prefix))
	case kindSealed:
		fmt.Fprintf(b, " interface{ is%s() }\n", name)
	default:
		fmt.Fprintf(b, " %s\n", d.of.text(prefix))
	}
	d.writeConsts(b, name)
	for _, m := range d.methods {
		fmt.Fprintf(b, "\nfunc %s\n", strings.ReplaceAll(m, "R_", recv))
	}
	for _, s := range d.seals {
		star := ""
		if d.byPtr {
			star = "*"
		}
		fmt.Fprintf(b, "\nfunc (%s%s) is%s() {}\n", star, recv, s.name(prefix))
	}
}

// writeConsts declares the constants in one of the ways that people do.
func (d *decl) writeConsts(b *bytes.Buffer, name string) {
	if len(d.consts) == 0 {
		return
	}
	b.WriteString("\nconst (\n")
	for i, c := range d.consts {
		switch {
		case d.form == formIota && i > 0:
			fmt.Fprintf(b, "\t%sC%d\n", name, i)
		case d.form == formConversion:
			fmt.Fprintf(b, "\t%sC%d = %s(%s)\n", name, i, name, c)
		default:
			fmt.Fprintf(b, "\t%sC%d %s = %s\n", name, i, name, c)
		}
	}
	b.WriteString(")\n")
}

// Ways to declare constants.
const (
	formType = iota
	formConversion
	formIota
)

// write prints the types and the function.
func (s *sig) write(b *bytes.Buffer, name string) {
	for _, d := range s.decls {
		d.write(b, name)
	}
	s.writeComment(b, name)
	fmt.Fprintf(b, "func %s(", name)
	for i, p := range s.params {
		if i > 0 {
			b.WriteString(", ")
		}
		t := p.typ.text(name)
		if p.variadic {
			t = "..." + p.typ.elem.text(name)
		}
		b.WriteString(p.name + " " + t)
	}
	b.WriteString(")")
	var out []string
	for i, r := range s.results {
		out = append(out, s.resultName(i)+r.text(name))
	}
	if s.fails {
		out = append(out, s.resultName(-1)+"error")
	}
	fmt.Fprintf(b, " (%s) { panic(0) }\n", strings.Join(out, ", "))
}

// resultName is the name of a result with a blank behind it; -1 is the error.
func (s *sig) resultName(i int) string {
	switch {
	case !s.named:
		return ""
	case i < 0:
		return "err "
	}
	return fmt.Sprintf("result%d ", i)
}

func (s *sig) writeComment(b *bytes.Buffer, name string) {
	fmt.Fprintf(b, "\n// %s does something.\n", name)
	if slices.ContainsFunc(s.params, func(p *param) bool { return p.doc != "" }) {
		b.WriteString("//\n")
	}
	for _, p := range s.params {
		if p.doc != "" {
			fmt.Fprintf(b, "//   - %s: %s\n", p.name, p.doc)
		}
	}
	b.WriteString("//\n//schemavet:tool\n")
	for _, p := range s.params {
		if len(p.rules) > 0 {
			fmt.Fprintf(b, "//schemavet:param %s %s\n", p.name, strings.Join(p.rules, ","))
		}
	}
}

// register prints what the probe has to know of the function and its types.
func (s *sig) register(b *bytes.Buffer, name string, pkg *types.Package) {
	for _, d := range s.decls {
		if d.kind == kindEnum && (len(d.consts) > 1 || d.of.name == "string") { // one number is no enumeration
			b.WriteString("\trt.Enum(")
			for i := range d.consts {
				fmt.Fprintf(b, "%sC%d, ", d.name(name), i)
			}
			b.WriteString(")\n")
		}
		if d.kind == kindSealed {
			s.registerImpls(b, d, name, pkg)
		}
	}
	fmt.Fprintf(b, "\trt.Func(%q, []rt.Param{\n", name)
	for _, p := range s.params {
		if !p.injected {
			fmt.Fprintf(b, "\t\t{Name: %q, Ptr: (*%s)(nil), Rules: %q, Variadic: %v},\n",
				p.name, p.typ.text(name), strings.Join(p.rules, ","), p.variadic)
		}
	}
	b.WriteString("\t}")
	for i, r := range s.results {
		fmt.Fprintf(b, ", rt.Result{Name: %q, Ptr: (*%s)(nil)}", strings.TrimSpace(s.resultName(i)), r.text(name))
	}
	b.WriteString(")\n")
}

// registerImpls prints the types that implement a sealed interface, those that
// embed one of its implementations included.
func (s *sig) registerImpls(b *bytes.Buffer, d *decl, name string, pkg *types.Package) {
	iface := pkg.Scope().Lookup(d.name(name)).Type().Underlying().(*types.Interface)
	for _, t := range s.decls {
		if t.generic || t.kind == kindSealed {
			continue
		}
		typ := pkg.Scope().Lookup(t.name(name)).Type()
		if types.Implements(typ, iface) {
			fmt.Fprintf(b, "\trt.Implements((*%s)(nil), *new(%s))\n", d.name(name), t.name(name))
		}
		if types.Implements(types.NewPointer(typ), iface) {
			fmt.Fprintf(b, "\trt.Implements((*%s)(nil), new(%s))\n", d.name(name), t.name(name))
		}
	}
}

// source shows the function for a reproduction.
func (s *sig) source(name string) string {
	var b bytes.Buffer
	s.write(&b, name)
	return strings.TrimSpace(b.String())
}
