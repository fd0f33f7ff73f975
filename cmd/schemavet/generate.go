package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/spf13/cobra"
)

func generateCommand(o *options) *cobra.Command {
	var settings generate.Settings
	var check, tests bool
	cmd := &cobra.Command{
		Use:   "generate [packages]",
		Short: "Generate code that serves plain functions as tools",
		Long: `Generate writes the file zz_schemavet.go into each package that has functions with
the directive //schemavet:tool. The file declares

	func RegisterTools(s *mcp.Server, deps Deps)

which registers the functions as tools on a server of the SDK that the module uses.
The generated code validates arguments, fills in defaults, and returns errors that
explain to an agent what to correct. With --check it writes nothing, and exits with
1 if it would have to.`,
		Example: `  schemavet generate                         in all packages of this module
  schemavet generate ./tools --sdk mcp-go    for mcp-go, in one package
  schemavet generate --check                 fails if a file is stale`,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := o.abs()
			if err != nil {
				return err
			}
			g := &generation{options: o, dir: dir, asked: settings, tests: tests, stderr: cmd.ErrOrStderr(), files: map[string][]byte{}}
			if err := g.run(args); err != nil {
				return err
			}
			changed, err := putFiles(cmd.OutOrStdout(), dir, g.files, check)
			if err == nil && (g.refused || changed && check) {
				err = errFindings
			}
			return err
		},
	}
	cmd.Flags().StringVar(&settings.SDK, "sdk", "", "the `SDK`: go-sdk, mcp-go or none; default: the SDK that the existing file uses, or else the module")
	values(cmd, "sdk", "go-sdk", "mcp-go", "none")
	cmd.Flags().StringVar(&settings.Runtime, "runtime", "", "the `folder` of the runtime in the module; default: the setting generate.runtime, or else as in the existing file, or "+generate.DefaultRuntime)
	cmd.Flags().StringVar(&settings.Deps, "deps", "", "the `name` of the type with the values that the program passes; default: as in the existing file, or Deps")
	cmd.Flags().StringVar(&settings.Table, "tools", "", "the `name` of the function that returns the tools; default: as in the existing file, or Tools")
	cmd.Flags().StringVar(&settings.Register, "register", "", "the `name` of the function that adds the tools to a server; default: as in the existing file, or RegisterTools")
	cmd.Flags().StringVar(&settings.CLI, "cli", "", "also write Commands for this command-line `library`: cobra or none (default: what the existing file uses)")
	values(cmd, "cli", "cobra", "none")
	cmd.Flags().BoolVar(&tests, "tests", false, "also write package toolstest, and a first test of each package that has none")
	cmd.Flags().BoolVar(&check, "check", false, "only compare; exit 1 if a file is stale")
	return cmd
}

// addRuntime adds the current runtime if the folder dir contains one, as when go
// generate runs there. It returns whether it added one.
func addRuntime(files map[string][]byte, dir string) bool {
	name := filepath.Join(dir, generate.FileName)
	old, err := safefile.Read(name)
	if s, ok := generate.Header(old); err != nil || !ok || s.SDK != "" {
		return false
	}
	data, err := generate.Library(filepath.Base(dir))
	if err == nil {
		files[name] = data
	}
	return err == nil
}

// putFiles writes files. If check is set, it only prints what it would write. It
// returns whether any file changes.
func putFiles(stdout io.Writer, dir string, files map[string][]byte, check bool) (changed bool, err error) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		action, err := putFile(name, files[name], check)
		if err != nil {
			return changed, err
		}
		if action != "" {
			fmt.Fprintf(stdout, "%-8s %s\n", action, filepath.ToSlash(load.RelPath(dir, name)))
			changed = true
		}
	}
	return changed, nil
}

// putFile writes a file unless it is up to date, and removes it if data is nil. If
// check is set, it changes nothing. action describes the change. putFile never
// changes a file that was not generated.
func putFile(name string, data []byte, check bool) (action string, err error) {
	old, err := safefile.Read(name)
	_, generated := generate.Header(old)
	switch {
	case os.IsNotExist(err) && data == nil:
		return "", nil
	case os.IsNotExist(err):
		action = "created"
	case err != nil:
		return "", err
	case bytes.Equal(bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n")), data):
		return "", nil
	case !generated && data == nil:
		return "", nil
	case data == nil:
		action = "removed"
	case !generated:
		return "", fmt.Errorf("%s was not written by schemavet generate; rename it", name)
	default:
		action = "updated"
	}
	if check {
		return strings.NewReplacer("created", "missing", "updated", "stale", "removed", "stale").Replace(action), nil
	}
	if data == nil {
		return action, os.Remove(name)
	}
	return action, safefile.Write(name, data)
}
