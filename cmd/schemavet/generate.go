package main

import (
	"github.com/schemavet/schemavet/cmd/schemavet/internal/generation"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/generate"
	"github.com/spf13/cobra"
)

func generateCommand(o *session.Options) *cobra.Command {
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
			dir, err := o.Abs()
			if err != nil {
				return err
			}
			g := &generation.Generation{Options: o, Dir: dir, Asked: settings, Tests: tests, Stderr: cmd.ErrOrStderr(), Files: map[string][]byte{}}
			if err := g.Run(args); err != nil {
				return err
			}
			changed, err := generation.PutFiles(cmd.OutOrStdout(), dir, g.Files, check)
			if err == nil && (g.Refused || changed && check) {
				err = session.ErrFindings
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
