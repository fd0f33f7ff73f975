package wire

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"golang.org/x/tools/go/types/typeutil"
)

// MaySend reports whether the source of a package may send values of a type with the form of a
// tool: in a list of tools, converted to the type of a tool or of a library whose packages sdk
// knows, as text, or as an interface that is not for a database. Rows of a database often have
// a name, a description and parameters, too.
func MaySend(info *types.Info, files []*ast.File, t types.Type, sdk func(path string) bool) bool {
	s := &sending{info: info, tool: t, sdk: sdk, carries: map[types.Type]bool{}}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			s.found = s.found || n != nil && s.sends(n)
			return !s.found
		})
	}
	return s.found
}

// sending searches the source of a package for code that sends values of a type.
type sending struct {
	info    *types.Info
	tool    types.Type
	sdk     func(path string) bool
	carries map[types.Type]bool
	found   bool
}

// sends reports whether a node, without its children, sends values of the type.
func (s *sending) sends(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CompositeLit:
		return s.literal(n)
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) && (s.boxed(s.info.TypeOf(lhs), n.Rhs[i]) || s.listed(lhs, n.Rhs[i])) {
				return true
			}
		}
	case *ast.ValueSpec:
		return slices.ContainsFunc(n.Values, func(v ast.Expr) bool { return s.boxed(s.info.TypeOf(n.Names[0]), v) })
	case *ast.SendStmt:
		if c, ok := s.info.TypeOf(n.Chan).Underlying().(*types.Chan); ok {
			return s.boxed(c.Elem(), n.Value)
		}
	case *ast.FuncDecl:
		return n.Body != nil && s.returns(s.info.TypeOf(n.Name), n.Body)
	case *ast.FuncLit:
		return s.returns(s.info.TypeOf(n), n.Body)
	case *ast.CallExpr:
		return s.call(n)
	}
	return false
}

// literal reports whether a literal is a list of tools, or a tool that contains such a
// value, or stores such values as an interface.
func (s *sending) literal(lit *ast.CompositeLit) bool {
	t := s.info.TypeOf(lit)
	if t == nil {
		return false
	}
	st, isStruct := ir.Under(t).(*types.Struct)
	elem := ir.Elem(ir.Under(t))
	made := hookOfLiteral(s.info, lit) == hookTool || !types.Identical(t, s.tool) && (formOf(t) != none || s.ofSDK(t))
	for i, e := range lit.Elts {
		to, v := elem, e
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			v = kv.Value
			if s.listed(kv.Key, v) {
				return true
			}
			if id, ok := kv.Key.(*ast.Ident); ok && isStruct {
				if f, ok := s.info.Uses[id].(*types.Var); ok {
					to = f.Type()
				}
			}
		} else if isStruct && i < st.NumFields() {
			to = st.Field(i).Type()
		}
		if s.boxed(to, v) || made && s.reads(v) {
			return true
		}
	}
	return false
}

// listed reports whether a value that contains such values is assigned to a member for lists
// of tools.
func (s *sending) listed(member, v ast.Expr) bool {
	name := ""
	switch m := ast.Unparen(member).(type) {
	case *ast.Ident:
		name = m.Name
	case *ast.SelectorExpr:
		name = m.Sel.Name
	case *ast.IndexExpr:
		return s.listed(m.Index, v)
	default:
		if c := s.info.Types[member].Value; c != nil && c.Kind() == constant.String {
			name = constant.StringVal(c)
		}
	}
	return slices.ContainsFunc(listNames, func(list string) bool { return strings.EqualFold(name, list) }) && s.carry(s.info.TypeOf(v))
}

