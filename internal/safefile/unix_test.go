//go:build unix

package safefile_test

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/schemavet/schemavet/internal/safefile"
)

// TestReadSpecial checks that files without an end, such as pipes, are rejected at
// once.
func TestReadSpecial(t *testing.T) {
	dir := module(t)
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	link(t, "/dev/zero", filepath.Join(dir, "zero"))
	link(t, pipe, filepath.Join(dir, "linkedpipe"))
	for name, want := range map[string]string{"pipe": "a named pipe", "linkedpipe": "a named pipe", "zero": "a device"} {
		done := make(chan error, 1)
		go func() {
			_, err := safefile.Read(filepath.Join(dir, name))
			done <- err
		}()
		select {
		case err := <-done:
			if !errors.Is(err, safefile.ErrRefused) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: reading blocks", name)
		}
	}
	if _, err := safefile.ReadStream("/dev/zero"); !errors.Is(err, safefile.ErrRefused) {
		t.Errorf("a stream without an end: %v", err)
	}
}

// TestFull checks that the old file remains if the disk is full, and that the error
// has advice. It runs a process that may write at most 8 KB to a file.
func TestFull(t *testing.T) {
	const variable = "SAFEFILE_FULL"
	if file := os.Getenv(variable); file != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 8 << 10, Max: 8 << 10}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Skip(err)
		}
		err := safefile.Write(file, make([]byte, 1<<20))
		if err == nil || !strings.Contains(err.Error(), "; the old file is unchanged: free space and run the command again") {
			t.Errorf("writing gave %v", err)
		}
		return
	}
	dir := module(t, "a")
	cmd := exec.Command(os.Args[0], "-test.run=^TestFull$")
	cmd.Env = append(os.Environ(), variable+"="+filepath.Join(dir, "a"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if read(t, filepath.Join(dir, "a")) != "old" {
		t.Error("the old file is gone")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
	for err, want := range map[error]string{
		syscall.ENOSPC: "free space", syscall.EDQUOT: "free space", syscall.EACCES: "make the folder writable", syscall.EROFS: "make the folder writable", syscall.EIO: "",
	} {
		if got := safefile.Cure(&os.PathError{Err: err}); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%v: %q", err, got)
		}
	}
}
