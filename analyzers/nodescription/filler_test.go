package nodescription

import "testing"

func TestIsFiller(t *testing.T) {
	for _, c := range []struct {
		description, name string
		want              bool
	}{
		{"", "x", true},
		{"Parameter x", "x", true},
		{"x", "x", true},
		{"The x parameter", "x", true},
		{"The x parameter.", "x", true},
		{"TODO", "x", true},
		{"TODO: description", "x", true},
		{"...", "x", true},
		{"n/a", "x", true},
		{"A string", "query", true},
		{"issue number", "issue_number", true},
		{"The issueNumber", "issue_number", true},
		{"User ID", "userID", true},
		{"the value of the userID", "user_id", true},
		{"Get issue", "get_issue", true},
		{"The input", "input", true},

		{"number of the issue", "issue_number", false},
		{"x coordinate", "x", false},
		{"Number of replicas", "replicas", false},
		{"Repository owner", "owner", false},
		{"Whom to greet", "name", false},
		{"TODO item to close", "item", false},
		{"仓库的所有者", "owner", false},
		{"Get details of an issue", "get_issue", false},
		{"Maximum number of results", "max_results", false},
	} {
		if got := isFiller(c.description, c.name); got != c.want {
			t.Errorf("isFiller(%q, %q) = %t", c.description, c.name, got)
		}
	}
}
