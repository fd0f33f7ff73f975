package whose

import "testing"

func TestDownloaded(t *testing.T) {
	for file, want := range map[string]bool{
		"/home/me/go/pkg/mod/example.com/a@v1.0.0/a.go":           true,
		`C:\Users\x\go\pkg\mod\example.com\a@v1.0.0\a.go`:         true,
		"example.com/a@v0.0.0-20250101000000-0123456789ab/b/a.go": true,
		"/src/vendor/example.com/a/a.go":                          true,
		`D:\src\vendor\example.com\a\a.go`:                        true,
		"external/com_example_a/a.go":                             true,
		"/cache/execroot/_main/external/com_example_a/a.go":       true,
		"/src/a/external/b/a.go":                                  false,
		"external":                                                false,
		"/src/a/a.go":                                             false,
		"/src/me@home/a.go":                                       false,
		"/src/me@vienna/a.go":                                     false,
		"/src/vendors/a.go":                                       false,
		"/src/vendor":                                             false,
		"a@v1.0.0":                                                false,
		"":                                                        false,
	} {
		if got := Downloaded(file); got != want {
			t.Errorf("Downloaded(%q) = %v", file, got)
		}
	}
}

func TestOwn(t *testing.T) {
	const cached = "/mod/lib@v1.2.0/lib.go"
	for _, c := range []struct {
		path, file, main string
		want             bool
	}{
		{"example.com/lib", "/src/lib/lib.go", "example.com/app", true},
		{"example.com/lib", cached, "example.com/app", false},
		{"example.com/lib", "", "example.com/app", false},
		{"example.com/app/lib", cached, "example.com/app", true},
		{"example.com/app", cached, "example.com/app/cmd", true},
		{"example.com/app/v2", cached, "example.com/app", true},
		{"example.com/apples", cached, "example.com/app", false},
		{"github.com/me/agent/lib", cached, "github.com/me/agent/app/v2", true},
		{"github.com/me/agent/v2", cached, "github.com/me/agent/app", true},
		{"github.com/me/agent", cached, "github.com/me/agents", false},
		{"github.com/me/lib", cached, "github.com/me/agent", false},
		{"gopkg.in/lib.v2", cached, "gopkg.in/lib.v3", true},
	} {
		if got := Own(c.path, c.file, []string{"example.com/other", c.main}); got != c.want {
			t.Errorf("Own(%q, %q, %q) = %v", c.path, c.file, c.main, got)
		}
	}
}
