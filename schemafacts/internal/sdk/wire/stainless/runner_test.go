package stainless

import "testing"

func TestRunnerClient(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/anthropics/anthropic-sdk-go/toolrunner":     "github.com/anthropics/anthropic-sdk-go",
		"github.com/anthropics/anthropic-sdk-go/v2/toolrunner":  "github.com/anthropics/anthropic-sdk-go/v2",
		"github.com/anthropics/anthropic-sdk-go/v12/toolrunner": "github.com/anthropics/anthropic-sdk-go/v12",
		"github.com/anthropics/anthropic-sdk-go/v1/toolrunner":  "",
		"github.com/anthropics/anthropic-sdk-go/x/toolrunner":   "",
		"github.com/anthropics/anthropic-sdk-go-x/toolrunner":   "",
		"github.com/anthropics/anthropic-sdk-go":                "",
		"github.com/anthropics/anthropic-sdk-go/v2":             "",
	} {
		if got := runnerClient(path); got != want {
			t.Errorf("runnerClient(%s) = %q, want %q", path, got, want)
		}
	}
}
