// Package manytools writes modules with any number of tools, to measure what
// deriving them costs.
package manytools

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/template"
)

// Module is a module with a server of many tools. In each package, a wrapper with
// options registers half of the tools, and a loop over a table of closures the
// others. A program registers all packages.
type Module struct {
	// SDK is the folder of stand-ins for go-sdk and jsonschema-go.
	SDK string
	// Packages is how many packages share the tools, at least one.
	Packages int
	// Tools is how many tools there are, a multiple of Packages.
	Tools int
	// Handed makes each package pass one more tool to the program, which registers
	// it: only the program's pass can derive such a tool completely.
	Handed bool
}

//go:embed templates
var files embed.FS

var templates = template.Must(template.ParseFS(files, "templates/*.tmpl"))

// pkg is a package with its part of the tools, by number.
type pkg struct {
	Package int
	// Types are all tools of the package. The wrapper registers Added, and the table lists
	// Listed.
	Types, Added, Listed []int
}

// Write writes the module's files below dir, which exists.
func (m Module) Write(dir string) error {
	m.SDK = filepath.ToSlash(m.SDK)
	write := func(name, from string, data any) error {
		var text bytes.Buffer
		if err := templates.ExecuteTemplate(&text, from+".tmpl", data); err != nil {
			return err
		}
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		return os.WriteFile(name, text.Bytes(), 0o666)
	}
	err := errors.Join(write("go.mod", "go.mod", m), write("kit/kit.go", "kit.go", m), write("main.go", "main.go", m))
	for i := range m.Packages {
		p := pkg{Package: i}
		for n := range m.Tools / m.Packages {
			if p.Types = append(p.Types, n); n%2 == 0 {
				p.Added = append(p.Added, n)
			} else {
				p.Listed = append(p.Listed, n)
			}
		}
		err = errors.Join(err, write(fmt.Sprintf("p%03d/p.go", i), "p.go", p))
		if m.Handed {
			err = errors.Join(err, write(fmt.Sprintf("p%03d/handed.go", i), "handed.go", p))
		}
	}
	return err
}
