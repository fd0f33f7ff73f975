// Command mutants breaks one mechanism at a time and expects a test to fail.
//
//	go run ./internal/mutants               all mutants
//	go run ./internal/mutants -run REGEXP   those whose name matches REGEXP
//
// The mutants are in the folder table; [parse] describes their form. All of them are
// compiled into one test binary for each package, by means of an overlay: nothing in
// the tree changes. A variable in the environment turns on one of them. If no test
// fails, the mechanism needs a test, or can be removed.
//
// Run it in the root of the module. It exits with 1 if a mutant survives.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	flags.SetOutput(stderr)
	only := flags.String("run", "", "only mutants whose name matches this regular expression")
	verbose := flags.Bool("v", false, "print each mutant and the output of its test")
	jobs := flags.Int("p", 2, "number of tests that run at the same time")
	if flags.Parse(args) != nil {
		return 2
	}
	bad, n, err := try(*only, *jobs, *verbose, stdout)
	if err != nil {
		fmt.Fprintf(stderr, "mutants: %v\n", err)
		return 2
	}
	fmt.Fprintf(stdout, "%d mutants, %d not seen\n", n, bad)
	if bad > 0 {
		return 1
	}
	return 0
}

// try tries the mutants whose names match. It returns how many are not seen, and how
// many there are.
func try(only string, jobs int, verbose bool, stdout io.Writer) (bad, n int, err error) {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return 0, 0, err
	}
	all, err := load(".")
	if err != nil {
		return 0, 0, err
	}
	var list []*mutant
	for _, m := range all {
		if wanted.MatchString(m.name) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return 0, 0, fmt.Errorf("no mutant matches %q", only)
	}
	tmp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(tmp)
	b := &builder{tmp: tmp, binaries: map[string]string{}}
	if err := b.build(list); err != nil {
		return 0, 0, err
	}
	shown := map[string]bool{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	free := make(chan bool, jobs)
	for _, m := range list {
		free <- true
		wait.Go(func() {
			defer func() { <-free }()
			start := time.Now()
			verdict, said := b.try(m)
			mu.Lock()
			defer mu.Unlock()
			if verdict != red {
				bad++
			}
			if verdict != red || verbose {
				fmt.Fprintf(stdout, "%-8s %5.1fs  %-40s %s %s\n", verdict, time.Since(start).Seconds(), m.name, m.pkg, m.run)
			}
			if verbose || verdict == unsound && !shown[said] {
				shown[said] = true
				fmt.Fprintln(stdout, said)
			}
		})
	}
	wait.Wait()
	return bad, len(list), nil
}

// load reads the mutants in all tables.
func load(root string) ([]*mutant, error) {
	files, err := filepath.Glob(filepath.Join(root, "internal/mutants/table/*.txt"))
	if err != nil {
		return nil, err
	}
	var out []*mutant
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list, err := parse(root, strings.TrimSuffix(filepath.Base(name), ".txt"), string(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, list...)
	}
	return out, nil
}
