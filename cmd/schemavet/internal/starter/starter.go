// Package starter holds the files with which a project begins to use schemavet.
package starter

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path"
	"strings"
	"text/template"

	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/safefile"
)

//go:embed files
var files embed.FS

// Kind is one kind of file that schemavet init writes.
type Kind struct {
	Name string // the argument that selects it
	File string // its path, with slashes, relative to the module or repository
	// Repository reports whether File is relative to the repository's root.
	Repository bool
	source     string
}

// Kinds are all kinds of files. The one with the settings is first.
var Kinds = []Kind{
	{"settings", config.Name, false, "settings.yaml"},
	{"github", ".github/workflows/schemavet.yml", true, "github.yml"},
}

// Find returns the kind with a name.
func Find(name string) (Kind, error) {
	var names []string
	for _, k := range Kinds {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return Kind{}, fmt.Errorf("unknown %q, want one of %s", name, strings.Join(names, ", "))
}

// Text returns the contents of a file of kind k. In the file, command is the command
// line that starts schemavet, and folder is the module's folder, relative to the
// repository.
func (k Kind) Text(command, folder string) ([]byte, error) {
	t, err := template.ParseFS(files, path.Join("files", k.source))
	if err != nil {
		return nil, err
	}
	data := struct {
		Command string
		Install bool
	}{command, command == "schemavet"}
	if folder != "." && k.Repository {
		data.Command += " -C " + folder
	}
	var out bytes.Buffer
	err = t.Execute(&out, data)
	return out.Bytes(), err
}

// Write writes a file unless it exists. It returns whether it wrote the file. A
// symbolic link of that name counts as existing, whatever its target.
func Write(file string, text []byte) (written bool, err error) {
	if _, err := os.Lstat(file); err == nil {
		return false, nil
	}
	if err := safefile.Write(file, text); err != nil {
		return false, err
	}
	return true, nil
}
