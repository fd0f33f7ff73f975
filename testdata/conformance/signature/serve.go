package main

import (
	"bytes"
	"fmt"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/packages"
)

// A server is a module of random functions, each in a package of its own, that
// schemavet generate made tools. What is compared:
//
//	file      schemavet generate writes another file for testdata/plainfuncs
//	refused   a function is refused, or not, against what its schema says
//	derived   schemavet derives another schema from the generated file
//	listed    the server lists another schema
//	call      a call is accepted, or not, against validator and decoder
//	arrived   the function is given something else
//	result    a result is none, or not as the schema says
//	progress  a client is told something else of how far the work is
//	agree     a call by name, as JSON, on the command line or as a process gives another value
//	          or error than a client gets
//	sdks      two SDKs answer differently

// sdkPackages are the packages to get, by the SDK and version.
var sdkPackages = map[string]string{
	"go-sdk@1.0": gosdk + "@v1.0.0", "go-sdk@1.6": gosdk + "@v1.6.1", "go-sdk@1.8": gosdk + "@v1.8.0",
	"mcp-go@0.46": mcpgo + "@v0.46.0", "mcp-go@1.2": mcpgo + "@v1.2.1",
}

const (
	gosdk = "github.com/modelcontextprotocol/go-sdk/mcp"
	mcpgo = "github.com/mark3labs/mcp-go/server"
)

// serving is one run against one SDK.
type serving struct {
	dir, sdk, schemavet string
	seed                uint64
	subjects, fixed     []*subject
	counts              map[string]int
	differ              []string
	answers             map[string]string // of all SDKs, by the call
}

func (s *serving) differs(kind string, subj *subject, format string, args ...any) {
	s.counts["differences"]++
	if len(s.differ) < 10 {
		s.differ = append(s.differ, kind+": "+subj.name+": "+fmt.Sprintf(format, args...)+"\n"+subj.source())
	}
}

// source returns the function, or its name if it is not a random one.
func (subj *subject) source() string {
	if subj.sig == nil {
		return subj.name
	}
	return subj.sig.source(subj.name)
}

// serveAll runs servers of n functions on the SDKs, and returns the number of
// differences.
func serveAll(sdks []string, schemavet string, n, calls int, seed uint64, keep bool) (int, error) {
	total := 0
	answers := map[string]string{}
	for _, sdk := range sdks {
		start := time.Now()
		s := &serving{sdk: sdk, schemavet: schemavet, seed: seed, counts: map[string]int{}, answers: answers}
		for i := range n {
			s.subjects = append(s.subjects, &subject{name: fmt.Sprintf("F%d", i), sig: generate(seed, i), seed: uint64(i)})
		}
		err := s.run(calls, keep)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", sdk, err)
		}
		fmt.Printf("%s, seed %d: %v (%.1fs)\n", sdk, seed, s.counts, time.Since(start).Seconds())
		for _, d := range s.differ {
			fmt.Println(d)
		}
		total += s.counts["differences"]
	}
	return total, nil
}

func (s *serving) run(calls int, keep bool) error {
	var err error
	if s.dir, err = os.MkdirTemp("", "serve"); err != nil {
		return err
	}
	if keep {
		fmt.Println("module", s.dir)
	} else {
		defer os.RemoveAll(s.dir)
	}
	if err := s.write(); err != nil {
		return err
	}
	if out, err := s.command("go", "get", sdkPackages[s.sdk]); err != nil {
		return fmt.Errorf("go get: %w\n%s", err, out)
	}
	if err := s.describe(); err != nil {
		return err
	}
	if err := s.generate(); err != nil {
		return err
	}
	if out, err := s.command("go", "vet", "-structtag=false", "./..."); err != nil { // the random types have odd tags
		return fmt.Errorf("go vet: %w\n%s", err, out)
	}
	if out, err := s.command("go", "test", "./tell"); err != nil {
		return fmt.Errorf("the first test: %w\n%s", err, out)
	}
	if out, err := s.command("go", "build", "-o", "drive.exe", "./drive"); err != nil {
		return fmt.Errorf("building the server: %w\n%s", err, out)
	}
	if err := s.compareDerived(); err != nil {
		return err
	}
	return s.compareCalls(calls)
}

func (s *serving) command(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	return cmd.CombinedOutput()
}

