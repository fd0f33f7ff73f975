package main

import (
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/spf13/cobra"
)

// profiled adds the flag --cpuprofile to root, which makes every command write a CPU
// profile. It returns a function that ends the profile.
func profiled(root *cobra.Command) (stop func() error) {
	var name string
	var file *os.File
	root.PersistentFlags().StringVar(&name, "cpuprofile", "", "write a CPU profile to `file`, for go tool pprof")
	before := root.PersistentPreRunE
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) (err error) {
		if err := before(cmd, args); err != nil || name == "" {
			return err
		}
		if file, err = os.Create(name); err != nil {
			return fmt.Errorf("--cpuprofile: %w", err)
		}
		return pprof.StartCPUProfile(file)
	}
	return func() error {
		if file == nil {
			return nil
		}
		pprof.StopCPUProfile()
		return file.Close()
	}
}
