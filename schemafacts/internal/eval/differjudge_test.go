package eval_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A claim is what the evaluator says of an emission.
type claim struct {
	value *schema.Node
	cond  bool   // it happens under a condition that is not known
	err   string // why encoding/json refuses the value
}

// claims is what the evaluator says of a program.
type claims struct {
	byLabel map[string][]claim
	panics  string // what the evaluator itself panicked with
	unsaid  bool   // the evaluator says that it did not see all
	took    time.Duration
}

// claiming is an environment that keeps what is emitted.
type claiming struct {
	env
	suffix string
	got    map[string][]claim
}

func (e *claiming) Func(key string) *ir.Func {
	if strings.HasPrefix(key, "differ/") {
		return nil
	}
	return e.env.Func(key)
}

func (e *claiming) Unit(path string) *ir.Unit {
	if path != "p" {
		return nil
	}
	return e.unit
}

func (e *claiming) Registers(key string) bool { return key == "p.emit"+e.suffix }

func (e *claiming) Intrinsic(key string) eval.Intrinsic {
	if key != "p.emit"+e.suffix {
		return nil
	}
	return func(c *eval.Call) value.Value {
		// Closures and functions that are run for their own sake may never run.
		if root := c.M.Stack()[0].Fn; root.Key != "p.P"+e.suffix && e.unit.Vars[root.Key] == nil && !slices.Contains(e.unit.Inits, root) {
			return value.Tuple{}
		}
		local, missed := c.M.Local(c.Pos)
		if local != "" && !missed {
			return value.Tuple{} // another run has emitted it
		}
		label, ok := value.StringOf(c.Arg(0))
		if !ok {
			label = "?"
		}
		enc := &gojson.Encoder{M: c.M}
		cl := claim{value: enc.Encode(c.Arg(1)), cond: c.M.Conditional() || local != ""}
		if enc.Err != nil {
			cl.err = enc.Err.Msg
		}
		e.got[label] = append(e.got[label], cl)
		return value.Tuple{}
	}
}

// A judge type-checks and evaluates programs.
type judge struct {
	tb      testing.TB
	imp     types.Importer
	prelude string
}

// newJudge returns a judge that reads the standard library from export data,
// which the go command has at hand or makes: that is faster than from source.
func newJudge(tb testing.TB) *judge {
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}, stdlib...)...)
	out, err := cmd.Output()
	if err != nil {
		tb.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	std := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("no package %s", path)
		}
		return os.Open(exports[path])
	})
	j := &judge{tb: tb, imp: std, prelude: support("prelude")}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "unseen.go", support("unseen"), parser.SkipObjectResolution)
	if err != nil {
		tb.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: std, IgnoreFuncBodies: true}).Check("differ/unseen", fset, []*ast.File{f}, nil)
	if err != nil && pkg == nil {
		tb.Fatal(err)
	}
	j.imp = withUnseen{std, pkg}
	return j
}

// stdlib is what programs may import.
var stdlib = []string{"bytes", "cmp", "container/heap", "container/list", "container/ring", "context", "embed", "encoding/json", "errors", "fmt", "iter", "log", "maps", "math", "os", "reflect", "slices", "sort", "strconv",
	"strings", "sync", "sync/atomic", "text/template", "time", "unicode", "unicode/utf8", "unsafe"}

type withUnseen struct {
	types.Importer
	unseen *types.Package
}

func (w withUnseen) Import(path string) (*types.Package, error) {
	if path == w.unseen.Path() {
		return w.unseen, nil
	}
	return w.Importer.Import(path)
}

// load type-checks a program. It returns the error of one that does not compile.
func (j *judge) load(p *dprogram, id int) (*lower.Source, string, error) {
	suffix := fmt.Sprint(id)
	texts := []string{numbered(p, id), j.prelude}
	if p.own {
		suffix, texts = "", texts[:1]
	}
	texts = append(texts, "package p\n\nfunc emit"+suffix+"(label string, v any) {}\n")
	fset := token.NewFileSet()
	var files []*ast.File
	for i, text := range texts {
		f, err := parser.ParseFile(fset, fmt.Sprintf("p%d.go", i), text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, "", err
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{},
		FileVersions: map[*ast.File]string{}, Scopes: map[ast.Node]*types.Scope{}}
	conf := types.Config{Importer: j.imp, GoVersion: "go1.25"}
	pkg, err := conf.Check("p", fset, files, info)
	return &lower.Source{Fset: fset, Files: files, Pkg: pkg, Info: info, Dir: j.beside(p)}, suffix, err
}

// beside returns a folder with the files of a program, or "" if it has none.
func (j *judge) beside(p *dprogram) string {
	if len(p.files) == 0 {
		return ""
	}
	dir := j.tb.TempDir()
	for name, data := range p.files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			j.tb.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			j.tb.Fatal(err)
		}
	}
	return dir
}

// relevantTypes is what the programs' values are made of: functions that mention none
// of these types are plain helpers, as they would be of a server.
var relevantTypes = lower.Relevance{
	Type: func(t *types.TypeName) bool { return t.Pkg() != nil && t.Pkg().Path() == "p" },
	Func: func(key string) lower.Use {
		if strings.HasPrefix(key, "p.emit") {
			return lower.Makes
		}
		return lower.Unrelated
	},
}

