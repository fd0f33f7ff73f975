// Command probe decodes calls into parameters and writes results.
//
// It reads one job a line and answers each with one line.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"

	_ "example.test/probe/gen"
	"example.test/probe/rt"
)

// job asks about one function: with Seed for calls and results that are made
// from its types, without for which calls are accepted.
type job struct {
	Func     string
	Seed     uint64
	Calls    int
	Results  int
	Args     []json.RawMessage
	Nullable bool
}

type answer struct {
	Odd     bool     `json:",omitempty"`
	Calls   []any    `json:",omitempty"`
	Results []string `json:",omitempty"`
	Errors  []string `json:",omitempty"` // one of each argument, empty if it is accepted
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 256<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	enc := json.NewEncoder(out)
	for in.Scan() {
		var j job
		dec := json.NewDecoder(bytes.NewReader(in.Bytes()))
		if err := dec.Decode(&j); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := enc.Encode(j.answer()); err != nil {
			fmt.Fprintln(os.Stderr, j.Func, err)
			os.Exit(1)
		}
	}
}

func (j job) answer() answer {
	var a answer
	f := rt.Lookup(j.Func)
	rng := rand.New(rand.NewPCG(j.Seed, 7))
	a.Odd = f.Odd()
	for range j.Calls {
		a.Calls = append(a.Calls, rt.Make(f, rng))
	}
	for i := range j.Results {
		a.Results = append(a.Results, f.Write(rt.Fill(f, rng, i)))
	}
	for _, args := range j.Args {
		why := ""
		if err := (rt.Judge{Nullable: j.Nullable}).Accept(f, args); err != nil {
			why = err.Error()
		}
		a.Errors = append(a.Errors, why)
	}
	return a
}
