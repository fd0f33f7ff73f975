package nodescription

import "testing"

func TestFillers(t *testing.T) {
	for _, c := range []struct {
		description, name string
		want              string
	}{
		{"", "x", "filler"},
		{"Parameter x", "x", "echo"},
		{"x", "x", "echo"},
		{"The x parameter", "x", "echo"},
		{"The x parameter.", "x", "echo"},
		{"TODO", "x", "filler"},
		{"TODO: description", "x", "filler"},
		{"...", "x", "filler"},
		{"n/a", "x", "filler"},
		{"A string", "query", "filler"},
		{"issue number", "issue_number", "echo"},
		{"The issueNumber", "issue_number", "echo"},
		{"User ID", "userID", "echo"},
		{"the value of the userID", "user_id", "echo"},
		{"Get issue", "get_issue", "echo"},
		{"The input", "input", "echo"},
		{"The input", "x", "filler"},
		{"this type", "type", "echo"},

		{"number of the issue", "issue_number", ""},
		{"x coordinate", "x", ""},
		{"Number of replicas", "replicas", ""},
		{"Repository owner", "owner", ""},
		{"Whom to greet", "name", ""},
		{"TODO item to close", "item", ""},
		{"仓库的所有者", "owner", ""},
		{"Get details of an issue", "get_issue", ""},
		{"Maximum number of results", "max_results", ""},
	} {
		got := ""
		switch {
		case isEcho(c.description, c.name):
			got = echo
		case isFiller(c.description):
			got = filler
		}
		if got != c.want {
			t.Errorf("%q of %q is %q, want %q", c.description, c.name, got, c.want)
		}
	}
}
