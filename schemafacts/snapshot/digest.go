package snapshot

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
)

// Digest returns a digest of the paths and contents of all files in snapshot folders
// below root, in hexadecimal. If two trees have the same digest, differences in their
// findings are not caused by snapshots.
func Digest(root string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if path == root {
				return err
			}
			return fs.SkipDir // A folder that cannot be read holds no package.
		}
		switch {
		case d.Name() == Dir: // also a link, which is followed where snapshots are read
			digestDir(h, root, path)
		case !d.IsDir() || path == root || !skipped(d.Name()):
			return nil
		}
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("digest of the snapshots below %s: %w", root, err)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// skipped reports whether the go command ignores folders of this name when it
// looks for packages.
func skipped(name string) bool {
	return name == "node_modules" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

func digestDir(h hash.Hash, root, dir string) {
	part := func(path string, data []byte, err error) {
		rel, badRel := filepath.Rel(root, path)
		if badRel != nil {
			rel = path
		}
		if err != nil {
			data = []byte("unreadable: " + safefile.Reason(err).Error())
		}
		digestPart(h, []byte(filepath.ToSlash(rel)))
		digestPart(h, data)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		part(dir, nil, err)
		return
	}
	for _, e := range entries {
		// A folder in the place of a snapshot is a finding.
		if strings.HasPrefix(e.Name(), ".") || e.IsDir() && filepath.Ext(e.Name()) != ext {
			continue
		}
		path := filepath.Join(dir, e.Name())
		data, err := safefile.Read(path)
		part(path, data, err)
	}
}

// digestPart writes the length of data before data, so that different sequences of
// parts give different input.
func digestPart(h hash.Hash, data []byte) {
	var n [8]byte
	binary.LittleEndian.PutUint64(n[:], uint64(len(data)))
	h.Write(n[:])
	h.Write(data)
}

// Root returns the folder whose snapshots affect a run in dir: the root of the
// workspace, or else the root of the module, or else dir itself.
func Root(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	switch work := os.Getenv("GOWORK"); {
	case work == "off":
		return nearestWith(abs, "go.mod")
	case filepath.IsAbs(work):
		return filepath.Dir(work)
	}
	if root := nearestWith(abs, "go.work"); exists(filepath.Join(root, "go.work")) {
		return root
	}
	return nearestWith(abs, "go.mod")
}

// nearestWith returns the nearest folder that contains file, starting at dir and going up. It
// returns dir if no folder contains it.
func nearestWith(dir, file string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if exists(filepath.Join(d, file)) {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
