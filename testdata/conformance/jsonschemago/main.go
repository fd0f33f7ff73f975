// Command jsonschemago compares the engine that emulates
// github.com/google/jsonschema-go with the library itself, on types and schemas
// written by hand and on random ones.
//
//	go run . [-n types] [-seed n] [-version v] [-keep]
//	go run . -try v0.5.0    a release that is not known, as if it were the newest known one
//
// It writes the types into a temporary module, builds a program with each
// version of the real library, and compares its schemas byte for byte with what
// the engine derives from the same source. Errors may have other words, and the
// engine may miss that the library rejects a schema or may not resolve a type, which is
// counted. It exits with 1 on a difference, and prints the smallest type it finds that
// still differs.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/schemavet/schemavet/schemafacts/conformance/jsonschemago/random"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
)

func main() {
	n := flag.Int("n", 2000, "number of random types")
	seed := flag.Uint64("seed", 1, "seed of what is random")
	only := flag.String("version", "", "one version instead of all")
	try := flag.String("try", "", "a `release` that is not known, instead of those that are")
	keep := flag.Bool("keep", false, "keep the temporary module")
	flag.Parse()
	diffs, err := run(*n, *seed, *only, *try, *keep)
	if err != nil {
		fmt.Fprintln(os.Stderr, "jsonschemago:", err)
		os.Exit(2)
	}
	if diffs > 0 {
		os.Exit(1)
	}
}

// run compares all versions and returns the number of differences.
func run(n int, seed uint64, only, try string, keep bool) (int, error) {
	groups := random.Generate(n, seed)
	m, err := newModule(groups)
	if err != nil {
		return 0, err
	}
	if keep {
		fmt.Println("module", m.dir)
	} else {
		defer os.RemoveAll(m.dir)
	}
	jobs := allJobs(m.roots, n, seed)
	if try != "" {
		fmt.Printf("%s as %s:\n", try, jsonschemago.Latest)
		only = jsonschemago.Latest.String()
	}
	total := 0
	for v := jsonschemago.V0_3_0; v <= jsonschemago.Latest; v++ {
		if only != "" && only != v.String() {
			continue
		}
		start := time.Now()
		diffs, err := m.compare(v, cmp.Or(try, v.String()), jobs)
		if err != nil {
			return total, err
		}
		fmt.Printf("%s: %d types, %d answers, %d differ, %d rejections missed, %d unresolved (%.1fs)\n",
			v, len(m.roots), m.answers, len(diffs), m.missed, m.unresolved, time.Since(start).Seconds())
		total += len(diffs)
		show(groups, diffs)
	}
	return total, nil
}

// show prints some differences, one of each type, and the first random type as
// small as it gets.
func show(groups map[string]*random.Group, diffs []difference) {
	const most = 5
	shown, shrunk, printed := map[string]bool{}, false, 0
	for _, d := range diffs {
		name := d.job.Type
		g, random := groups[name]
		if name != "" && shown[name] || printed >= most && (!random || shrunk) {
			continue
		}
		shown[name] = true
		printed++
		if random && !shrunk {
			shrunk = true
			g, d = shrink(g, d)
			fmt.Println(strings.TrimSpace(g.Source()))
		}
		fmt.Println(d)
	}
}
