package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/runner"
)

// A version is a pair of the SDK and the schema library that a user's module
// may select. Up to v0.2 the SDK had a library of its own.
type version struct {
	sdk, jsonschema string
}

// versions are those that are compared. Where the schema library is not the one
// that the SDK asks for, another dependency has raised it.
var versions = []version{
	{sdk: "0.1.0"},
	{sdk: "0.2.0"},
	{sdk: "0.2.1-0.20250818184902-75f999959014", jsonschema: "0.2.0"},
	{sdk: "0.3.0", jsonschema: "0.2.0"},
	{sdk: "0.5.0", jsonschema: "0.2.3"},
	{sdk: "0.8.0", jsonschema: "0.3.0"},
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
func (v version) String() string {
	if v.jsonschema == "" {
		return v.sdk
	}
	return v.sdk + "+" + v.jsonschema
}

// root is the folder of the servers and of the command that runs them: before
// v0.3 the SDK had another API.
func (v version) root() string {
	if number(v.sdk, 0) == 0 && number(v.sdk, 1) < 3 {
		return fmt.Sprintf("./sdk0%d", number(v.sdk, 1))
	}
	return "."
}

// env returns the environment in which programs in this module use v.
func (v version) env(tmp string) ([]string, error) {
	requires := []string{"github.com/modelcontextprotocol/go-sdk v" + v.sdk}
	if v.jsonschema != "" {
		requires = append(requires, "github.com/google/jsonschema-go v"+v.jsonschema)
	}
	return runner.Select(tmp, v.String(), v.tags(), v.root()+"/...", requires...)
}

// tags are the build tags of v: sdk12 for each minor version from 1.0 that the
// SDK has reached, sdk0 and sdk03 for those before, one of their own for those
// before v0.3.
func (v version) tags() string {
	major, minor := number(v.sdk, 0), number(v.sdk, 1)
	var tags []string
	switch {
	case v.root() != ".":
		tags = append(tags, strings.TrimPrefix(v.root(), "./"))
		if v.jsonschema != "" {
			tags = append(tags, "schema02")
		}
		return strings.Join(tags, ",")
	case major > 0:
		for i := range minor + 1 {
			tags = append(tags, fmt.Sprintf("sdk1%d", i))
		}
	case minor <= 5:
		tags = append(tags, "sdk0")
		if minor <= 3 {
			tags = append(tags, "sdk03")
		}
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
