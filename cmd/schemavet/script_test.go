package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/runcache"
	"github.com/schemavet/schemavet/internal/slow"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/mod/modfile"
)

var update = flag.Bool("update", false, "rewrite what the scripts compare with")

// TestMain lets the test binary also act as the command, with or without go vet.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"schemavet": main})
}

// TestScripts runs testdata/scripts. Each script works in a module whose SDKs
// are the stubs of testdata/sdk; a script without a go.mod gets one for the
// official SDK. Besides the usual commands there is
//
//	status N command args...   the command exits with code N
//	vet args...                go vet with schemavet as its tool
//	samefindings packages...   go vet and schemavet check find the same
//	samechanges                schemavet diff has each change that schemavet check finds; the slow
//	                           tests run this after each plain check that finds something
//	validates form file        the file has this form of docs/output.schema.json
//	bigschema file bytes       write a schema of about that size
//	hostilefiles file          break each file that is read, run the commands, write a table
//	hostilenames               print hostile names by each command and form
//	picture name command       docs/images/name.svg shows the last output, by this command
//	picture name -html folder  docs/images/name.svg shows the HTML index in the folder
//	manytools file n [name]    write a package tools with n tools, each of its own type
//
// and the condition [all], which holds if the slow tests run: what go vet finds, but
// for the script vet, and scripts that take seconds.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goenv := goEnv(t, "GOCACHE", "GOMODCACHE", "GOROOT")
	download(t, filepath.Join(root, "testdata", "plainfuncs"))
	testscript.Run(t, testscript.Params{
		Files:         scripts(t, filepath.Join(root, "testdata", "scripts")),
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goenv...)
			// Below the script's folder it would be one of the files that count.
			env.Vars = append(env.Vars, runcache.Var+"="+env.T().(testing.TB).TempDir())
			env.Vars = append(env.Vars, "GOPROXY=off", "GONOSUMDB=*", "GOTOOLCHAIN=local", "GOWORK=off", "ROOT="+root)
			script, err := os.ReadFile(filepath.Join(root, "testdata", "scripts", filepath.Base(env.T().(testing.TB).Name())+".txtar"))
			if err != nil {
				return err
			}
			flags := "GOFLAGS=-mod=mod"
			if !bytes.Contains(script, []byte("net/http")) {
				flags += " -tags=nohttp" // for the stubs, as in linttest.Run
			}
			env.Vars = append(env.Vars, flags)
			env.Vars = append(env.Vars, "SCHEMAVET_MUTANT="+os.Getenv("SCHEMAVET_MUTANT")) // see internal/mutants
			// Hundreds of short processes need not collect garbage as often.
			env.Vars = append(env.Vars, "GOGC=400")
			if err := os.Symlink(filepath.Join(root, "testdata", "sdk"), filepath.Join(env.WorkDir, "sdk")); err != nil {
				return err
			}
			mod := filepath.Join(env.WorkDir, "go.mod")
			if _, err := os.Stat(mod); errors.Is(err, fs.ErrNotExist) {
				if err := os.WriteFile(mod, []byte(defaultModule), 0o666); err != nil {
					return err
				}
			}
			return placeStubs(env.WorkDir, filepath.Join(root, "testdata", "sdk"))
		},
		Condition: func(cond string) (bool, error) {
			if cond == "all" {
				return slow.All(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":       status,
			"vet":          vet,
			"samefindings": sameFindings,
			"samechanges":  sameChanges,
			"bigschema":    bigSchema,
			"validates":    validates,
			"manytools":    manyTools,
			"hostilefiles": hostileFiles,
			"hostilenames": hostileNames,
			"hostilecode":  hostileCode,
			"picture":      picture,
		},
	})
}

// download fetches what a module requires. The scripts copy this module and run without a
// proxy, and on a machine that has only Go nothing else has fetched it before.
func download(t *testing.T, module string) {
	t.Helper()
	cmd := exec.Command("go", "mod", "download")
	cmd.Dir = module
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go mod download in %s: %v\n%s", module, err, out)
	}
}

