package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// adk has another path for its second major version, and there functions get
// another context, which handle leaves open.
var adk = framework{
	name:     "adk",
	versions: []string{"v1.0.0", "v1.7.0", "v2.0.0", "v2.2.0"},
	requires: func(v string) []string {
		if strings.HasPrefix(v, "v2.") {
			return []string{"google.golang.org/adk/v2 " + v}
		}
		return []string{"google.golang.org/adk " + v}
	},
	replaced: func(v string) map[string]string {
		if !strings.HasPrefix(v, "v2.") {
			return nil
		}
		return map[string]string{
			"google.golang.org/adk/tool":              "google.golang.org/adk/v2/tool",
			"google.golang.org/adk/tool/functiontool": "google.golang.org/adk/v2/tool/functiontool",
			"google.golang.org/adk/tool/agenttool":    "google.golang.org/adk/v2/tool/agenttool",
			"google.golang.org/adk/agent":             "google.golang.org/adk/v2/agent",
			"google.golang.org/adk/agent/llmagent":    "google.golang.org/adk/v2/agent/llmagent",
		}
	},
	types:   googleTypes,
	cases:   filepath.Join("..", "jsonschemago", "testdata", "probe", "cases"),
	imports: []string{"example.test/probe/tools", "google.golang.org/adk/tool", "google.golang.org/adk/tool/functiontool"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d() []tool.Tool {
	t, err := functiontool.New[%[2]s, %[2]s](functiontool.Config{Name: "random_%[1]d", Description: "text %[1]d"}, tools.Handle)
	if err != nil {
		panic(err)
	}
	return []tool.Tool{t}
}
`, i, typ)
	},
}
