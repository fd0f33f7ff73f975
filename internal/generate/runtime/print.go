package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// The formats in which the command line prints a result.
const (
	formatText = "text"
	formatJSON = "json"
	formatYAML = "yaml"
)

// print writes a result in one of the formats.
func (r Result) print(w io.Writer, format string) error {
	if r.plain == nil {
		if r.Text == "" {
			return nil
		}
		_, err := fmt.Fprintln(w, r.Text)
		return err
	}
	var b bytes.Buffer
	switch format {
	case formatJSON:
		if err := json.Indent(&b, r.plain, "", "  "); err != nil {
			return err
		}
		b.WriteByte('\n')
	case formatYAML:
		writeYAML(&b, decodeOrdered(r.plain), 0)
	default:
		writeText(&b, decodeOrdered(r.plain))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeText writes a value for people: a string as it is, a list of objects as a
// table, other lists with one element on each line, and objects with one member on
// each line.
func writeText(b *bytes.Buffer, v any) {
	switch v := v.(type) {
	case nil:
	case ordered:
		writeMembers(b, v, "")
	case []any:
		if columns := tableColumns(v); len(columns) > 0 {
			writeTable(b, v, columns)
			return
		}
		for _, e := range v {
			fmt.Fprintln(b, cell(e))
		}
	default:
		fmt.Fprintln(b, scalar(v))
	}
}

// writeMembers writes an object, and the objects and lists in it indented.
func writeMembers(b *bytes.Buffer, o ordered, indent string) {
	for _, m := range o {
		switch v := m.value.(type) {
		case ordered:
			fmt.Fprintf(b, "%s%s:\n", indent, m.name)
			writeMembers(b, v, indent+"  ")
		case []any:
			fmt.Fprintf(b, "%s%s:\n", indent, m.name)
			for _, e := range v {
				fmt.Fprintf(b, "%s  - %s\n", indent, cell(e))
			}
		default:
			text := strings.ReplaceAll(scalar(v), "\n", "\n"+indent+"  ")
			fmt.Fprintln(b, strings.TrimRight(indent+m.name+": "+text, " "))
		}
	}
}

// tableColumns returns the columns for a list of objects, or nil for any other list.
func tableColumns(l []any) (columns []string) {
	for _, e := range l {
		o, ok := e.(ordered)
		if !ok {
			return nil
		}
		for _, m := range o {
			if !slices.Contains(columns, m.name) {
				columns = append(columns, m.name)
			}
		}
	}
	return columns
}

func writeTable(b *bytes.Buffer, objects []any, columns []string) {
	rows := [][]string{{strings.ToUpper(strings.Join(columns, "\t"))}}
	for _, o := range objects {
		var row []string
		for _, c := range columns {
			row = append(row, cell(o.(ordered).get(c)))
		}
		rows = append(rows, row)
	}
	writeRows(b, rows)
}

// writeRows writes the cells of rows in columns.
func writeRows(w io.Writer, rows [][]string) {
	var text bytes.Buffer
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(columns, strings.Join(row, "\t"))
	}
	columns.Flush()
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}

// cell returns a value as text on one line.
func cell(v any) string {
	switch v := v.(type) {
	case ordered, []any:
		return compact(v)
	case string:
		return strings.NewReplacer("\n", " ", "\t", " ").Replace(v)
	}
	return scalar(v)
}

// scalar returns a string, number, boolean or null as text.
func scalar(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	return fmt.Sprint(v)
}

// compact returns a value as JSON on one line.
func compact(v any) string {
	switch v := v.(type) {
	case ordered:
		var parts []string
		for _, m := range v {
			parts = append(parts, compact(m.name)+":"+compact(m.value))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, compact(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return string(must(encode(v)))
}

// plainYAML matches text that needs no quotes in YAML.
var plainYAML = regexp.MustCompile(`^[A-Za-z_/][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*$`)

// wordsYAML are the words that YAML does not read as strings.
var wordsYAML = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}

// writeYAML writes a value as YAML. Objects and lists begin on a new line.
func writeYAML(b *bytes.Buffer, v any, depth int) {
	indent := strings.Repeat("  ", depth)
	nested := func(v any) {
		if s, ok := scalarYAML(v); ok {
			b.WriteString(" " + s + "\n")
			return
		}
		b.WriteByte('\n')
		writeYAML(b, v, depth+1)
	}
	if s, ok := scalarYAML(v); ok {
		b.WriteString(indent + s + "\n")
		return
	}
	switch v := v.(type) {
	case ordered:
		for _, m := range v {
			key, _ := scalarYAML(m.name)
			b.WriteString(indent + key + ":")
			nested(m.value)
		}
	case []any:
		for _, e := range v {
			var sub bytes.Buffer
			writeYAML(&sub, e, depth+1)
			b.WriteString(indent + "- " + sub.String()[len(indent)+2:])
		}
	}
}

// scalarYAML returns a value in YAML on one line, or false if it needs several lines.
func scalarYAML(v any) (string, bool) {
	switch v := v.(type) {
	case ordered:
		return "{}", len(v) == 0
	case []any:
		return "[]", len(v) == 0
	case string:
		if plainYAML.MatchString(v) && !slices.Contains(wordsYAML, strings.ToLower(v)) {
			return v, true
		}
		if data, err := encode(v); err == nil { // JSON is YAML
			return string(data), true
		}
		return strconv.Quote(v), true
	case nil:
		return "null", true
	}
	return fmt.Sprint(v), true
}
