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
var members = []string{"description", "inputSchema", "outputSchema", "strict", "defer_loading", "allowed_callers", "input_examples"}

// A tool is what a model is told of one, by member, under the names of MCP.
type tool map[string]json.RawMessage

func (t tool) name() string {
	var s string
	if json.Unmarshal(t["name"], &s) != nil {
		return ""
	}
	return s
}

// truth is what the program says when it runs.
type truth struct {
	tools  []tool
	faults map[string]string // what becomes of each tool that cannot be made
}

// result counts the tools of one version by how well they were derived.
type result struct {
	tools, exact, bytes, partial, wrong, missing, extra int
	agreed, faults                                      int
	// bad is how many tools written by hand are not exact.
	bad     int
	remarks []remark
}

func (r *result) good() bool {
	return r.wrong+r.missing+r.extra+r.bad == 0 && r.agreed == r.faults && r.exact*10 >= r.tools*7
}

// remark is a line about something that is not as it should be.
type remark struct{ line, detail string }

func (r *result) note(detail, format string, args ...any) {
	r.remarks = append(r.remarks, remark{fmt.Sprintf(format, args...), detail})
}

// judgeAll compares all tools. Their names are unique.
func judgeAll(truth *truth, derived []tool) *result {
	r := &result{tools: len(truth.tools), faults: len(truth.faults)}
	byName := map[string][]tool{}
	for _, t := range derived {
		byName[t.name()] = append(byName[t.name()], t)
	}
	for _, want := range truth.tools {
		r.judge(want.name(), want, byName[want.name()])
		delete(byName, want.name())
	}
	for _, name := range slices.Sorted(maps.Keys(truth.faults)) {
		if slices.ContainsFunc(byName[name], func(t tool) bool { return len(t["errors"]) > 2 }) {
			r.agreed++
		} else {
			r.note("", "silent   %s, which ends with %q", name, truth.faults[name])
		}
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
	switch {
	case len(got) == 0:
		r.missing++
		r.note("", "missing  %s", name)
		return
	case len(got) > 1:
		r.wrong++
		r.note("", "wrong    %s: derived %d times", name, len(got))
		return
	case len(got[0]["errors"]) > 2:
		r.wrong++
		r.note("", "wrong    %s: refused: %s", name, got[0]["errors"])
		return
	}
	holes, reasons := unresolved(got[0])
	traced := string(got[0]["traced"]) != "false"
	var wrong, open []string
	detail, same := "", true
	for _, m := range members {
		w, g := want[m], got[0][m]
		if canonical(w) == canonical(g) {
			same = same && compact(w) == compact(g)
			continue
		}
		detail += fmt.Sprintf("\t%s\n\t  framework %s\n\t  derived   %s\n", m, compact(w), compact(g))
		if holes[m] || holes[""] {
			open = append(open, m)
		} else {
			wrong = append(wrong, m)
		}
	}
	switch {
	case len(wrong) > 0:
		r.wrong++
		r.note(detail, "wrong    %s: %s", name, strings.Join(wrong, ", "))
	case len(open) > 0 || len(holes) > 0 || !traced:
		r.partial++
		if !isRandom(name) && !strings.HasPrefix(name, "open_") {
			r.bad++
		}
		r.note(detail, "partial  %s: %s", name, reasons)
	default:
		r.exact++
		if same {
			r.bytes++
		}
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
