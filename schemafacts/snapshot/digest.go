package snapshot

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
)

// Digest returns a digest of the paths and contents of all files in snapshot folders
// below root, in hexadecimal. If two trees have the same digest, differences in their
// findings are not caused by snapshots.
func Digest(root string) (string, error) {
	if _, err := os.ReadDir(root); err != nil {
		return "", fmt.Errorf("digest of the snapshots below %s: %w", root, err)
	}
	h := sha256.New()
	s := &search{list: onDisk(root), named: true}
	for _, f := range s.run(area{}) {
		digestDir(h, root, filepath.Join(root, filepath.FromSlash(f.Dir), Dir))
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
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
