// Bench measures what the checks cost: CPU time and peak memory of schemavet against
// those of a fact analyzer that does nothing, on the same module.
//
//	go run ./internal/bench -C DIR [packages]
//	go run ./internal/bench -vet -C DIR [packages]
//	go run ./internal/bench -servers DIR [DIR...]
//	go run ./internal/bench -tools [-sdk DIR]
//
// Without -vet it runs schemavet check, which it builds from the source here if
// -command names none, and a process that loads the packages in the same way and does
// nothing with them. A third side, "again", is the command with a cache, where nothing
// has changed since it ran; the first has none. With -vet it runs go vet, with a tool
// whose identity changes from run to run, so that nothing comes from its cache. Runs of
// all sides alternate. The last line is the ratio of the medians of CPU time. With
// -servers each argument is the checkout of a server, of which all packages are
// measured, and gets a line of a table, which ends with what one schemavet list
// --stats says: the wall time of each phase, and what the roots of the evaluator
// cost together. With -tools the servers are made: of 100 to 10,000 tools in one
// package or many. The cost of a tool should not depend on the number of tools.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/manytools"
)

func main() {
	if role := os.Getenv(roleVar); role != "" {
		os.Exit(child(role, os.Args[1:]))
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// config describes what to measure.
type config struct {
	dir      string
	tags     string
	patterns []string
	n        int
	vet      bool
	servers  bool
	tools    bool
	sdk      string
	command  string // the schemavet to measure
	kept     string // the folder of its cache
}

// made are the sizes of the generated modules that the flag -tools measures.
var made = []manytools.Module{
	{Packages: 10, Tools: 100}, {Packages: 20, Tools: 1000}, {Packages: 500, Tools: 5000},
	{Packages: 1, Tools: 1000}, {Packages: 1, Tools: 5000}, {Packages: 1, Tools: 10_000},
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
	flags.BoolVar(&c.tools, "tools", false, "print a table of servers of 100 to 10,000 tools")
	flags.StringVar(&c.sdk, "sdk", filepath.Join("testdata", "sdk", "gosdk"), "the `directory` of stand-ins for the SDK of -tools")
	flags.StringVar(&c.command, "command", "", "measure this `schemavet`")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	c.patterns = flags.Args()
	fail := func(err error) int {
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	switch {
	case c.n < 1:
		return fail(errors.New("-n must be at least 1"))
	case c.tools && len(c.patterns) > 0:
		return fail(errors.New("-tools takes no arguments"))
	case c.servers && len(c.patterns) == 0:
		return fail(errors.New("-servers needs the directories of checkouts"))
	}
	tmp, err := os.MkdirTemp("", "bench")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(tmp)
	if c.tools {
		if c.patterns, err = writeMade(tmp, c.sdk); err != nil {
			return fail(err)
		}
	}
	if c.command == "" && !c.vet {
		c.command = filepath.Join(tmp, "schemavet")
		if err := build(c.command); err != nil {
			return fail(err)
		}
	}
	if c.servers || c.tools {
		return table(c, stdout, stderr)
	}
	if len(c.patterns) == 0 {
		c.patterns = []string{"./..."}
	}
	found, err := measure(c)
	if err != nil {
		return fail(err)
	}
	report(stdout, found)
	return 0
}

// build builds the command. It uses the race detector if this program was built with
// it.
func build(command string) error {
	args := []string{"build", "-o", command}
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		args = append(args, "-race")
	}
	out, err := exec.Command("go", append(args, "github.com/schemavet/schemavet/cmd/schemavet")...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("building schemavet, which works in its own module only (or see -command): %w\n%s", err, out)
	}
	return nil
}

// writeMade writes the modules of -tools below dir and returns their folders.
func writeMade(dir, sdk string) ([]string, error) {
	sdk, err := filepath.Abs(sdk)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(sdk); err != nil {
		return nil, err
	}
	var out []string
	for _, m := range made {
		m.SDK = sdk
		to := filepath.Join(dir, fmt.Sprintf("%d tools of %d", m.Tools, m.Packages))
		if err := os.Mkdir(to, 0o777); err != nil {
			return nil, err
		}
		if err := m.Write(to); err != nil {
			return nil, err
		}
		out = append(out, to)
	}
	return out, nil
}

// table measures the checkouts in the arguments and prints a line for each.
func table(c config, stdout, stderr io.Writer) int {
	code := 0
	header(stdout)
	for _, dir := range c.patterns {
		one := c
		one.dir, one.patterns = dir, []string{"./..."}
		found, err := measure(one)
		var st *stats
		if err == nil {
			st, err = statsOf(one)
		}
		if err != nil {
			fmt.Fprintf(stderr, "bench: %s: %v\n", dir, err)
			code = 2
			continue
		}
		row(stdout, filepath.Base(dir), found, st)
	}
	return code
}

func (c config) load() load.Config {
	cfg := loadConfig()
	cfg.Dir, cfg.Tags, cfg.Patterns = c.dir, c.tags, c.patterns
	return cfg
}

// flags returns the arguments that give a child process the same configuration.
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
