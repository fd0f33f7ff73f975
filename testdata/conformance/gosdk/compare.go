package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// parts are the members of a tool that are compared.
var parts = []string{"title", "description", "inputSchema", "outputSchema", "annotations", "icons", "_meta"}

// serversPath is where the servers lie; the next element names one.
const serversPath = "/servers/"

// runTimeServers are those whose tools have parts that only run time knows: a
// partial tool is right there.
var runTimeServers = []string{"runtime"}

// result counts the tools of one version by how well they were derived.
type result struct {
	tools, exact, bytes, partial, wrong, missing, extra int

	agreed, refusals int

	bad   []string // lines about tools that should be better
	other []string // lines about the rest
	diffs map[string]string
}

func (r *result) good() bool { return len(r.bad) == 0 }

// explain prints the tools that are not exact.
func (r *result) explain(w io.Writer, v version, verbose bool) {
	lines := r.bad
	if verbose {
		lines = slices.Concat(r.bad, r.other)
	}
	slices.Sort(lines)
	for _, line := range lines {
		fmt.Fprintf(w, "%s: %s\n", v, line)
		if verbose && r.diffs[line] != "" {
			fmt.Fprint(w, r.diffs[line])
		}
	}
}

func compare(truth *truth, derived []tool) *result {
	r := &result{diffs: map[string]string{}}
	byServer := map[string]map[string][]tool{}
	refused := map[string]tool{}
	for _, t := range derived {
		server, ok := serverOf(t)
		if !ok {
			refused[t.text("name")] = t
			continue
		}
		if byServer[server] == nil {
			byServer[server] = map[string][]tool{}
		}
		byServer[server][t.text("name")] = append(byServer[server][t.text("name")], t)
	}
	for _, server := range slices.Sorted(maps.Keys(truth.servers)) {
		for _, want := range truth.servers[server] {
			r.tools++
			r.add(server, want, byServer[server][want.text("name")])
			delete(byServer[server], want.text("name"))
		}
		for _, name := range slices.Sorted(maps.Keys(byServer[server])) {
			// An untraced tool is a definition that may never be listed.
			if slices.ContainsFunc(byServer[server][name], func(t tool) bool { return string(t["traced"]) != "false" }) {
				r.extra++
				r.bad = append(r.bad, fmt.Sprintf("extra    %s/%s", server, name))
			} else {
				r.other = append(r.other, fmt.Sprintf("untraced %s/%s", server, name))
			}
		}
	}
	r.compareRefused(truth.refused, refused)
	return r
}

// serverOf returns the server to whose packages a tool belongs.
func serverOf(t tool) (string, bool) {
	_, rest, ok := strings.Cut(t.text("package"), serversPath)
	server, _, _ := strings.Cut(rest, "/")
	return server, ok
}

// add counts one tool. Of several tools of one name the best counts: they are
// registrations in branches that exclude each other.
func (r *result) add(server string, want tool, got []tool) {
	id := server + "/" + want.text("name")
	if len(got) == 0 {
		r.missing++
		r.bad = append(r.bad, "missing  "+id)
		return
	}
	best := judge(want, got[0])
	for _, t := range got[1:] {
		if j := judge(want, t); j.rank() < best.rank() {
			best = j
		}
	}
	switch {
	case len(best.wrong) > 0:
		r.wrong++
		r.note(true, "wrong    "+id+": "+strings.Join(best.wrong, ", "), best.diff)
	case len(best.differ) > 0:
		r.partial++
		r.note(!slices.Contains(runTimeServers, server), "partial  "+id+": "+strings.Join(best.differ, ", ")+": "+best.reasons, best.diff)
	default:
		r.exact++
		if len(best.bytes) == 0 {
			r.bytes++
		} else {
			r.note(true, "bytes    "+id+": "+strings.Join(best.bytes, ", "), best.diff)
		}
	}
}

func (r *result) note(bad bool, line, diff string) {
	if bad {
		r.bad = append(r.bad, line)
	} else {
		r.other = append(r.other, line)
	}
	r.diffs[line] = diff
}

// compareRefused checks that source tells which registrations fail, and in the
// SDK's words.
func (r *result) compareRefused(truth map[string]string, derived map[string]tool) {
	for _, name := range slices.Sorted(maps.Keys(truth)) {
		r.refusals++
		text := truth[name]
		t, found := derived[name]
		var errs []struct{ Path, Message string }
		if t["errors"] != nil && json.Unmarshal(t["errors"], &errs) != nil {
			found = false
		}
		said := ""
		if len(errs) > 0 {
			said = errs[0].Message
		}
		switch {
		case !found:
			r.bad = append(r.bad, "missing  "+name)
		case (text == "") != (said == ""):
			r.bad = append(r.bad, fmt.Sprintf("refused  %s: the SDK says %q, source %q", name, text, said))
		case !strings.Contains(text, said):
			r.other = append(r.other, fmt.Sprintf("words    %s: the SDK says %q, source %q", name, text, said))
			r.agreed++
		default:
			r.agreed++
		}
	}
}

// A judgement says in which parts a derived tool differs from the real one.
type judgement struct {
	wrong  []string // differ, and are not declared unresolved
	differ []string
	bytes  []string // equal as JSON values, but printed in other bytes

	reasons string
	diff    string
}

func (j judgement) rank() int { return 100*len(j.wrong) + 10*len(j.differ) + len(j.bytes) }

func judge(want, got tool) judgement {
	var j judgement
	var holes []struct{ Path, Reason string }
	// A tool without the member has no holes.
	_ = json.Unmarshal(got["unresolved"], &holes)
	open := map[string]bool{}
	for _, h := range holes {
		part, _, _ := strings.Cut(strings.TrimPrefix(h.Path, "/"), "/")
		open[part] = true
		j.reasons += h.Path + " " + h.Reason + "; "
	}
	for _, p := range parts {
		w, g := canonical(want[p], false), canonical(got[p], false)
		if w == g {
			if canonical(want[p], true) != canonical(got[p], true) {
				j.bytes = append(j.bytes, p)
				j.diff += fmt.Sprintf("\treal    %s\n\tderived %s\n", canonical(want[p], true), canonical(got[p], true))
			}
			continue
		}
		j.differ = append(j.differ, p)
		if !open[p] && !open[""] && string(got["traced"]) != "false" {
			j.wrong = append(j.wrong, p)
		}
		j.diff += fmt.Sprintf("\treal    %s %s\n\tderived %s %s\n", p, w, p, g)
	}
	return j
}

// canonical prints JSON with sorted keys and without space. If raw is set, the
// scalars keep their bytes; otherwise they are compared by value.
func canonical(data json.RawMessage, raw bool) string {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return ""
	}
	switch data[0] {
	case '{':
		var m map[string]json.RawMessage
		if json.Unmarshal(data, &m) != nil {
			return string(data)
		}
		var b strings.Builder
		for i, k := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(&b, "%s%q:%s", sep(i, "{"), k, canonical(m[k], raw))
		}
		return sepEmpty(b.String(), "{") + "}"
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(data, &list) != nil {
			return string(data)
		}
		var b strings.Builder
		for i, e := range list {
			b.WriteString(sep(i, "[") + canonical(e, raw))
		}
		return sepEmpty(b.String(), "[") + "]"
	}
	if raw {
		return string(data)
	}
	var v any
	if json.Unmarshal(data, &v) != nil {
		return string(data)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return string(data)
	}
	return string(out)
}

func sep(i int, open string) string {
	if i == 0 {
		return open
	}
	return ","
}

func sepEmpty(s, open string) string {
	if s == "" {
		return open
	}
	return s
}
