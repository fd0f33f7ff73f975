package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// work is one call with what its answer should be.
type work struct {
	subj       *subject
	Tool       string
	Args, Want json.RawMessage
	Round      int
	Token      string   // of progress
	Told       []string // what the client is told of it
	Fixed      bool     // no random function: nothing is known of its arguments
	valid      bool
}

var bigInteger = regexp.MustCompile(`[0-9]{16}|[0-9][eE]\+?[0-9]{2}`)

// compareCalls calls all tools with what their schemas say, and with what is
// nearly that.
func (s *serving) compareCalls(n int) error {
	var jobs []work
	outputs := map[*subject]*validator{}
	for _, subj := range s.subjects {
		plain, err := plainValidator(subj.said.Input)
		if err != nil {
			return err
		}
		if subj.said.Output != nil {
			if outputs[subj], err = newValidator(subj.said.Output); err != nil {
				return err
			}
		}
		m := maker{rng: rand.New(rand.NewPCG(s.seed, subj.seed+1e6)), root: subj.said.Input}
		for i := range n {
			v := m.value(subj.said.Input, 4)
			for range i % 3 {
				v = m.mutate(v)
			}
			args := compact(v)
			if strings.HasPrefix(s.sdk, "mcp-go@0") && bigInteger.Match(args) || string(args) == "null" {
				continue // it may change integers; null is no arguments
			}
			valid := plain.refuse("", tree(args)) == ""
			want := tree(args)
			if valid {
				want = withDefaults(subj.said.Input, subj.said.Input, want)
			}
			jobs = append(jobs, work{subj: subj, Tool: subj.said.Name, Args: args, Want: compact(want), Round: i, valid: valid})
		}
	}
	jobs = append(jobs, telling()...)
	answers, err := s.drive(jobs)
	if err != nil {
		return err
	}
	for i, a := range answers {
		if jobs[i].Fixed {
			s.judgeTelling(jobs[i], a)
			continue
		}
		s.judgeCall(jobs[i], a, outputs[jobs[i].subj])
	}
	return nil
}

// reply is what the driver says of a call.
type reply struct {
	Accepted, Decodes    bool
	Reason, Text, Differ string
	Argument             string
	Result               json.RawMessage
	Told                 []string
	Disagree             string
	Surfaces             int
}

func (s *serving) judgeCall(j work, a reply, out *validator) {
	s.counts["calls"]++
	s.counts["calls elsewhere"] += a.Surfaces
	if a.Disagree != "" {
		s.differs("agree", j.subj, "%s: %s", j.Args, a.Disagree)
	}
	if !strings.HasPrefix(s.sdk, "mcp-go@0") { // which decodes arguments itself
		call := fmt.Sprint(j.Tool, j.Round, string(j.Args))
		result := []byte("null")
		if a.Result != nil {
			result = compact(tree(a.Result))
		}
		answer := fmt.Sprint(a.Accepted, a.Reason, a.Argument, a.Text, string(result))
		if other, ok := s.answers[call]; !ok {
			s.answers[call] = answer
		} else if s.counts["calls of two SDKs"]++; other != answer {
			s.differs("sdks", j.subj, "%s: %s, and another SDK %s", j.Args, answer, other)
		}
	}
	switch good := j.valid && a.Decodes; {
	case a.Accepted != good:
		s.differs("call", j.subj, "accepted %v, valid %v, decodes %v: %s\n%s %s", a.Accepted, j.valid, a.Decodes, j.Args, a.Reason, a.Text)
		return
	case !good:
		s.counts["reason "+a.Reason]++
		if later := a.Reason == "failed" || a.Reason == "panic" || a.Reason == "result" || a.Reason == ""; later || j.valid && a.Reason != "decode" && a.Reason != "format" {
			s.differs("reason", j.subj, "%s: %s", a.Reason, j.Args)
		}
		return
	}
	s.counts["accepted"]++
	if a.Differ != "" {
		s.differs("arrived", j.subj, "%s: %s", j.Args, a.Differ)
	}
	if out == nil {
		return
	}
	s.counts["results"]++
	if why := out.refuse("", tree(a.Result)); why != "" {
		s.differs("result", j.subj, "%s: %s", a.Result, why)
	}
}

// drive makes calls. The first thing that the server says is its list.
func (s *serving) drive(jobs []work) ([]reply, error) {
	var in, errs bytes.Buffer
	enc := json.NewEncoder(&in)
	enc.SetEscapeHTML(false)
	for _, j := range jobs {
		if err := enc.Encode(j); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(filepath.Join(s.dir, "drive.exe"))
	cmd.Stdin, cmd.Stderr = &in, &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("running the server: %w\n%s", err, errs.String())
	}
	scan := bufio.NewScanner(bytes.NewReader(out))
	scan.Buffer(nil, 256<<20)
	var replies []reply
	for first := true; scan.Scan(); first = false {
		if first {
			if err := s.compareTools("listed", slices.Clone(scan.Bytes()), ""); err != nil {
				return nil, err
			}
			continue
		}
		var r reply
		if err := json.Unmarshal(scan.Bytes(), &r); err != nil {
			return nil, err
		}
		replies = append(replies, r)
	}
	if len(replies) != len(jobs) {
		return nil, fmt.Errorf("the server answered %d of %d calls", len(replies), len(jobs))
	}
	return replies, scan.Err()
}

// withDefaults returns a valid value with what a dispatcher puts in.
func withDefaults(root, n *schema.Node, v any) any {
	if ref := n.Get("$ref").StringValue(); ref != "" {
		n = root.Lookup(strings.TrimPrefix(ref, "#"))
	}
	if forms := n.Get("anyOf"); forms != nil && v != nil {
		// The only unions of random functions are those of a type and null.
		for _, form := range forms.Elems {
			if form.Get("type").StringValue() != "null" {
				v = withDefaults(root, form, v)
			}
		}
	}
	switch v := v.(type) {
	case map[string]any:
		props := n.Get("properties")
		for name := range v {
			sub := props.Get(name)
			if sub == nil {
				sub = n.Get("additionalProperties")
			}
			if sub != nil {
				v[name] = withDefaults(root, sub, v[name])
			}
		}
		if props != nil {
			for _, m := range props.Members {
				if _, given := v[m.Name]; !given && m.Value.Has("default") {
					v[m.Name] = withDefaults(root, m.Value, tree(m.Value.Get("default").JSON()))
				}
			}
		}
	case []any:
		if items := n.Get("items"); items != nil {
			for i := range v {
				v[i] = withDefaults(root, items, v[i])
			}
		}
	}
	return v
}
