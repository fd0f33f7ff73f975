// Package runner is what the modules with the real libraries have in common: it builds
// schemavet, compares derived tools with those that a program lists when it runs, and
// prints how many are exact.
package runner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
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
	// Excuse is a reason for which parts of any tool may be unresolved, "" for none.
	Excuse string
	// Branches means that programs register tools in branches that exclude each other: of
	// several derived tools with one name, the best counts, and a program need not list an
	// untraced tool.
	Branches bool
	// Conditional means that a program need not list a conditional tool.
	Conditional bool
	// EveryByte means that a tool is bad if it is equal, but not in every byte.
	EveryByte bool
}

// Result counts the tools of one version by how well they were derived.
type Result struct {
	Tools, Exact, Bytes, Partial, Wrong, Missing, Extra int
	Agreed, Faults                                      int
	// Bad is how many tools are partial, or not equal in every byte, that may not be so.
	Bad     int
	remarks []remark
}

// Good reports whether all is as it should be.
func (r *Result) Good() bool { return r.Wrong+r.Missing+r.Extra+r.Bad == 0 && r.Agreed == r.Faults }

// remark is a line about something that is not as it should be, or that may be so.
type remark struct {
	line, detail string
	allowed      bool
}

func (r *Result) note(detail, format string, args ...any) {
	r.remarks = append(r.remarks, remark{fmt.Sprintf(format, args...), detail, false})
}

func (r *Result) allow(detail, format string, args ...any) {
	r.remarks = append(r.remarks, remark{fmt.Sprintf(format, args...), detail, true})
}

// most is how many remarks of a result are shown if the output is not verbose.
const most = 20

// Explain prints the remarks on a result. If verbose is set, it prints all of them, with
// both sides of each difference; otherwise only the first of those that are not allowed.
func (r *Result) Explain(w io.Writer, name string, verbose bool) {
	shown := 0
	for _, m := range r.remarks {
		if m.allowed && !verbose {
			continue
		}
		if shown++; shown > most && !verbose {
			fmt.Fprintf(w, "%s: and more\n", name)
			return
		}
		fmt.Fprintf(w, "%s: %s\n", name, m.line)
		if verbose {
			fmt.Fprint(w, m.detail)
		}
	}
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
		case len(got) == 0:
			r.note("", "missing  %s, which ends with %q", name, truth.Faults[name])
		case slices.ContainsFunc(got, Tool.fails) == (truth.Faults[name] != ""):
			r.Agreed++
			if said := got[0].refusal(); !strings.Contains(truth.Faults[name], said) {
				r.allow("", "words    %s ends with %q, derived %q", name, truth.Faults[name], said)
			}
		case j.MayBePartial != nil && j.MayBePartial(name) && !slices.ContainsFunc(got, Tool.whole):
			r.Faults--
			r.allow("", "partial  %s, which ends with %q", name, truth.Faults[name])
		default:
			r.note("", "silent   %s ends with %q, derived %q", name, truth.Faults[name], got[0].refusal())
		}
		delete(byName, name)
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		if j.Branches && !slices.ContainsFunc(byName[name], Tool.traced) {
			r.allow("", "untraced %s", name)
			continue
		}
		if j.Conditional && !slices.ContainsFunc(byName[name], Tool.unconditional) {
			r.allow("", "conditional %s", name)
			continue
		}
		// A library may return an error for a random type. A start is assumed to succeed.
		if j.MayBePartial != nil && j.MayBePartial(name) && !slices.ContainsFunc(byName[name], Tool.whole) {
			r.allow("", "partial  %s, which the library refuses", name)
			continue
		}
		r.Extra++
		r.note("", "extra    %s", name)
	}
	return r
}

// fails reports whether schemavet expects the registration of a tool to fail.
func (t Tool) fails() bool { return len(t["errors"]) > 2 }

// whole reports whether a tool has no unresolved parts.
func (t Tool) whole() bool { return len(t["unresolved"]) <= 2 }

// refusal returns the first error that schemavet expects, or "".
func (t Tool) refusal() string {
	var errs []struct{ Message string }
	if json.Unmarshal(t["errors"], &errs) != nil || len(errs) == 0 {
		return ""
	}
	return errs[0].Message
}

// traced reports whether schemavet followed a tool to its registration.
func (t Tool) traced() bool { return string(t["traced"]) != "false" }

// unconditional reports whether schemavet says that a tool is registered in any case.
func (t Tool) unconditional() bool { return string(t["conditional"]) != "true" }

// tool counts one tool.
func (j Judge) tool(r *Result, name string, want Tool, got []Tool) {
	switch {
	case len(got) == 0:
		r.Missing++
		r.note("", "missing  %s", name)
		return
	case len(got) > 1 && !j.Branches:
		r.Wrong++
		r.note("", "wrong    %s: derived %d times", name, len(got))
		return
	}
	best := j.compare(want, got[0])
	for _, t := range got[1:] {
		if v := j.compare(want, t); v.rank() < best.rank() {
			best = v
		}
	}
	switch mayBePartial := j.MayBePartial != nil && j.MayBePartial(name) || j.excuses(got); {
	case len(best.wrong) > 0:
		r.Wrong++
		r.note(best.detail, "wrong    %s: %s", name, strings.Join(best.wrong, ", "))
	case best.partial && mayBePartial:
		r.Partial++
		r.allow(best.detail, "partial  %s: %s", name, best.reasons)
	case best.partial:
		r.Partial++
		r.Bad++
		r.note(best.detail, "partial  %s: %s", name, best.reasons)
	default:
		r.Exact++
		if !best.differs {
			r.Bytes++
		} else if j.EveryByte {
			r.Bad++
			r.note(best.detail, "bytes    %s", name)
		}
	}
}

// excuses reports whether all that is unresolved in tools is so for the reason that is an
// excuse.
func (j Judge) excuses(tools []Tool) bool {
	for _, t := range tools {
		holes, _ := unresolved(t)
		if !t.traced() || slices.ContainsFunc(holes, func(h hole) bool { return h.Reason != j.Excuse }) {
			return false
		}
	}
	return true
}

// verdict says how a derived tool differs from the real one.
type verdict struct {
	wrong   []string // members that differ and are not declared unresolved
	partial bool     // something is declared unresolved
	differs bool     // some bytes differ
	reasons string
	detail  string
}

func (v verdict) rank() int {
	rank := 100 * len(v.wrong)
	if v.partial {
		rank += 10
	}
	if v.differs {
		rank++
	}
	return rank
}

// compare compares two tools.
func (j Judge) compare(want, got Tool) verdict {
	if got.fails() {
		return verdict{wrong: []string{"refused: " + string(got["errors"])}}
	}
	holes, reasons := unresolved(got)
	v := verdict{partial: len(holes) > 0 || !got.traced(), reasons: reasons}
	for _, m := range j.Members {
		w, g := compact(want[m]), compact(got[m])
		if w == g {
			continue
		}
		v.differs = true
		v.detail += fmt.Sprintf("\t%s\n\t  %s %s\n\t  derived %s\n", m, j.Source, w, g)
		if canonical(want[m]) != canonical(got[m]) && !admits(want[m], got[m], m, holes) {
			v.wrong = append(v.wrong, m)
		}
	}
	return v
}

// unresolved returns the unresolved parts of a tool.
func unresolved(t Tool) (holes []hole, reasons string) {
	// A tool without the member has no unresolved parts.
	_ = json.Unmarshal(t["unresolved"], &holes)
	for _, h := range holes {
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
