// Package toolid computes the identity that go vet requests from a vettool. The
// go command uses it as a key of its cache of findings. It must therefore cover
// everything that findings depend on and that the go command does not see: this
// program, and the files that it reads in addition to the Go sources.
package toolid

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/version"
	"io"
	"os"
	"strings"
)

// Line returns the answer to -V=full for the program in the file exe. inputs are
// further data on which findings depend; equal inputs give equal lines. The line has
// the form that released tools use, because the go command then uses the whole line.
// It must not contain the program's path, which may contain spaces.
func Line(exe string, inputs ...string) (string, error) {
	h := sha256.New()
	f, err := os.Open(exe)
	if err != nil {
		return "", fmt.Errorf("reading this program for its identity: %w", err)
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("reading this program for its identity: %w", err)
	}
	for _, in := range inputs {
		fmt.Fprintf(h, "%d:%s", len(in), in)
	}
	return "schemavet version id " + hex.EncodeToString(h.Sum(nil)[:20]), nil
}

// CheckGo returns an error if a program that was built with Go version built cannot
// analyze code for a go command of version running, whose standard library it has to
// type-check. It accepts versions that are not releases.
func CheckGo(built, running string) error {
	b, r := version.Lang(release(built)), version.Lang(release(running))
	if b == "" || r == "" || version.Compare(b, r) >= 0 {
		return nil
	}
	return fmt.Errorf("built with %s, which cannot read the standard library of %s; "+
		"build schemavet with the newer Go, or let the go command do it: go vet -vettool=$(go tool -n schemavet)",
		release(built), release(running))
}

// release returns a version without the text that may follow it, such as "
// X:nodwarf5".
func release(v string) string {
	v, _, _ = strings.Cut(v, " ")
	v, _, _ = strings.Cut(v, "-")
	return v
}
