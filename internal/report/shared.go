package report

import (
	"fmt"
	"go/token"
	"strings"
)

// maxTools is the greatest number of tools that a message names.
const maxTools = 3

// Tools returns a phrase with the names of tools, such as `tool "a"`, or `tools "a",
// "b", "c" and 2 more`.
func Tools(names []string) string {
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, fmt.Sprintf("%q", name))
	}
	switch n := len(quoted); {
	case n == 1:
		return "tool " + quoted[0]
	case n > maxTools:
		return fmt.Sprintf("tools %s and %d more", strings.Join(quoted[:maxTools], ", "), n-maxTools)
	default:
		return fmt.Sprintf("tools %s and %s", strings.Join(quoted[:n-1], ", "), quoted[n-1])
	}
}

// Shared is a problem of a type or tag that several tools use. It becomes one
// finding, which names the tools.
type Shared struct {
	d     Diagnostic
	tools []string
	has   map[string]bool // the tools
}

// sharedKey is what the findings about one shared problem have in common.
type sharedKey struct {
	pos, cause        token.Pos
	category, message string
}

// Add records another tool that has the shared problem.
func (s *Shared) Add(tool string) {
	if !s.has[tool] {
		s.has[tool] = true
		s.tools = append(s.tools, tool)
	}
}

// ReportShared reports d like [Reporter.Report], but after the check has seen all tools.
// Until then the check can add tools to the result. The message of d lacks the subject,
// as in "input has no type". If the check has already reported d for another tool,
// ReportShared adds the tool of d.
func (r *Reporter) ReportShared(d Diagnostic) *Shared {
	key := sharedKey{d.Pos, d.Cause, d.Category, d.Message}
	s := r.sharedBy[key]
	if s == nil {
		s = &Shared{d: d, has: map[string]bool{}}
		if r.sharedBy == nil {
			r.sharedBy = map[sharedKey]*Shared{}
		}
		r.sharedBy[key] = s
		r.shared = append(r.shared, s)
	}
	s.Add(d.Tool)
	return s
}

// judge runs a check, and then reports the problems that it found in shared parts.
func (r *Reporter) judge(judge Judge) {
	judge(r)
	for _, s := range r.shared {
		s.d.shared, s.d.subject = s.tools, Tools(s.tools)+": "
		s.d.Message = s.d.subject + s.d.Message
		r.Report(s.d)
	}
	r.shared, r.sharedBy = nil, nil
}
