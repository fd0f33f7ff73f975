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
	r, _ := new(big.Rat).SetString(string(text))
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
func canonical(v any) string {
	var parts []string
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case json.Number:
		if r := parseNumber(v); r != nil {
			return r.RatString()
		}
	case []any:
		for _, e := range v {
			parts = append(parts, canonical(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		for _, name := range sortedKeys(v) {
			parts = append(parts, strconv.Quote(name)+":"+canonical(v[name]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return fmt.Sprint(v)
}