// scripts returns the scripts in a folder: all, or only those of which the slow tests run
// more if the quick tests are left out.
func scripts(t *testing.T, dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts in ", dir, err)
	}
	if !slow.Only() {
		return files
	}
	return slices.DeleteFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return !bytes.Contains(text, []byte("all]"))
	})
}

var stubFolder = regexp.MustCompile(`=> (\.\.?/)+sdk/(\S+)`)

// placeStubs makes the go.mod files below dir replace SDKs by the stubs in the folder sdk,
// and not by their links in dir. The export data of a package depends on its folder, so the
// go command would compile the stubs for each script.
func placeStubs(dir, sdk string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(d.Name(), ".mod") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text = stubFolder.ReplaceAllFunc(text, func(match []byte) []byte {
			_, stub, _ := strings.Cut(string(match), "sdk/")
			return []byte("=> " + modfile.AutoQuote(filepath.Join(sdk, stub)))
		})
		return os.WriteFile(name, text, 0o666)
	})
}

const defaultModule = `module example.com/server

go 1.25.0

require (
	github.com/google/jsonschema-go v0.4.3
	github.com/modelcontextprotocol/go-sdk v1.8.0
)

replace (
	github.com/google/jsonschema-go => ./sdk/gosdk/jsonschema-go
	github.com/modelcontextprotocol/go-sdk => ./sdk/gosdk/go-sdk
)
`

func goEnv(t *testing.T, names ...string) []string {
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i := range values {
		values[i] = names[i] + "=" + values[i]
	}
	return values
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// validates validates a JSON file with one of the schemas in docs/output.schema.json.
func validates(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: validates form file")
	}
	text, err := os.ReadFile(filepath.Join(ts.Getenv("ROOT"), "docs", "output.schema.json"))
	ts.Check(err)
	root, err := schema.Parse(text)
	ts.Check(err)
	form := root.Lookup("/$defs/" + args[0])
	if form == nil {
		ts.Fatalf("output.schema.json has no form %s", args[0])
	}
	v, err := schema.Parse([]byte(ts.ReadFile(args[1])))
	ts.Check(err)
	r := compat.NewRefuser(root).Refuse(form, v)
	if r != nil && !neg {
		ts.Fatalf("%s: not the form %s: at %s: %s", args[1], args[0], r.Path, r)
	}
	if r == nil && neg {
		ts.Fatalf("%s has the form %s", args[1], args[0])
	}
}

// sameChanges compares what the two commands print about the snapshots in this folder.
func sameChanges(ts *testscript.TestScript, neg bool, args []string) {
	type change struct {
		Check, Rule, Tool, Level, Fingerprint, Message string
		Witness                                        json.RawMessage
	}
	var check struct{ Findings []change }
	var diff struct{ Changes []change }
	_ = ts.Exec("schemavet", "check", "--baseline", "none", "--format", "json")
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &check))
	_ = ts.Exec("schemavet", "diff", ".", "source", "--format", "json")
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &diff))
	for _, f := range check.Findings {
		if f.Check != "schemadrift" || f.Level == "" || strings.HasPrefix(f.Rule, "snapshot-") || f.Rule == "tool-underived" {
			continue
		}
		n := 0
		for _, c := range diff.Changes {
			if c.Fingerprint == f.Fingerprint && c.Level == f.Level && c.Rule == f.Rule && bytes.Equal(compact(c.Witness), compact(f.Witness)) {
				n++
			}
		}
		if n != 1 || neg || len(args) > 0 {
			ts.Fatalf("diff has %d changes %+v in %+v", n, f, diff.Changes)
		}
	}
}

func compact(data []byte) []byte {
	var out bytes.Buffer
	_ = json.Compact(&out, data)
	return out.Bytes()
}

func vet(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec("go", append([]string{"vet", "-vettool=" + tool(ts)}, args...)...)
	if neg && err == nil {
		ts.Fatalf("go vet succeeded")
	}
	if !neg && err != nil {
		ts.Fatalf("go vet: %v", err)
	}
}

// tool returns the path of the command under test.
func tool(ts *testscript.TestScript) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		name := filepath.Join(dir, "schemavet")
		if _, err := os.Stat(name); err == nil {
			return name
		}
	}
	ts.Fatalf("no schemavet in PATH")
	return ""
}

