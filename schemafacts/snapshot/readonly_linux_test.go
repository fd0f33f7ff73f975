package snapshot

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// unprivileged runs f with the file permissions of an ordinary user, also when
// the tests run as root.
func unprivileged(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if os.Getuid() == 0 {
			runtime.LockOSThread() // The thread ends with the goroutine.
			if err := syscall.Setfsuid(65534); err != nil {
				panic(err)
			}
		}
		f()
	}()
	<-done
}

func TestWriteReadOnly(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, Options{}, newTool(t, "a", "x"), newTool(t, "b", "x"))
	was := folder(t, dir)
	for _, at := range []string{filepath.Join(dir, Dir), dir} {
		if err := os.Chmod(at, 0o555); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(at, 0o755)
	}
	for p := dir; p != os.TempDir() && p != "/"; p = filepath.Dir(p) {
		if fi, err := os.Stat(p); err == nil && fi.Mode().Perm()&0o055 != 0o055 {
			if err := os.Chmod(p, fi.Mode().Perm()|0o055); err != nil {
				t.Fatal(err)
			}
		}
	}
	empty := filepath.Join(dir, "none")
	unprivileged(func() {
		_, err := Write(dir, []*tool.Tool{newTool(t, "a", "y"), newTool(t, "c", "x")}, Options{})
		if err == nil || !strings.Contains(err.Error(), "a.json: writing snapshot: permission denied: make the folder writable") {
			t.Errorf("writing gave %v", err)
		}
		if _, err := Write(dir, nil, Options{}); err == nil || !strings.Contains(err.Error(), "a.json: writing snapshot: permission denied") {
			t.Errorf("removing gave %v", err)
		}
		if _, err := Write(empty, []*tool.Tool{newTool(t, "a", "y")}, Options{}); err == nil {
			t.Error("writing below an absent folder worked")
		}
	})
	if now := folder(t, dir); !reflect.DeepEqual(now, was) {
		t.Errorf("the folder has become %v", now)
	}
}
