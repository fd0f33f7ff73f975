package tools

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"testing"
)

// TestAgrees compares the results for pairs of a schema and a value with those of
// other validators. The program testdata/conformance/compat/runtime writes files with
// such pairs, and passes their names in SCHEMAVET_PAIRS.
func TestAgrees(t *testing.T) {
	f, err := os.Open(cmp.Or(os.Getenv("SCHEMAVET_PAIRS"), "testdata/pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	tried, refused := 0, 0
	for lines.Scan() {
		var pair struct {
			Schema, Value json.RawMessage
			Valid         bool
		}
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			t.Fatal(err)
		}
		tried++
		d, err := compile(pair.Schema)
		if err != nil {
			t.Logf("compile(%s): %v", pair.Schema, err)
			refused++
			continue
		}
		problems := d.check(pair.Value)
		if (len(problems) == 0) != pair.Valid {
			t.Errorf("schema %s\nvalue %s\nproblems %s, but other validators say valid: %t", pair.Schema, pair.Value, texts(problems), pair.Valid)
		}
		if _, object := d.prepare(pair.Value); pair.Value[0] == '{' && (len(object) == 0) != pair.Valid {
			t.Errorf("schema %s\nvalue %s\nprepare says %s, but other validators say valid: %t", pair.Schema, pair.Value, texts(object), pair.Valid)
		}
	}
	if err := lines.Err(); err != nil || tried == 0 {
		t.Errorf("%d pairs, %v", tried, err)
	}
	if refused*10 > tried {
		t.Errorf("%d of %d schemas are refused", refused, tried)
	}
	t.Logf("%d pairs, %d of schemas that are refused", tried, refused)
}

func texts(problems []Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.Argument+" "+p.Reason+": "+p.Text)
	}
	return out
}
