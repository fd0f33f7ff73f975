package config

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// Validate returns what is wrong with values that have the right type. Its
// error begins with the path of the setting.
func (s *Settings) Validate() error {
	for i, pattern := range s.NoDescription.Allow {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("nodescription.allow[%d]: %w: %q", i, err, pattern)
		}
	}
	for _, list := range []struct {
		path  string
		types []string
	}{{"contextleak.types", s.ContextLeak.Types}, {"contextleak.allow", s.ContextLeak.Allow}} {
		for i, name := range list.types {
			if dot := strings.LastIndexByte(name, '.'); dot < 1 || strings.ContainsAny(name[dot:], "/*") || strings.ContainsAny(name, " *") {
				return fmt.Errorf("%s[%d]: %q is no type, want its import path and name, as in net/http.Client", list.path, i, name)
			}
		}
	}
	if _, err := regexp.Compile(s.ToolName.Pattern); err != nil {
		return fmt.Errorf("toolname.pattern: %w", err)
	}
	return nil
}
