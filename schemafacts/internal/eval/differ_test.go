package eval_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/internal/slow"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"golang.org/x/tools/txtar"
)

var (
	differCount    = flag.Int("diffcount", 0, "how many random programs TestDiffer makes; 0 means some, or more if the slow tests run")
	differSeed     = flag.Uint64("diffseed", 1, "which programs TestDiffer makes")
	differFeatures = flag.String("difffeatures", "", "features with open bugs that TestDiffer uses all the same: `all`, or some, with commas")
	differNumbers  = flag.String("diffnumbers", "", "the random programs that TestDiffer is limited to, by number, with commas")
	differShow     = flag.Int("diffshow", 5, "how many random programs that are judged wrong TestDiffer shrinks")
	differShorter  = flag.Int("diffshorter", 700, "by how much TestDiffer/cut divides the budgets of runs")
	differTable    = flag.Bool("difftable", false, "print how each fixed program is judged")
)

// leastKnown is the share of the parts that random programs emit that must be
// known: who knows nothing is never wrong.
const leastKnown = 0.5

// TestDiffer compares the evaluator with the Go compiler. Programs are built
// and run, and whatever the evaluator calls known must be what they emitted.
//
// A program is a function P of a package p, which hands values to emit under a
// label. The fixed ones lie in testdata/differ/*.txtar, an archive for each rule and a
// file or more for each program; each is a subtest, and -run TestDiffer/fixed/NAME builds
// no others. The random ones are made from the templates in differrules_test.go.
// In TestDiffer/cut their runs end early. Those of TestDiffer/combined are made of the parts in
// testdata/differ/combine. All are built into one binary, which runs each of
// them several times with other arguments and environments, which the evaluator does not know,
// and in which maps and selects take other turns. What is emitted is compared as JSON:
//
//   - wrong: a part that is called known is another one,
//   - missing: something is emitted of which the evaluator says nothing,
//   - extra: something is said to be emitted under no condition, and is not,
//   - panic: the evaluator itself panics.
//
// A run that panics or does not end counts for nothing: a start that fails is
// no start. Random programs that are judged wrong are shrunk and printed.
//
// testdata/differ/expected.txt holds the fixed programs that are still judged
// wrong, and the features of random ones that are left out because of them. A
// program that is listed there and judged right fails the test: the list may
// only shrink. To look for more:
//
//	go test ./schemafacts/internal/eval -run TestDiffer -diffcount 20000 -diffseed 7 -difffeatures all -timeout 2h
func TestDiffer(t *testing.T) {
	expected := readExpected(t)
	l := &lab{tb: t, dir: t.TempDir(), runs: slow.Count(8, 16)}
	j := newJudge(t)
	t.Run("fixed", func(t *testing.T) { testFixed(t, l, j, expected) })
	t.Run("random", func(t *testing.T) {
		for name := range expected.features {
			if *differFeatures == "all" || slices.Contains(strings.Split(*differFeatures, ","), name) {
				delete(expected.features, name)
			}
		}
		testRandom(t, l, j, expected.features, leastKnown)
	})
	t.Run("combined", func(t *testing.T) { testCombined(t, l, j) })
	t.Run("cut", func(t *testing.T) { // a run may also end at any place
		defer eval.Shorten(*differShorter)()
		testRandom(t, l, j, expected.features, 0)
	})
}

// expectations is what expected.txt says.
type expectations struct {
	programs map[string]string // what is wrong with each
	features map[string]bool
}

// readExpected reads lines of two forms:
//
//	program NAME why it is judged wrong
//	feature NAME PROGRAM
//
// where PROGRAM is a listed one that shows why the feature is left out.
func readExpected(t *testing.T) expectations {
	data, err := os.ReadFile("testdata/differ/expected.txt")
	if err != nil {
		t.Fatal(err)
	}
	e := expectations{map[string]string{}, map[string]bool{}}
	for line := range strings.Lines(string(data)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, why, _ := strings.Cut(rest, " ")
		switch word {
		case "program":
			e.programs[name] = why
		case "feature":
			e.features[name] = true
			if e.programs[why] == "" {
				t.Errorf("feature %s is left out because of program %s, which is not expected to fail: use it again", name, why)
			}
			if !slices.ContainsFunc(grammar, func(g group) bool { return g.feature == name }) && name != "go1.21" {
				t.Errorf("there is no feature %s", name)
			}
		case "", "#":
		default:
			t.Errorf("expected.txt: what is %q?", line)
		}
	}
	return e
}

// fixedPrograms reads the programs in testdata/differ/*.txtar.
func fixedPrograms(t *testing.T) []*dprogram {
	var out []*dprogram
	names, _ := filepath.Glob("testdata/differ/*.txtar")
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			dir, file, beside := strings.Cut(f.Name, "/")
			if !beside {
				out = append(out, &dprogram{name: strings.TrimSuffix(f.Name, ".go"), text: string(f.Data), own: true, files: map[string][]byte{}})
				continue
			}
			if last := out[len(out)-1]; last.name != dir {
				t.Fatalf("%s: %s stands after %s", name, f.Name, last.name)
			} else {
				last.files[file] = f.Data
			}
		}
	}
	return out
}

