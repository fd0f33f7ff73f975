// Bench measures what the checks cost: CPU time and peak memory of our suite
// against those of a fact analyzer that does nothing, under the same driver on
// the same module.
//
//	go run ./internal/bench -C DIR [packages]
//	go run ./internal/bench -vet -C DIR [packages]
//
// Without -vet the driver is that of schemavet check: each run is a process of
// its own that loads the packages and analyses them. With -vet it is go vet,
// with a tool whose identity changes from run to run, so that nothing comes
// from its cache. Runs of both alternate. The last line is the ratio of the
// medians of CPU time.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
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
}

func run(args []string, stdout, stderr io.Writer) int {
	var c config
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&c.dir, "C", ".", "measure in this `directory`")
	flags.StringVar(&c.tags, "tags", "", "build `tags`")
	flags.IntVar(&c.n, "n", 5, "`runs` of each")
	flags.BoolVar(&c.vet, "vet", false, "run under go vet")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	c.patterns = flags.Args()
	if len(c.patterns) == 0 {
		c.patterns = []string{"./..."}
	}
	if c.n < 1 {
		fmt.Fprintln(stderr, "bench: -n must be at least 1")
		return 2
	}
	suite, nothing, err := measure(c)
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	report(stdout, suite, nothing)
	return 0
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
