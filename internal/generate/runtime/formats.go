package tools

import (
	"net/netip"
	"net/url"
	"regexp/syntax"
	"strconv"
	"strings"
	"time"
)

// format checks whether strings have one of the formats of JSON Schema.
type format struct {
	name string // in a sentence: "it must be ..."
	is   func(string) bool
}

// formatNamed returns the format with a name, or false for formats that are only
// annotations.
func formatNamed(name string) (format, bool) {
	switch name {
	case "date-time":
		return format{"a date and time such as 2006-01-02T15:04:05Z", isDateTime}, true
	case "date":
		return format{"a date such as 2006-01-02", isDate}, true
	case "time":
		return format{"a time such as 15:04:05Z", isTime}, true
	case "email":
		return format{"an email address", isEmail}, true
	case "hostname":
		return format{"a host name", isHostname}, true
	case "ipv4":
		return format{"an IPv4 address", func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() }}, true
	case "ipv6":
		return format{"an IPv6 address", isIPv6}, true
	case "uri":
		return format{"an absolute URI", isURI}, true
	case "uuid":
		return format{"a UUID", isUUID}, true
	case "regex":
		return format{"a regular expression", func(s string) bool { _, err := syntax.Parse(s, syntax.Perl); return err == nil }}, true
	}
	return format{}, false
}

func isDate(s string) bool {
	_, err := time.Parse("2006-01-02", s)
	return err == nil
}

func isDateTime(s string) bool {
	return len(s) > 11 && (s[10] == 'T' || s[10] == 't') && isDate(s[:10]) && isTime(s[11:])
}

// isTime reports whether s is a time as in RFC 3339, including leap seconds.
func isTime(s string) bool {
	if len(s) < len("00:00:00Z") {
		return false
	}
	hour, minute, ok := clock(s[:5])
	second, good := two(s[6:8], 60)
	if !ok || !good || s[5] != ':' {
		return false
	}
	s = s[8:]
	if rest, found := strings.CutPrefix(s, "."); found {
		if s = strings.TrimLeft(rest, "0123456789"); s == rest {
			return false
		}
	}
	if s != "Z" && s != "z" {
		if len(s) != 6 || s[0] != '+' && s[0] != '-' {
			return false
		}
		h, m, ok := clock(s[1:])
		if !ok {
			return false
		}
		offset := h*60 + m
		if s[0] == '+' {
			offset = -offset
		}
		utc := (hour*60 + minute + offset + 24*60) % (24 * 60)
		hour, minute = utc/60, utc%60
	}
	return second < 60 || hour == 23 && minute == 59
}

// clock parses hours and minutes.
func clock(s string) (hour, minute int, ok bool) {
	hour, ok1 := two(s[:2], 23)
	minute, ok2 := two(s[3:], 59)
	return hour, minute, ok1 && ok2 && s[2] == ':'
}

// two parses a number of two digits that is at most limit.
func two(s string, limit int) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && len(s) == 2 && s[0] >= '0' && s[0] <= '9' && n <= limit
}

func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 || len(s) > 254 {
		return false
	}
	local, domain := s[:at], s[at+1:]
	if quoted, ok := strings.CutPrefix(local, `"`); ok {
		text, closed := strings.CutSuffix(quoted, `"`)
		if !closed || strings.ContainsAny(text, `\"`) {
			return false
		}
	} else if !isAtoms(local) {
		return false
	}
	if inner, ok := strings.CutPrefix(domain, "["); ok {
		inner, closed := strings.CutSuffix(inner, "]")
		if v6, ok := strings.CutPrefix(inner, "IPv6:"); ok {
			return closed && isIPv6(v6)
		}
		a, err := netip.ParseAddr(inner)
		return closed && err == nil && a.Is4()
	}
	return isHostname(domain)
}

// isAtoms reports whether s consists of words that are separated by dots.
func isAtoms(s string) bool {
	for word := range strings.SplitSeq(s, ".") {
		if word == "" || !consists(word, "!#$%&'*+-/=?^_`{|}~") {
			return false
		}
	}
	return true
}

func isHostname(s string) bool {
	s = strings.TrimSuffix(s, ".")
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' || !consists(label, "-") {
			return false
		}
	}
	return len(s) <= 253
}

// consists reports whether a text contains only ASCII letters and digits, and
// characters in others.
func consists(s, others string) bool {
	for _, c := range []byte(s) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && strings.IndexByte(others, c) < 0 {
			return false
		}
	}
	return true
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

// isURI reports whether s is a URI. It is stricter than net/url: an address with
// colons must be in brackets.
func isURI(s string) bool {
	u, err := url.Parse(s)
	if err != nil || !u.IsAbs() {
		return false
	}
	host := u.Hostname()
	return !strings.Contains(host, ":") || strings.Contains(u.Host, "[") && isIPv6(host)
}

func isUUID(s string) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	s = strings.ReplaceAll(s, "-", "")
	return len(s) == 32 && strings.Trim(s, "0123456789abcdefABCDEF") == ""
}
