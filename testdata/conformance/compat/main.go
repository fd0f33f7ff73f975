// Command compat tries what schemafacts/compat says of changes of schemas on
// two validators that it does not know: santhosh-tekuri/jsonschema, which
// asserts formats, and google/jsonschema-go, which servers run.
//
//	go run . [-n pairs] [-seed n] [-kind words|tools] [-cases DIR] [-v]
//
// Pairs are random: of a few words each, or of tools before and after an edit.
// With -cases they come from files {"cases": [{"id", "old", "new"}]}. A witness must be accepted by the
// schema of who sends it and rejected by the other one. Where a change is
// called compatible, random values are tried. It exits with 1 if a validator
// contradicts, and prints the pair.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/testdata/conformance/compat/randtool"
)

func main() {
	n := flag.Int("n", 2000, "number of random pairs")
	seed := flag.Uint64("seed", 1, "seed of what is random")
	kind := flag.String("kind", "words", "what random schemas are like: words or tools")
	dir := flag.String("cases", "", "a folder of cases in place of random pairs")
	verbose := flag.Bool("v", false, "print what is undecided")
	flag.Parse()
	j := &judge{rand: rand.New(rand.NewPCG(*seed, 7)), verbose: *verbose}
	if *dir != "" {
		if err := j.cases(*dir); err != nil {
			fmt.Fprintln(os.Stderr, "compat:", err)
			os.Exit(2)
		}
	} else {
		j.random(*n, *seed, *kind)
	}
	j.print()
	if j.wrong > 0 {
		os.Exit(1)
	}
}

// judge counts what the validators say.
type judge struct {
	rand    *rand.Rand
	verbose bool

	pairs, wrong, compatible, witnessed, ledger, undecided int
	changes, shown, open                                   int
	values, second                                         int
	reasons                                                map[string]int
	took                                                   []time.Duration
	slowest                                                string
}

func (j *judge) random(n int, seed uint64, kind string) {
	g := randtool.New(rand.New(rand.NewPCG(seed, 1)))
	for range n {
		var a, b string
		if kind == "tools" {
			a = g.Tool()
			b = g.Edit(a)
			if g.IntN(5) == 0 {
				b = g.Tool()
			}
		} else {
			a, b = g.Document(), g.Document()
			if g.IntN(2) == 0 {
				b = g.Mutate(a)
			}
		}
		j.pair("", []byte(a), []byte(b))
	}
}

func (j *judge) cases(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return err
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var set struct {
			Cases []struct {
				ID, Dialect string
				Old, New    json.RawMessage
			}
		}
		if err := json.Unmarshal(data, &set); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, c := range set.Cases {
			if len(c.Old) > 0 && len(c.New) > 0 && (c.Dialect == "" || c.Dialect == "2020-12") {
				j.pair(c.ID, c.Old, c.New)
			}
		}
	}
	return nil
}

func (j *judge) pair(id string, a, b []byte) {
	old, err1 := schema.Parse(a)
	new, err2 := schema.Parse(b)
	if err1 != nil || err2 != nil {
		return
	}
	old, new = schema.NormalizeSchema(old), schema.NormalizeSchema(new)
	for _, dir := range []compat.Direction{compat.Input, compat.Output} {
		start := time.Now()
		changes := compat.Schemas(old, new, dir)
		took := time.Since(start)
		if j.took = append(j.took, took); took >= slices.Max(j.took) {
			j.slowest = fmt.Sprintf("%s %s\n%s\n%s", id, dir, old, new)
		}
		j.pairs++
		p := &pair{id: id, dir: dir, from: newSide(old), to: newSide(new), changes: changes}
		if dir == compat.Output {
			p.from, p.to = p.to, p.from
		}
		j.look(p)
	}
}

// look compares the verdict on one pair with those of the validators.
func (j *judge) look(p *pair) {
	breaking, ledger, decided := false, false, false
	for _, c := range p.changes {
		ledger = ledger || c.Ledger != ""
		if c.Level != compat.Breaking {
			continue
		}
		breaking = true
		j.changes++
		decided = decided || c.Witness != "" || !c.Undecided
		if c.Witness != "" {
			j.shown++
			j.witness(p, c)
		} else if c.Undecided {
			j.open++
		}
	}
	switch {
	case !breaking:
		j.compatible++
		if !ledger {
			j.try(p)
		}
	case slices.ContainsFunc(p.changes, func(c compat.Change) bool { return c.Witness != "" }):
		j.witnessed++
	case decided:
		j.ledger++
	default:
		j.undecided++
		j.why(p)
	}
}

func (j *judge) why(p *pair) {
	if j.reasons == nil {
		j.reasons = map[string]int{}
	}
	for _, c := range p.changes {
		if c.Undecided {
			j.reasons[c.Rule+": "+c.Reason]++
		}
	}
	found := j.find(p)
	if found != nil {
		j.reasons["a random value shows a break"]++
	}
	if j.verbose {
		fmt.Printf("undecided %s %s\n%s\n%s\n", p.id, p.dir, p.from.node, p.to.node)
		for _, c := range p.changes {
			fmt.Printf("\t%s %s %s (%s)\n", c.Level, c.Rule, c.Message, c.Reason)
		}
		if found != nil {
			fmt.Printf("\tshown by %s\n", found)
		}
	}
}

func (j *judge) print() {
	slices.Sort(j.took)
	fmt.Printf("pairs and directions %d: compatible %d, breaking with witness %d, by ledger %d, undecided %d; contradictions %d\n",
		j.pairs, j.compatible, j.witnessed, j.ledger, j.undecided, j.wrong)
	fmt.Printf("breaking changes %d: with witness %d, undecided %d; witnesses also tried on jsonschema-go %d; random values tried %d\n",
		j.changes, j.shown, j.open, j.second, j.values)
	for r, n := range j.reasons {
		fmt.Printf("\t%6d %s\n", n, r)
	}
	if n := len(j.took); n > 0 {
		fmt.Printf("time per pair and direction: p50 %v, p99 %v, max %v\n", j.took[n/2], j.took[n*99/100], j.took[n-1])
		if j.verbose {
			fmt.Println("slowest:", j.slowest)
		}
	}
}
