package tools

import (
	"bytes"
	"encoding/json"
	"slices"
)

// member is a member of an object.
type member struct {
	name  string
	value any
}

// ordered is an object with its members in the order in which they were written.
type ordered []member

// get returns the value of a member, or nil.
func (o ordered) get(name string) any {
	if i := slices.IndexFunc(o, func(m member) bool { return m.name == name }); i >= 0 {
		return o[i].value
	}
	return nil
}

// decodeOrdered decodes valid JSON: objects as ordered, numbers as json.Number.
func decodeOrdered(raw json.RawMessage) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return nextOrdered(dec)
}

func nextOrdered(dec *json.Decoder) any {
	t, err := dec.Token()
	if err != nil {
		return nil
	}
	switch t {
	case json.Delim('{'):
		o := ordered{}
		for dec.More() {
			name, _ := dec.Token()
			text, _ := name.(string)
			o = append(o, member{text, nextOrdered(dec)})
		}
		_, _ = dec.Token()
		return o
	case json.Delim('['):
		l := []any{}
		for dec.More() {
			l = append(l, nextOrdered(dec))
		}
		_, _ = dec.Token()
		return l
	}
	return t
}
