package handling

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
)

// scan examines one function body and collects what it does with arguments. Its maps
// use the numbers of the parameters that contain the arguments. In a handler, all
// parameters have the number 0.
type scan struct {
	p    *Package
	fn   *types.Func
	vars map[types.Object]int // variables that contain arguments, or a request
	// checked are the variables in vars whose arguments the SDK has compared with the schema.
	checked map[types.Object]bool
	writes  map[types.Object]int
	values  map[types.Object]*found // variables that contain one argument
	reads   []*found
	lost    map[int]bool // numbers of the parameters whose arguments are passed to unknown code
	whole   int
	sets    map[string]bool       // the arguments that the function writes
	seen    map[*ast.Ident]bool   // uses that were recognized
	byExpr  map[ast.Expr]*found   // expressions that read one argument
	byCall  map[ast.Expr][]*found // calls of a reader or helper
	// decodings are the structs into which arguments are decoded. fields are the reads
	// of their fields, by variable and field.
	decodings []decoding
	fields    map[types.Object]map[*types.Var]*found
	// into and types are the parameters and type parameters into which arguments are
	// decoded; see [Param].
	into, types map[int][]int
	// strict reports whether helpers that also read single arguments do not count as
	// returning the arguments, since they may check them.
	strict bool
	body   *ast.BlockStmt
	// part is the part of the body that the scan examines, block has its statements.
	part  ast.Node
	block *ast.BlockStmt
	// failures caches which return statements return the result of a call that failed.
	failures map[*ast.ReturnStmt]bool
	// parts are the variables with a part of an argument; see [scan.inner].
	parts map[types.Object]part
	// results are the variables to which the first result of a call is assigned.
	results map[*ast.CallExpr]types.Object
}

// decoding is a struct into which arguments are decoded, with the number of the parameter that
// contained them.
type decoding struct {
	of int
	Decoded
}

type found struct {
	Read
	of   int
	expr ast.Expr // the expression that reads it
	// byCall reports whether expr is a call.
	byCall bool
	// reader is what the reader does with the argument.
	reader Read
	// member is the name of the member of an object that it is, or "", and rounds are the loops
	// that run for the object.
	member string
	rounds []ast.Node
	// embedded reports whether it is decoded into a field of an embedded struct.
	embedded bool
}

// name returns the name of the argument, or of the member of an object in it.
func (r *found) name() string { return cmp.Or(r.member, r.Key) }

// newScan returns a scan of a function, whose parameters it knows by number if it is declared.
func newScan(p *Package, n ast.Node) *scan {
	body, _ := p.bodyOf(n)
	s := &scan{p: p, body: body, part: body, block: body, vars: map[types.Object]int{}, checked: map[types.Object]bool{}, writes: map[types.Object]int{}, values: map[types.Object]*found{},
		lost: map[int]bool{}, whole: None, sets: map[string]bool{}, seen: map[*ast.Ident]bool{}, byExpr: map[ast.Expr]*found{}, byCall: map[ast.Expr][]*found{},
		fields: map[types.Object]map[*types.Var]*found{}, into: map[int][]int{}, types: map[int][]int{}, results: map[*ast.CallExpr]types.Object{}, failures: map[*ast.ReturnStmt]bool{}}
	if decl, ok := n.(*ast.FuncDecl); ok {
		s.fn, _ = p.Info.Defs[decl.Name].(*types.Func)
	}
	return s
}

// run examines the part.
func (s *scan) run() {
	s.bindIn(s.body)
	part := s.part
	for n := range s.p.Tree.In(part, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.IndexExpr)(nil), (*ast.CallExpr)(nil),
		(*ast.BinaryExpr)(nil), (*ast.SelectorExpr)(nil), (*ast.ReturnStmt)(nil)) {
		s.examineUse(n)
	}
	s.holders(part)
	s.acceptedTypes(part)
	for n := range s.p.Tree.In(part, (*ast.Ident)(nil)) {
		if id := n.(*ast.Ident); !s.seen[id] {
			if number, ok := s.vars[s.p.Info.Uses[id]]; ok {
				s.lost[number] = true
			}
		}
	}
	s.elements(part)
	s.decodedParts(part)
	s.tries()
}

// bindIn records the variables to which a part of the source assigns arguments.
func (s *scan) bindIn(part ast.Node) {
	for range 2 { // a literal may use a variable that is assigned later in the source
		clear(s.writes)
		for n := range s.p.Tree.In(part, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.CallExpr)(nil), (*ast.RangeStmt)(nil)) {
			s.bind(n)
		}
	}
}

// object returns the object that an identifier denotes, or nil for other expressions.
func (s *scan) object(e ast.Expr) types.Object { return s.p.object(e) }

