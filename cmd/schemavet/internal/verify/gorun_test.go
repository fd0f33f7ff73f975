package verify

import (
	"fmt"
	"strings"
	"testing"
)

func TestGoRun(t *testing.T) {
	for command, want := range map[string]string{
		"go run ./cmd/server":                     "[] [./cmd/server] [] true",
		"go run . -port 80 x.go":                  "[] [.] [-port 80 x.go] true",
		"/bin/go run -race -tags a,b . -v":        "[-race -tags a,b] [.] [-v] true",
		"go run -tags=a --mod mod a.go b.go c d":  "[-tags=a --mod mod] [a.go b.go] [c d] true",
		"go run -exec env .":                      "[] [] [] false",
		"go run -C sub .":                         "[] [] [] false",
		"go run example.com/server@latest -stdio": "[] [example.com/server@latest] [-stdio] false",
		"go run":         "[] [] [] false",
		"go run -race":   "[] [] [] false",
		"go tool server": "[] [] [] false",
		"./server run .": "[] [] [] false",
	} {
		flags, pkgs, rest, ok := goRun(strings.Fields(command))
		if got := fmt.Sprint(flags, pkgs, rest, ok); got != want {
			t.Errorf("%s: got %s, want %s", command, got, want)
		}
	}
}
