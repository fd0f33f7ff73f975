package tools

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// number is an exact decimal number: digits × 10^exp. The digits neither begin nor
// end with a zero, and 0 has no digits. So equal numbers have equal fields, and the
// comparison of 1e999999 with 1 needs no big integers.
type number struct {
	negative bool
	digits   string
	exp      int64
}

// maxExponent limits exponents, so that the sum of two exponents does not overflow.
const maxExponent = 1 << 40

// parseNumber returns the value of a JSON number.
func parseNumber(text json.Number) number {
	var n number
	s := string(text)
	s, n.negative = strings.CutPrefix(s, "-")
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		exp, err := strconv.ParseInt(strings.TrimPrefix(s[i+1:], "+"), 10, 64)
		if err != nil && s[i+1] == '-' { // out of range
			exp = -maxExponent
		} else if err != nil {
			exp = maxExponent
		}
		s, n.exp = s[:i], min(max(exp, -maxExponent), maxExponent)
	}
	whole, fraction, _ := strings.Cut(s, ".")
	s = whole + fraction
	n.digits = strings.TrimRight(s, "0")
	n.exp += int64(len(s) - len(n.digits) - len(fraction))
	if n.digits = strings.TrimLeft(n.digits, "0"); n.digits == "" {
		return number{}
	}
	return n
}

// isInteger reports whether n has no fraction.
func (n number) isInteger() bool { return n.exp >= 0 }

// compare returns -1, 0 or 1 if n is less than, equal to or greater than m.
func (n number) compare(m number) int {
	if n.sign() != m.sign() {
		return order(n.sign() > m.sign())
	}
	if n == m {
		return 0
	}
	greater := n.digits > m.digits // like fractions after the point
	if a, b := n.exp+int64(len(n.digits)), m.exp+int64(len(m.digits)); a != b {
		greater = a > b
	}
	return order(greater != n.negative)
}

func (n number) sign() int {
	switch {
	case n.digits == "":
		return 0
	case n.negative:
		return -1
	}
	return 1
}

func order(greater bool) int {
	if greater {
		return 1
	}
	return -1
}

// isMultiple reports whether n is a multiple of m, which is not 0.
func (n number) isMultiple(m number) bool {
	if n.digits == "" {
		return true
	}
	exp := n.exp - m.exp
	if exp < 0 {
		return false // 10 does not divide the digits
	}
	unit, _ := new(big.Int).SetString(m.digits, 10)
	rest, chunk := new(big.Int), new(big.Int)
	for s := n.digits; s != ""; { // in chunks: one big integer would take quadratic time
		k := min(len(s), 18)
		v, _ := strconv.ParseInt(s[:k], 10, 64)
		chunk.Exp(big.NewInt(10), big.NewInt(int64(k)), nil)
		rest.Mod(rest.Add(rest.Mul(rest, chunk), big.NewInt(v)), unit)
		s = s[k:]
	}
	power := chunk.Exp(big.NewInt(10), big.NewInt(exp), unit)
	return rest.Mod(rest.Mul(rest, power), unit).Sign() == 0
}

// integerText returns n in the form that encoding/json accepts for integers: without
// fraction and exponent. ok is false for a number that fits no integer type of Go.
func (n number) integerText() (text string, ok bool) {
	if !n.isInteger() || n.exp+int64(len(n.digits)) > 400 {
		return "", false
	}
	text = n.digits + strings.Repeat("0", int(n.exp))
	if text == "" {
		text = "0"
	}
	if n.negative {
		text = "-" + text
	}
	return text, true
}

// String returns n as text. Equal numbers have the same text.
func (n number) String() string {
	sign := ""
	if n.negative {
		sign = "-"
	}
	return sign + n.digits + "e" + strconv.FormatInt(n.exp, 10)
}
