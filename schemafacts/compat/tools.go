package compat

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Tools compares two tool objects in normal form; nil means that the tool is absent.
// Parts that are unresolved on either side are not compared; a change reports that less is
// known of a part. Of a part that is partly unknown, the known members are compared. The
// changes are sorted, worst first.
func Tools(old, new *schema.Node) []Change {
	switch {
	case old == nil && new == nil:
		return nil
	case old == nil:
		return []Change{whole("tool-added", "added", Widens, nil, new)}
	case new == nil:
		return []Change{whole("tool-removed", "removed", Narrows, old, nil)}
	}
	before, after := old, new
	old, new, a := align(old, new, toolObject)
	t := &toolDiffer{old: old, new: new, perhaps: a.perhaps, name: cmp.Or(old.Get("name").StringValue(), new.Get("name").StringValue())}
	t.head()
	t.hints()
	var descriptions []Change
	if t.either("inputSchema") {
		descriptions = append(descriptions, t.schemas("inputSchema", Input)...)
	}
	if t.old.Has("outputSchema") && t.new.Has("outputSchema") {
		descriptions = append(descriptions, t.schemas("outputSchema", Output)...)
	} else {
		t.outputPresence()
	}
	out := append(t.changes, foldDescriptions(t.name, descriptions)...)
	if c, ok := doubts("part-unknown", a.lost, before, after); ok {
		out = append(out, c)
	}
	if c, ok := doubts("part-certain", a.certain, before, after); ok {
		out = append(out, c)
	}
	sortChanges(out)
	return out
}

// whole returns a change of a complete tool.
func whole(rule, what string, e Effect, old, new *schema.Node) Change {
	at := cmp.Or(new, old)
	name := at.Get("name").StringValue()
	c := Change{Rule: rule, Direction: Tool, Effect: e, Level: law(e, Tool), Message: fmt.Sprintf("tool %q was %s", name, what)}
	if new != nil {
		c.Pos = cmp.Or(new.Get("name"), new).Pos
	}
	c.Fingerprint = fingerprint(name, c, old, new)
	if new == nil {
		c.Witness = smallestCall(old)
	}
	return c
}

// Underived returns the change for tools that may be gone or changed because the analysis
// stopped early. of says where the tools are from, and why is the reason.
func Underived(tools []string, of, why string) Change {
	what := fmt.Sprintf("tool %q%s", tools[0], of)
	if n := len(tools) - 1; n > 0 {
		what = fmt.Sprintf("%d tools%s, such as %q,", n+1, of, tools[0])
	}
	c := Change{Rule: "tool-underived", Direction: Tool, Level: Breaking, Undecided: true,
		Message: fmt.Sprintf("%s could not be derived: %s", what, why)}
	c.Fingerprint = fingerprint(tools[0], c, nil, nil)
	return c
}

// toolDiffer compares the members of a tool other than its schemas.
type toolDiffer struct {
	old, new *schema.Node
	name     string
	perhaps  map[*schema.Node]bool
	changes  []Change
}

func (t *toolDiffer) either(key string) bool { return t.old.Has(key) || t.new.Has(key) }

func (t *toolDiffer) emit(rule, pointer string, e Effect, message string, old, new *schema.Node) {
	c := Change{Rule: rule, Direction: Tool, Pointer: pointer, Effect: e, Level: law(e, Tool), Message: message}
	if t.perhaps[old] || t.perhaps[new] {
		c.Message += " (under a condition known only at run time)"
	}
	c.Before, c.After = shortenBoth(old, new)
	switch {
	case new != nil:
		c.Pos = new.Pos
	case t.new.Get("name") != nil:
		c.Pos = t.new.Get("name").Pos
	}
	c.Fingerprint = fingerprint(t.name, c, old, new)
	t.changes = append(t.changes, c)
}

// memberRules maps a member to its rule. The rule of any other member is
// tool-meta-changed, because its meaning to a client is unknown.
var memberRules = map[string]struct {
	rule   string
	effect Effect
}{
	"icons":           {"tool-icons-changed", Metadata},
	"strict":          {"tool-strict-changed", Visible},
	"allowed_callers": {"tool-callers-changed", Visible},
	"input_examples":  {"tool-examples-changed", Visible},
}

// head compares the names, titles and other members of two tools that are not
// schemas.
func (t *toolDiffer) head() {
	seen := map[string]bool{}
	for _, m := range append(slices.Clone(t.old.Members), t.new.Members...) {
		old, new := t.old.Get(m.Name), t.new.Get(m.Name)
		if seen[m.Name] || schema.Equal(old, new) {
			continue
		}
		seen[m.Name] = true
		pointer := "/" + schema.EscapeToken(m.Name)
		switch m.Name {
		case "annotations", "inputSchema", "outputSchema":
		case "name":
			t.emit("tool-renamed", pointer, Narrows, fmt.Sprintf("tool %q was renamed to %q", old.StringValue(), new.StringValue()), old, new)
			t.changes[len(t.changes)-1].Witness = smallestCall(t.old)
		case "description":
			e := Visible
			if sameWords(cmp.Or(old, schema.NewNull()), cmp.Or(new, schema.NewNull())) {
				e = Metadata
			}
			t.emit("tool-description-changed", pointer, e, "description of the tool "+fromTo(old, new), old, new)
		case "title":
			t.emit("tool-title-changed", pointer, Metadata, "title of the tool "+fromTo(old, new), old, new)
		case "execution":
			if !t.taskSupport(old.Get("taskSupport"), new.Get("taskSupport")) {
				t.member(m.Name, pointer, old, new)
			}
		default:
			t.member(m.Name, pointer, old, new)
		}
	}
}

