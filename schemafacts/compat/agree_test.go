package compat

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"testing"
)

// TestAgrees compares verdicts with those of other validators, on the pairs of a schema
// and a value with which the validator in generated code is compared, too. The program
// testdata/conformance/compat/runtime writes such files.
func TestAgrees(t *testing.T) {
	f, err := os.Open(cmp.Or(os.Getenv("SCHEMAVET_PAIRS"), "../../internal/generate/testdata/pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	var count [yes + 1]int
	for lines.Scan() {
		var pair struct {
			Schema, Value json.RawMessage
			Valid         bool
		}
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			t.Fatal(err)
		}
		root := parse(t, string(pair.Schema))
		c := validator{steps: maxValidSteps, lax: true}
		got := c.valid(parse(t, string(pair.Value)), part{root, newDocument(root)})
		count[got]++
		if got != unsure && got != sure(pair.Valid) {
			t.Errorf("schema %s\nvalue %s\nother validators say valid: %t", pair.Schema, pair.Value, pair.Valid)
		}
	}
	decided := count[yes] + count[no]
	if err := lines.Err(); err != nil || decided < 3*count[unsure] {
		t.Errorf("%d pairs are decided, %d are not, %v", decided, count[unsure], err)
	}
	t.Logf("%d valid, %d invalid, %d undecided", count[yes], count[no], count[unsure])
}