// onlyFixed returns the pattern for the names of fixed programs that -run has, which all
// match without one.
func onlyFixed() *regexp.Regexp {
	run := strings.SplitN(flag.Lookup("test.run").Value.String(), "/", 3)
	if len(run) < 3 {
		return regexp.MustCompile("")
	}
	return regexp.MustCompile(run[2])
}

func testFixed(t *testing.T, l *lab, j *judge, expected expectations) {
	all, only := fixedPrograms(t), onlyFixed()
	programs := slices.DeleteFunc(slices.Clone(all), func(p *dprogram) bool { return !only.MatchString(p.name) })
	for name := range expected.programs {
		if !slices.ContainsFunc(all, func(p *dprogram) bool { return p.name == name }) {
			t.Errorf("expected.txt lists %s, which is no program", name)
		}
	}
	runs := l.run(programs)
	count := map[string]int{}
	for i, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			v := testProgram(t, j, p, i, runs[i])
			count[v.status]++
			switch why, listed := expected.programs[p.name]; {
			case v.status == "no run":
				t.Errorf("no run of it ends")
			case v.bad() && !listed:
				t.Errorf("%s: %s", v.status, v.why)
			case !v.bad() && listed:
				t.Errorf("it is no longer judged wrong (%s): remove it from testdata/differ/expected.txt", why)
			}
		})
	}
	t.Logf("%d programs: %v", len(programs), count)
}

// testProgram judges one fixed program by its runs.
func testProgram(t *testing.T, j *judge, p *dprogram, id int, runs []drun) verdict {
	// A program that does not end in hours has a name, at least.
	late := time.AfterFunc(patience, func() { fmt.Fprintf(os.Stderr, "%s takes longer than %v\n", p.name, patience) })
	c, err := j.claims(p, id)
	late.Stop()
	if err != nil {
		t.Fatal(err)
	}
	v := verdictOf(c, runs)
	if *differTable {
		fmt.Printf("%-16s %-8s %d of %d parts known  %s\n", p.name, v.status, v.known, v.parts, v.why)
	}
	return v
}

// tally counts what random programs come to.
type tally struct {
	made, compiled int
	known, parts   int
	status         map[string]int
	slowest        time.Duration
	slow           *dprogram
}

// batch is how many random programs are built at once.
const batch = 600

func testRandom(t *testing.T, l *lab, j *judge, off map[string]bool, least float64) {
	k := newDmaker(*differSeed, off)
	n := tally{status: map[string]int{}}
	var failed []*dprogram
	want := cmp.Or(*differCount, slow.Count(30, 150))
	for n.made < want {
		var programs []*dprogram
		for len(programs) < batch && n.made < want {
			p := k.program(fmt.Sprintf("random %d/%d", *differSeed, n.made))
			n.made++
			if *differNumbers != "" && !slices.Contains(strings.Split(*differNumbers, ","), strconv.Itoa(n.made-1)) {
				continue
			}
			if _, _, err := j.load(p, 0); err == nil {
				programs = append(programs, p)
			} else if *differTable {
				fmt.Printf("%s does not compile: %v\n", p.name, err)
			}
		}
		n.compiled += len(programs)
		judged := verdicts(l, j, programs, &n)
		t.Logf("up to %d: judged, the slowest took %v", n.made, n.slowest)
		for i, v := range judged {
			n.status[v.status]++
			n.known, n.parts = n.known+v.known, n.parts+v.parts
			if *differTable {
				fmt.Printf("%s %s %s\n", programs[i].name, v.status, v.why)
			}
			if v.bad() {
				t.Logf("%s: %s: %s", programs[i].name, v.status, v.why)
				failed = append(failed, programs[i])
			}
		}
	}
	t.Logf("%d of %d programs compile, %d of %d parts are known, %v, the slowest took %v", n.compiled, n.made, n.known, n.parts, n.status, n.slowest)
	if n.slowest > patience {
		t.Logf("which is %s:\n%s", n.slow.name, brief(n.slow))
	}
	if n.compiled*10 < n.made*9 && *differNumbers == "" {
		t.Errorf("only %d of %d programs compile", n.compiled, n.made)
	}
	if float64(n.known) < least*float64(n.parts) && *differNumbers == "" {
		t.Errorf("only %d of %d parts are known", n.known, n.parts)
	}
	for i, s := range shrink(l, j, failed[:min(len(failed), *differShow)]) {
		t.Errorf("%s: %s: %s in\n%s", failed[i].name, s.verdict.status, s.verdict.why, brief(s.program))
	}
	if len(failed) > *differShow {
		t.Errorf("and %d more programs are judged wrong", len(failed)-*differShow)
	}
}

// verdicts builds, runs and judges programs.
func verdicts(l *lab, j *judge, programs []*dprogram, n *tally) []verdict {
	out := make([]verdict, len(programs))
	runs := l.run(programs)
	for i, p := range programs {
		// A program that does not end in hours has a name, at least.
		late := time.AfterFunc(patience, func() { fmt.Fprintf(os.Stderr, "%s takes longer than %v\n", p.name, patience) })
		c, err := j.claims(p, i)
		late.Stop()
		if err != nil {
			out[i] = verdict{status: "no run"}
			continue
		}
		if c.took > n.slowest {
			n.slowest, n.slow = c.took, p
		}
		out[i] = verdictOf(c, runs[i])
	}
	return out
}