// bind records the variables to which a node assigns arguments.
func (s *scan) bind(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr); ok && len(n.Rhs) == 1 {
			s.results[call] = s.object(n.Lhs[0])
		}
		for i, lhs := range n.Lhs {
			if obj := s.object(lhs); obj != nil && !(len(n.Rhs) == len(n.Lhs) && s.isEmptyMap(n.Rhs[i])) {
				s.writes[obj]++
			}
		}
		for lhs, rhs := range assignments(n) {
			s.bindTo(s.object(lhs), rhs)
		}
	case *ast.ValueSpec:
		for lhs, rhs := range assignments(n) {
			s.writes[s.object(lhs)]++
			s.bindTo(s.object(lhs), rhs)
		}
	case *ast.RangeStmt: // copies[k] = fmt.Sprint(v)
		if number, ok := s.of(n.X); ok && n.Key != nil {
			for a := range s.p.Tree.In(n.Body, (*ast.AssignStmt)(nil)) {
				ix, ok := a.(*ast.AssignStmt).Lhs[0].(*ast.IndexExpr)
				if ok && isTextMap(s.p.Info.TypeOf(ix.X)) && s.object(ix.Index) == s.object(n.Key) && s.object(ix.X) != nil {
					s.vars[s.object(ix.X)] = number
				}
			}
		}
	case *ast.CallExpr:
		if from, to, ok := s.decodes(n); ok {
			number, known := s.of(from)
			if obj := s.object(to); known && obj != nil && isMap(obj.Type()) {
				s.vars[obj] = number
			}
		}
	}
}

// bindTo records that a variable has the value of an expression.
func (s *scan) bindTo(obj types.Object, e ast.Expr) {
	if _, bound := s.vars[obj]; bound || obj == nil {
		return
	}
	if number, ok := s.of(e); ok {
		s.vars[obj] = number
		s.checked[obj] = s.comesFrom(e, func(o types.Object) bool { return s.checked[o] })
	}
}

// readers are functions of the standard library that wrap their argument in a reader
// or decoder.
var readers = []string{"encoding/json.NewDecoder", "bytes.NewReader", "bytes.NewBuffer", "bytes.NewBufferString", "strings.NewReader"}

// markUnderstood records that the analysis understands the use of all identifiers in an
// expression. Arguments in other identifiers count as passed to unknown code.
func (s *scan) markUnderstood(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			s.seen[id] = true
		}
		return true
	})
}

// examineUse examines one use of arguments, if n is one.
func (s *scan) examineUse(n ast.Node) {
	for lhs, rhs := range assignments(n) {
		s.assigned(lhs, rhs)
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, lhs := range n.Lhs {
			if ix, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok {
				if _, ok := s.of(ix.X); ok {
					s.markUnderstood(ix.X) // the argument is written
					if name, ok := s.p.text(ix.Index); ok {
						s.sets[name] = true
					}
				}
			}
		}
	case *ast.IndexExpr:
		s.index(n)
	case *ast.CallExpr:
		s.call(n)
	case *ast.BinaryExpr:
		for _, pair := range [2][2]ast.Expr{{n.X, n.Y}, {n.Y, n.X}} {
			if _, ok := s.of(pair[0]); ok && s.p.Info.Types[pair[1]].IsNil() {
				s.markUnderstood(pair[0])
			}
		}
	case *ast.SelectorExpr:
		// The name of the tool, the header or the session.
		if _, ok := s.of(n.X); ok {
			if _, ok := s.of(n); !ok {
				if _, isMethod := s.p.Info.Uses[n.Sel].(*types.Func); !isMethod {
					s.markUnderstood(n.X)
				}
			}
		}
	case *ast.ReturnStmt:
		if len(n.Results) > 0 && s.fn != nil {
			if number, ok := s.of(n.Results[0]); ok && (s.whole == None || s.whole == number) && isMap(s.p.Info.TypeOf(n.Results[0])) {
				s.whole = number
				s.markUnderstood(n.Results[0])
			}
		}
	}
}

// assigned handles an assignment x := arguments, after which x contains the
// arguments.
func (s *scan) assigned(lhs, rhs ast.Expr) {
	if s.isEmptyMap(rhs) {
		s.markUnderstood(lhs)
	}
	id := identOf(lhs)
	if _, ok := s.of(rhs); !ok || id == nil {
		return
	}
	if _, holds := s.vars[s.object(id)]; id.Name == "_" || holds && s.writes[s.object(id)] <= 1 {
		s.markUnderstood(rhs)
	}
}

// index records the argument that an expression such as arguments["name"] reads.
func (s *scan) index(n *ast.IndexExpr) {
	number, ok := s.of(n.X)
	if t := s.p.Info.TypeOf(n.X); !ok || !isMap(t) && !isTextMap(t) {
		return
	}
	r := &found{Read: Read{KeyParam: None, TypeParam: None, DefaultParam: None, at: n.Index.Pos()}, of: number}
	if !s.key(&r.Read, n.Index) {
		return // the name is known only at run time
	}
	s.markUnderstood(n.X)
	s.byExpr[n], r.expr = r, n
	s.reads = append(s.reads, r)
}

// key sets the name of an argument in r from an expression: a constant, or a
// parameter of the function. It returns false for any other expression.
func (s *scan) key(r *Read, e ast.Expr) bool {
	var ok bool
	if r.Key, ok = s.p.text(e); !ok {
		r.KeyParam = s.param(e)
	}
	return ok || r.KeyParam >= 0
}

// param returns the number of the function's parameter that an expression denotes. It
// returns None for any other expression, and for a parameter that the function
// assigns.
func (s *scan) param(e ast.Expr) int {
	if v, ok := s.object(e).(*types.Var); ok && s.fn != nil && s.writes[v] == 0 {
		if i := slices.Index(slices.Collect(s.fn.Signature().Params().Variables()), v); i >= 0 {
			return i
		}
	}
	return None
}
