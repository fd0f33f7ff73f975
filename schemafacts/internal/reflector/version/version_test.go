package version

import "testing"

func TestOfFile(t *testing.T) {
	const sdk = "github.com/modelcontextprotocol/go-sdk"
	for _, c := range []struct{ file, module, want string }{
		{"/home/me/go/pkg/mod/github.com/modelcontextprotocol/go-sdk@v1.8.0/mcp/tool.go", sdk, "v1.8.0"},
		{`C:\Users\x\go\pkg\mod\github.com\modelcontextprotocol\go-sdk@v1.8.0\mcp\tool.go`, sdk, "v1.8.0"},
		{"C:/Users/x/go/pkg/mod/github.com/modelcontextprotocol/go-sdk@v1.8.0/mcp/tool.go", sdk, "v1.8.0"},
		{"github.com/modelcontextprotocol/go-sdk@v1.8.0/mcp/tool.go", sdk, "v1.8.0"}, // -trimpath
		{"/m/github.com/modelcontextprotocol/go-sdk@v1.8.0-pre.1/mcp/tool.go", sdk, "v1.8.0-pre.1"},
		{"/m/github.com/modelcontextprotocol/go-sdk@v0.0.0-20250710175123-0123456789ab/mcp/tool.go", sdk, "v0.0.0-20250710175123-0123456789ab"},
		{"/m/github.com/modelcontextprotocol/go-sdk@v2.1.0+incompatible/mcp/tool.go", sdk, "v2.1.0+incompatible"},
		{"/m/example.com/a/v2@v2.3.4/a.go", "example.com/a/v2", "v2.3.4"},
		{"/m/example.com/a/v2@v2.3.4/a.go", "example.com/a", ""},
		// Capital letters are escaped, in versions too.
		{"/m/github.com/!google/!schema@v0.4.2/a.go", "github.com/Google/Schema", "v0.4.2"},
		{"/m/github.com/google/schema@v0.4.2/a.go", "github.com/Google/Schema", ""},
		{"/m/github.com/!google/schema@v0.4.2/a.go", "github.com/google/schema", ""},
		{"/m/example.com/a@v1.0.0-!r!c1/a.go", "example.com/a", "v1.0.0-RC1"},
		// A cache below another module's folder: the last one counts.
		{"/m/example.com/a@v1.0.0/testdata/example.com/a@v1.1.0/a.go", "example.com/a", "v1.1.0"},
		// Nothing is told.
		{"/src/vendor/github.com/modelcontextprotocol/go-sdk/mcp/tool.go", sdk, ""},
		{"/src/fork/mcp/tool.go", sdk, ""},
		{"/m/github.com/me/go-sdk@v1.2.0/mcp/tool.go", sdk, ""},
		{"/m/xgithub.com/modelcontextprotocol/go-sdk@v1.2.0/mcp/tool.go", sdk, ""},
		{"/m/github.com/modelcontextprotocol/go-sdk@v1.2.0-extra@x/mcp/tool.go", sdk, ""},
		{"/m/github.com/modelcontextprotocol/go-sdk-x@v1.2.0/mcp/tool.go", sdk, ""},
		{"/m/github.com/modelcontextprotocol/go-sdk@master/mcp/tool.go", sdk, ""},
		{"/m/github.com/modelcontextprotocol/go-sdk@v1.2/mcp/tool.go", sdk, ""},
		{"/m/github.com/modelcontextprotocol/go-sdk@v1.2.0", sdk, ""},
		{"", sdk, ""},
		{"/m/@v1.0.0/a.go", "", ""},
	} {
		if got := OfFile(c.file, c.module); got != c.want {
			t.Errorf("OfFile(%q, %q) = %q, want %q", c.file, c.module, got, c.want)
		}
	}
}

func TestNewest(t *testing.T) {
	known := []string{"v0.9.0", "v0.10.0", "v1.0.0"}
	for s, want := range map[string]string{
		"v0.9.0": "v0.9.0", "v0.9.7": "v0.9.0", "v0.10.0": "v0.10.0", "v0.99.0": "v0.10.0", "v1.0.0": "v1.0.0", "v3.0.0": "v1.0.0",
		"v3.0.0+incompatible": "v1.0.0",
		"v1.0.0-rc.1":         "v0.10.0", "v0.10.1-0.20250101000000-0123456789ab": "v0.10.0",
		"v0.8.9": "", "v0.0.0-20250101000000-0123456789ab": "", "": "", "1.0.0": "", "v1": "", "v1.0": "", "(devel)": "", "v1.0.0+x": "",
	} {
		got := ""
		if i, ok := Newest(s, known); ok {
			got = known[i]
		}
		if got != want {
			t.Errorf("Newest(%q) = %q, want %q", s, got, want)
		}
	}
}
