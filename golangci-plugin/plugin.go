// Package plugin makes schemavet a linter of golangci-lint, as a module
// plugin:
//
//	linters:
//	  enable: [schemavet]
//	  settings:
//	    custom:
//	      schemavet:
//	        type: module
//	        description: Checks the schemas of MCP tools.
//	        settings:
//	          nodescription: {tools-only: true}
//
// The settings have the form of the file .schemavet.yaml. They add to the settings of the
// file, and override a setting that the file has too.
//
// The module in the folder custom builds a golangci-lint with this plugin.
package plugin

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/golangci/plugin-module-register/register"
	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"
)

// Name is the linter's name in the configuration of golangci-lint.
const Name = "schemavet"

// init registers the plugin with golangci-lint.
func init() { register.Plugin(Name, New) }

// Plugin is schemavet in one run of golangci-lint.
type Plugin struct {
	checks []*analysis.Analyzer
	file   string // the settings' file, which findings depend on
	dir    string
}

// New returns the plugin for a run in the current directory. conf are the settings
// from the configuration of golangci-lint, or nil.
func New(conf any) (register.LinterPlugin, error) { return newPlugin(".", conf) }

func newPlugin(dir string, conf any) (*Plugin, error) {
	p := &Plugin{dir: dir, file: config.File(dir)}
	settings, err := config.Load(p.file)
	if err != nil {
		return nil, err
	}
	if _, err := analyzers.New(settings); err != nil {
		return nil, fmt.Errorf("%s: %w", p.file, err)
	}
	if settings, err = config.Decode(settings, conf); err != nil {
		return nil, err
	}
	if p.checks, err = analyzers.New(settings); err != nil {
		return nil, err
	}
	derivation := settings.Derivation()
	derivation.Main = mainModules(dir)
	p.checks = schemafacts.Bind(p.checks, schemafacts.Options{Settings: schemafacts.Everywhere(derivation)})
	return p, nil
}

// mainModules returns the paths of the main modules of a run in dir.
func mainModules(dir string) (paths []string) {
	for _, file := range config.Files(dir) {
		mod, _ := safefile.Read(filepath.Join(filepath.Dir(file), "go.mod")) // a workspace need not have one at its root
		if path := modfile.ModulePath(mod); path != "" {
			paths = append(paths, path)
		}
	}
	return paths
}

// GetLoadMode requests type information.
func (p *Plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the checks, and an analyzer that does nothing. golangci-lint
// caches findings by the names of analyzers and does not know that snapshots are
// inputs. So the name of that analyzer contains a digest of the snapshots: if a
// snapshot changes, the findings are computed again. Facts are cached for each
// analyzer and remain valid.
func (p *Plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	inputs, err := p.inputs()
	if err != nil {
		return nil, err
	}
	marker := &analysis.Analyzer{
		Name: "schemavet_inputs_" + inputs,
		Doc:  "names the snapshots and settings that findings depend on",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
	return append(adapt(p.checks), marker), nil
}

// inputs returns a digest of the files on which findings depend and which
// golangci-lint does not know.
func (p *Plugin) inputs() (string, error) {
	digest, err := snapshot.Digest(snapshot.Root(p.dir))
	if err != nil {
		// A snapshot that cannot be read is an input too: the findings say so,
		// and change when it can.
		digest = err.Error()
	}
	text, err := safefile.Read(p.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("reading settings: %w", err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d:%s%s", len(digest), digest, text))
	return hex.EncodeToString(sum[:10]), nil
}
