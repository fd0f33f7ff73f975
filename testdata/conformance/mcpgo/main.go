// Command mcpgo compares what schemavet derives from the servers of this module
// with what they list when they run, for many versions of mcp-go.
//
//	go run . [-versions v0.41.0,v1.2.1|all] [-schemavet binary] [-v]
//	go run . -try v1.3.0 [-schemavet binary] [-v]    a version that is not listed
//
// For each version it prints how many tools are exact, partial (what differs is
// declared unresolved), wrong, missing or extra, in how many of the exact ones
// every byte is equal, the order of keys included, and on how many faults both
// agree. It exits with 1 if anything is wrong, missing, extra or partial.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/schemavet/schemavet/schemafacts/conformance/runner"
)

// A version of the SDK, and the newest of the build tags that its API allows.
// A tag implies those before it.
type version struct{ name, tag string }

var versions = []version{
	{name: "v0.27.0"}, {name: "v0.32.0", tag: "since32"}, {name: "v0.41.0", tag: "since41"},
	{name: "v0.45.0", tag: "since45"}, {name: "v0.46.0", tag: "since46"}, {name: "v0.55.0", tag: "since55"},
	{name: "v0.58.0", tag: "since58"}, {name: "v1.2.1", tag: "since12"},
}

// common are the versions that are compared by default.
const common = "v0.32.0,v0.45.0,v0.46.0,v1.2.1"

// tags are the build tags of v, joined by commas.
func (v version) tags() string {
	var tags []string
	for _, w := range versions {
		if v.tag != "" && w.tag != "" {
			tags = append(tags, w.tag)
		}
		if w.tag == v.tag {
			break
		}
	}
	return strings.Join(tags, ",")
}

func main() {
	list := flag.String("versions", common, "versions of the SDK, or `all`")
	binary := flag.String("schemavet", "", "the schemavet to test; built from the repository if empty")
	try := flag.String("try", "", "a `version` that is not listed, instead of those that are")
	verbose := flag.Bool("v", false, "print both sides of what differs")
	flag.Parse()
	good, err := run(*list, *try, *binary, *verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mcpgo:", err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

func run(list, try, binary string, verbose bool) (bool, error) {
	selected, err := find(list)
	if err != nil {
		return false, err
	}
	tmp, err := os.MkdirTemp("", "mcpgo")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	if try != "" {
		selected = []version{{try, versions[len(versions)-1].tag}}
	}
	if binary, err = runner.Binary(binary, tmp); err != nil {
		return false, err
	}
	report := runner.NewReport("mcp-go", verbose)
	good := true
	for _, v := range selected {
		start := time.Now()
		r, err := v.compare(tmp, binary)
		if err != nil {
			return false, fmt.Errorf("%s: %w", v.name, err)
		}
		good = good && r.Good()
		report.Add(v.name, r, start)
	}
	return good, report.Flush()
}

// find returns the versions that list names.
func find(list string) ([]version, error) {
	if list == "all" {
		return versions, nil
	}
	var out []version
next:
	for name := range strings.SplitSeq(list, ",") {
		for _, v := range versions {
			if v.name == name {
				out = append(out, v)
				continue next
			}
		}
		return nil, fmt.Errorf("version %q is not known; known are %v", name, versions)
	}
	return out, nil
}
