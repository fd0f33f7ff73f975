// Newest runs conformance on the versions of libraries that are newer than those
// in internal/supported. It asks the go command for them, and so the module proxy.
//
//	go run ./internal/newest [-list] [-all] [NAME...]
//	go run ./internal/newest NAME@VERSION...
//
// A name is one of the column library in docs/libraries.md, "golangci-lint" or "Go", in
// upper or lower case. Without names it asks for all. It runs the newest release of
// each, with -all every newer release, and with -list none. With a version it asks
// nothing and runs that version. Run it in the root of the module.
//
// It exits with 1 if conformance fails on a version, and with 2 if it could not
// learn the versions of a library.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/supported"
)

func main() {
	only := flag.Bool("list", false, "print the newer versions and run nothing")
	all := flag.Bool("all", false, "run every newer release, not only the newest")
	flag.Parse()
	failed, err := run(flag.Args(), *only, *all)
	if err != nil {
		fmt.Fprintf(os.Stderr, "newest: %v\n", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

func run(names []string, only, all bool) (failed bool, err error) {
	jobs, err := find(names)
	if err != nil {
		return false, err
	}
	tmp, err := os.MkdirTemp("", "newest")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	var unknown []error
	for _, j := range jobs {
		if j.versions == nil {
			versions, err := newer(j.library, listed)
			if err != nil {
				unknown = append(unknown, err)
				continue
			}
			fmt.Printf("%s: the newest supported version is %s, newer are %v\n", j.library.Name, j.library.Newest(), versions)
			j.versions = versions
			if len(versions) > 0 && !all {
				j.versions = versions[len(versions)-1:]
			}
		}
		for _, v := range j.versions {
			if only {
				break
			}
			if err := conform(j.library, v, tmp); err != nil {
				failed = true
				fmt.Printf("%s %s: conformance fails: %v\n", j.library.Name, v, err)
			} else {
				fmt.Printf("%s %s: conformance passes\n", j.library.Name, v)
			}
		}
	}
	return failed, errors.Join(unknown...)
}

// A job is a library with the versions on which to run its conformance. A nil list
// means all newer versions.
type job struct {
	library  *supported.Library
	versions []string
}

// find returns the jobs for the arguments. Without arguments, it returns a job for
// each library.
func find(args []string) ([]job, error) {
	var jobs []job
	libraries := append(slices.Clone(supported.Libraries), supported.Golangci, supported.Go)
	if len(args) == 0 {
		for i := range libraries {
			jobs = append(jobs, job{library: &libraries[i]})
		}
	}
	for _, arg := range args {
		name, version, given := strings.Cut(arg, "@")
		i := slices.IndexFunc(libraries, func(l supported.Library) bool { return strings.EqualFold(l.Name, name) })
		if i < 0 {
			return nil, fmt.Errorf("%q is not a library of internal/supported", name)
		}
		j := job{library: &libraries[i]}
		if given {
			j.versions = []string{version}
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

// conform runs the conformance of a library with one version.
func conform(l *supported.Library, version, tmp string) error {
	binary := filepath.Join(tmp, "schemavet")
	if _, err := os.Stat(binary); err != nil {
		if err := execute(command{".", nil, []string{"go", "build", "-o", binary, "./cmd/schemavet"}}); err != nil {
			return err
		}
	}
	commands, err := commandsFor(l, version, binary)
	if err != nil {
		return err
	}
	if l.Module == supported.Golangci.Module {
		overlay, err := requireIn(l, version, tmp)
		if err != nil {
			return err
		}
		commands[0].env = []string{"GOFLAGS=-overlay=" + overlay}
	}
	var errs []error
	for _, c := range commands {
		errs = append(errs, execute(c))
	}
	return errors.Join(errs...)
}

// A command is a program to run in a directory.
type command struct {
	dir  string
	env  []string
	args []string
}

func execute(c command) error {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Env = filepath.FromSlash(c.dir), append(os.Environ(), c.env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s in %s: %w", strings.Join(c.args, " "), c.dir, err)
	}
	return nil
}
