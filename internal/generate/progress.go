package generate

import (
	"fmt"
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonfields"
)

// reporter returns the argument through which the tool's function reports progress: a
// function, or a channel that Run reads while the function runs. It returns "" if the
// type of progress has no number.
func (w *writer) reporter(t *tool, v *types.Var) string {
	switch u := v.Type().Underlying().(type) {
	case *types.Signature:
		p := u.Params().At(0).Type()
		report := w.report("p", p)
		switch {
		case report == "" || u.Variadic():
			return ""
		case u.Results().Len() == 0:
			return fmt.Sprintf("func(p %s) { _ = %s }", w.typeName(p), report)
		case u.Results().Len() == 1 && types.Identical(u.Results().At(0).Type(), types.Universe.Lookup("error").Type()):
			return fmt.Sprintf("func(p %s) error { return %s }", w.typeName(p), report)
		}
	case *types.Chan:
		report := w.report("p", u.Elem())
		if report == "" {
			return ""
		}
		n := fmt.Sprint(len(t.before))
		t.before = append(t.before, fmt.Sprintf("reports%[1]s, wait%[1]s := tools.Channel(func(p %[2]s) { _ = %[3]s })\ndefer wait%[1]s()", n, w.typeName(u.Elem()), report))
		return "reports" + n
	}
	return ""
}

// each returns the code that runs a statement for each value p of a channel or an
// iterator, until it ends or yields an error.
func each(t types.Type, name, do string) string {
	if _, ok := t.Underlying().(*types.Chan); ok {
		return fmt.Sprintf(`for %[1]s != nil {
		select {
		case p, ok := <-%[1]s:
			if !ok {
				%[1]s = nil
				break
			}
			%[2]s
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}`, name, do)
	}
	if types.Unalias(t).(*types.Named).TypeArgs().Len() == 1 {
		return fmt.Sprintf("if %[1]s != nil {\nfor p := range %[1]s {\n%[2]s\n}\n}", name, do)
	}
	return fmt.Sprintf(`if %[1]s != nil {
		for p, err := range %[1]s {
			if err != nil {
				return nil, err
			}
			%[2]s
		}
	}`, name, do)
}

// yielded returns the type of the values of a channel or an iterator, or nil for another
// type.
func yielded(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return u.Elem()
	case *types.Signature:
		if n := jsonfields.Named(t); n != nil && n.TypeArgs().Len() > 0 {
			return n.TypeArgs().At(0)
		}
	}
	return nil
}

// drain returns the code that reports the progress in a result.
func (w *writer) drain(v *types.Var, name string) string {
	p := yielded(v.Type())
	report := w.report("p", p)
	if report == "" {
		w.refuse(v.Pos(), "%s has no field that says how far the work is, such as Done float64", types.TypeString(p, (*types.Package).Name))
	}
	return each(v.Type(), name, "_ = "+report)
}

// The names of fields that say how far the work is, how much there is, and
// what is being done.
var (
	doneNames    = []string{"Progress", "Done", "Current", "Completed", "Step", "Percent", "N"}
	totalNames   = []string{"Total", "Of", "Max", "Count"}
	messageNames = []string{"Message", "Msg", "Text", "Status", "Stage", "Name"}
)

// report returns the call that reports the progress p of type t, or "" if t has no
// number.
func (w *writer) report(p string, t types.Type) string {
	if isNumber(t) {
		return fmt.Sprintf("c.Progress(ctx, float64(%s), 0, \"\")", p)
	}
	st, ok := jsonfields.Pointee(t).Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	field := func(names []string, fits func(types.Type) bool) string {
		for _, name := range names {
			for f := range st.Fields() {
				switch {
				case f.Name() == name && fits(f.Type()):
					return p + "." + name
				case f.Name() == name && fits(jsonfields.Pointee(f.Type())):
					return "tools.Value(" + p + "." + name + ")"
				}
			}
		}
		return ""
	}
	done, total, message := field(doneNames, isNumber), field(totalNames, isNumber), field(messageNames, isText)
	if done == "" {
		return ""
	}
	done, total = "float64("+done+")", "float64("+total+")"
	if total == "float64()" {
		total = "0"
	}
	if message == "" {
		message = `""`
	} else {
		message = "string(" + message + ")"
	}
	return fmt.Sprintf("c.Progress(ctx, %s, %s, %s)", done, total, message)
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsFloat) != 0
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
