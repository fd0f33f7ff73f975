// Command gosdk compares what schemavet derives from the servers of this module
// with what they list when they run, for many versions of the official SDK.
//
//	go run . [-versions 1.0.0,1.8.0|all] [-schemavet binary] [-v] [-update]
//	go run . -try 1.9.0+0.4.3 [-schemavet binary] [-v]
//	go run . -random 2000 [-seed 7] [-keep dir] [-schemavet binary] [-v]
//
// For each version it prints how many tools are exact, partial (what differs is
// declared unresolved), wrong, missing or extra, in how many of the exact ones
// the schemas are equal to the last byte but for the order of keys, and on how
// many refused registrations both agree. It exits with 1 if anything is wrong,
// missing or extra, or partial though source tells it.
//
// With -try it does so for one pair that is not listed. With -random it makes servers at random instead, of which nothing may be wrong
// or missing.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
)

// common are the versions that are compared by default.
const common = "1.0.0,1.3.1,1.6.1,1.8.0"

func main() {
	list := flag.String("versions", common, "versions of the SDK, or `all`")
	binary := flag.String("schemavet", "", "the schemavet to test; built from the repository if empty")
	verbose := flag.Bool("v", false, "print the parts that differ")
	try := flag.String("try", "", "a `pair` of versions that is not listed, such as 1.9.0+0.4.3")
	update := flag.Bool("update", false, "write the modfiles and stop")
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
		ok, err = run(*list, *binary, *verbose, *update)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gosdk:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(list, binary string, verbose, update bool) (bool, error) {
	vs, err := find(list)
	if err != nil || update {
		return true, firstError(err, func() error { return writeModfiles(vs) })
	}
	return withBinary(binary, func(binary, tmp string) (bool, error) { return compareAll(vs, binary, tmp, verbose) })
}

// runNew compares a pair of versions that is not listed. Its modfile is temporary.
func runNew(pair, binary, tmp string, verbose bool) (bool, error) {
	sdk, jsonschema, ok := strings.Cut(pair, "+")
	if !ok {
		return false, fmt.Errorf("%q is not a pair of versions such as 1.9.0+0.4.3", pair)
	}
	vs := []version{{sdk: sdk, jsonschema: jsonschema, dir: tmp}}
	if err := writeModfiles(vs); err != nil {
		return false, err
	}
	return compareAll(vs, binary, tmp, verbose)
}

// withBinary calls f with a schemavet, which it builds unless there is one, and
// a directory that is removed afterwards.
func withBinary(binary string, f func(binary, tmp string) (bool, error)) (bool, error) {
	tmp, err := os.MkdirTemp("", "gosdk")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	if binary == "" {
		binary = filepath.Join(tmp, "schemavet")
		build := exec.Command("go", "build", "-o", binary, "./cmd/schemavet")
		build.Dir = filepath.Join("..", "..", "..")
		if out, err := build.CombinedOutput(); err != nil {
			return false, fmt.Errorf("building schemavet: %w\n%s", err, out)
		}
	}
	return f(binary, tmp)
}

func compareAll(vs []version, binary, tmp string, verbose bool) (bool, error) {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "sdk\tschema\ttools\texact\tbytes\tpartial\twrong\tmissing\textra\trefused\ttime")
	good := true
	for _, v := range vs {
		start := time.Now()
		truth, err := serve(v, tmp)
		if err != nil {
			return false, err
		}
		derived, err := derive(v, tmp, binary)
		if err != nil {
			return false, err
		}
		r := compare(truth, derived)
		r.explain(os.Stdout, v, verbose)
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d/%d\t%.0fs\n", v.sdk, v.jsonschema, r.tools, r.exact, r.bytes,
			r.partial, r.wrong, r.missing, r.extra, r.agreed, r.refusals, time.Since(start).Seconds())
		good = good && r.good()
	}
	return good, table.Flush()
}

func firstError(err error, f func() error) error {
	if err != nil {
		return err
	}
	return f()
}
