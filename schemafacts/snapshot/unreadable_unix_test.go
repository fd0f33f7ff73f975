//go:build unix

package snapshot

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDigestUnreadable checks that an unreadable file is not treated as an empty one.
func TestDigestUnreadable(t *testing.T) {
	root := t.TempDir()
	put(t, root, "b.json", "1")
	a := filepath.Join(root, Dir, "a.json")
	if err := os.Symlink("nowhere", a); err != nil {
		t.Fatal(err)
	}
	lost, err := Digest(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(a); err != nil {
		t.Fatal(err)
	}
	put(t, root, "a.json", "")
	if empty, err := Digest(root); err != nil || empty == lost {
		t.Errorf("a file that cannot be read counts as an empty one, %v", err)
	}
}
