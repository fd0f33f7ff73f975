package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// asTool returns what is compared of a tool: its bytes but for the space between
// them, and the escapes that printers of JSON are free to choose.
func asTool(doc *schema.Node) string {
	out := schema.NewObject()
	for _, m := range []string{"description", "inputSchema", "name", "outputSchema"} {
		if v := doc.Get(m); v != nil {
			out.Set(m, v)
		}
	}
	return out.String()
}

func (subj *subject) tool() string {
	doc := schema.NewObject()
	if subj.said.Description != "" {
		doc.Set("description", schema.NewString(subj.said.Description))
	}
	doc.Set("inputSchema", printed(subj.said.Input))
	doc.Set("name", schema.NewString(subj.said.Name))
	if subj.said.Output != nil {
		doc.Set("outputSchema", printed(subj.said.Output))
	}
	return asTool(doc)
}

// printed returns a schema as a snapshot has it.
func printed(n *schema.Node) *schema.Node {
	out, err := schema.Parse(n.Canonical())
	if err != nil {
		panic(err) // it was printed by us
	}
	return out
}

// compareDerived derives the tools from the generated files alone: without the
// directives nothing else tells of them.
func (s *serving) compareDerived() error {
	names := []string{"tell/tell.go", desk + "/desk.go"}
	for _, subj := range s.subjects {
		names = append(names, "gen/"+subj.name+"/f.go")
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(s.dir, name))
		if err == nil {
			err = s.file(name, strings.ReplaceAll(string(data), "//schemavet:", "// "))
		}
		if err != nil {
			return err
		}
	}
	cmd := exec.Command(s.schemavet, "list", "--json", "./gen/...", "./tell", "./library/...", "./drive")
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("schemavet list: %w\n%s", err, errs.String())
	}
	return s.compareTools("derived", out, "tools")
}

// compareTools compares a list of tools with what the functions say.
func (s *serving) compareTools(kind string, data []byte, member string) error {
	doc, err := schema.Parse(data)
	if err != nil {
		return err
	}
	if member != "" {
		doc = doc.Get(member)
	}
	byName := map[string]string{}
	for _, t := range doc.Elems {
		byName[t.Get("name").StringValue()] = asTool(t)
	}
	for _, subj := range slices.Concat(s.subjects, s.fixed) {
		if got, want := byName[subj.said.Name], subj.tool(); got != want {
			s.differs(kind, subj, "got %s\nwant %s", got, want)
			continue
		}
		s.counts[kind]++
	}
	return nil
}
