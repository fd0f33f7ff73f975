package compat

import (
	"net/netip"
	"regexp"
	"strings"
	"time"
)

// stringFormat describes one format.
type stringFormat struct {
	// good are values of the format, shortest first.
	good []string
	// is decides whether a string has the format. It is unsure if standards and
	// validators differ.
	is func(string) verdict
}

// notAFormat is a string that has none of the formats.
const notAFormat = "a b"

var (
	plainURI   = regexp.MustCompile(`^[a-z][a-z0-9+.-]*:(//[a-z0-9.-]+(:[0-9]+)?)?(/[a-zA-Z0-9._~-]*)*$`)
	plainEmail = regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9]+)*@[a-z0-9]+(\.[a-z0-9]+)+$`)
	plainHost  = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$`)
	longLabel  = regexp.MustCompile(`[^.]{64}`)
	plainUUID  = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	plainTime  = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`)
	plainSpan  = regexp.MustCompile(`^P([0-9]+D|T[0-9]+H|T[0-9]+M|T[0-9]+S|[0-9]+W)$`)
)

// otherFormats are formats of JSON Schema that are not in the table.
var otherFormats = regexp.MustCompile(`^(regex|uri-reference|iri|iri-reference|uri-template|idn-email|idn-hostname|(relative-)?json-pointer)$`)

var stringFormats = map[string]stringFormat{
	"date":      {[]string{"2000-01-01"}, layout("2006-01-02")},
	"date-time": {[]string{"2000-01-01T00:00:00Z"}, dateTime},
	"time":      {[]string{"00:00:00Z"}, looks(plainTime, ":")},
	"duration":  {[]string{"P1D"}, looks(plainSpan, "P")},
	"email":     {[]string{"a@b.cc"}, looks(plainEmail, "@")},
	"hostname":  {[]string{"a", "a.cc"}, hostname},
	"ipv4":      {[]string{"1.1.1.1"}, address(netip.Addr.Is4)},
	"ipv6":      {[]string{"::1"}, address(netip.Addr.Is6)},
	"uri":       {[]string{"a:b", "http://a.cc"}, uri},
	"uuid":      {[]string{"00000000-0000-0000-0000-000000000000"}, looks(plainUUID, "-")},
}

func layout(form string) func(string) verdict {
	return func(s string) verdict {
		_, err := time.Parse(form, s)
		return sure(err == nil)
	}
}

// dateTime is unsure about leap seconds and lower-case letters.
func dateTime(s string) verdict {
	if t, err := time.Parse(time.RFC3339, s); err == nil && t.Year() > 0 && plainTime.MatchString(s[len("2006-01-02T"):]) {
		return yes
	}
	if !strings.ContainsAny(s, "tT") || !strings.Contains(s, "-") || strings.Contains(s, " ") {
		return no
	}
	return unsure
}

func address(is func(netip.Addr) bool) func(string) verdict {
	return func(s string) verdict {
		a, err := netip.ParseAddr(s)
		if err == nil && a.Zone() != "" {
			return unsure
		}
		return sure(err == nil && is(a))
	}
}

// looks returns a function that accepts the form on which all validators agree, and
// rejects strings with spaces or without the character that all values of the format
// contain.
func looks(form *regexp.Regexp, sign string) func(string) verdict {
	return func(s string) verdict {
		switch {
		case form.MatchString(s):
			return yes
		case s == "", strings.Contains(s, " ") && !strings.Contains(s, `"`), !strings.Contains(s, sign):
			return no // the local part of an address may be quoted
		}
		return unsure
	}
}

// hostname is unsure about names that are too long for DNS.
func hostname(s string) verdict {
	r := looks(plainHost, "")(s)
	if longLabel.MatchString(s) || len(s) > 253 {
		r = min(r, unsure)
	}
	return r
}

// uri uses the rule that every scheme begins with a letter.
func uri(s string) verdict {
	if r := looks(plainURI, ":")(s); r != unsure {
		return r
	}
	if c := s[0] | 0x20; c < 'a' || c > 'z' {
		return no
	}
	return unsure
}
