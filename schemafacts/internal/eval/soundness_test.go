package eval_test

import (
	"cmp"
	"flag"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/internal/slow"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// What a program is said to do where some values are unknown must be what it
// does whatever those values are. Programs are made at random and evaluated
// with unknown parameters, and again for several arguments: all that the first
// evaluation calls known must be what the others find.

// arguments are given in place of the parameters that are not known.
var arguments = func() []string {
	var out []string
	for _, c := range []string{"true", "false"} {
		for _, d := range []string{"true", "false"} {
			for _, rest := range []string{`"a", nil`, `"b", []string{"y"}`, `"z", []string{"a", "q"}`, `"s", []string{"x", "y", "s"}`} {
				out = append(out, c+", "+d+", "+rest)
			}
		}
	}
	return out
}()

// stmt is a statement: text with blocks in it.
type stmt struct {
	text   []string // one more than there are blocks
	blocks [][]*stmt
}

func (s *stmt) String() string {
	var b strings.Builder
	for i, t := range s.text {
		b.WriteString(t)
		if i < len(s.blocks) {
			b.WriteString("{\n" + program(s.blocks[i]) + "}")
		}
	}
	return b.String() + "\n"
}

func program(list []*stmt) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.String())
	}
	return b.String()
}

// maker makes statements from templates: $S stands for any string, $B for any
// condition and so on, as in exprs, and {} for a block.
type maker struct {
	r                   *rand.Rand
	loop, labels, funcs int
}

// block makes a block.
func (k *maker) block(depth int) []*stmt {
	var out []*stmt
	for range 1 + k.r.IntN(3) {
		out = append(out, k.stmt(depth))
	}
	return out
}

func (k *maker) stmt(depth int) *stmt {
	list := simple
	if depth > 0 && k.r.IntN(2) == 0 {
		list = nested
	} else if k.loop > 0 && k.r.IntN(5) == 0 {
		list = leaving
	} else if k.funcs == 0 && k.r.IntN(30) == 0 {
		list = returns
	}
	k.labels++
	text := strings.ReplaceAll(list[k.r.IntN(len(list))], "out", fmt.Sprint("out", k.labels))
	s := &stmt{text: strings.Split(text, "{}")}
	loop := strings.HasPrefix(s.text[0], "for") || strings.HasPrefix(s.text[0], "out")
	inFunc := strings.Contains(s.text[0], "func")
	was := k.loop
	if loop {
		k.loop++
	} else if inFunc {
		k.loop = 0
	}
	if inFunc {
		k.funcs++
		defer func() { k.funcs-- }()
	}
	for i, t := range s.text {
		s.text[i] = k.fill(t, 2)
		if i < len(s.text)-1 {
			s.blocks = append(s.blocks, k.block(depth-1))
		}
	}
	k.loop = was
	return s
}

// fill puts expressions in the place of the variables of a template.
func (k *maker) fill(t string, depth int) string {
	for {
		i := strings.IndexByte(t, '$')
		if i < 0 {
			return t
		}
		list := exprs[t[i+1]]
		if depth == 0 {
			list = list[:1]
		}
		t = t[:i] + k.fill(list[k.r.IntN(len(list))], max(depth-1, 0)) + t[i+2:]
	}
}

// sounding is an environment that keeps what is emitted under a number.
type sounding struct {
	env
	got map[int64][]*schema.Node
}

func (e *sounding) Intrinsic(key string) eval.Intrinsic {
	if key != "p.emit" {
		return nil
	}
	return func(c *eval.Call) value.Value {
		i, _ := value.IntOf(c.Arg(0))
		e.got[i] = append(e.got[i], (&gojson.Encoder{M: c.M}).Encode(c.Arg(1)))
		return value.Tuple{}
	}
}

// source returns a package that builds values with unknown parameters, which
// are emitted under even hundreds, and with each of the arguments.
func source(programs []string) string {
	var b strings.Builder
	b.WriteString("package p\n" + prelude + "\nfunc emit(n int, v any) {}\n")
	for i, p := range programs {
		fmt.Fprintf(&b, build, i, p)
		fmt.Fprintf(&b, "func P%d(c, d bool, k string, xs []string) { emit(%d, build%d(c, d, k, xs)) }\n", i, i*100, i)
		for j, args := range arguments {
			fmt.Fprintf(&b, "func P%d_%d() { emit(%d, build%d(%s)) }\n", i, j, i*100+j+1, i, args)
		}
	}
	return b.String()
}

// results evaluates a package that source made.
func results(imp types.Importer, src string) map[int64][]*schema.Node {
	s, ok := tolerant(imp, src)
	if s == nil || !ok {
		return nil
	}
	unit, order := lower.Lower(s, everything)
	e := &sounding{env{unit, nil}, map[int64][]*schema.Node{}}
	eval.NewMachine(e, gostd.Library{}, nil).RunUnit(unit, order)
	return e.got
}