// write writes the module without what is generated.
func (s *serving) write() error {
	probe, err := fs.Sub(files, "testdata/probe")
	if err != nil {
		return err
	}
	for _, dir := range []string{"rt", "ext", "other"} {
		sub, err := fs.Sub(probe, dir)
		if err == nil {
			err = os.CopyFS(filepath.Join(s.dir, dir), sub)
		}
		if err != nil {
			return err
		}
	}
	text := "module example.test/probe\n\ngo 1.26\n\nrequire example.test/probe/ext v0.0.0\n\nreplace example.test/probe/ext => ./ext\n"
	if err := s.file("ext/go.mod", "module example.test/probe/ext\n\ngo 1.26\n"); err != nil {
		return err
	}
	for name, data := range map[string]string{"go.mod": text, ".schemavet.yaml": "signature:\n  contexts: [example.test/probe/other.Context]\n"} {
		if err := s.file(name, data); err != nil {
			return err
		}
	}
	for _, subj := range s.subjects {
		var b bytes.Buffer
		b.WriteString(header)
		subj.sig.write(&b, subj.name)
		if err := s.file("gen/"+subj.name+"/f.go", strings.Replace(b.String(), "{ panic(0) }", subj.sig.body(subj.name), 1)); err != nil {
			return err
		}
	}
	return s.writeFixed()
}

func (s *serving) file(name, text string) error {
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// body notes the arguments and returns results.
func (s *sig) body(name string) string {
	var args, out []string
	args = append(args, fmt.Sprintf("%q", name))
	for _, p := range s.params {
		if !p.injected {
			args = append(args, p.name)
		}
	}
	for i, r := range s.results {
		out = append(out, fmt.Sprintf("rt.Give[%s](%d)", r.text(name), i))
	}
	if s.fails {
		out = append(out, "nil")
	}
	return "{\n\trt.Called(" + strings.Join(args, ", ") + ")\n\treturn " + strings.Join(out, ", ") + "\n}"
}

// options are those of the module's settings.
func (s *serving) options() signature.Options {
	return signature.Options{Contexts: []string{"example.test/probe/other.Context"}}
}

// describe asks the engine, and writes the tables that decode and fill.
func (s *serving) describe() error {
	cfg := &packages.Config{Dir: s.dir, Mode: packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedImports | packages.NeedFiles |
		packages.NeedCompiledGoFiles | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedExportFile, Env: append(os.Environ(), "GOFLAGS=-mod=mod")}
	loaded, err := packages.Load(cfg, "./gen/...", "./other", "./tell", "./library/...")
	if err != nil {
		return err
	}
	source := map[string]*signature.Package{}
	pkgs := map[string]*types.Package{}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return loadError(p.Errors)
		}
		source[p.PkgPath], pkgs[p.PkgPath] = signature.Read(p.Fset, p.Types, p.TypesInfo, p.Syntax, false), p.Types
	}
	read := func(path string) *signature.Package { return source[path] }
	for _, p := range loaded {
		s.describeFixed(p, read)
	}
	for _, subj := range s.subjects {
		pkg := pkgs["example.test/probe/gen/"+subj.name]
		subj.object = pkg.Scope().Lookup(subj.name).(*types.Func)
		subj.said = signature.Describe(signature.Func{Object: subj.object}, read, s.options())
		var table bytes.Buffer
		table.WriteString(header + "\nfunc init() {\n\trt.Enum(other.Low, other.High)\n")
		subj.sig.register(&table, subj.name, pkg)
		table.WriteString("}\n")
		if err := s.file("gen/"+subj.name+"/table.go", table.String()); err != nil {
			return err
		}
	}
	return nil
}

// refusable reports whether a function cannot be a tool of a server.
func (s *serving) refusable(subj *subject) bool {
	if len(subj.said.Input.Holes()) > 0 || subj.said.Output != nil && len(subj.said.Output.Holes()) > 0 {
		return true
	}
	for _, p := range subj.sig.params {
		if p.injected && p.name == "ctx" && p.typ.name != "context.Context" {
			return true
		}
	}
	return false
}

var refusedLine = regexp.MustCompile(`(?m)^gen/(F[0-9]+)/f\.go:\d+:\d+: function "`)

