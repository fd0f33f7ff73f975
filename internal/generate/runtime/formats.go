package tools

import (
	"net/netip"
	"net/url"
	"regexp"
	"regexp/syntax"
	"strings"
	"time"
)

// format checks whether strings have one of the formats of JSON Schema.
type format struct {
	name string // in a sentence: "it must be ..."
	is   func(string) bool
}

// formats are the formats that are checked. Other formats only describe a string.
var formats = map[string]*format{
	"date-time": {"a date and time such as 2006-01-02T15:04:05Z", isDateTime},
	"date":      {"a date such as 2006-01-02", func(s string) bool { return isDateTime(s + "T00:00:00Z") }},
	"time":      {"a time such as 15:04:05Z", func(s string) bool { return isDateTime("2006-01-02T" + s) }},
	"duration":  {"a duration such as P1DT12H", func(s string) bool { return duration(s) && s != "P" && !strings.HasSuffix(s, "T") }},
	"email":     {"an email address", isEmail},
	"hostname":  {"a host name", func(s string) bool { return isHostname(strings.TrimSuffix(s, ".")) }},
	"ipv4":      {"an IPv4 address", func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() }},
	"ipv6":      {"an IPv6 address", isIPv6},
	"uri":       {"an absolute URI", isURI},
	"uuid":      {"a UUID", matches(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`)},
	"regex":     {"a regular expression", func(s string) bool { _, err := syntax.Parse(s, syntax.Perl); return err == nil }},
}

func matches(pattern string) func(string) bool { return regexp.MustCompile(pattern).MatchString }

// isDateTime reports whether time.Time accepts a text. It knows no leap seconds.
func isDateTime(s string) bool { return new(time.Time).UnmarshalText([]byte(s)) == nil }

var duration = matches(`^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?)$`)

var (
	mailbox  = regexp.MustCompile("^(?:[-!#$%&'*+/=?^_`{|}~\\w]+(?:\\.[-!#$%&'*+/=?^_`{|}~\\w]+)*|\"[^\"\\\\]*\")@(.*)$")
	hostname = matches(`^[0-9A-Za-z]([-0-9A-Za-z]{0,61}[0-9A-Za-z])?(\.[0-9A-Za-z]([-0-9A-Za-z]{0,61}[0-9A-Za-z])?)*$`)
)

func isHostname(s string) bool { return len(s) <= 253 && hostname(s) }

func isEmail(s string) bool {
	parts := mailbox.FindStringSubmatch(s)
	if parts == nil || len(s) > 254 || len(s)-len(parts[1]) > 65 {
		return false
	}
	inner, v4 := strings.CutPrefix(strings.TrimSuffix(parts[1], "]"), "[")
	inner, v6 := strings.CutPrefix(inner, "IPv6:")
	if a, err := netip.ParseAddr(inner); v4 {
		return err == nil && a.Is6() == v6 && strings.HasSuffix(parts[1], "]")
	}
	return isHostname(parts[1])
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

// isURI reports whether s is an absolute URI. It is stricter than net/url: an address with
// colons must be in brackets.
func isURI(s string) bool {
	u, err := url.Parse(s)
	if err != nil || !u.IsAbs() || strings.Contains(s, `\`) {
		return false
	}
	host := u.Hostname()
	return !strings.Contains(host, ":") || strings.Contains(u.Host, "[") && isIPv6(host)
}
