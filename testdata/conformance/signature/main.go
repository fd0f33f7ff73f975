// Command signature compares the engine that derives schemas from signatures
// with encoding/json, on random functions.
//
//	go run . [-n functions] [-seed n] [-only n] [-v] [-shrink=false] [-keep]
//
// It writes the functions into a temporary module and builds a program that
// decodes calls into their parameters and writes their results. The derived
// input schema, under a validator, must accept exactly the calls that the
// program decodes; the output schema must accept each result, and must admit
// nothing that no result is. What the engine's contract narrows on purpose is
// applied by the program in one place, testdata/probe/rt/judge.go, and what it
// lets through in another, testdata/probe/rt/widen.go. The command exits with 1
// on a difference, and prints the smallest function it finds that still
// differs.
//
// With -serve it makes servers of the functions instead, with schemavet generate,
// on real SDKs, and calls them:
//
//	go run . -serve all -n 200 -calls 100 -schemavet PATH
//
// What may differ:
//
//	narrow   the schema refuses a call that the program takes
//	wide     the program refuses a call that the schema takes
//	result   the output schema refuses a result
//	unseen   no result shows what the output schema admits
//	hole     a hole for a type that does not decide its own form
//	problem  a complaint of nothing, or none where something is wrong
//	schema   a schema that does not compile
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

func main() {
	n := flag.Int("n", 500, "number of random functions")
	seed := flag.Uint64("seed", 1, "seed of what is random")
	one := flag.Int("only", -1, "one function of these instead of all")
	small := flag.Bool("shrink", true, "make what differs smaller")
	all := flag.Bool("v", false, "print a line for each function that differs")
	keep := flag.Bool("keep", false, "keep the temporary module")
	serve := flag.String("serve", "", "run servers instead, on these `SDKs`: go-sdk@1.8,mcp-go@1.2, or all")
	schemavet := flag.String("schemavet", "", "the `command`, for -serve")
	calls := flag.Int("calls", 30, "calls of each tool, for -serve")
	flag.Parse()
	if *serve != "" {
		sdks := strings.Split(*serve, ",")
		if *serve == "all" {
			sdks = slices.Sorted(maps.Keys(sdkPackages))
		}
		diffs, err := serveAll(sdks, *schemavet, *n, *calls, *seed, *keep)
		if err != nil {
			fmt.Fprintln(os.Stderr, "signature:", err)
			os.Exit(2)
		}
		if diffs > 0 {
			os.Exit(1)
		}
		return
	}
	diffs, err := run(*n, *seed, *one, *keep, *small, *all)
	if err != nil {
		fmt.Fprintln(os.Stderr, "signature:", err)
		os.Exit(2)
	}
	if diffs > 0 {
		os.Exit(1)
	}
}

// run compares random functions and returns the number of differences.
func run(n int, seed uint64, one int, keep, small, all bool) (int, error) {
	start := time.Now()
	var subjects []*subject
	for i := range n {
		if one < 0 || i == one {
			subjects = append(subjects, &subject{name: fmt.Sprintf("F%d", i), sig: generate(seed, i), seed: uint64(i)})
		}
	}
	m, err := newModule(subjects)
	if err != nil {
		return 0, err
	}
	if keep {
		fmt.Println("module", m.dir)
	} else {
		defer os.RemoveAll(m.dir)
	}
	c, err := compare(m)
	if err != nil {
		return 0, err
	}
	fmt.Printf("seed %d: %s (%.1fs)\n", seed, c.figures, time.Since(start).Seconds())
	if all {
		list(c.diffs)
	}
	show(seed, c.diffs, small)
	return len(c.diffs), nil
}

// show prints one difference of each kind, made small if that is asked for.
func show(seed uint64, diffs []difference, small bool) {
	shown := map[string]bool{}
	for _, d := range diffs {
		if shown[d.kind] {
			continue
		}
		shown[d.kind] = true
		name := d.subject.name
		if small {
			d = shrink(seed, d)
		}
		fmt.Printf("\n%s of seed %d:\n%s\n%s\n", name, seed, d.subject.sig.source(d.subject.name), d)
	}
}

// list prints the first difference of each function and kind in one line.
func list(diffs []difference) {
	seen := map[string]bool{}
	for _, d := range diffs {
		if key := d.subject.name + d.kind; !seen[key] {
			seen[key] = true
			fmt.Println(d.subject.name, d.kind, d.value, d.detail)
		}
	}
}