// claims evaluates a program.
func (j *judge) claims(p *dprogram, id int) (c *claims, err error) {
	src, suffix, err := j.load(p, id)
	if err != nil {
		return nil, err
	}
	e := &claiming{suffix: suffix, got: map[string][]claim{}}
	c = &claims{byLabel: e.got}
	start := time.Now()
	defer func() {
		c.took = time.Since(start)
		if r := recover(); r != nil {
			c.panics = fmt.Sprint(r)
		}
	}()
	unit, order := lower.Lower(src, relevantTypes)
	e.env.unit = unit
	m := eval.NewMachine(e, gostd.Library{}, nil)
	m.RunUnit(unit, order)
	c.unsaid = slices.ContainsFunc(m.Unfinished, func(u eval.Unfinished) bool { return strings.HasSuffix(u.Func, "P"+suffix) })
	return c, nil
}

// A verdict says how the evaluator did.
type verdict struct {
	status       string // right, unknown, wrong, missing, extra, panic, no run
	why          string
	known, parts int
}

func (v verdict) bad() bool {
	return slices.Contains([]string{"wrong", "missing", "extra", "panic"}, v.status)
}

// verdictOf compares what the evaluator says with what happened.
func verdictOf(c *claims, runs []drun) verdict {
	v := verdict{status: "right"}
	if c.panics != "" {
		return verdict{status: "panic", why: c.panics}
	}
	ran := false
	for _, r := range runs {
		if !r.ended {
			continue // a start that fails is no start
		}
		ran = true
		if status, why := against(c, &r); status != "" {
			v.status, v.why = status, why+" with "+r.args
			break
		}
	}
	if !ran {
		v.status = "no run"
		return v
	}
	for _, list := range c.byLabel {
		for _, cl := range list {
			known, parts := knownParts(cl.value)
			v.known, v.parts = v.known+known, v.parts+parts
		}
	}
	if v.status == "right" && (v.known < v.parts || c.unsaid) {
		v.status = "unknown"
	}
	return v
}

// against compares with one run.
func against(c *claims, r *drun) (status, why string) {
	for _, label := range r.labels() {
		if len(c.byLabel[label]) == 0 && len(c.byLabel["?"]) == 0 && !c.unsaid {
			return "missing", fmt.Sprintf("%s is emitted", label)
		}
	}
	for label, list := range c.byLabel {
		if label == "?" {
			continue
		}
		if status, why := againstLabel(list, r.emitted(label), c.unsaid); status != "" {
			return status, label + ": " + why
		}
	}
	return "", ""
}

// againstLabel compares what is said of a label with what was emitted under it.
// If nothing depends on a condition, each has one counterpart: what a program
// registers has no order, and a loop over a map has none either. Else each must
// have some. If unsaid is true, the run ended early and said so: there may be more.
func againstLabel(list []claim, real []*schema.Node, unsaid bool) (status, why string) {
	cond := slices.ContainsFunc(list, func(c claim) bool { return c.cond })
	if !cond && (len(list) > len(real) || len(list) < len(real) && !unsaid) {
		return "extra", fmt.Sprintf("said to be emitted %d times, and is %d times", len(list), len(real))
	}
	if !cond {
		if why := pairs(list, slices.Clone(real)); why != "" {
			return "wrong", why
		}
		return "", ""
	}
	for _, n := range real {
		if !slices.ContainsFunc(list, func(c claim) bool { return contradicts(c, n) == "" }) {
			return "wrong", contradicts(list[0], n)
		}
	}
	for _, c := range list {
		if !c.cond && !slices.ContainsFunc(real, func(n *schema.Node) bool { return contradicts(c, n) == "" }) {
			return "extra", fmt.Sprintf("said to be emitted: %s", c.value)
		}
	}
	return "", ""
}

// pairs returns why claims and what was emitted cannot be paired, "" if they can.
func pairs(list []claim, real []*schema.Node) (why string) {
	if len(list) == 0 {
		return ""
	}
	for i, n := range real {
		if i > 0 && len(list) > maxPairs {
			break // there are too many ways
		}
		again := contradicts(list[0], n)
		if again == "" {
			if again = pairs(list[1:], slices.Delete(slices.Clone(real), i, i+1)); again == "" {
				return ""
			}
		}
		if why == "" {
			why = again
		}
	}
	return why
}

// maxPairs is how many claims are paired in any order.
const maxPairs = 6

// contradicts returns how a claim is wrong about what was emitted, "" if it is
// not.
func contradicts(c claim, real *schema.Node) string {
	switch {
	case real == nil && c.err == "" && len(c.value.Holes()) == 0:
		return fmt.Sprintf("is said to be %s, and cannot be encoded", c.value)
	case real == nil:
		return ""
	case c.err != "":
		return fmt.Sprintf("is said to be refused (%s), and is %s", c.err, real)
	}
	return differs(c.value, real, "")
}

// knownParts counts the leaves of a document, and those that are known.
func knownParts(n *schema.Node) (known, parts int) {
	n.Walk(func(_ string, n *schema.Node) bool {
		if n.Kind != schema.Object && n.Kind != schema.Array || n.Partial != nil {
			parts++
			if n.Kind != schema.Unresolved && n.Partial == nil {
				known++
			}
		}
		return true
	})
	return known, parts
}
