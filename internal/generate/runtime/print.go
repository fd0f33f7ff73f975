package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// member is a member of an object.
type member struct {
	name  string
	value json.RawMessage
}

// members returns the members of an object in the order in which they were written, or nil
// if the JSON is not an object.
func members(raw json.RawMessage) (out []member) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for dec.More() {
		t, _ := dec.Token()
		m := member{name: fmt.Sprint(t)}
		if dec.Decode(&m.value) != nil {
			break
		}
		out = append(out, m)
	}
	return out
}

// print writes a result in one of the formats.
func (r Result) print(w io.Writer, format string) error {
	var b bytes.Buffer
	if r.plain != nil && format == "json" {
		_ = json.Indent(&b, r.plain, "", "  ") // it is JSON
		b.WriteByte('\n')
	} else {
		writeText(&b, r.plain)
		if r.said != "" {
			fmt.Fprintln(&b, r.said)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeText writes a value for people: a string as it is, a list of objects as a table,
// and the elements of other lists and the members of objects on one line each.
func writeText(b *bytes.Buffer, raw json.RawMessage) {
	var list []json.RawMessage
	isList := json.Unmarshal(raw, &list) == nil
	switch {
	case raw == nil || string(raw) == "null":
	case isList && len(list) > 0 && !slices.ContainsFunc(list, func(e json.RawMessage) bool { return members(e) == nil }):
		writeTable(b, list)
	case isList:
		for _, e := range list {
			fmt.Fprintln(b, cell(e))
		}
	case raw[0] == '{':
		for _, m := range members(raw) {
			fmt.Fprintln(b, strings.TrimRight(m.name+": "+cell(m.value), " "))
		}
	default:
		fmt.Fprintln(b, scalar(raw))
	}
}

func writeTable(b *bytes.Buffer, objects []json.RawMessage) {
	var columns []string
	for _, o := range objects {
		for _, m := range members(o) {
			if !slices.Contains(columns, m.name) {
				columns = append(columns, m.name)
			}
		}
	}
	rows := [][]string{strings.Split(strings.ToUpper(strings.Join(columns, "\t")), "\t")}
	for _, o := range objects {
		row := make([]string, len(columns))
		for _, m := range members(o) {
			row[slices.Index(columns, m.name)] = cell(m.value)
		}
		rows = append(rows, row)
	}
	writeRows(b, rows)
}

// writeRows writes the cells of rows in columns.
func writeRows(b *bytes.Buffer, rows [][]string) {
	var text bytes.Buffer
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		_, _ = fmt.Fprintln(columns, strings.Join(row, "\t"))
	}
	_ = columns.Flush() // a buffer takes all
	for line := range strings.Lines(text.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}

// cell returns a value as text on one line.
func cell(raw json.RawMessage) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(scalar(raw))
}

// scalar returns a string as it is, null as nothing, and other values as JSON.
func scalar(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return string(raw)
	}
	return s
}
