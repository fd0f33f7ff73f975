// Package seal marks the content of a generated file, so that a reader can find out
// whether someone edited the file or wrote it by hand.
package seal

import (
	"bytes"
	"crypto/sha256"
	"fmt"
)

const begin = "// Content: sha256 "

// Add returns a Go file with a last line added that contains the digest of all lines
// before it.
func Add(file []byte) []byte {
	file = append(bytes.Clone(file), '\n') // gofmt wants an empty line
	return append(file, line(file)...)
}

// Intact reports whether the last line of a file contains the digest of all lines
// before it. It accepts the line endings of Windows.
func Intact(file []byte) bool {
	file = bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n"))
	at := bytes.LastIndex(file, []byte("\n"+begin))
	return at >= 0 && string(file[at+1:]) == line(file[:at+1])
}

func line(file []byte) string { return fmt.Sprintf("%s%x\n", begin, sha256.Sum256(file)) }
