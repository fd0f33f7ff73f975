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

// sample is the cost of one run.
type sample struct {
	cpu  time.Duration // user and system, of the process and its children
	peak int64         // bytes, of the largest process
}

// measure runs both sides n times in turn, after one run of each that fills
// the caches of files and builds.
func measure(c config) (suite, nothing []sample, err error) {
	for i := range c.n + 1 {
		s, err := once(c, roleSuite, i)
		if err != nil {
			return nil, nil, err
		}
		z, err := once(c, roleNothing, i)
		if err != nil {
			return nil, nil, err
		}
		if i > 0 {
			suite, nothing = append(suite, s), append(nothing, z)
		}
	}
	return suite, nothing, nil
}

// once runs one side in a process of its own.
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
	case role == roleSuite:
		cmd = exec.Command(c.command, append([]string{"check", "-C", c.dir, "--tags", c.tags}, c.patterns...)...)
	}
	nonce := strconv.Itoa(os.Getpid()) + "." + strconv.Itoa(run)
	cmd.Env = append(os.Environ(), roleVar+"="+role, nonceVar+"="+nonce)
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

// row prints the line of one checkout.
func row(w io.Writer, name string, suite, nothing []sample) {
	fmt.Fprintf(w, "%-24s  %10.3f  %10.3f  %6.2f  %10.1f  %10.1f\n", name,
		median(suite, cpu), median(nothing, cpu), median(suite, cpu)/median(nothing, cpu), median(suite, peak), median(nothing, peak))
}

func report(w io.Writer, suite, nothing []sample) {
	fmt.Fprintf(w, "%-8s  %10s  %10s\n", "", "CPU s", "peak MiB")
	fmt.Fprintf(w, "%-8s  %10.3f  %10.1f\n", roleSuite, median(suite, cpu), median(suite, peak))
	fmt.Fprintf(w, "%-8s  %10.3f  %10.1f\n", roleNothing, median(nothing, cpu), median(nothing, peak))
	fmt.Fprintf(w, "ratio %.2f\n", median(suite, cpu)/median(nothing, cpu))
}

func median(samples []sample, f func(sample) float64) float64 {
	s := slices.SortedFunc(slices.Values(samples), func(a, b sample) int { return cmp.Compare(f(a), f(b)) })
	n := len(s)
	return (f(s[(n-1)/2]) + f(s[n/2])) / 2
}
