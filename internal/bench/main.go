// Bench measures what the checks cost: CPU time and peak memory of our suite
// against those of a fact analyzer that does nothing, under the same driver on
// the same module.
//
//	go run ./internal/bench -C DIR [packages]
//	go run ./internal/bench -vet -C DIR [packages]
//	go run ./internal/bench -servers DIR [DIR...]
//
// Without -vet the driver is that of schemavet check: each run is a process of
// its own that loads the packages and analyses them. With -vet it is go vet,
// with a tool whose identity changes from run to run, so that nothing comes
// from its cache. Runs of both alternate. The last line is the ratio of the
// medians of CPU time. With -servers each argument is the checkout of a server, of
// which all packages are measured, and gets a line of a table.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/internal/load"
)

func main() {
	if role := os.Getenv(roleVar); role != "" {
		os.Exit(child(role, os.Args[1:]))
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// config says what to measure.
type config struct {
	dir      string
	tags     string
	patterns []string
	n        int
	vet      bool
	servers  bool
}

func run(args []string, stdout, stderr io.Writer) int {
	var c config
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&c.dir, "C", ".", "measure in this `directory`")
	flags.StringVar(&c.tags, "tags", "", "build `tags`")
	flags.IntVar(&c.n, "n", 5, "`runs` of each")
	flags.BoolVar(&c.vet, "vet", false, "run under go vet")
	flags.BoolVar(&c.servers, "servers", false, "the arguments are checkouts: print a table of them")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if c.n < 1 {
		fmt.Fprintln(stderr, "bench: -n must be at least 1")
		return 2
	}
	c.patterns = flags.Args()
	if c.servers {
		return table(c, stdout, stderr)
	}
	if len(c.patterns) == 0 {
		c.patterns = []string{"./..."}
	}
	suite, nothing, err := measure(c)
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	report(stdout, suite, nothing)
	return 0
}

// table measures the checkouts that the arguments name.
func table(c config, stdout, stderr io.Writer) int {
	if len(c.patterns) == 0 {
		fmt.Fprintln(stderr, "bench: -servers needs the directories of checkouts")
		return 2
	}
	code := 0
	fmt.Fprintf(stdout, "%-24s  %10s  %10s  %6s  %10s  %10s\n", "", "suite s", "nothing s", "ratio", "suite MiB", "nothing")
	for _, dir := range c.patterns {
		one := c
		one.dir, one.patterns = dir, []string{"./..."}
		suite, nothing, err := measure(one)
		if err != nil {
			fmt.Fprintf(stderr, "bench: %s: %v\n", dir, err)
			code = 2
			continue
		}
		row(stdout, filepath.Base(dir), suite, nothing)
	}
	return code
}

func (c config) load() load.Config {
	cfg := loadConfig()
	cfg.Dir, cfg.Tags, cfg.Patterns = c.dir, c.tags, c.patterns
	return cfg
}

// flags returns the command line that gives a child the same configuration.
func (c config) flags() []string {
	return append([]string{c.dir, c.tags}, c.patterns...)
}

// parseFlags is the inverse of flags.
func parseFlags(args []string) (c config, err error) {
	if len(args) < 3 {
		return c, fmt.Errorf("want directory, tags and packages, got %s", strings.Join(args, " "))
	}
	return config{dir: args[0], tags: args[1], patterns: args[2:]}, nil
}
