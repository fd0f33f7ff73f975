// Command invopop compares the engine that emulates github.com/invopop/jsonschema
// with the library itself, and with the fork that cloudwego/eino uses, on types
// written by hand and on random ones.
//
//	go run . [-n types] [-seed n] [-version v] [-keep]
//
// For each version it writes a program that uses the real library into a
// temporary module, runs it, and compares its answers byte for byte with what
// the engine derives from the same source. It exits with 1 on a difference, and
// prints the smallest type it finds that still differs.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/invopop/random"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
)

func main() {
	n := flag.Int("n", 1000, "number of random types")
	seed := flag.Uint64("seed", 1, "seed of the random types")
	only := flag.String("version", "", "one version instead of all")
	keep := flag.Bool("keep", false, "keep the temporary modules")
	flag.Parse()
	diffs := 0
	for _, v := range []invopop.Version{invopop.V0_12_0, invopop.V0_13_0, invopop.Eino1_0_2, invopop.Eino1_0_3, invopop.V0_14_0} {
		if *only != "" && *only != v.String() {
			continue
		}
		d, err := compare(v, *n, *seed, *keep)
		if err != nil {
			fmt.Fprintf(os.Stderr, "invopop %s: %v\n", v, err)
			os.Exit(2)
		}
		diffs += d
	}
	if diffs > 0 {
		os.Exit(1)
	}
}

// compare checks one version and returns the number of differences.
func compare(v invopop.Version, n int, seed uint64, keep bool) (int, error) {
	groups := random.Generate(n, seed)
	m, err := newModule(v, groups)
	if err != nil {
		return 0, err
	}
	if keep {
		fmt.Println("module", m.dir)
	} else {
		defer os.RemoveAll(m.dir)
	}
	jobs := allJobs(m.roots, seed)
	diffs, err := m.compare(jobs)
	if err != nil {
		return 0, err
	}
	fmt.Printf("%s: %d types, %d schemas, %d differ, %d unresolved\n", v, len(m.roots), len(jobs), len(diffs), m.unresolved)
	for i, d := range diffs {
		if i == 10 {
			fmt.Printf("... and %d more\n", len(diffs)-i)
			break
		}
		fmt.Println(d)
	}
	for _, d := range diffs {
		if g, ok := groups[d.job.Type]; ok {
			g, d = shrink(v, g, d)
			fmt.Printf("\n%s\n%s\n", strings.TrimSpace(g.Source()), d)
			break
		}
	}
	return len(diffs), nil
}

// allJobs asks for every type in the modes that callers use, and in one random
// mode.
func allJobs(roots []string, seed uint64) []job {
	var jobs []job
	for _, name := range roots {
		rng := rand.New(rand.NewPCG(seed, hash(name)))
		modes := []job{
			{Value: true, Reflector: flags{DoNotReference: true, Anonymous: true, AllowAdditionalProperties: true}},
			{},
			{Reflector: flags{ExpandedStruct: true}},
			randomMode(rng),
		}
		if strings.HasPrefix(name, "cases.") {
			modes = append(modes,
				job{Value: true, Reflector: flags{ExpandedStruct: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}},
				job{Reflector: flags{FieldNameTag: "yaml"}},
				job{Reflector: flags{ExpandedStruct: true, DoNotReference: true, Anonymous: true}, Mapped: true},
				job{Mapped: true},
				randomMode(rng))
		}
		for _, j := range modes {
			j.ID, j.Type = len(jobs), name
			jobs = append(jobs, j)
		}
	}
	return jobs
}

func randomMode(rng *rand.Rand) job {
	flip := func() bool { return rng.IntN(3) == 0 }
	j := job{Value: flip(), Mapped: flip(), Reflector: flags{
		Anonymous: flip(), AllowAdditionalProperties: flip(),
		RequiredFromJSONSchemaTags: flip(), DoNotReference: flip(), ExpandedStruct: flip(),
	}}
	j.Reflector.FieldNameTag = random.Pick(rng, "", "", "json", "yaml")
	return j
}

func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
