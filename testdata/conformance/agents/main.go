// Command agents compares what schemavet derives from programs that use a
// framework for agents, or the client of a models' vendor, with what a model is
// told of their tools.
//
//	go run . [-only eino] [-n types] [-seed n] [-schemavet binary] [-keep] [-v]
//	go run . -all                       every version that is listed
//	go run . -only eino -try v0.10.0    a version that is not listed
//
// For the oldest and the newest version of each, or those that the flags name, it writes a program into a temporary module: tools written by
// hand, and one tool for each of some random types. It runs the program, derives
// the same tools with schemavet list --json, and compares them one by one. It
// prints how many are exact, in how many of these every byte is equal, how many
// are partial (what differs is declared unresolved), wrong, missing or extra, and
// on how many that the framework does not survive both agree. It exits with 1 if
// anything is wrong, missing or extra, or a tool written by hand is partial whose
// name does not begin with open.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/schemavet/schemavet/schemafacts/conformance/runner"
)

// framework is one that is compared.
type framework struct {
	name     string
	versions []string
	// requires are the modules whose version is asked for. Imports that source
	// has are replaced by others where versions have other paths.
	requires func(version string) []string
	replaced func(version string) map[string]string
	// types makes random types, which refer to the package cases in a folder.
	types func(n int, seed uint64) types
	cases string
	// random is a function that makes a tool of a random type, by the number and
	// the type.
	random func(i int, typ string) string
	// imports are those of the file with such functions.
	imports []string
	// shared are folders below testdata from which a version gets files besides
	// those of its own, nil for none.
	shared func(version string) []string
	// since reports whether a version makes schemas of types, nil if all do.
	since func(version string) bool
}

var frameworks = []framework{eino, adk, genkit, genkitmcp, mcpgolang, openai, anthropic, genai, goopenai, ollama, bedrock, langchaingo, copilot, fantasy, trpc, gozero}

// options are the flags.
type options struct {
	n             int
	seed          uint64
	binary, try   string
	keep, verbose bool
	all           bool
}

func main() {
	var o options
	flag.IntVar(&o.n, "n", 200, "number of random types")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the random types")
	flag.BoolVar(&o.all, "all", false, "all versions, not only the oldest and the newest of each framework")
	only := flag.String("only", "", "a framework, or a framework and a version as in eino-v0.9.13")
	flag.StringVar(&o.binary, "schemavet", "", "the schemavet to test; built from the repository if empty")
	flag.StringVar(&o.try, "try", "", "a `version` of the framework that -only names, instead of those listed")
	flag.BoolVar(&o.keep, "keep", false, "keep the temporary modules")
	flag.BoolVar(&o.verbose, "v", false, "print both sides of what differs")
	flag.Parse()
	good, err := run(*only, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "agents:", err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

func run(only string, o options) (bool, error) {
	if o.try != "" && !slices.ContainsFunc(frameworks, func(f framework) bool { return f.name == only }) {
		return false, fmt.Errorf("-try needs -only with the name of a framework")
	}
	tmp, err := os.MkdirTemp("", "agents")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	if o.binary, err = runner.Binary(o.binary, tmp); err != nil {
		return false, err
	}
	report := runner.NewReport("framework", o.verbose)
	good := true
	for _, f := range frameworks {
		versions := f.versions
		if !o.all && only == "" && len(versions) > 2 {
			versions = []string{versions[0], versions[len(versions)-1]}
		}
		if o.try != "" {
			versions = []string{o.try}
		}
		for _, v := range versions {
			name := f.name + "-" + v
			if only != "" && only != f.name && only != name {
				continue
			}
			start := time.Now()
			r, err := compare(f, v, o)
			if err != nil {
				return false, fmt.Errorf("%s: %w", name, err)
			}
			good = good && r.Good() && r.Exact*2 >= r.Tools
			report.Add(name, r, start)
		}
	}
	return good, report.Flush()
}

// compare compares one version of a framework.
func compare(f framework, version string, o options) (*runner.Result, error) {
	m, err := newModule(f, version, o)
	if err != nil {
		return nil, err
	}
	if o.keep {
		fmt.Println("module", m.dir)
	} else {
		defer os.RemoveAll(m.dir)
	}
	truth, err := m.serve()
	if err != nil {
		return nil, err
	}
	derived, err := runner.Derive(m.dir, m.env(), o.binary, "./...")
	if err != nil {
		return nil, err
	}
	return judge.All(truth, derived), nil
}

// judge compares the parts that models get. Tools of random types, and those whose names
// begin with open_, may be partial. A conditional tool need not be listed.
var judge = runner.Judge{
	Members:      []string{"description", "inputSchema", "outputSchema", "strict", "defer_loading", "allowed_callers", "input_examples"},
	Source:       "framework",
	MayBePartial: func(name string) bool { return isRandom(name) || strings.HasPrefix(name, "open_") },
	Excuse:       "a struct that occurs again, in a version of Genkit before 1.8",
	Conditional:  true,
}

// isRandom reports whether a tool is of a random type.
func isRandom(name string) bool { return strings.HasPrefix(name, "random_") }
