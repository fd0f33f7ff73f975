package metaschema

import (
	"maps"
	"slices"
	"strings"
)

// formats are the formats of JSON Schema 2020-12, and the formats of OpenAPI that
// model providers support. Validators ignore any other format.
var formats = map[string]bool{
	"date-time": true, "date": true, "time": true, "duration": true,
	"email": true, "idn-email": true, "hostname": true, "idn-hostname": true,
	"ipv4": true, "ipv6": true, "uuid": true,
	"uri": true, "uri-reference": true, "iri": true, "iri-reference": true, "uri-template": true,
	"json-pointer": true, "relative-json-pointer": true, "regex": true,
	"byte": true, "binary": true, "password": true, "int32": true, "int64": true, "float": true, "double": true,
}

// misnomers are names that other libraries use for formats, with the standard name.
var misnomers = map[string]string{
	"url": "uri", "datetime": "date-time", "timestamp": "date-time", "guid": "uuid",
	"ip": "ipv4", "host": "hostname", "regexp": "regex", "mail": "email", "e-mail": "email",
}

// KnownFormat reports whether validators and providers support a format. If they do
// not, like is a format that the author may have meant, or "".
func KnownFormat(name string) (ok bool, like string) {
	if formats[name] {
		return true, ""
	}
	lower := strings.ToLower(name)
	if to := misnomers[lower]; to != "" {
		return false, to
	}
	for _, known := range slices.Sorted(maps.Keys(formats)) {
		if Near(lower, known) {
			return false, known
		}
	}
	return false, ""
}

// Near reports whether one edit turns a into b: inserting, deleting or replacing a
// letter, or swapping two adjacent letters.
func Near(a, b string) bool {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
