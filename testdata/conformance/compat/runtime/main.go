// Command runtime tries the validator that schemavet generate writes into
// users' modules on random pairs of a schema and a value. It must agree with
// santhosh-tekuri/jsonschema, and where no format occurs with
// google/jsonschema-go, which servers run. A pair on which these two differ is an error.
// The official tests of draft 2020-12, which google/jsonschema-go contains, are tried too.
//
//	go run ./runtime [-n pairs] [-seed n] [-o file]
//
// With -o it writes the pairs to a file and compares nothing.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	google "github.com/google/jsonschema-go/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/schemavet/schemavet/testdata/conformance/compat/randtool"
)

func main() {
	n := flag.Int("n", 2000, "number of random pairs")
	seed := flag.Uint64("seed", 1, "seed of what is random")
	out := flag.String("o", "", "write the pairs to a file and compare nothing")
	flag.Parse()
	if err := run(*n, *seed, *out); err != nil {
		fmt.Fprintln(os.Stderr, "runtime:", err)
		os.Exit(1)
	}
}

func run(n int, seed uint64, out string) error {
	file := out
	if out == "" {
		dir, err := os.MkdirTemp("", "runtime")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		file = filepath.Join(dir, "pairs.jsonl")
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	if err := write(w, n, seed); err != nil {
		return err
	}
	if out == "" {
		if err := suite(w); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Close(); err != nil || out != "" {
		return err
	}
	cmd := exec.Command("go", "test", "./internal/generate", "./schemafacts/compat", "-run", "^TestAgrees$", "-count=1")
	cmd.Dir = filepath.Join("..", "..", "..")
	cmd.Env = append(os.Environ(), "SCHEMAVET_PAIRS="+file)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// pair is one line of the file.
type pair struct {
	Schema json.RawMessage `json:"schema"`
	Value  json.RawMessage `json:"value"`
	Valid  bool            `json:"valid"`
}

// write writes n pairs and counts what the validators say.
func write(w io.Writer, n int, seed uint64) error {
	r := rand.New(rand.NewPCG(seed, 3))
	g := generator{randtool.New(r)}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	valid, apart, alone, refused := 0, 0, 0, 0
	for written := 0; written < n; {
		text := g.schema()
		v := newValidators(text)
		if v == nil {
			refused++
			continue
		}
		for i := range 4 {
			value := g.value(v.doc, i)
			ok, same := v.valid(value)
			switch {
			case v.second == nil:
				alone++
			case !same:
				apart++
				fmt.Printf("schema %s\nvalue %s: the first validator says %t, the second one differs\n", text, value, ok)
			}
			if ok {
				valid++
			}
			if err := enc.Encode(pair{json.RawMessage(text), value, ok}); err != nil {
				return err
			}
			if written++; written == n {
				break
			}
		}
	}
	fmt.Printf("%d pairs, %d valid; %d judged by the first validator alone; the second one differs on %d; %d schemas left out\n",
		n, valid, alone, apart, refused)
	if apart > 0 {
		return errors.New("the validators differ")
	}
	return nil
}

// suite writes the pairs of the official tests.
func suite(w io.Writer) error {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "jsonschema", "testdata", "draft2020-12", "*.json"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no official tests in %s: %v", dir, err)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	pairs := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var cases []struct {
			Schema json.RawMessage
			Tests  []struct {
				Data  json.RawMessage
				Valid bool
			}
		}
		if err := json.Unmarshal(data, &cases); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, c := range cases {
			for _, t := range c.Tests {
				if err := enc.Encode(pair{c.Schema, t.Data, t.Valid}); err != nil {
					return err
				}
				pairs++
			}
		}
	}
	fmt.Printf("%d official tests\n", pairs)
	return nil
}

// validators are those of one schema. The second one is nil for what it does
// not understand.
type validators struct {
	doc    any
	first  *jsonschema.Schema
	second *google.Resolved
}

func newValidators(text string) *validators {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	if circular(doc, doc, nil) {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("http://x/s.json", doc); err != nil {
		return nil
	}
	v := &validators{doc: doc}
	if v.first, err = c.Compile("http://x/s.json"); err != nil {
		return nil
	}
	var s google.Schema
	if !strings.Contains(text, `"format"`) && json.Unmarshal([]byte(text), &s) == nil {
		v.second, _ = s.Resolve(nil)
	}
	return v
}

// valid asks the first validator; same is false if the second one differs.
func (v *validators) valid(value []byte) (ok, same bool) {
	exact, err := jsonschema.UnmarshalJSON(strings.NewReader(string(value)))
	if err != nil {
		panic(err)
	}
	ok = v.first.Validate(exact) == nil
	if v.second == nil {
		return ok, true
	}
	var plain any
	if err := json.Unmarshal(value, &plain); err != nil {
		panic(err)
	}
	return ok, (v.second.Validate(plain) == nil) == ok
}
