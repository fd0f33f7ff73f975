// Command gosdk compares what schemavet derives from the servers of this module
// with what they list when they run, for many versions of the official SDK.
//
//	go run . [-versions 1.0.0,1.8.0|all] [-schemavet binary] [-v]
//	go run . -try 1.9.0+0.4.3 [-schemavet binary] [-v]
//	go run . -random 2000 [-seed 7] [-keep dir] [-schemavet binary] [-v]
//
// For each version it prints how many tools are exact, partial (some parts are declared
// unresolved), wrong, missing or extra, how many of the exact ones are equal in every
// byte, and on how many refused registrations both agree. It exits with 1 if a tool is
// wrong, missing, extra or not equal in every byte, or if it is partial although source
// determines all of its parts.
//
// With -try it does so for one pair that is not listed. With -random it makes servers at
// random instead; no tool of these may be wrong,
// missing, or extra without a condition.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/schemavet/schemavet/schemafacts/conformance/runner"
)

// common are the versions that are compared by default.
const common = "1.0.0,1.3.1,1.6.1,1.8.0"

func main() {
	list := flag.String("versions", common, "versions of the SDK, or `all`")
	binary := flag.String("schemavet", "", "the schemavet to test; built from the repository if empty")
	verbose := flag.Bool("v", false, "print the parts that differ")
	try := flag.String("try", "", "a `pair` of versions that is not listed, such as 1.9.0+0.4.3")
	n := flag.Int("random", 0, "make that many servers at random and compare them")
	seed := flag.Uint64("seed", 1, "which servers -random makes")
	keep := flag.String("keep", "", "write the servers that -random makes to a `directory` and stop")
	flag.Parse()
	ok, err := true, error(nil)
	switch {
	case *keep != "":
		err = keepRandom(*keep, *n, *seed)
	case *n > 0:
		ok, err = withBinary(*binary, func(binary, tmp string) (bool, error) { return runRandom(*n, *seed, binary, tmp, *verbose) })
	case *try != "":
		ok, err = withBinary(*binary, func(binary, tmp string) (bool, error) { return runNew(*try, binary, tmp, *verbose) })
	default:
		ok, err = run(*list, *binary, *verbose)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gosdk:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(list, binary string, verbose bool) (bool, error) {
	vs, err := find(list)
	if err != nil {
		return false, err
	}
	return withBinary(binary, func(binary, tmp string) (bool, error) { return compareAll(vs, binary, tmp, verbose) })
}

// runNew compares a pair of versions that is not listed.
func runNew(pair, binary, tmp string, verbose bool) (bool, error) {
	sdk, jsonschema, ok := strings.Cut(pair, "+")
	if !ok {
		return false, fmt.Errorf("%q is not a pair of versions such as 1.9.0+0.4.3", pair)
	}
	return compareAll([]version{{sdk: sdk, jsonschema: jsonschema}}, binary, tmp, verbose)
}

// withBinary calls f with a schemavet, which it builds unless there is one, and
// a directory that is removed afterwards.
func withBinary(binary string, f func(binary, tmp string) (bool, error)) (bool, error) {
	tmp, err := os.MkdirTemp("", "gosdk")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	if binary, err = runner.Binary(binary, tmp); err != nil {
		return false, err
	}
	return f(binary, tmp)
}

func compareAll(vs []version, binary, tmp string, verbose bool) (bool, error) {
	report := runner.NewReport("sdk\tschema", verbose)
	good := true
	for _, v := range vs {
		start := time.Now()
		truth, err := serve(v, tmp, "./serve")
		if err != nil {
			return false, err
		}
		derived, err := derive(v, tmp, binary, "./...")
		if err != nil {
			return false, fmt.Errorf("%s: %w", v, err)
		}
		r := compare(judge, truth, derived)
		report.Add(v.sdk+"\t"+v.jsonschema, r, start)
		good = good && r.Good()
	}
	return good, report.Flush()
}
