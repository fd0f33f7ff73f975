package verify

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Build builds the program of a "go run" command in dir, because the time of the build is
// not the time in which the server has to answer. It returns the command that starts the
// program, and a function that removes the program. It returns any other command as it
// is.
func Build(ctx context.Context, dir string, args []string) (command []string, remove func(), err error) {
	none := func() {}
	flags, pkgs, rest, ok := goRun(args)
	if !ok {
		return args, none, nil
	}
	temp, err := os.MkdirTemp("", "schemavet")
	if err != nil {
		return nil, none, err
	}
	remove = func() { os.RemoveAll(temp) }
	program := filepath.Join(temp, "server.exe")
	build := exec.CommandContext(ctx, args[0], slices.Concat([]string{"build"}, flags, []string{"-o", program}, pkgs)...)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		remove()
		return nil, none, fmt.Errorf("building the server: %w\n%s", err, strings.TrimSpace(string(out)))
	}
	return append([]string{program}, rest...), remove, nil
}

// plainFlags are the flags of go run without a value.
var plainFlags = []string{"a", "asan", "cover", "json", "linkshared", "modcacherw", "msan", "n", "race", "trimpath", "v", "work", "x"}

// goRun returns the flags of a go run command, its packages or files, and the arguments of
// the program. It returns false for another command, and for one that go build does not
// accept or that runs the program in another way.
func goRun(args []string) (flags, pkgs, rest []string, ok bool) {
	if len(args) < 3 || strings.TrimSuffix(filepath.Base(args[0]), ".exe") != "go" || args[1] != "run" {
		return nil, nil, nil, false
	}
	rest = args[2:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		name, _, hasValue := strings.Cut(strings.TrimLeft(rest[0], "-"), "=")
		n := 1
		if !hasValue && !slices.Contains(plainFlags, name) {
			n = 2
		}
		if name == "exec" || name == "C" || len(rest) <= n {
			return nil, nil, nil, false
		}
		flags, rest = append(flags, rest[:n]...), rest[n:]
	}
	n := 1
	for strings.HasSuffix(rest[0], ".go") && n < len(rest) && strings.HasSuffix(rest[n], ".go") {
		n++
	}
	return flags, rest[:n], rest[n:], !strings.Contains(rest[0], "@")
}
