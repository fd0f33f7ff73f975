package compat

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// truth is the known relation between two schemas.
type truth struct {
	Value *bool
	Basis string
}

// schemaCase is a pair of schemas with the known relation between them.
type schemaCase struct {
	ID       string
	Name     string
	Dialect  string
	Old, New json.RawMessage
	Tool     bool `json:"tool_subset"`
	Truth    struct {
		OldInNew         truth `json:"old_in_new"`
		NewInOld         truth `json:"new_in_old"`
		DeclaredOldInNew truth `json:"declared_only_old_in_new"`
	}
}

// TestCases compares the levels of changes with known relations between schemas.
// SCHEMAVET_CASES names a folder with JSON files {"cases": [...]}, which are not part
// of the project.
func TestCases(t *testing.T) {
	dir := os.Getenv("SCHEMAVET_CASES")
	if dir == "" {
		t.Skip("SCHEMAVET_CASES is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s: %v", dir, err)
	}
	total := map[string]int{}
	var times []time.Duration
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var set struct{ Cases []schemaCase }
		if err := json.Unmarshal(data, &set); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, c := range set.Cases {
			if len(c.Old) > 0 && len(c.New) > 0 {
				start := time.Now()
				runCase(t, c, total)
				times = append(times, time.Since(start))
			}
		}
		t.Logf("%s: right %d, undecided %d, wrong %d", strings.TrimSuffix(filepath.Base(file), ".json"), total["right"]-total["was right"],
			total["open"]-total["was open"], total["wrong"]-total["was wrong"])
		for _, k := range []string{"right", "open", "wrong"} {
			total["was "+k] = total[k]
		}
	}
	slices.Sort(times)
	t.Logf("six comparisons of a pair took %v (p50), %v (max)", times[len(times)/2], times[len(times)-1])
	t.Logf("of %d answers on cases like tools %d were undecided", total["tool"], total["tool open"])
	if total["tool open"]*100 > 3*total["tool"] {
		t.Errorf("too much is undecided")
	}
	for _, reason := range sortedKeys(total) {
		if strings.HasPrefix(reason, "excused: ") {
			t.Logf("%s (%d)", reason, total[reason])
		}
	}
	for _, dir := range []string{"input", "output"} {
		t.Logf("%s: truth known %d, missed %d, by policy %d, false alarms %d (%d of tool-like cases), breaking by ledger %d, undecided %d", dir,
			total[dir], total[dir+" missed"], total[dir+" policy"], total[dir+" alarm"], total[dir+" tool alarm"], total[dir+" ledger"], total[dir+" undecided"])
	}
}

func runCase(t *testing.T, c schemaCase, total map[string]int) {
	t.Helper()
	old, err := schema.Parse(c.Old)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	new, err := schema.Parse(c.New)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	old, new = schema.NormalizeSchema(withDialect(old, c.Dialect)), schema.NormalizeSchema(withDialect(new, c.Dialect))
	for _, same := range []*schema.Node{old, new} {
		for _, dir := range []Direction{Input, Output} {
			if cs := Schemas(same, same, dir); len(cs) > 0 {
				t.Errorf("%s: a schema differs from itself: %v", c.ID, cs)
			}
		}
	}
	judge(t, c, total, "input", c.Truth.DeclaredOldInNew, old, Schemas(old, new, Input))
	judge(t, c, total, "output", c.Truth.NewInOld, old, Schemas(old, new, Output))
}

// noArguments recognizes tools without parameters. Their callers send no arguments,
// although the schema allows any.
func noArguments(old *schema.Node) bool { return old.String() == `{"type":"object"}` }

// withDialect sets the dialect of a schema to the one for which the relation is
// known. The dialect only decides the meaning of keywords next to $ref.
func withDialect(n *schema.Node, dialect string) *schema.Node {
	if n.Kind == schema.Object && !n.Has("$schema") && strings.Contains(n.String(), `"$ref"`) && dialect == "draft-07" {
		n.Set("$schema", schema.NewString("http://json-schema.org/draft-07/schema#"))
	}
	return n
}

func judge(t *testing.T, c schemaCase, total map[string]int, dir string, truth truth, old *schema.Node, changes []Change) {
	t.Helper()
	if truth.Value == nil {
		return
	}
	total[dir]++
	var rules []string
	ledger, allLedger, undecided, decided := false, true, false, false
	for _, ch := range changes {
		rules = append(rules, ch.Rule+" "+ch.Level.String())
		if ch.Level == Breaking {
			allLedger = allLedger && ch.Ledger != ""
		}
		ledger = ledger || ch.Ledger != ""
		decided = decided || ch.Level == Breaking && !ch.Undecided
	}
	breaking := Worst(changes) == Breaking
	undecided = breaking && !decided
	switch {
	case undecided:
		total["open"]++
	case *truth.Value == !breaking || allLedger && breaking || ledger && !breaking || noArguments(old):
		total["right"]++
	default:
		total["wrong"]++
	}
	if c.Tool {
		total["tool"]++
		total["tool open"] += boolInt(undecided)
	}
	if undecided {
		total[dir+" undecided"]++
		if testing.Verbose() {
			t.Logf("%s %s (truth %t): undecided\nold %s\nnew %s\n%s", c.ID, dir, *truth.Value, compact(c.Old), compact(c.New), strings.Join(rules, ", "))
		}
	}
	kind := ""
	switch {
	case !*truth.Value && !breaking && dir == "output" && ledger, !*truth.Value && !breaking && noArguments(old):
		kind = " policy"
		for _, ch := range changes {
			if ch.Ledger != "" {
				total["excused: "+dir+" "+ch.Rule+": "+ch.Ledger]++
			}
		}
	case !*truth.Value && !breaking:
		kind = " missed"
		t.Errorf("%s: missed a break (%s %s)\nold %s\nnew %s\n%s", c.ID, dir, c.Dialect, compact(c.Old), compact(c.New), strings.Join(rules, ", "))
	case *truth.Value && breaking && allLedger:
		kind = " ledger"
	case *truth.Value && breaking:
		kind = " alarm"
		if c.Tool {
			total[dir+" tool alarm"]++
		}
		if testing.Verbose() {
			t.Logf("%s %s (tool %t): false alarm\nold %s\nnew %s\n%s", c.ID, dir, c.Tool, compact(c.Old), compact(c.New), strings.Join(rules, ", "))
		}
	}
	total[dir+kind+""] += boolInt(kind != "")
}

func compact(data json.RawMessage) string {
	var buf bytes.Buffer
	if err := json.Compact(&buf, data); err != nil {
		return string(data)
	}
	return buf.String()
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
