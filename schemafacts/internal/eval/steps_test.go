package eval_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
)

// TestSteps evaluates programs of n, 2n and 4n parts, and compares steps, which count
// what a run costs. They must grow like the program.
func TestSteps(t *testing.T) {
	for _, p := range []struct {
		name string
		n    int
		make func(n int) string
	}{
		{"escape", 40, escapes},
		{"copies", 40, copies},
		{"unknownloop", 100, loops},
		{"recursion", 40, recurses},
		{"doubling", 18, doubles},
		{"filter", 15, filters},
	} {
		t.Run(p.name, func(t *testing.T) {
			small := steps(t, p.make(p.n))
			for _, by := range []int{2, 4} {
				if got := steps(t, p.make(by*p.n)); 4*got > 5*by*small {
					t.Errorf("a program of %d parts takes %d steps, one of %d parts %d", p.n, small, by*p.n, got)
				}
			}
		})
	}
}

// steps returns the steps of all runs of a program.
func steps(t *testing.T, src string) int {
	_, _, unit, order := lowered(t, nil, "p", src)
	m := eval.NewMachine(&env{unit, new(strings.Builder)}, gostd.Library{}, nil)
	m.RunUnit(unit, order)
	sum := 0
	for _, r := range m.Runs {
		if strings.HasSuffix(r.End, "steps") {
			t.Errorf("%s ended early: %s", r.Func, r.End)
		}
		sum += r.Steps
	}
	return sum
}

// TestEnd evaluates a function whose budget ends below many branches. What it wrote is
// joined and forgotten once, and not for each of them.
func TestEnd(t *testing.T) {
	const depth, parts = 150, 500
	var b strings.Builder
	b.WriteString(nodes + "func Start(names []string) {\n")
	ring(&b, parts)
	b.WriteString("\tdown0(all, names)\n}\n")
	for i := range depth {
		fmt.Fprintf(&b, "func down%d(all []*Node, names []string) {\n\tif len(names) > %d {\n\t\tdown%d(all, names)\n\t}\n}\n", i, i, i+1)
	}
	fmt.Fprintf(&b, "func down%d(all []*Node, names []string) {\n\tfor _, n := range all {\n\t\tn.Name = \"changed\"\n\t}\n", depth)
	b.WriteString(strings.Repeat("\tfor i := 0; i < 20000; i++ {\n\t\tall[0].Name = \"counting\"\n\t}\n", 100) + "}\n")

	_, _, unit, order := lowered(t, nil, "p", b.String())
	m := eval.NewMachine(&env{unit, new(strings.Builder)}, gostd.Library{}, nil)
	m.RunUnit(unit, order)
	for _, r := range m.Runs {
		if r.Func == "p.Start" {
			limit, ok := strings.CutSuffix(strings.TrimPrefix(r.End, "more than "), " steps")
			n, err := strconv.Atoi(strings.ReplaceAll(limit, ",", ""))
			if !ok || err != nil {
				t.Fatalf("the run ends for %q", r.End)
			}
			if after := r.Steps - n; after > 30*parts {
				t.Errorf("%d steps after the end", after)
			}
			return
		}
	}
	t.Error("p.Start was not run")
}

const nodes = `package p

type Node struct {
	Name string
	Next *Node
	All  []*Node
	Run  func()
}

func unseen(v any, f func())

`

// ring makes n nodes. Each leads to the next one, and to all of them.
func ring(b *strings.Builder, n int) {
	fmt.Fprintf(b, "\tvar all []*Node\n")
	for i := range n {
		fmt.Fprintf(b, "\tn%d := &Node{Name: \"n%d\"}\n\tall = append(all, n%d)\n", i, i, i)
	}
	for i := range n {
		fmt.Fprintf(b, "\tn%d.Next, n%d.All = n%d, all\n", i, i, (i+1)%n)
	}
}

// escapes passes nodes and a function literal to unseen code.
func escapes(n int) string {
	var b strings.Builder
	b.WriteString(nodes + "func Start(names []string) {\n")
	ring(&b, n)
	b.WriteString(`	unseen(n0, func() { n1.Name = "changed" })
}
`)
	return b.String()
}

// copies passes an array to unseen code whose elements are the same list.
func copies(n int) string {
	var b strings.Builder
	b.WriteString(nodes + "func Start(names []string) {\n")
	ring(&b, n)
	fmt.Fprintf(&b, "\tunseen([%d][]*Node{%s}, nil)\n}\n", n, strings.Repeat("all, ", n))
	return b.String()
}

// loops has loops that run an unknown number of times, with function literals that
// unseen code may call later, each of which passes the nodes to unseen code again.
func loops(n int) string {
	var b strings.Builder
	b.WriteString(nodes + "func Start(names []string) {\n")
	ring(&b, n)
	b.WriteString(`	for _, name := range names {
		unseen(n0, func() {
			n0.Name = name
			for _, other := range names {
				unseen(n1, func() { n1.Name, n1.Next = other, n0 })
			}
		})
	}
}
`)
	return b.String()
}

// recurses has a recursion that is not followed to its end.
func recurses(n int) string {
	var b strings.Builder
	b.WriteString(nodes + `func walk(n *Node, names []string) {
	if len(names) > 0 {
		n.Name = names[0]
		walk(n.Next, names[1:])
	}
}

func Start(names []string) {
`)
	ring(&b, n)
	b.WriteString("\twalk(n0, names)\n}\n")
	return b.String()
}

// filters makes a list of elements that may be absent, in an array that has room for all.
func filters(n int) string {
	var b strings.Builder
	b.WriteString(nodes + "func Start(names []string) {\n")
	ring(&b, n)
	b.WriteString(`	out := make([]map[string]any, 0, len(all))
	for i := range all {
		if len(names) > i {
			continue
		}
		out = append(out, map[string]any{"name": all[i].Name})
	}
	unseen(out, nil)
}
`)
	return b.String()
}

// doubles appends a list to itself.
func doubles(n int) string {
	return nodes + strings.ReplaceAll(`func Start(names []string) {
	list := []*Node{{Name: "a"}}
	for i := 0; i < LAST; i++ {
		list = append(list, list...)
	}
	unseen(list, nil)
}
`, "LAST", fmt.Sprint(n))
}