// member reports a changed member that needs no special comparison.
func (t *toolDiffer) member(name, pointer string, old, new *schema.Node) {
	rule, e := "tool-meta-changed", Metadata
	if known, ok := memberRules[name]; ok {
		rule, e = known.rule, known.effect
	}
	t.emit(rule, pointer, e, fmt.Sprintf("%s of the tool %s", name, fromTo(old, new)), old, new)
}

// taskSupport reports a change of the calls that a tool accepts: plain calls, calls that
// ask for a task, or both. It returns false if the tool accepts the same calls, or if a
// value is unknown.
func (t *toolDiffer) taskSupport(old, new *schema.Node) bool {
	before, after := calls(old), calls(new)
	if before == after || before == 0 || after == 0 {
		return false
	}
	value := func(n *schema.Node) string { return cmp.Or(n.StringValue(), "forbidden") }
	message := fmt.Sprintf("taskSupport of the tool changed from %q to %q", value(old), value(new))
	rule, e := "tool-task-support-narrowed", Narrows
	switch {
	case before&^after == 0:
		rule, e = "tool-task-support-widened", Widens
	case after&^before != 0:
		e = Incomparable
	}
	plain := false
	switch before &^ after {
	case plainCalls:
		message, plain = message+": the server refuses calls that do not ask for a task", true
	case taskCalls:
		message += ": calls no longer run as tasks"
	}
	t.emit(rule, "/execution/taskSupport", e, message, old, new)
	if plain {
		t.changes[len(t.changes)-1].Witness = smallestCall(t.old)
	}
	return true
}

const (
	plainCalls = 1 << iota
	taskCalls
)

// calls returns the calls that a tool with this taskSupport accepts, or 0 if the protocol
// does not define the value. A tool without taskSupport cannot run as a task.
func calls(taskSupport *schema.Node) int {
	if taskSupport == nil {
		return plainCalls
	}
	switch taskSupport.StringValue() {
	case "forbidden":
		return plainCalls
	case "optional":
		return plainCalls | taskCalls
	case "required":
		return taskCalls
	}
	return 0
}

// hints compares annotations, by which clients decide what they may do without
// confirmation.
func (t *toolDiffer) hints() {
	was, is := t.old.Get("annotations"), t.new.Get("annotations")
	readers := hint(was, "readOnlyHint") && hint(is, "readOnlyHint")
	for _, h := range []struct {
		name   string
		better bool // the value that promises more
	}{{"readOnlyHint", true}, {"destructiveHint", false}, {"idempotentHint", true}, {"openWorldHint", false}} {
		before, after := hint(was, h.name), hint(is, h.name)
		if before == after || readers && (h.name == "destructiveHint" || h.name == "idempotentHint") {
			continue // the protocol gives both hints a meaning only for tools that are not read-only
		}
		rule, e := "tool-hint-weakened", Withdrawn
		if after == h.better {
			rule, e = "tool-hint-strengthened", Promised
		}
		t.emit(rule, "/annotations/"+h.name, e, fmt.Sprintf("%s changed from %t to %t", h.name, before, after), was.Get(h.name), is.Get(h.name))
	}
	seen := map[string]bool{}
	for _, m := range slices.Concat(memberList(was), memberList(is)) {
		before, after := was.Get(m.Name), is.Get(m.Name)
		if _, isHint := schema.HintDefault(m.Name); isHint || seen[m.Name] || schema.Equal(before, after) {
			continue
		}
		seen[m.Name] = true
		rule := "tool-meta-changed"
		if m.Name == "title" {
			rule = "tool-title-changed"
		}
		t.emit(rule, "/annotations/"+schema.EscapeToken(m.Name), Metadata, fmt.Sprintf("%s of the annotations %s", m.Name, fromTo(before, after)), before, after)
	}
}

func hint(annotations *schema.Node, name string) bool {
	if v := annotations.Get(name); v != nil && v.Kind == schema.Bool {
		return v.IsTrue()
	}
	def, _ := schema.HintDefault(name)
	return def
}

// schemas compares the schemas of one direction, and returns the changes of
// descriptions separately.
func (t *toolDiffer) schemas(key string, dir Direction) (descriptions []Change) {
	d := newDiffer(t.name, cmp.Or(t.old.Get(key), withoutInput()), cmp.Or(t.new.Get(key), withoutInput()), dir)
	d.perhaps = t.perhaps
	d.compare()
	for _, list := range [][]Change{d.changes, d.descriptions} {
		for i := range list {
			list[i].Pointer = "/" + key + list[i].Pointer
		}
	}
	t.changes = append(t.changes, d.changes...)
	return d.descriptions
}

// withoutInput returns the input schema of a tool that has none: it takes no arguments.
func withoutInput() *schema.Node {
	n := schema.NewObject()
	n.Set("type", schema.NewString("object"))
	return n
}

// outputPresence reports an output schema that was added or removed.
func (t *toolDiffer) outputPresence() {
	old, new := t.old.Get("outputSchema"), t.new.Get("outputSchema")
	at := len(t.changes)
	switch {
	case old == nil && new != nil:
		t.emit("output-schema-added", "/outputSchema", Promised, "output schema was added", nil, new)
	case old != nil && new == nil:
		t.emit("output-schema-removed", "/outputSchema", Withdrawn, "output schema was removed", old, nil)
	}
	for i := range t.changes[at:] {
		c := &t.changes[at+i]
		c.Direction = Output
		c.Level = law(c.Effect, Output)
	}
}
