package random

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// tag makes the tag of a field, sometimes a malformed one.
func (w *writer) tag() string {
	switch n := w.rng.IntN(100); {
	case n < 35:
		return ""
	case n < 39:
		return " " + strconv.Quote(Pick(w.rng, `json: "x"`, `json:"x`, `json:x`, `required`, ` json:"y"`, `json:"x",jsonschema:"d"`,
			`json:"a\q"`, `:"x"`, `json:"x"jsonschema:"close"`, "json:\"x\"\tjsonschema:\"tabbed\"", `jsonschema:"only`, `json:""`))
	case n < 42:
		return " " + strconv.Quote(w.noise())
	}
	var parts []string
	if w.chance(85) {
		parts = append(parts, `json:`+strconv.Quote(w.jsonTag()))
	}
	if w.chance(40) {
		parts = append(parts, `jsonschema:`+strconv.Quote(w.description()))
	}
	if w.chance(10) {
		parts = append(parts, Pick(w.rng, `yaml:"z"`, `validate:"required"`, `jsonschema_description:"no"`))
	}
	w.rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return " " + strconv.Quote(strings.Join(parts, " "))
}

func (w *writer) jsonTag() string {
	name := Pick(w.rng, "a", "b", "c", "A", "B", "name", "x", "y", "id", "", "", "-", "größe", "<x>", "with space", "\"", "\\", "a/b~c", "\u2028", "日本", "\xff")
	opts := Pick(w.rng, "", "", "", ",omitempty", ",omitempty", ",omitzero", ",string", ", omitempty", ",omitempty,omitzero", ",", ",,omitempty", ",OmitEmpty")
	return name + opts
}

func (w *writer) description() string {
	if w.chance(4) {
		return Pick(w.rng, "", "enum=a", "=", "a=b c", "required,x=y", "description=d", "\t=x", "é=1")
	}
	return Pick(w.rng, "what it is", "a <b> & 'c' \"d\"", "required", "two words, x=1", " x=1", "a\tb=c", "line\nbreak", "日本語", "\u2029", " ", "e\x00f", "bad \xff utf8", "`tick`")
}

// noise makes a tag of random characters that tags are made of.
func (w *writer) noise() string {
	const letters = `json:"x",- schema=\n<` + "\t"
	b := make([]byte, w.rng.IntN(24))
	for i := range b {
		b[i] = letters[w.rng.IntN(len(letters))]
	}
	return Pick(w.rng, "", "json:", `json:"`, `json:"k`) + string(b) + Pick(w.rng, "", `"`, `" jsonschema:"z"`)
}

// hash gives each name its own random numbers.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// Source returns the randomness of a type.
func Source(seed uint64, name string) *rand.Rand { return rand.New(rand.NewPCG(seed, hash(name))) }