// call reports whether a call hands on such values as an interface, or makes a library's tool
// of one.
func (s *sending) call(call *ast.CallExpr) bool {
	fun, ok := ir.Under(s.info.TypeOf(call.Fun)).(*types.Signature)
	if !ok || s.info.Types[call.Fun].IsType() {
		return s.info.Types[call.Fun].IsType() && len(call.Args) == 1 && (s.boxed(s.info.TypeOf(call), call.Args[0]) || s.carry(s.info.TypeOf(call.Args[0])) && formOf(s.info.TypeOf(call)) != none)
	}
	path := ""
	callee, _ := typeutil.Callee(s.info, call).(*types.Func)
	if callee != nil && callee.Pkg() != nil {
		path = callee.Pkg().Path()
	}
	if path == "fmt" && callee.Name() != "Errorf" && len(call.Args) > 2 && s.reads(call.Args[len(call.Args)-2]) && s.reads(call.Args[len(call.Args)-1]) {
		return true // a prompt may contain the tools as text
	}
	generic := callee != nil && callee.Origin() != callee || callee != nil && callee.Signature().TypeParams().Len() > 0
	for i, arg := range call.Args {
		if s.sdk(path) && s.reads(arg) {
			return true
		}
		if fun.Params().Len() == 0 || keeps(path) || callee != nil && (strings.HasPrefix(callee.Name(), "Unmarshal") || strings.HasPrefix(callee.Name(), "Decode")) {
			continue
		}
		to := fun.Params().At(min(i, fun.Params().Len()-1)).Type()
		if list, ok := to.(*types.Slice); ok && fun.Variadic() && i >= fun.Params().Len()-1 && !call.Ellipsis.IsValid() {
			to = list.Elem()
		}
		if s.boxed(to, arg) || generic && !ir.IsStd(path) && s.carry(s.info.TypeOf(arg)) {
			return true
		}
	}
	return false
}

// databases are the paths of packages that store values, or print them. Their elements before
// the version count.
var databases = []string{"gorm.io/", "database/sql", "github.com/jmoiron/sqlx", "github.com/uptrace/bun", "xorm.io/", "go.mongodb.org/mongo-driver",
	"github.com/jackc/pgx", "github.com/go-pg/pg", "github.com/redis/", "go.etcd.io/", "log", "fmt", "github.com/sirupsen/logrus", "go.uber.org/zap"}

// keeps reports whether the functions of a package store or print their arguments.
func keeps(path string) bool {
	return slices.ContainsFunc(databases, func(db string) bool { return path == db || strings.HasPrefix(path, strings.TrimSuffix(db, "/")+"/") })
}

// boxed reports whether such values become an interface.
func (s *sending) boxed(to types.Type, e ast.Expr) bool {
	return to != nil && types.IsInterface(to) && s.carry(s.info.TypeOf(e))
}

// returns reports whether a function returns such values as an interface.
func (s *sending) returns(fn types.Type, body ast.Node) bool {
	sig, ok := fn.(*types.Signature)
	found := false
	if !ok || !slices.ContainsFunc(slices.Collect(sig.Results().Variables()), func(v *types.Var) bool { return types.IsInterface(v.Type()) }) {
		return false
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == sig.Results().Len() {
			for i, e := range r.Results {
				found = found || s.boxed(sig.Results().At(i).Type(), e)
			}
		}
		return !found
	})
	return found
}

// reads reports whether an expression contains such a value or a part of one.
func (s *sending) reads(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok && !found {
			t := s.info.TypeOf(x)
			found = t != nil && types.Identical(jsonfields.Pointee(t), s.tool)
		}
		return !found
	})
	return found
}

// ofSDK reports whether a type belongs to a library.
func (s *sending) ofSDK(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && s.sdk(named.Obj().Pkg().Path())
}

// carry reports whether a value of type t contains values of the type, not too deep.
func (s *sending) carry(t types.Type) bool {
	if t == nil {
		return false
	}
	is, known := s.carries[t]
	if !known {
		is = s.within(t, 0, map[types.Type]int{})
		s.carries[t] = is
	}
	return is
}

// within is carry at a depth. seen are the types that were searched, with the least depth.
func (s *sending) within(t types.Type, depth int, seen map[types.Type]int) bool {
	t = types.Unalias(t)
	if types.Identical(t, s.tool) {
		return true
	}
	if least, ok := seen[t]; ok && least <= depth || depth == mostLevels {
		return false
	}
	seen[t] = depth
	if elem := ir.Elem(t.Underlying()); elem != nil {
		return s.within(elem, depth, seen)
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if s.within(f.Type(), depth+1, seen) {
				return true
			}
		}
	}
	return false
}

// mostLevels is the greatest depth in structs at which a passed value counts. Programs often pass
// a struct that leads to all of their values.
const mostLevels = 3
