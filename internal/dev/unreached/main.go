// Command unreached lists the functions of schemavet that no run reaches.
//
//	go run ./internal/dev/unreached [-cover DIR,DIR...] [-o BINARY] DIR...
//
// It builds schemavet with coverage, runs the commands that only read on the module in
// each DIR, and lists the functions that none of them has executed. A function that no
// public server and no conformance module reaches may be one to remove.
//
// The flag -cover adds the coverage of other runs, such as those of the conformance
// modules: with -o the command only builds the binary, which such a module takes with
// -schemavet while GOCOVERDIR names a folder.
//
// Run it in the root of the module. The commands write nothing into DIR.
package main

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// commands are what runs in each folder. They exit with 1 if they find something.
var commands = [][]string{{"check"}, {"snapshot", "--check"}, {"list", "--json"}, {"docs"}}

func main() {
	covers := flag.String("cover", "", "also count the coverage in these `folders`")
	binary := flag.String("o", "", "only write the `binary` with coverage")
	flag.Parse()
	err := build(*binary)
	if *binary == "" {
		err = run(flag.Args(), *covers, os.Stdout, os.Stderr)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "unreached: %v\n", err)
		os.Exit(2)
	}
}

func build(binary string) error {
	if binary == "" {
		return nil
	}
	_, err := output(nil, "go", "build", "-cover", "-coverpkg=./...", "-o", binary, "./cmd/schemavet")
	return err
}

func run(dirs []string, covers string, stdout, stderr io.Writer) error {
	tmp, err := os.MkdirTemp("", "unreached")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	binary, cover := filepath.Join(tmp, "schemavet"), filepath.Join(tmp, "cover")
	if err := errors.Join(build(binary), os.Mkdir(cover, 0o777)); err != nil {
		return err
	}
	for _, dir := range dirs {
		for _, c := range commands {
			_, err := output([]string{"GOCOVERDIR=" + cover}, binary, append(slices.Clone(c), "-C", dir)...)
			if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
				fmt.Fprintf(stderr, "unreached: %v\n", err)
			}
		}
	}
	all := []string{cover}
	if covers != "" {
		all = append(all, strings.Split(covers, ",")...)
	}
	profile := filepath.Join(tmp, "profile")
	if _, err := output(nil, "go", "tool", "covdata", "textfmt", "-i="+strings.Join(all, ","), "-o="+profile); err != nil {
		return err
	}
	functions, err := output(nil, "go", "tool", "cover", "-func="+profile)
	if err != nil {
		return err
	}
	module, err := output(nil, "go", "list", "-m")
	if err != nil {
		return err
	}
	return list(functions, strings.TrimSpace(module)+"/", stdout)
}

// list prints the functions without coverage in the output of go tool cover -func, and
// how many lines they have.
func list(functions, module string, w io.Writer) error {
	n, total := 0, 0
	for line := range strings.Lines(functions) {
		f := strings.Fields(line) // PACKAGE/FILE:LINE: NAME 0.0%
		if len(f) != 3 || f[2] != "0.0%" || f[0] == "total:" {
			continue
		}
		place := strings.TrimPrefix(strings.TrimSuffix(f[0], ":"), module)
		file, at, _ := strings.Cut(place, ":")
		lines, err := length(file, at)
		if err != nil {
			return err
		}
		if lines == 0 {
			continue // its body is empty, such as that of a marker method
		}
		n, total = n+1, total+lines
		fmt.Fprintf(w, "%4d  %s  %s\n", lines, place, f[1])
	}
	_, err := fmt.Fprintf(w, "%d functions with %d lines are not reached\n", n, total)
	return err
}

// length returns the number of lines of the function that begins at a line of a file, or
// 0 if its body is empty.
func length(file, at string) (int, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return 0, err
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fmt.Sprint(fset.Position(fn.Pos()).Line) == at {
			if fn.Body == nil || len(fn.Body.List) == 0 {
				return 0, nil
			}
			return fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1, nil
		}
	}
	return 0, fmt.Errorf("%s:%s: no function begins here", file, at)
}

// output runs a program and returns what it prints.
func output(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, stderr.String())
	}
	return string(out), err
}
