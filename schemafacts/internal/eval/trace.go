package eval

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Tracer receives the statements that a machine runs in some functions.
type Tracer struct {
	// Func is a part of the names of these functions, in the form of messages.
	Func string
	// Print is called after each statement. Machines may call it at the same time.
	Print func(Statement)
}

// Statement is a statement that a machine has run.
type Statement struct {
	Func string    // in the form of messages
	Pos  token.Pos // token.NoPos if it is unknown
	Step int       // the steps of the root so far
	// Conditions is the number of unknown conditions on the path that goes on.
	Conditions int
	// End is how that path goes on: "goes on", "return", "break", "continue",
	// "panics" or "budget ended".
	End string
	// Exits are the paths that left the statement in another way, in the form of End.
	Exits []string
	// Sets are the values of the local variables that the statement assigns, in a short
	// form, such as "text" or ?reason.
	Sets []string
}

// trace tells the tracer about a statement that was run.
func (m *Machine) trace(f *frame, n *ir.Node, fl flow) {
	name := ir.ShortKey(f.fn.Key)
	if n.Op == ir.OpBlock || !strings.Contains(name, m.Tracer.Func) {
		return
	}
	s := Statement{Func: name, Pos: posOf(n), Step: m.steps, Conditions: m.cond, End: endOf(fl.ctl)}
	switch {
	case m.over():
		s.End = "budget ended"
	case m.panicking:
		s.End = "panics"
	}
	for _, p := range fl.exits {
		s.Exits = append(s.Exits, endOf(p.ctl))
	}
	for _, slot := range assigned(n) {
		if c := f.slots[slot]; c != nil {
			s.Sets = append(s.Sets, brief(c.Get()))
		}
	}
	m.Tracer.Print(s)
}

// posOf returns the position of a statement, or of the first expression in it that has one.
func posOf(n *ir.Node) token.Pos {
	if n.Pos.IsValid() {
		return n.Pos
	}
	for _, k := range n.Kids {
		if pos := posOf(k); pos.IsValid() {
			return pos
		}
	}
	return token.NoPos
}

// endOf returns how a path goes on, with the label or the results.
func endOf(c ctl) string {
	switch c.kind {
	case ctlReturn:
		out := []string{"return"}
		for _, v := range c.vals {
			out = append(out, brief(v))
		}
		return strings.Join(out, " ")
	case ctlBreak:
		return strings.TrimSpace("break " + c.label)
	case ctlContinue:
		return strings.TrimSpace("continue " + c.label)
	}
	return "goes on"
}

// assigned returns the slots of the local variables that a statement declares or assigns.
func assigned(n *ir.Node) (slots []int) {
	switch n.Op {
	case ir.OpDeclare:
		return []int{n.Int}
	case ir.OpAssign:
		for _, t := range n.Targets() {
			if t.Op == ir.OpLocal || t.Op == ir.OpDeclare {
				slots = append(slots, t.Int)
			}
		}
	}
	return slots
}

// maxBrief limits the bytes of a text that brief returns.
const maxBrief = 60

// brief returns a value in a short form.
func brief(v value.Value) string {
	switch v := value.Plain(v).(type) {
	case *value.Const:
		s := v.V.ExactString()
		if text, ok := value.StringOf(v); ok {
			s = strconv.Quote(text)
		}
		if len(s) > maxBrief {
			s = s[:maxBrief] + "…"
		}
		return s
	case *value.Nil:
		return "nil"
	case *value.Ptr:
		if _, again := v.C.Get().(*value.Ptr); again {
			return "&&…" // it may lead to itself
		}
		return "&" + brief(v.C.Get())
	case *value.Slice:
		return fmt.Sprintf("%s of %d", typeName(v.T), len(v.Elems))
	case *value.Map:
		return fmt.Sprintf("%s of %d", typeName(v.T), v.Len())
	case *value.Closure:
		return "func " + ir.ShortKey(v.Fn.Key)
	case *value.Unknown:
		if len(v.Alts) > 0 {
			return fmt.Sprintf("?one of %d: %s", len(v.Alts), v.Reason)
		}
		return "?" + v.Reason
	}
	if t := value.TypeOf(v); t != nil {
		return typeName(t)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", v), "*value.")
}

func typeName(t types.Type) string {
	if t == nil {
		return "value of an unknown type"
	}
	return types.TypeString(t, (*types.Package).Name)
}
