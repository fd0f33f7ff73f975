package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/spf13/cobra"
)

// profiled adds the flag --cpuprofile to root, which makes every command write a CPU
// profile. It returns a function that ends the profile.
func profiled(root *cobra.Command) (stop func() error) {
	var name string
	var data *bytes.Buffer
	root.PersistentFlags().StringVar(&name, "cpuprofile", "", "write a CPU profile to `file`, for go tool pprof")
	before := root.PersistentPreRunE
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) (err error) {
		if err := before(cmd, args); err != nil || name == "" {
			return err
		}
		if _, err := os.Stat(filepath.Dir(name)); err != nil {
			return fmt.Errorf("--cpuprofile: %w", err)
		}
		data = &bytes.Buffer{}
		return pprof.StartCPUProfile(data)
	}
	return func() error {
		if data == nil {
			return nil
		}
		pprof.StopCPUProfile()
		if err := safefile.Write(name, data.Bytes()); err != nil {
			return fmt.Errorf("--cpuprofile: %w", err)
		}
		return nil
	}
}
