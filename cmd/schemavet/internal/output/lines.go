package output

import (
	"bytes"

	"github.com/schemavet/schemavet/internal/safefile"
)

// lines holds the lines of files by name. A file that cannot be read has no lines.
type lines map[string][][]byte

// at returns a line without its line ending, or nil if the file has no such line.
func (l lines) at(file string, n int) []byte {
	all, ok := l[file]
	if !ok {
		data, _ := safefile.Read(file)
		all = bytes.Split(data, []byte("\n"))
		l[file] = all
	}
	if n < 1 || n > len(all) {
		return nil
	}
	return bytes.TrimRight(all[n-1], "\r")
}
