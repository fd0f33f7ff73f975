package main

import (
	"fmt"
	"path/filepath"
)

var genkit = framework{
	name:     "genkit",
	versions: []string{"v1.4.0", "v1.5.0", "v1.7.0", "v1.8.0", "v1.9.0", "v1.10.0", "v1.11.0", "v1.12.0"},
	requires: func(v string) []string { return []string{"github.com/firebase/genkit/go " + v} },
	replaced: func(string) map[string]string { return nil },
	shared: func(v string) []string {
		switch {
		case since(v, 1, 12):
			return []string{"genkitexp", "genkitoptions"}
		case since(v, 1, 10):
			return []string{"genkitexp", "genkitboth"}
		}
		return nil
	},
	types:   invopopTypes,
	cases:   filepath.Join("..", "invopop", "testdata", "probe", "cases"),
	imports: []string{"github.com/firebase/genkit/go/ai"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d() []ai.Tool {
	return []ai.Tool{ai.NewTool("random_%[1]d", "text %[1]d", func(*ai.ToolContext, %[2]s) ([]%[2]s, error) { panic("") })}
}
`, i, typ)
	},
}