func sameFindings(ts *testscript.TestScript, neg bool, args []string) {
	// Both fail when they find something.
	_ = ts.Exec("go", append([]string{"vet", "-json", "-vettool=" + tool(ts)}, args...)...)
	byVet := vetFindings(ts, ts.ReadFile("stdout")+ts.ReadFile("stderr"))
	_ = ts.Exec("schemavet", append([]string{"check", "--format", "json"}, args...)...)
	var out struct{ Findings []finding.Finding }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &out))
	var byCheck []string
	for _, f := range out.Findings {
		file := ts.MkAbs(filepath.FromSlash(f.File))
		byCheck = append(byCheck, fmt.Sprintf("%s:%d:%d: %s: %s (%s)", file, f.Line, f.Column, f.Check, f.Message, f.ID()))
	}
	byVet = slices.DeleteFunc(byVet, func(f string) bool { return !slices.Contains(byCheck, f) && repeats(f, out.Findings) })
	for _, list := range [][]string{byVet, byCheck} {
		slices.Sort(list)
	}
	if v, c := strings.Join(byVet, "\n"), strings.Join(byCheck, "\n"); v != c || neg {
		ts.Fatalf("go vet:\n%s\ncheck:\n%s", v, c)
	}
}

// repeats reports whether a finding of go vet is one about a server that check leaves out,
// because it has a finding about the same tool: see withoutRepeats in package checking.
func repeats(found string, list []finding.Finding) bool {
	m := regexp.MustCompile(`schemadrift: (tool ".*?") .*\(schemadrift/tool-(un)?(registered|conditional)\)`).FindStringSubmatch(found)
	return m != nil && slices.ContainsFunc(list, func(f finding.Finding) bool {
		return strings.Contains(f.Message, m[1]) && slices.Contains([]string{"tool-removed", "tool-renamed", "snapshot-missing"}, f.Rule)
	})
}

// vetFindings parses the output of go vet -json: comments, and for each package an
// object with its findings by analyzer.
func vetFindings(ts *testscript.TestScript, text string) []string {
	var objects strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			objects.WriteString(line)
		}
	}
	set := map[string]bool{} // a package and its test variant say the same
	for dec := json.NewDecoder(strings.NewReader(objects.String())); ; {
		var pkgs map[string]map[string][]struct{ Posn, Message string }
		if err := dec.Decode(&pkgs); err == io.EOF {
			break
		} else if err != nil {
			ts.Fatalf("reading %s: %v", text, err)
		}
		for _, checks := range pkgs {
			for _, found := range checks {
				for _, f := range found {
					set[f.Posn+": "+f.Message] = true // which begins with the check's name
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func manyTools(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: manytools file n [name]")
	}
	name := append(args, "t")[2]
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b strings.Builder
	b.WriteString("package tools\n\nimport (\n\t\"context\"\n\n\t\"github.com/modelcontextprotocol/go-sdk/mcp\"\n)\n\nfunc Register(s *mcp.Server) {\n")
	for i := range n {
		fmt.Fprintf(&b, "\tmcp.AddTool(s, &mcp.Tool{Name: \"%s%d\", Description: \"Does it.\"}, h%d)\n", name, i, i)
	}
	b.WriteString("\tfor _, d := range []def{{\"first\"}, {\"second\"}} {\n\t\tmcp.AddTool(s, &mcp.Tool{Name: d.name, Description: \"Does it.\"}, h0)\n\t}\n}\n\ntype def struct{ name string }\n")
	for i := range n {
		fmt.Fprintf(&b, "\ntype in%d struct {\n\tV%d int `json:\"v%d\" jsonschema:\"a number\"`\n}\n\nfunc h%d(context.Context, *mcp.CallToolRequest, in%d) (*mcp.CallToolResult, any, error) {\n\treturn nil, nil, nil\n}\n", i, i, i, i, i)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o666))
}

func bigSchema(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bigschema file bytes")
	}
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b strings.Builder
	b.WriteString(`{"type": "object", "properties": {`)
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, `"property%d": {"type": "string", "description": "what number %d is for", "enum": ["a", "b"]}`, i, i)
	}
	b.WriteString("}}")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o666))
}
