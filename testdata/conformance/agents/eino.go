package main

import (
	"fmt"
	"path/filepath"
)

// eino before 0.6 has schemas of another library.
var eino = framework{
	name:     "eino",
	versions: []string{"v0.6.0", "v0.7.0", "v0.7.15", "v0.7.36", "v0.8.13", "v0.9.21"},
	requires: func(v string) []string {
		return []string{"github.com/cloudwego/eino " + v, "github.com/bytedance/sonic v1.15.0"}
	},
	replaced: func(string) map[string]string {
		return map[string]string{"github.com/invopop/jsonschema": "github.com/eino-contrib/jsonschema"}
	},
	types:   invopopTypes,
	cases:   filepath.Join("..", "invopop", "testdata", "probe", "cases"),
	imports: []string{"context", "github.com/cloudwego/eino/components/tool", "github.com/cloudwego/eino/components/tool/utils"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d() []tool.BaseTool {
	t, err := utils.InferTool("random_%[1]d", "text %[1]d", func(context.Context, %[2]s) (string, error) { return "", nil })
	if err != nil {
		panic(err)
	}
	return []tool.BaseTool{t}
}
`, i, typ)
	},
}
