package checking

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/analyzers/clients"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/size"
)

// serverTokens returns a finding for each server whose tools together cost more tokens
// than the settings of its program allow. The check clients judges each tool by
// itself, because no package sees all tools of a server.
func (c *checkRun) serverTokens() []finding.Finding {
	var found []finding.Finding
	for _, p := range c.Pkgs {
		s := c.settings[config.File(p.Pkg.Dir)]
		if p.Elsewhere || s == nil || s.Tokens.Server == 0 || slices.Contains(s.Checks.Disable, clients.Analyzer.Name) {
			continue
		}
		for _, server := range p.Servers {
			list, sum := c.Sizes(server)
			if sum.Tokens() <= s.Tokens.Server {
				continue
			}
			name := "a server without a known name"
			if server.Name != "" {
				name = fmt.Sprintf("server %q", server.Name)
			}
			about := "about"
			if sum.AtLeast {
				about = "at least"
			}
			text := fmt.Sprintf("the %s of %s cost %s %s tokens; tokens.server in the settings allows %s",
				words.Count(len(list), "tool"), name, about, size.Thousands(sum.Tokens()), size.Thousands(s.Tokens.Server))
			f := finding.New(clients.Analyzer.Name, "server-tokens", clients.Analyzer.URL, text, DefaultSeverity(clients.Analyzer.Name))
			f.Path = p.Pkg.GoFiles[0]
			if file, line, ok := c.File(server.At); ok {
				f.Path = file
				f.Line, _ = strconv.Atoi(line)
			}
			f.File, f.Package = c.fileNames([]string{f.Path})[0], c.fileNames([]string{p.Pkg.Dir})[0]
			f.Rate(s.Checks.Severity)
			found = append(found, f)
		}
	}
	return found
}