// generate runs schemavet generate; what it refuses is left out.
func (s *serving) generate() error {
	name, _, _ := strings.Cut(s.sdk, "@")
	if err := s.file("drive/drive.go", ""); err != nil { // so that the SDK is there
		return err
	}
	os.RemoveAll(filepath.Join(s.dir, "drive"))
	out, err := s.command(s.schemavet, "generate", "--sdk", name)
	refused := map[string]bool{}
	for _, m := range refusedLine.FindAllStringSubmatch(string(out), -1) {
		refused[m[1]] = true
	}
	if err != nil && len(refused) == 0 {
		return fmt.Errorf("schemavet generate: %w\n%s", err, out)
	}
	var kept []*subject
	for _, subj := range s.subjects {
		if refused[subj.name] != s.refusable(subj) {
			s.differs("refused", subj, "%v, want %v\n%s", refused[subj.name], s.refusable(subj), out)
		}
		if refused[subj.name] {
			s.counts["refused"]++
			if err := os.RemoveAll(filepath.Join(s.dir, "gen", subj.name)); err != nil {
				return err
			}
			continue
		}
		kept = append(kept, subj)
	}
	if out, err := s.command(s.schemavet, "generate", "--tests", "./tell"); err != nil {
		return fmt.Errorf("schemavet generate --tests: %w\n%s", err, out)
	}
	s.subjects = kept
	s.counts["packages"] = len(kept)
	if err := s.compareFile(); err != nil {
		return err
	}
	return s.writeDriver(name)
}

func (s *serving) writeDriver(sdk string) error {
	drive, err := files.ReadFile("testdata/serve/drive.go.txt")
	if err != nil {
		return err
	}
	connect, err := files.ReadFile("testdata/serve/" + strings.ReplaceAll(sdk, "-", "") + ".go.txt")
	if err != nil {
		return err
	}
	agree, err := files.ReadFile("testdata/serve/agree.go.txt")
	if err != nil {
		return err
	}
	var reg, sets bytes.Buffer
	server := map[string][2]string{"go-sdk": {"github.com/modelcontextprotocol/go-sdk/mcp", "*mcp.Server"}, "mcp-go": {"github.com/mark3labs/mcp-go/server", "*server.MCPServer"}}[sdk]
	// This version of the SDK decodes arguments before the runtime sees them.
	fmt.Fprintf(&sets, "var decoded = %v\n\nfunc sets() []*tools.Set {\n\treturn []*tools.Set{\n", strings.HasPrefix(s.sdk, "mcp-go@0"))
	fmt.Fprintf(&reg, "package main\n\nimport (\n\t\"context\"\n\t\"example.test/probe/internal/tools\"\n\t\"%s\"\n\t\"example.test/probe/other\"\n", server[0])
	for _, subj := range s.subjects {
		fmt.Fprintf(&reg, "\t%s \"example.test/probe/gen/%s\"\n", subj.name, subj.name)
	}
	fmt.Fprintf(&reg, "\t\"example.test/probe/tell\"\n\t\"example.test/probe/%s\"\n", desk)
	fmt.Fprintf(&reg, ")\n\nvar _ other.Context\nvar _ context.Context\n\nfunc register(s %s) {\n", server[1])
	for _, subj := range s.subjects {
		deps := ""
		seen := map[string]bool{}
		for _, p := range subj.sig.params {
			typ := p.typ.name
			if !p.injected || !strings.Contains(typ, "other.Context") || seen[typ] {
				continue
			}
			name := "NewContext"
			if seen[typ] = true; len(seen) > 1 {
				name += fmt.Sprint(len(seen))
			}
			value := strings.Replace(typ, "*", "&", 1) + "{Context: ctx}"
			deps += name + ": func(ctx context.Context, _ tools.Request) " + typ + " { return " + value + " }, "
		}
		fmt.Fprintf(&reg, "\t%[1]s.RegisterTools(s, %[1]s.Deps{%[2]s})\n", subj.name, deps)
		if deps != "" {
			deps = subj.name + ".Deps{" + deps + "}"
		}
		fmt.Fprintf(&sets, "\t\t%s.Tools(%s),\n", subj.name, deps)
	}
	reg.WriteString("\ttell.RegisterTools(s, tell.Deps{})\n\tdesk.RegisterTools(s, desk.Deps{Desk: desk.New()})\n}\n\n")
	reg.WriteString(sets.String() + "\t}\n}\n")
	for name, text := range map[string]string{"drive/drive.go": string(drive), "drive/connect.go": string(connect), "drive/agree.go": string(agree), "drive/register.go": reg.String()} {
		if err := s.file(name, text); err != nil {
			return err
		}
	}
	return nil
}
