package tools

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxDigits limits the numbers that are compared, because 1e999999 has a million
// digits. The numbers of Go have fewer.
const maxDigits = 1000

// parseNumber returns the exact value of a JSON number, or nil if it has too many digits.
func parseNumber(text json.Number) *big.Rat {
	_, exp, _ := strings.Cut(strings.ToLower(string(text)), "e")
	if n, err := strconv.Atoi(exp); exp != "" && (err != nil || n > maxDigits || n < -maxDigits) || len(text) > maxDigits {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(text))
	if !ok {
		return nil
	}
	return r
}

// isInteger reports whether a number has no fraction.
func isInteger(text json.Number) bool {
	if !strings.ContainsAny(string(text), ".eE") {
		return true
	}
	r := parseNumber(text)
	return r != nil && r.IsInt()
}

// canonical returns a text that is equal for equal values: 1 equals 1.0.
func canonical(v any) string { return string(appendCanonical(nil, v)) }

func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return strconv.AppendQuote(b, v)
	case json.Number:
		if r := parseNumber(v); r != nil {
			return append(b, r.RatString()...)
		}
	case []any:
		b = append(b, '[')
		for _, e := range v {
			b = append(appendCanonical(b, e), ',')
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for name, e := range sortedAll(v) {
			b = append(strconv.AppendQuote(b, name), ':')
			b = append(appendCanonical(b, e), ',')
		}
		return append(b, '}')
	}
	return fmt.Append(b, v)
}
