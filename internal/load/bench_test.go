//go:build unix

package load

import (
	"flag"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"
)

var benchDir = flag.String("dir", "../..", "load this `module` in benchmarks")

// BenchmarkLoad compares the ways to load a module. The relevant figure is cpu-s/op,
// which includes the go command: go test ./internal/load -run - -bench Load -dir DIR
func BenchmarkLoad(b *testing.B) {
	sdks := []string{"github.com/modelcontextprotocol/go-sdk/mcp", "github.com/google/jsonschema-go/jsonschema"}
	ours := func(cfg Config) func() error {
		cfg.Dir, cfg.SDKs = *benchDir, sdks
		return func() error { _, err := Load(cfg); return err }
	}
	newCache := func() error {
		b.Setenv("GOCACHE", filepath.Join(b.TempDir(), "new"))
		return ours(Config{})()
	}
	theirs := func(mode packages.LoadMode) func() error {
		return func() error {
			_, err := packages.Load(&packages.Config{Dir: *benchDir, Mode: mode}, "./...")
			return err
		}
	}
	for _, c := range []struct {
		name string
		load func() error
	}{
		{"Load", ours(Config{})},
		{"LoadSyntax", theirs(packages.LoadSyntax | packages.NeedModule)},
		{"LoadAllSyntax", theirs(packages.LoadAllSyntax | packages.NeedModule)},
		{"LoadNewCache", newCache}, // the last, because the cache is that of the benchmark
	} {
		b.Run(c.name, func(b *testing.B) {
			start := cpu(b)
			for b.Loop() {
				if err := c.load(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((cpu(b)-start).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}

// cpu returns the processor time of this process and of the child processes for which
// it waited.
func cpu(b *testing.B) time.Duration {
	var total time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			b.Fatal(err)
		}
		total += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return total
}
