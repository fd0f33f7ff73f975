package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/runner"
)

// A version is a pair of the SDK and the schema library that a user's module
// may select.
type version struct {
	sdk, jsonschema string
}

// versions are those that are compared. Where the schema library is not the one
// that the SDK asks for, another dependency has raised it.
var versions = []version{
	{sdk: "1.0.0", jsonschema: "0.3.0"},
	{sdk: "1.1.0", jsonschema: "0.3.0"},
	{sdk: "1.1.0", jsonschema: "0.4.0"},
	{sdk: "1.1.0", jsonschema: "0.4.3"},
	{sdk: "1.2.0", jsonschema: "0.3.0"},
	{sdk: "1.3.1", jsonschema: "0.4.2"},
	{sdk: "1.4.1", jsonschema: "0.4.2"},
	{sdk: "1.5.0", jsonschema: "0.4.2"},
	{sdk: "1.6.1", jsonschema: "0.4.3"},
	{sdk: "1.7.0", jsonschema: "0.4.3"},
	{sdk: "1.8.0", jsonschema: "0.4.3"},
}

// String returns the name by which a version is selected, such as 1.1.0+0.4.3.
func (v version) String() string { return v.sdk + "+" + v.jsonschema }

// env returns the environment in which programs in this module use v.
func (v version) env(tmp string) ([]string, error) {
	return runner.Select(tmp, v.String(), v.tags(), "./...",
		"github.com/modelcontextprotocol/go-sdk v"+v.sdk, "github.com/google/jsonschema-go v"+v.jsonschema)
}

// tags are the build tags of v: sdk12 for each minor version from 1.0 that the
// SDK has reached, schema04 and schema043 likewise.
func (v version) tags() string {
	var tags []string
	for i := range number(v.sdk, 1) + 1 {
		tags = append(tags, fmt.Sprintf("sdk1%d", i))
	}
	if number(v.jsonschema, 1) >= 4 {
		tags = append(tags, "schema04")
		if number(v.jsonschema, 2) >= 3 {
			tags = append(tags, "schema043")
		}
	}
	return strings.Join(tags, ",")
}

func number(version string, i int) int {
	n, err := strconv.Atoi(strings.Split(version, ".")[i])
	if err != nil {
		panic("version " + version + " is not of the form 1.2.3")
	}
	return n
}

// find returns the versions that list names: "all", or a comma-separated list
// of pairs or of versions of the SDK.
func find(list string) ([]version, error) {
	if list == "all" {
		return versions, nil
	}
	var out []version
	for _, name := range strings.Split(list, ",") {
		n := len(out)
		for _, v := range versions {
			if name == v.String() || name == v.sdk {
				out = append(out, v)
			}
		}
		if len(out) == n {
			return nil, fmt.Errorf("version %q is not known; known are %v", name, versions)
		}
	}
	return out, nil
}
