package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// members are the parts of a tool that are compared.
var members = []string{
	"title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution", "defer_loading", "_meta",
}

// result counts the tools of one version by how well they were derived.
type result struct {
	tools, exact, bytes, partial, wrong, missing, extra int
	agreed, faults                                      int
	remarks                                             []remark
}

// remark is a line about something that is not as it should be.
type remark struct{ line, detail string }

func (r *result) note(detail, format string, args ...any) {
	r.remarks = append(r.remarks, remark{fmt.Sprintf(format, args...), detail})
}

// judgeAll compares all tools. Their names are unique in this module.
func judgeAll(truth *truth, derived []tool) *result {
	r := &result{tools: len(truth.tools), faults: len(truth.faults)}
	byName := map[string][]tool{}
	for _, t := range derived {
		byName[t.text("name")] = append(byName[t.text("name")], t)
	}
	for _, want := range truth.tools {
		name := want.text("name")
		r.judge(name, want, byName[name])
		delete(byName, name)
	}
	for _, name := range slices.Sorted(maps.Keys(truth.faults)) {
		r.judgeFault(name, truth.faults[name], byName[name])
		delete(byName, name)
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		r.extra++
		r.note("", "extra    %s", name)
	}
	return r
}

// judge counts one tool.
func (r *result) judge(name string, want tool, got []tool) {
	switch len(got) {
	case 0:
		r.missing++
		r.note("", "missing  %s", name)
		return
	case 1:
	default:
		r.wrong++
		r.note("", "wrong    %s: derived %d times", name, len(got))
		return
	}
	holes, reasons := unresolved(got[0])
	var wrong, open []string
	detail, same := "", true
	for _, m := range members {
		w, g := want[m], got[0][m]
		if canonical(w) == canonical(g) {
			same = same && compact(w) == compact(g)
			continue
		}
		detail += fmt.Sprintf("\t%s\n\t  library %s\n\t  derived %s\n", m, compact(w), compact(g))
		if holes[m] || holes[""] || string(got[0]["traced"]) == "false" {
			open = append(open, m)
		} else {
			wrong = append(wrong, m)
		}
	}
	switch {
	case len(wrong) > 0:
		r.wrong++
		r.note(detail, "wrong    %s: %s", name, strings.Join(wrong, ", "))
	case len(open) > 0 || len(holes) > 0:
		r.partial++
		r.note(detail, "partial  %s: %s", name, reasons)
	case same:
		r.exact++
		r.bytes++
	default:
		r.exact++
	}
}

// unresolved returns the members of a tool that have holes.
func unresolved(t tool) (holes map[string]bool, reasons string) {
	var list []struct{ Path, Reason string }
	// A tool without the member has no holes.
	_ = json.Unmarshal(t["unresolved"], &list)
	holes = map[string]bool{}
	for _, h := range list {
		member, _, _ := strings.Cut(strings.TrimPrefix(h.Path, "/"), "/")
		holes[member] = true
		reasons += h.Path + " " + h.Reason + "; "
	}
	return holes, reasons
}

// judgeFault holds that source tells of a registration that goes wrong.
func (r *result) judgeFault(name, text string, got []tool) {
	for _, t := range got {
		if len(t["errors"]) > 2 {
			r.agreed++
			return
		}
	}
	if len(got) == 0 {
		r.note("", "missing  %s, which ends with %q", name, text)
		return
	}
	r.note("", "silent   %s, which ends with %q", name, text)
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
