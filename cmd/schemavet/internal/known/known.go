// Package known reads and writes the files of known findings: changes that people have
// accepted, with reasons, and findings that they do not want to fix now.
//
// Each line of these files has a fingerprint, and names the tool and the finding in words. So
// positions may move, and other versions may word a message differently. Lines that
// begin with # are comments.
package known

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
)

// line is a line of a file, without comments.
type line struct {
	number      int
	fingerprint string
	words       string // what follows the fingerprint
}

func (l line) String() string { return strings.TrimRight(l.fingerprint+" "+l.words, " ") }

var fingerprint = regexp.MustCompile(`^[0-9a-f]{12}$`)

// read returns the contents of a file, and nothing if the file does not exist.
func read(file string) ([]byte, error) {
	data, err := safefile.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: reading known findings: %v", file, safefile.Reason(err))
	}
	return data, nil
}

// parse returns the lines of a file that are correct. It returns an error, which ends with
// a cure, if the others do not begin with a fingerprint.
func parse(file string, data []byte, cure string) (list []line, err error) {
	n := 0
	for text := range strings.Lines(string(data)) {
		n++
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		print, words, _ := strings.Cut(text, " ")
		if !fingerprint.MatchString(print) {
			err = cmp.Or(err, fmt.Errorf("%s:%d: the line does not begin with a fingerprint, which is 12 hexadecimal digits; %s", file, n, cure))
			continue
		}
		list = append(list, line{n, print, strings.TrimSpace(words)})
	}
	return list, err
}
