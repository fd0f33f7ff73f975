// Command documents asks a validator about documents of schemavet: the logs in
// SARIF that a test of package format expects, and the schema of the settings.
//
//	go run ./documents
//
// It exits with 1 if a document is not what its schema says.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

const root = "../../.."

func main() {
	failed := false
	for _, check := range []func() error{sarif, settings} {
		if err := check(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

func read(file string) (any, error) {
	data, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(data))
}

func compile(file string) (*jsonschema.Schema, error) {
	doc, err := read(file)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("schema.json")
}

// sarif validates the logs, and that a log without a version is not one.
func sarif() error {
	sch, err := compile("documents/sarif-schema-2.1.0.json")
	if err != nil {
		return err
	}
	for _, name := range []string{"sarif", "sarif-none"} {
		file := root + "/cmd/schemavet/internal/output/testdata/" + name + ".golden"
		log, err := read(file)
		if err != nil {
			return err
		}
		if err := sch.Validate(log); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		delete(log.(map[string]any), "version")
		if sch.Validate(log) == nil {
			return fmt.Errorf("%s: the schema accepts a log without a version", file)
		}
	}
	return nil
}

// settings compares what the schema says of settings with what it should.
func settings() error {
	sch, err := compile(root + "/docs/schemavet.schema.json")
	if err != nil {
		return err
	}
	for _, s := range []struct {
		text string
		ok   bool
	}{
		{"{}", true},
		{"fail-on: {drift: breaking, findings: never}\nchecks: {enable: [unresolved], severity: {schemadrift/tool-added: info}, allow: {ignores: [a]}}", true},
		{"default-text: [a.B]\nregistrations: [{func: a.B, schema: signature, name: 0}]\nsignature: {strict: true, nullable: anyOf}", true},
		{"fail-on: breaking", false},
		{"fail-on: {drift: error}", false},
		{"checks: {enable: [nonsense]}", false},
		{"checks: {severity: {nonsense: info}}", false},
		{"checks: {severity: {toolname: high}}", false},
		{"check: {}", false},
		{"nodescription: {tools-only: 1}", false},
		{"registrations: [{fun: a.B}]", false},
	} {
		var v any
		if err := yaml.Unmarshal([]byte(s.text), &v); err != nil {
			return err
		}
		if err := sch.Validate(v); (err == nil) != s.ok {
			return fmt.Errorf("settings %s: %v", s.text, err)
		}
	}
	return nil
}
