package eval_test

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"golang.org/x/tools/txtar"
)

// library is what programs do with a library: they call all functions whose names
// do not begin with Un.
type library struct {
	several
	settled map[string]bool
	left    []string
	open    bool // a name was not known since the last run
}

func (l *library) Call(key string) bool    { return !strings.HasPrefix(key, "p.Un") }
func (l *library) Defines(key string) bool { return !strings.HasSuffix(key, ".take") }
func (l *library) Settled(key string) bool { return l.settled[key] }
func (l *library) Settle(key string)       { l.settled[key] = true }

func (l *library) LeaveTo(key string, calls []token.Pos) {
	l.left = append(l.left, fmt.Sprintf("%s calls %d", key, len(calls)))
}

func (l *library) Registers(key string) bool { return key == "p.emit" || key == "p.take" }

func (l *library) Intrinsic(key string) eval.Intrinsic {
	if !l.Registers(key) {
		return nil
	}
	return func(c *eval.Call) value.Value {
		if _, known := value.StringOf(c.Arg(0)); !known && key == "p.emit" {
			l.open = true
		}
		return value.Tuple{}
	}
}

// TestLeft runs a library whose programs are known.
func TestLeft(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/elsewhere/left.txtar")
	if err != nil {
		t.Fatal(err)
	}
	l := &library{several: several{units: map[string]*ir.Unit{}}, settled: map[string]bool{}}
	order := lowerPackages(t, stdSource, ar.Files[:1], &l.several)
	m := eval.NewMachine(l, gostd.Library{}, nil)
	m.Programs = l
	m.Leave = func([]*value.Def) bool {
		named := !l.open
		l.open = false
		return named
	}
	m.RunUnit(l.units["p"], order)
	slices.Sort(l.left)
	if diff := cmp.Diff(string(ar.Files[1].Data), strings.Join(l.left, "\n")+"\n"); diff != "" {
		t.Errorf("left to programs (-want +got):\n%s", diff)
	}
}
