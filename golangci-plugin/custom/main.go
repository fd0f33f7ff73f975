// Custom is golangci-lint with schemavet inside. Build it with
//
//	go build -o golangci-lint-schemavet .
package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/schemavet/schemavet/golangci-plugin"
)

func main() {
	// Without a version, golangci-lint takes the hash of this program as part
	// of the key of its cache, so that findings of another schemavet are not
	// taken for those of this one.
	if err := commands.Execute(commands.BuildInfo{GoVersion: runtime.Version()}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
