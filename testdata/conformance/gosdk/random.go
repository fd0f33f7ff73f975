package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// randomVersion is the pair that random servers are built against: the one of
// the module's own go.mod.
var randomVersion = version{sdk: "1.8.0", jsonschema: "0.4.3"}

// runRandom makes n servers at random, and compares what schemavet derives from
// them with what they list. What differs must be declared unresolved, and what
// is listed must be derived: nothing may be wrong or missing. A tool that is derived and
// not listed must be conditional.
func runRandom(n int, seed uint64, binary, tmp string, verbose bool) (bool, error) {
	start := time.Now()
	dir, err := os.MkdirTemp(".", "random")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if err := writeRandom(dir, n, seed); err != nil {
		return false, err
	}
	v := randomVersion
	truth, err := serve(v, tmp, "./"+dir+"/serve")
	if err != nil {
		return false, err
	}
	derived, err := derive(v, tmp, binary, "./"+dir+"/...")
	if err != nil {
		return false, err
	}
	judge := judge
	judge.Conditional = true
	r := compare(judge, truth, derived)
	good := r.Wrong == 0 && r.Missing == 0 && r.Extra == 0
	if !good || verbose {
		r.Explain(os.Stdout, v.String(), verbose)
	}
	fmt.Printf("random: %d servers of seed %d, %d tools: %d exact, %d partial, %d wrong, %d missing, %d extra; %.0fs\n",
		n, seed, r.Tools, r.Exact, r.Partial, r.Wrong, r.Missing, r.Extra, time.Since(start).Seconds())
	if r.Exact*10 < r.Tools*6 {
		fmt.Println("random: too few are exact for the comparison to mean anything")
		return false, nil
	}
	if !good {
		fmt.Println("random: to see a server, run with -keep DIR and the same seed")
	}
	return good, nil
}

// writeRandom writes the servers and a command that runs them, which takes all
// but its table from serve.
func writeRandom(dir string, n int, seed uint64) error {
	put := func(name, text string) error {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		return os.WriteFile(name, []byte(text), 0o666)
	}
	const module = "github.com/schemavet/schemavet/schemafacts/conformance/gosdk/"
	imports := fmt.Sprintf("package main\n\nimport (\n\t%q\n", module+"internal/wire")
	table := ")\n\nvar refusals []wire.Entry\n\nvar servers = []wire.Entry{\n"
	for i := range n {
		name := fmt.Sprintf("r%d", i)
		g := &generator{r: rand.New(rand.NewPCG(seed, uint64(i)))}
		if err := put("servers/"+name+"/"+name+".go", g.server(name)); err != nil {
			return err
		}
		imports += fmt.Sprintf("\t%q\n", module+filepath.Base(dir)+"/servers/"+name)
		table += fmt.Sprintf("\t{Name: %q, Register: %s.Register},\n", name, name)
	}
	for _, name := range []string{"main.go", "transport.go"} {
		data, err := os.ReadFile("serve/" + name)
		if err != nil {
			return err
		}
		if err := put("serve/"+name, string(data)); err != nil {
			return err
		}
	}
	return put("serve/servers.go", imports+table+"}\n")
}

// keepRandom writes the servers for people to read.
func keepRandom(dir string, n int, seed uint64) error {
	for i := range n {
		g := &generator{r: rand.New(rand.NewPCG(seed, uint64(i)))}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("r%d.go", i)), []byte(g.server(fmt.Sprintf("r%d", i))), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// A generator makes one server.
type generator struct {
	r     *rand.Rand
	n     int // of numbers that were given out
	decls strings.Builder
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

// fill makes the parts of a template: $N is a name that no other tool has, $D a
// text, $W a word, $I an input type, $A annotations, $S statements that change
// the schema sch, $T ones that change the tool t, # a number of its own.
func (g *generator) fill(t string) string {
	g.n++
	t = strings.ReplaceAll(t, "#", fmt.Sprint(g.n))
	for {
		i := strings.IndexByte(t, '$')
		if i < 0 {
			return t
		}
		var part string
		switch t[i+1] {
		case 'N':
			g.n++
			part = g.fill(strings.ReplaceAll(g.pick(names...), "@", fmt.Sprint(g.n)))
		case 'D':
			part = g.fill(g.pick(texts...))
		case 'W':
			part = g.pick(words...)
		case 'I':
			part = g.input()
		case 'A':
			part = g.pick(annotations...)
		case 'S':
			part = g.fill(g.pick(schemaChanges...) + "; " + g.pick(schemaChanges...))
		case 'T':
			part = g.fill(g.pick(toolChanges...))
		}
		t = t[:i] + part + t[i+2:]
	}
}

// input declares an input type.
func (g *generator) input() string {
	g.n++
	name := fmt.Sprintf("In%d", g.n)
	fmt.Fprintf(&g.decls, "type %s struct {\n", name)
	for i := range 1 + g.r.IntN(4) {
		fmt.Fprintf(&g.decls, "\tF%d %s `json:\"%s\"%s`\n", i, g.pick(fieldTypes...), g.pick("f%d", "f%d,omitempty", "f%d,omitzero"), g.pick("", ` jsonschema:"what it is"`))
		text := g.decls.String()
		g.decls.Reset()
		g.decls.WriteString(strings.ReplaceAll(text, "f%d", fmt.Sprint("f", i)))
	}
	g.decls.WriteString("}\n\n")
	return name
}

// server returns the source of a package with a function Register.
func (g *generator) server(pkg string) string {
	var body, decls strings.Builder
	for range 2 + g.r.IntN(5) {
		p := pieces[g.r.IntN(len(pieces))]
		text := g.fill(p.decls + "\x00" + p.body)
		d, b, _ := strings.Cut(text, "\x00")
		decls.WriteString(d + "\n")
		body.WriteString("\t" + b + "\n")
	}
	return "package " + pkg + "\n" + randomHeader + decls.String() + "\n" + g.decls.String() + "func Register(s *mcp.Server) {\n" + body.String() + "}\n"
}
