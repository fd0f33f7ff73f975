package main

import (
	"encoding/json"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/runner"
)

// judge compares all parts. Only parts that source does not determine may be unresolved.
var judge = runner.Judge{
	Members:      []string{"title", "description", "inputSchema", "outputSchema", "annotations", "icons", "_meta"},
	Source:       "real",
	MayBePartial: func(name string) bool { return strings.HasPrefix(name, "runtime/") },
	Branches:     true,
	EveryByte:    true,
}

// serversPath is where the servers are; the next element names one.
const serversPath = "/servers/"

// compare compares the tools of all servers, and the registrations that fail. Several
// servers may have tools with one name, so a tool is named after its server as well.
func compare(judge runner.Judge, truth *truth, derived []runner.Tool) *runner.Result {
	all := &runner.Truth{Faults: truth.refused}
	for server, tools := range truth.servers {
		for _, t := range tools {
			all.Tools = append(all.Tools, rename(t, server))
		}
	}
	var known []runner.Tool
	for _, t := range derived {
		_, rest, ofServer := strings.Cut(t.Text("package"), serversPath)
		server, _, _ := strings.Cut(rest, "/")
		if _, ran := truth.servers[server]; ofServer && ran {
			known = append(known, rename(t, server))
		} else if _, ran := truth.refused[t.Text("name")]; !ofServer && ran {
			known = append(known, t)
		}
	}
	return judge.All(all, known)
}

// rename puts the name of the server before that of the tool.
func rename(t runner.Tool, server string) runner.Tool {
	name, err := json.Marshal(server + "/" + t.Text("name"))
	if err != nil {
		panic(err) // a string
	}
	t["name"] = name
	return t
}
