package digest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Canonical returns a document in the form of RFC 8785 (JSON Canonicalization
// Scheme). It returns an error if the document has an unresolved part, a number that
// is not finite as a float64, or an object with a repeated name.
func Canonical(n *schema.Node) ([]byte, error) { return appendCanonical(nil, n) }

func appendCanonical(dst []byte, n *schema.Node) ([]byte, error) {
	var err error
	switch n.Kind {
	case schema.Null:
		return append(dst, "null"...), nil
	case schema.Bool:
		return append(dst, n.Text...), nil
	case schema.Number:
		return appendNumber(dst, n.Text)
	case schema.String:
		return appendString(dst, n.Text), nil
	case schema.Array:
		dst = append(dst, '[')
		for i, e := range n.Elems {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendCanonical(dst, e); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	case schema.Object:
		members := slices.Clone(n.Members)
		slices.SortFunc(members, func(a, b schema.Member) int {
			return slices.Compare(utf16.Encode([]rune(a.Name)), utf16.Encode([]rune(b.Name)))
		})
		dst = append(dst, '{')
		for i, m := range members {
			if i > 0 {
				if m.Name == members[i-1].Name {
					return nil, fmt.Errorf("an object has the name %q twice", m.Name)
				}
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, m.Name), ':')
			if dst, err = appendCanonical(dst, m.Value); err != nil {
				return nil, err
			}
		}
		return append(dst, '}'), nil
	}
	return nil, errors.New(n.Text)
}

// appendNumber appends a number in the form of ECMAScript.
func appendNumber(dst []byte, text string) ([]byte, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, fmt.Errorf("%s is not a finite number", text)
	}
	if f == 0 {
		return append(dst, '0'), nil // also for -0
	}
	if a := math.Abs(f); 1e-6 <= a && a < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64), nil
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	return append(append(append(dst, mantissa...), 'e', exponent[0]), strings.TrimLeft(exponent[1:], "0")...), nil
}

// appendString appends a string in which only quotes, backslashes and control
// characters are escaped.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s { // Invalid UTF-8 becomes U+FFFD, as in encoding/json.
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r >= ' ':
			dst = append(dst, string(r)...)
		case strings.ContainsRune("\b\t\n\f\r", r):
			dst = append(dst, '\\', "btn?fr"[r-'\b'])
		default:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		}
	}
	return append(dst, '"')
}
