// Package runner is what the modules with the real libraries have in common: it builds
// schemavet, compares derived tools with those that a program lists when it runs, and
// prints how many are exact.
package runner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Tool is one object of a list of tools, by member, under the names of MCP.
type Tool map[string]json.RawMessage

// Text returns a member that is a string, or "".
func (t Tool) Text(member string) string {
	var s string
	if json.Unmarshal(t[member], &s) != nil {
		return ""
	}
	return s
}

// Truth is what a program says when it runs.
type Truth struct {
	Tools  []Tool
	Faults map[string]string // what becomes of each registration that fails, by tool
}

// A Judge compares tools.
type Judge struct {
	Members []string // that are compared
	Source  string   // what the program is called in remarks, such as "library"
	// MayBePartial reports whether a tool may have unresolved parts; nil means that none
	// may.
	MayBePartial func(name string) bool
}

// Result counts the tools of one version by how well they were derived.
type Result struct {
	Tools, Exact, Bytes, Partial, Wrong, Missing, Extra int
	Agreed, Faults                                      int
	// Bad is how many tools are partial that may not be.
	Bad     int
	remarks []remark
}

// Good reports whether all is as it should be.
func (r *Result) Good() bool { return r.Wrong+r.Missing+r.Extra+r.Bad == 0 && r.Agreed == r.Faults }

// remark is a line about something that is not as it should be.
type remark struct{ line, detail string }

func (r *Result) note(detail, format string, args ...any) {
	r.remarks = append(r.remarks, remark{fmt.Sprintf(format, args...), detail})
}

// All compares all tools. Their names are unique.
func (j Judge) All(truth *Truth, derived []Tool) *Result {
	r := &Result{Tools: len(truth.Tools), Faults: len(truth.Faults)}
	byName := map[string][]Tool{}
	for _, t := range derived {
		byName[t.Text("name")] = append(byName[t.Text("name")], t)
	}
	for _, want := range truth.Tools {
		name := want.Text("name")
		j.tool(r, name, want, byName[name])
		delete(byName, name)
	}
	for _, name := range slices.Sorted(maps.Keys(truth.Faults)) {
		switch got := byName[name]; {
		case slices.ContainsFunc(got, Tool.fails):
			r.Agreed++
		case len(got) == 0:
			r.note("", "missing  %s, which ends with %q", name, truth.Faults[name])
		default:
			r.note("", "silent   %s, which ends with %q", name, truth.Faults[name])
		}
		delete(byName, name)
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		r.Extra++
		r.note("", "extra    %s", name)
	}
	return r
}

// fails reports whether schemavet expects the registration of a tool to fail.
func (t Tool) fails() bool { return len(t["errors"]) > 2 }

// tool counts one tool.
func (j Judge) tool(r *Result, name string, want Tool, got []Tool) {
	switch {
	case len(got) == 0:
		r.Missing++
		r.note("", "missing  %s", name)
		return
	case len(got) > 1:
		r.Wrong++
		r.note("", "wrong    %s: derived %d times", name, len(got))
		return
	case got[0].fails():
		r.Wrong++
		r.note("", "wrong    %s: refused: %s", name, got[0]["errors"])
		return
	}
	holes, reasons := unresolved(got[0])
	var wrong []string
	detail, same := "", true
	for _, m := range j.Members {
		w, g := want[m], got[0][m]
		if canonical(w) == canonical(g) {
			same = same && compact(w) == compact(g)
			continue
		}
		detail += fmt.Sprintf("\t%s\n\t  %s %s\n\t  derived %s\n", m, j.Source, compact(w), compact(g))
		if !holes[m] && !holes[""] {
			wrong = append(wrong, m)
		}
	}
	switch {
	case len(wrong) > 0:
		r.Wrong++
		r.note(detail, "wrong    %s: %s", name, strings.Join(wrong, ", "))
	case len(holes) > 0 || string(got[0]["traced"]) == "false":
		r.Partial++
		if j.MayBePartial == nil || !j.MayBePartial(name) {
			r.Bad++
		}
		r.note(detail, "partial  %s: %s", name, reasons)
	default:
		r.Exact++
		if same {
			r.Bytes++
		}
	}
}

// unresolved returns the members of a tool that have unresolved parts.
func unresolved(t Tool) (holes map[string]bool, reasons string) {
	var list []struct{ Path, Reason string }
	// A tool without the member has no unresolved parts.
	_ = json.Unmarshal(t["unresolved"], &list)
	holes = map[string]bool{}
	for _, h := range list {
		member, _, _ := strings.Cut(strings.TrimPrefix(h.Path, "/"), "/")
		holes[member] = true
		reasons += h.Path + " " + h.Reason + "; "
	}
	return holes, reasons
}

// compact prints JSON without space.
func compact(data json.RawMessage) string {
	var b bytes.Buffer
	if len(data) == 0 || json.Compact(&b, data) != nil {
		return string(data)
	}
	return b.String()
}

// canonical prints JSON without space and with sorted keys. Numbers keep their
// digits.
func canonical(data json.RawMessage) string {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return string(data)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return string(data)
	}
	return string(out)
}
