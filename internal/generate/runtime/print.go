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

// The formats in which the command line prints a result.
const (
	formatText = "text"
	formatJSON = "json"
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

// elements returns the elements of a list, or nil if the JSON is not a list.
func elements(raw json.RawMessage) (out []json.RawMessage) {
	if len(raw) > 0 && raw[0] == '[' {
		_ = json.Unmarshal(raw, &out) // it was valid before
	}
	return out
}

// print writes a result in one of the formats.
func (r Result) print(w io.Writer, format string) error {
	var b bytes.Buffer
	if r.plain != nil && format == formatJSON {
		if err := json.Indent(&b, r.plain, "", "  "); err != nil {
			return err
		}
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

// writeText writes a value for people: a string as it is, a list of objects as a
// table, other lists with one element on each line, and objects with one member on
// each line.
func writeText(b *bytes.Buffer, raw json.RawMessage) {
	list := elements(raw)
	columns := tableColumns(list)
	switch {
	case raw == nil || string(raw) == "null":
	case raw[0] == '{':
		writeMembers(b, members(raw), "")
	case raw[0] != '[':
		fmt.Fprintln(b, scalar(raw))
	case len(columns) > 0:
		writeTable(b, list, columns)
	default:
		for _, e := range list {
			fmt.Fprintln(b, cell(e))
		}
	}
}

// writeMembers writes an object, and the objects and lists in it indented.
func writeMembers(b *bytes.Buffer, o []member, indent string) {
	for _, m := range o {
		switch m.value[0] {
		case '{':
			fmt.Fprintf(b, "%s%s:\n", indent, m.name)
			writeMembers(b, members(m.value), indent+"  ")
		case '[':
			fmt.Fprintf(b, "%s%s:\n", indent, m.name)
			for _, e := range elements(m.value) {
				fmt.Fprintf(b, "%s  - %s\n", indent, cell(e))
			}
		default:
			text := strings.ReplaceAll(scalar(m.value), "\n", "\n"+indent+"  ")
			fmt.Fprintln(b, strings.TrimRight(indent+m.name+": "+text, " "))
		}
	}
}

// tableColumns returns the columns for a list of objects, or nil for any other list.
func tableColumns(l []json.RawMessage) (columns []string) {
	for _, e := range l {
		if e[0] != '{' {
			return nil
		}
		for _, m := range members(e) {
			if !slices.Contains(columns, m.name) {
				columns = append(columns, m.name)
			}
		}
	}
	return columns
}

func writeTable(b *bytes.Buffer, objects []json.RawMessage, columns []string) {
	rows := [][]string{{strings.ToUpper(strings.Join(columns, "\t"))}}
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
