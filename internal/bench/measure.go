package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"time"
)

// sample is the cost of one measured run.
type sample struct {
	cpu  time.Duration // user and system, of the process and its children
	peak int64         // bytes, of the largest process
}

// samples are the costs of all measured runs: of the suite, of the same process
// without checks, and of schemavet check when its cache has the result.
type samples struct {
	suite, nothing []sample
	again          []sample // of schemavet check where nothing has changed since
}

// measure runs all sides n times, alternating. Before that, it runs each once to fill
// the caches of files and builds and the cache of schemavet check.
func measure(c config) (*samples, error) {
	out := new(samples)
	sides := map[string]*[]sample{roleSuite: &out.suite, roleNothing: &out.nothing}
	if !c.vet {
		kept, err := os.MkdirTemp("", "bench")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(kept)
		c.kept, sides[roleAgain] = kept, &out.again
	}
	for i := range c.n + 1 {
		for _, role := range []string{roleSuite, roleNothing, roleAgain} {
			if sides[role] == nil {
				continue
			}
			s, err := once(c, role, i)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				*sides[role] = append(*sides[role], s)
			}
		}
	}
	return out, nil
}

// once runs one side of the comparison once, in a separate process.
func once(c config, role string, run int) (sample, error) {
	exe, err := os.Executable()
	if err != nil {
		return sample{}, err
	}
	cmd := exec.Command(exe, c.flags()...)
	switch {
	case c.vet:
		args := []string{"vet", "-vettool=" + exe}
		if c.tags != "" {
			args = append(args, "-tags="+c.tags)
		}
		cmd = exec.Command("go", append(args, c.patterns...)...)
		cmd.Dir = c.dir
	case role != roleNothing:
		cmd = exec.Command(c.command, append([]string{"check", "-C", c.dir, "--tags", c.tags}, c.patterns...)...)
	}
	nonce := strconv.Itoa(os.Getpid()) + "." + strconv.Itoa(run)
	kept := "off"
	if role == roleAgain {
		kept = c.kept
	}
	cmd.Env = append(os.Environ(), roleVar+"="+role, nonceVar+"="+nonce, "SCHEMAVET_CACHE="+kept)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	// Exit code 1 is findings.
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return sample{}, fmt.Errorf("%s: %w\n%s", role, err, stderr.Bytes())
	}
	return cost(cmd.ProcessState), nil
}

func cost(st *os.ProcessState) sample {
	return sample{cpu: st.UserTime() + st.SystemTime(), peak: maxrss(st)}
}

func cpu(s sample) float64  { return s.cpu.Seconds() }
func peak(s sample) float64 { return float64(s.peak) / (1 << 20) }

// header prints the line of column names.
func header(w io.Writer) {
	fmt.Fprintf(w, "%-24s  %10s  %10s  %10s  %6s  %6s  %10s  %10s", "", "suite s", "again s", "nothing s", "ratio", "again", "suite MiB", "nothing")
	for _, name := range phases {
		fmt.Fprintf(w, "  %10s", name)
	}
	fmt.Fprintf(w, "  %6s  %10s  %10s  %6s  %5s  %s\n", "roots", "steps", "cells", "defs", "ended", "longest root")
}

// row prints the line of one checkout.
func row(w io.Writer, name string, s *samples, st *stats) {
	z := median(s.nothing, cpu)
	fmt.Fprintf(w, "%-24s  %10.3f  %10.3f  %10.3f  %6.2f  %6.2f  %10.1f  %10.1f", name,
		median(s.suite, cpu), median(s.again, cpu), z, median(s.suite, cpu)/z, median(s.again, cpu)/z,
		median(s.suite, peak), median(s.nothing, peak))
	for _, name := range phases {
		fmt.Fprintf(w, "  %10.3f", st.WallSeconds[name])
	}
	steps, cells, defs, ended, longest := 0, 0, 0, 0, "-"
	for i, r := range st.Roots { // longest first
		if i == 0 {
			longest = fmt.Sprintf("%s %.3f", r.Function, r.Seconds)
		}
		steps += r.Steps
		cells += r.Cells
		defs += r.Definitions
		if r.Ended != "" {
			ended++
		}
	}
	fmt.Fprintf(w, "  %6d  %10d  %10d  %6d  %5d  %s\n", len(st.Roots), steps, cells, defs, ended, longest)
}

func report(w io.Writer, s *samples) {
	fmt.Fprintf(w, "%-8s  %10s  %10s\n", "", "CPU s", "peak MiB")
	for _, side := range []struct {
		role string
		list []sample
	}{{roleSuite, s.suite}, {roleAgain, s.again}, {roleNothing, s.nothing}} {
		if len(side.list) > 0 {
			fmt.Fprintf(w, "%-8s  %10.3f  %10.1f\n", side.role, median(side.list, cpu), median(side.list, peak))
		}
	}
	fmt.Fprintf(w, "ratio %.2f\n", median(s.suite, cpu)/median(s.nothing, cpu))
}

func median(samples []sample, f func(sample) float64) float64 {
	s := slices.SortedFunc(slices.Values(samples), func(a, b sample) int { return cmp.Compare(f(a), f(b)) })
	n := len(s)
	return (f(s[(n-1)/2]) + f(s[n/2])) / 2
}