// differs returns where a known part of a is not in b, "" if nowhere.
func differs(a, b *schema.Node, path string) string {
	switch {
	case a.Kind == schema.Unresolved || b.Kind == schema.Unresolved:
		return ""
	case a.Kind == b.Kind && a.Kind == schema.Array && a.Partial != nil:
		return elementsDiffer(a, b, path)
	case a.Kind != b.Kind || a.Text != b.Text || len(a.Elems) != len(b.Elems):
		return fmt.Sprintf("%s is said to be %s, and is %s", path, a, b)
	}
	for i := range a.Elems {
		if d := differs(a.Elems[i], b.Elems[i], fmt.Sprintf("%s/%d", path, i)); d != "" {
			return d
		}
	}
	for _, m := range b.Members {
		if !a.Has(m.Name) && !a.Open() {
			return fmt.Sprintf("%s is said to have no %s", path, m.Name)
		}
	}
	for _, m := range a.Perhaps() {
		if v := b.Get(m.Name); v != nil {
			if d := differs(m.Value, v, path+"/"+m.Name); d != "" {
				return d
			}
		}
	}
	for _, m := range a.Members {
		switch v := b.Get(m.Name); {
		case m.Value.Kind == schema.Unresolved:
		case v == nil:
			return fmt.Sprintf("%s is said to have %s", path, m.Name)
		default:
			if d := differs(m.Value, v, path+"/"+m.Name); d != "" {
				return d
			}
		}
	}
	return ""
}

// elementsDiffer returns which elements of a partly unknown list are not in b, or the other
// way round, "" if none. If the certain ones can be paired with some of b, and those of b with
// some of the list, then both can be at once (Mendelsohn and Dulmage).
func elementsDiffer(a, b *schema.Node, path string) string {
	fits := func(x, y *schema.Node) bool { return differs(x, y, "") == "" }
	if e := unpaired(a.Elems, b.Elems, fits); e != nil {
		return fmt.Sprintf("%s is said to contain %s, and is %s", path, e, b)
	}
	if a.Partial.More {
		return ""
	}
	all := slices.Clone(a.Elems)
	for _, m := range a.Partial.Perhaps {
		all = append(all, m.Value)
	}
	if e := unpaired(b.Elems, all, func(y, x *schema.Node) bool { return fits(x, y) }); e != nil {
		return fmt.Sprintf("%s is said to be %s, perhaps with others than %s, and is %s", path, a, e, b)
	}
	return ""
}

// unpaired pairs as many of list as possible with an element of others each, and returns one
// that has none, or nil.
func unpaired(list, others []*schema.Node, fits func(x, y *schema.Node) bool) *schema.Node {
	partner := make([]*schema.Node, len(others))
	var pair func(x *schema.Node, tried []bool) bool
	pair = func(x *schema.Node, tried []bool) bool {
		for i, y := range others {
			if tried[i] || !fits(x, y) {
				continue
			}
			tried[i] = true
			if partner[i] == nil || pair(partner[i], tried) {
				partner[i] = x
				return true
			}
		}
		return false
	}
	for _, x := range list {
		if !pair(x, make([]bool, len(others))) {
			return x
		}
	}
	return nil
}

// unsound returns what the evaluation of the i-th program claims wrongly.
func unsound(got map[int64][]*schema.Node, i int) string {
	for _, claim := range got[int64(i)*100] {
		for j, args := range arguments {
			for _, truth := range got[int64(i)*100+int64(j)+1] {
				if d := differs(claim, truth, ""); d != "" {
					return d + " for " + args
				}
			}
		}
	}
	return ""
}

// reduce removes statements as long as bad holds.
func reduce(list []*stmt, bad func([]*stmt) bool) []*stmt {
	for i := 0; i < len(list); i++ {
		if l := slices.Delete(slices.Clone(list), i, i+1); bad(l) {
			return reduce(l, bad)
		}
		for _, b := range list[i].blocks {
			if l := slices.Replace(slices.Clone(list), i, i+1, b...); bad(l) {
				return reduce(l, bad)
			}
		}
	}
	for i, s := range list {
		for j, b := range s.blocks {
			with := func(b []*stmt) []*stmt {
				c := &stmt{s.text, slices.Clone(s.blocks)}
				c.blocks[j] = b
				l := slices.Clone(list)
				l[i] = c
				return l
			}
			list = with(reduce(b, func(b []*stmt) bool { return bad(with(b)) }))
			s = list[i]
		}
	}
	return list
}

var (
	seed  = flag.Uint64("soundseed", 1, "which programs TestSound makes")
	count = flag.Int("soundcount", 0, "how many programs TestSound makes; 0 means 8, or 60 if the slow tests run")
)

// TestSound evaluates programs that were once misjudged, and random ones.
func TestSound(t *testing.T) {
	imp := stdSource
	data, err := os.ReadFile("testdata/sound.txt")
	if err != nil {
		t.Fatal(err)
	}
	programs := strings.Split(string(data), "\n\n")
	trees := make([][]*stmt, len(programs))
	k := &maker{r: rand.New(rand.NewPCG(*seed, 0))}
	for range cmp.Or(*count, slow.Count(8, 60)) {
		var tree []*stmt
		for range 2 + k.r.IntN(8) {
			tree = append(tree, k.stmt(2))
		}
		trees, programs = append(trees, tree), append(programs, program(tree))
	}
	got := results(imp, source(programs))
	if len(got) == 0 {
		t.Fatal("the programs do not compile")
	}
	known, all := 0, 0
	for i, p := range programs {
		for _, n := range got[int64(i)*100] {
			for _, m := range n.Members {
				all++
				if m.Value.Kind != schema.Unresolved {
					known++
				}
			}
		}
		why := unsound(got, i)
		if why == "" {
			continue
		}
		if trees[i] != nil {
			p = program(reduce(trees[i], func(l []*stmt) bool {
				return unsound(results(imp, source([]string{program(l)})), 0) != ""
			}))
		}
		t.Errorf("%s in\n%s", why, p)
	}
	if known*2 < all {
		t.Errorf("only %d of %d parts are known", known, all)
	}
}
