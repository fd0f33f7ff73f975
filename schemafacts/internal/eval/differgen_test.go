package eval_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A node is a part of a random program: text with parts in it. A block ('*')
// has only parts, its statements.
type node struct {
	kind byte
	text []string // one more than there are kids
	kids []*node
}

func (n *node) String() string {
	var b strings.Builder
	for i, k := range n.kids {
		if n.kind != '*' {
			b.WriteString(n.text[i])
		}
		b.WriteString(k.String())
		if n.kind == '*' {
			b.WriteByte('\n')
		}
	}
	if n.kind != '*' {
		b.WriteString(n.text[len(n.kids)])
	}
	return b.String()
}

// with returns n with another kid in the place of the i-th.
func (n *node) with(i int, kid *node) *node {
	return &node{n.kind, n.text, slices.Replace(slices.Clone(n.kids), i, i+1, kid)}
}

// size returns the number of nodes of the tree n. To shrink a program is to reduce its
// size.
func (n *node) size() int {
	s := 1
	for _, k := range n.kids {
		s += k.size()
	}
	return s
}

// A group is a list of templates that belong to one feature. In a template $S
// stands for any part of kind S, {_} for a block, # for a number that no other
// template has, § for the number of the program.
type group struct {
	feature string
	kind    byte
	weight  int
	list    []string
}

// Kinds that are not expressions.
const (
	simpleKind  = '!'
	nestedKind  = '+'
	leavingKind = '<'
	returnKind  = '>'
)

// dmaker makes random programs.
type dmaker struct {
	r                   *rand.Rand
	off                 map[string]bool // features that are not used
	rules               map[byte][]string
	leaves              map[byte][]string
	loop, names, inFunc int
}

func newDmaker(seed uint64, off map[string]bool) *dmaker {
	k := &dmaker{r: rand.New(rand.NewPCG(seed, 1)), off: off}
	k.pickRules(nil)
	return k
}

// pickRules takes the rules of the features that are on, each as often as it
// weighs.
func (k *dmaker) pickRules(also map[string]bool) {
	k.rules, k.leaves = map[byte][]string{}, map[byte][]string{}
	for _, g := range grammar {
		if k.off[g.feature] || also[g.feature] {
			continue
		}
		for range g.weight {
			k.rules[g.kind] = append(k.rules[g.kind], g.list...)
		}
		for _, t := range g.list {
			if !strings.Contains(t, "$") {
				k.leaves[g.kind] = append(k.leaves[g.kind], t)
			}
		}
	}
}

func (k *dmaker) block(depth int) *node {
	b := &node{kind: '*'}
	for range 1 + k.r.IntN(3) {
		b.kids = append(b.kids, k.stmt(depth))
	}
	return b
}

func (k *dmaker) stmt(depth int) *node {
	kind := byte(simpleKind)
	if depth > 0 && k.r.IntN(5) < 2 {
		kind = nestedKind
	} else if k.loop > 0 && k.r.IntN(6) == 0 {
		kind = leavingKind
	} else if k.inFunc == 0 && k.r.IntN(40) == 0 {
		kind = returnKind
	}
	list := k.rules[kind]
	t := list[k.r.IntN(len(list))]
	loop, inFunc := k.loop, k.inFunc
	defer func() { k.loop, k.inFunc = loop, inFunc }()
	switch {
	case kind != nestedKind:
	case strings.Contains(t, "func"):
		k.loop, k.inFunc = 0, k.inFunc+1
	case strings.Contains(t, "for"):
		k.loop++
	}
	return k.fill(kind, t, depth, 2)
}

func (k *dmaker) expr(kind byte, depth int) *node {
	list := k.rules[kind]
	if depth <= 0 {
		list = k.leaves[kind]
	}
	return k.fill(kind, list[k.r.IntN(len(list))], 0, depth-1)
}

