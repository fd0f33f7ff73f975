// Command gen writes what is generated in this repository.
//
//	go run ./internal/gen                 writes docs/checks, the JSON Schema of the settings, and the versions in documents
//	go run ./internal/gen new-check NAME  starts a new check
//	go run ./internal/gen new-sdk NAME MODULE  starts a new SDK
//
// Run it in the root of the module.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "gen: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 0:
		if _, err := docs(".", true); err != nil {
			return err
		}
		if _, err := versions(mentions(), ".", true); err != nil {
			return err
		}
		return writeSettingsSchema(".")
	case len(args) == 2 && args[0] == "new-check":
		return newCheck.write(os.Stdout, ".", args[1], "")
	case len(args) == 3 && args[0] == "new-sdk":
		return newSDK.write(os.Stdout, ".", args[1], args[2])
	}
	return fmt.Errorf("usage: go run ./internal/gen [new-check NAME | new-sdk NAME MODULE]")
}
