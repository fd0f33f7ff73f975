package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// settingsDocument returns the schema of the settings and its compiled form.
func settingsDocument(t *testing.T) (any, *jsonschema.Schema) {
	t.Helper()
	data, err := settingsSchema("../..")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("settings.json", doc); err != nil {
		t.Fatal(err)
	}
	sch, err := c.Compile("settings.json")
	if err != nil {
		t.Fatal(err)
	}
	return doc, sch
}

func TestSettingsSchemaIsFresh(t *testing.T) {
	want, err := settingsSchema("../..")
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile(filepath.Join("../..", filepath.FromSlash(settingsFile)))
	if err != nil || !bytes.Equal(have, want) {
		t.Errorf("%s is not up to date (%v); run: go run ./internal/gen", settingsFile, err)
	}
}

// TestSettingsSchema asks a validator what the schema says of settings.
func TestSettingsSchema(t *testing.T) {
	_, sch := settingsDocument(t)
	for _, s := range []struct {
		text string
		ok   bool
	}{
		{"{}", true},
		{"fail-on: breaking\nchecks: {enable: [unresolved], severity: {schemadrift/tool-added: info}, allow: {ignores: [a]}}", true},
		{"default-text: [a.B]\nregistrations: [{func: a.B, schema: signature, name: 0}]\nsignature: {strict: true, nullable: anyOf}", true},
		{"fail-on: all", false},
		{"checks: {enable: [nonsense]}", false},
		{"checks: {severity: {nonsense: info}}", false},
		{"checks: {severity: {toolname: high}}", false},
		{"check: {}", false},
		{"nodescription: {tools-only: 1}", false},
		{"registrations: [{fun: a.B}]", false},
	} {
		var v any
		if err := yaml.Unmarshal([]byte(s.text), &v); err != nil {
			t.Fatal(err)
		}
		if err := sch.Validate(v); (err == nil) != s.ok {
			t.Errorf("%s: %v", s.text, err)
		}
	}
}

// TestSettingsSchemaDescribes checks that every setting is explained.
func TestSettingsSchemaDescribes(t *testing.T) {
	doc, _ := settingsDocument(t)
	var visit func(path string, v any)
	visit = func(path string, v any) {
		o, _ := v.(map[string]any)
		properties, _ := o["properties"].(map[string]any)
		for key, p := range properties {
			if _, ok := p.(map[string]any)["description"]; !ok {
				t.Errorf("%s%s has no description", path, key)
			}
			visit(path+key+".", p)
		}
		if items, ok := o["items"]; ok {
			visit(path+"[].", items)
		}
	}
	visit("", doc)
}
