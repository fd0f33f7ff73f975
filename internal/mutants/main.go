// Command mutants breaks one mechanism at a time and expects a test to see it.
//
//	go run ./internal/mutants              all mutants: takes long
//	go run ./internal/mutants -run REGEXP  those whose name matches REGEXP
//	go run ./internal/mutants -quick       the few that CI runs
//
// A mutant replaces a piece of one file, which go test reads by means of an
// overlay: nothing in the tree changes. If a mutant breaks a mechanism and no test
// fails, the mechanism needs a test, or can be removed. The mutants are in the
// folder table; see [parse] for their form.
//
// Run it in the root of the module. It exits with 1 if a mutant survives.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	flags.SetOutput(stderr)
	only := flags.String("run", "", "only mutants whose name matches this regular expression")
	quick := flags.Bool("quick", false, "only mutants that are marked as quick")
	verbose := flags.Bool("v", false, "print what the tests say")
	timeout := flags.Duration("timeout", 2*time.Minute, "of the tests of one mutant")
	if flags.Parse(args) != nil {
		return 2
	}
	fail := func(err error) int {
		fmt.Fprintf(stderr, "mutants: %v\n", err)
		return 2
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		return fail(err)
	}
	all, err := load()
	if err != nil {
		return fail(err)
	}
	var list []*mutant
	for _, m := range all {
		if wanted.MatchString(m.name) && (m.quick || !*quick) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return fail(fmt.Errorf("no mutant is named so"))
	}
	tester := &tester{root: ".", timeout: *timeout, sound: map[string]verdict{}}
	bad, open := 0, 0
	for _, m := range list {
		start := time.Now()
		v, said := tester.try(m)
		switch v {
		case red:
		case debt:
			open++
		default:
			bad++
		}
		fmt.Fprintf(stdout, "%-10s %5.1fs  %-40s %s\n", v, time.Since(start).Seconds(), m.name, m.seenBy(said))
		if *verbose || v == broken || v == unsound {
			fmt.Fprintln(stdout, shorten(said, *verbose))
		}
	}
	fmt.Fprintf(stdout, "%d mutants, %d open, %d not seen\n", len(list), open, bad)
	if bad > 0 {
		return 1
	}
	return 0
}

// shorten returns the first lines of a test's output, or the whole output if all is set.
func shorten(said string, all bool) string {
	const lines = 15
	if list := strings.Split(said, "\n"); len(list) > lines && !all {
		return strings.Join(list[:lines], "\n") + "\n..."
	}
	return said
}