// fill returns a node of the given kind with the code of the template t. It replaces #
// by a new number, each $x by a random expression of the kind x, and each {_} by a
// random block. depth limits the nesting of the expressions, and blocks that of the
// blocks.
func (k *dmaker) fill(kind byte, t string, blocks, depth int) *node {
	k.names++
	t = strings.ReplaceAll(t, "#", fmt.Sprint(k.names))
	n := &node{kind: kind}
	for {
		i, block := strings.IndexByte(t, '$'), strings.Index(t, "{_}")
		switch {
		case block >= 0 && (i < 0 || block < i):
			n.text = append(n.text, t[:block+1]+"\n")
			n.kids = append(n.kids, k.block(blocks-1))
			t = t[block+2:]
		case i >= 0:
			n.text = append(n.text, t[:i])
			n.kids = append(n.kids, k.expr(t[i+1], depth))
			t = t[i+2:]
		default:
			n.text = append(n.text, t)
			return n
		}
	}
}

// A dprogram is a program of the differential test: one function P that emits
// values, and what it needs beside it.
type dprogram struct {
	name  string
	text  string            // a whole file of package p, without imports if tree is set
	tree  *node             // what a random program is made from
	files map[string][]byte // that lie beside it
	goVer string            // of a //go:build line, "" for none
	own   bool              // has a package of its own and does not see the prelude
}

// program makes a random program.
func (k *dmaker) program(name string) *dprogram {
	p := &dprogram{name: name}
	k.names, k.loop, k.inFunc = 0, 0, 0
	var without map[string]bool
	if !k.off["go1.21"] && k.r.IntN(10) == 0 {
		p.goVer = "go1.21"
		without = map[string]bool{"rangeint": true, "rangefunc": true}
	}
	if k.r.IntN(3) > 0 {
		if without == nil {
			without = map[string]bool{}
		}
		without["globals"] = true
	}
	k.pickRules(without)
	body := &node{kind: '*'}
	for range 2 + k.r.IntN(9) {
		body.kids = append(body.kids, k.stmt(2))
	}
	p.tree = &node{kind: 'P', text: []string{"", "", "", ""}, kids: []*node{k.globals(without["globals"]), k.inputs(), body}}
	p.text = randomSource(p)
	return p
}

// globals makes the package variables of a program.
func (k *dmaker) globals(none bool) *node {
	b := &node{kind: '*'}
	if none || k.off["globals"] {
		return b
	}
	list := []string{"var ga§ = $a", "var gb§ = $b", "var gc§ = $c", "var gl§ = []string{gb§, gc§}", "var gm§ = map[string]string{ga§: gb§}",
		"var gn§ = &N{S: gc§}", "func fb§() string { return gb§ }", "func fc§() string { return gc§ + gb§ }"}
	k.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i := range k.r.IntN(3) {
		list = append(list, []string{"func init() { $g; $g }", "func init() { if len(gl§) > 1 { $g } }"}[i%2])
	}
	for _, t := range list {
		b.kids = append(b.kids, k.fill('D', t, 0, 1))
	}
	return b
}

// inputs says what the evaluator knows of the arguments: nothing, or some.
func (k *dmaker) inputs() *node {
	b := &node{kind: '*'}
	if k.r.IntN(2) == 0 {
		for _, t := range []string{"c = true", "c, d = true, false", "c, d = false, true", `k, xs = "a", []string{"a", "q"}`, `k, xs = "z", nil`}[k.r.IntN(3):] {
			b.kids = append(b.kids, k.fill(simpleKind, t, 0, 0))
		}
	}
	return b
}

// randomSource returns the file of a random program, with § in the place of its
// number.
func randomSource(p *dprogram) string {
	decls, inputs, body := p.tree.kids[0].String(), p.tree.kids[1].String(), p.tree.kids[2].String()
	code := decls + "\n" + fmt.Sprintf(buildFunc, inputs, body)
	var b strings.Builder
	if p.goVer != "" {
		b.WriteString("//go:build " + p.goVer + "\n\n")
	}
	b.WriteString("package p\n\nimport (\n")
	for _, path := range importable {
		if strings.Contains(code, path[strings.LastIndexByte(path, '/')+1:]+".") {
			fmt.Fprintf(&b, "\t%q\n", path)
		}
	}
	return b.String() + ")\n\n" + code
}

// importable are the packages that random programs may use.
var importable = []string{"container/heap", "container/list", "container/ring", "context", "encoding/json", "errors", "fmt", "maps", "os", "slices", "sort", "strconv", "strings", "sync", "sync/atomic", "differ/unseen"}
