package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestSettingsSchemaIsFresh compares the schema of the settings with the committed
// one, which the conformance module compat tests.
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

// TestSettingsSchemaDescribes checks that every setting has a description.
func TestSettingsSchemaDescribes(t *testing.T) {
	data, err := settingsSchema("../..")
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
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
