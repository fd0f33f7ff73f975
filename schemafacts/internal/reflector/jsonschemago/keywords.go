package jsonschemago

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/schemastruct"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// keywords are the fields of jsonschema.Schema in the order of their declaration,
// with "type" first. fronted are the fields that v0.4.0 added directly after "type", or
// moved to that place.
const (
	keywords = `Type Types=type/texts ID=$id Schema=$schema Ref=$ref Comment=$comment Defs=$defs Definitions Anchor=$anchor
		DynamicAnchor=$dynamicAnchor DynamicRef=$dynamicRef Vocabulary=$vocabulary Title Description Default/raw Deprecated ReadOnly WriteOnly
		Examples Enum Const MultipleOf Minimum Maximum ExclusiveMinimum ExclusiveMaximum MinLength MaxLength Pattern PrefixItems Items
		MinItems MaxItems AdditionalItems UniqueItems Contains MinContains MaxContains UnevaluatedItems MinProperties MaxProperties Required
		DependentRequired Properties PatternProperties AdditionalProperties PropertyNames UnevaluatedProperties AllOf AnyOf OneOf Not If Then
		Else DependentSchemas ContentEncoding ContentMediaType ContentSchema Format`
	fronted = `Properties DependencySchemas=dependencies DependencyStrings=dependencies/textlists Items ItemsArray=items/schemas`
)

// table contains the keywords of one version.
type table struct {
	keywords []schemastruct.Field
	rank     map[string]int // by JSON name
}

var tables = func() (all [Latest + 1]table) {
	for v := range all {
		all[v] = newTable(Version(v))
	}
	return all
}()

func newTable(v Version) table {
	t := table{keywords: schemastruct.Fields(keywords), rank: map[string]int{}}
	if v >= V0_4_0 {
		t.keywords = slices.DeleteFunc(t.keywords, func(k schemastruct.Field) bool {
			return k.Keyword == "properties" || k.Keyword == "items"
		})
		t.keywords = slices.Insert(t.keywords, 2, schemastruct.Fields(fronted)...)
	}
	for i, k := range t.keywords {
		t.keywords[i].KeepEmpty = k.Name == "Types" || k.Name == "ItemsArray" || k.Name == "Properties" && v >= V0_4_2
		if _, ok := t.rank[k.Keyword]; !ok {
			t.rank[k.Keyword] = i
		}
	}
	return t
}

// Keywords returns the fields of jsonschema.Schema in the order in which v encodes
// them. The slice is shared: callers must not change it.
func Keywords(v Version) []schemastruct.Field { return tables[v].keywords }

// keyword returns the first field that the version v encodes as a JSON member with a
// name.
func keyword(name string, v Version) (schemastruct.Field, bool) {
	i, ok := tables[v].rank[name]
	if !ok {
		return schemastruct.Field{}, false
	}
	return tables[v].keywords[i], true
}

// Finish completes an object as MarshalJSON completes a Schema. n contains the members
// that come from fields, with a repeated name if two fields with one name are set.
// extra is the field Extra (nil or an object), order the field PropertyOrder. The
// subschemas in n are already finished. Finish returns n itself, in the order of v and
// with HTML escaping, or the library's error. If extra is unresolved, so is the result,
// because it may contain any keyword.
func Finish(n, extra *schema.Node, order []string, v Version) (*schema.Node, error) {
	if err := checkTwice(n, v); err != nil {
		return nil, err
	}
	if v >= V0_4_0 {
		seen := map[string]bool{}
		for _, name := range order {
			if seen[name] {
				return nil, fmt.Errorf("property order slice cannot contain duplicate entries, found duplicate %q", name)
			}
			seen[name] = true
		}
		orderProperties(n.Get("properties"), order)
		if err := mergeDependencies(n); err != nil {
			return nil, err
		}
	}
	if extra.Open() {
		h := extra.Holes()[0]
		hole := schema.NewUnresolved(h.Reason, h.Pos)
		hole.Type, hole.Reflector = n.Type, n.Reflector
		return hole, nil
	}
	if extra != nil {
		extra.SortMembers()
		for _, m := range extra.Members {
			if _, ok := keyword(m.Name, v); ok {
				return nil, fmt.Errorf("map key %q duplicates struct field", m.Name)
			}
		}
		n.Members = append(n.Members, extra.Members...)
		for _, m := range extra.Perhaps() {
			n.Add(m, extra.Partial.Reason)
		}
	}
	arrange(n, v)
	n.EscapeHTML = true
	return n, nil
}

// checkTwice rejects schemas that set two fields for the same keyword.
func checkTwice(n *schema.Node, v Version) error {
	count := map[string]int{}
	for _, m := range n.Members {
		count[m.Name]++
	}
	switch {
	case count["type"] > 1:
		return errors.New("both Type and Types are set; at most one should be")
	case count["$defs"] > 0 && count["definitions"] > 0:
		return errors.New("both Defs and Definitions are set; at most one should be")
	case count["items"] > 1 && v >= V0_4_0:
		return errors.New("both Items and ItemsArray are set; at most one should be")
	}
	return nil
}

// orderProperties moves the named properties to the front and sorts the others.
func orderProperties(props *schema.Node, order []string) {
	if props == nil || props.Kind != schema.Object {
		return
	}
	rank := make(map[string]int, len(order))
	for i, name := range order {
		rank[name] = i - len(order)
	}
	slices.SortStableFunc(props.Members, func(a, b schema.Member) int {
		if d := rank[a.Name] - rank[b.Name]; d != 0 {
			return d
		}
		return strings.Compare(a.Name, b.Name)
	})
}

// mergeDependencies merges the schemas and the lists of names that one keyword encodes.
func mergeDependencies(n *schema.Node) error {
	first := -1
	for i := 0; i < len(n.Members); i++ {
		m := n.Members[i]
		if m.Name != "dependencies" || m.Value.Kind != schema.Object {
			continue
		}
		if first < 0 {
			first = i
			continue
		}
		into := n.Members[first].Value
		for _, d := range m.Value.Members {
			if into.Has(d.Name) {
				return fmt.Errorf("dependency key %q cannot be defined as both a schema and a string array", d.Name)
			}
			into.Members = append(into.Members, d)
		}
		n.Members = slices.Delete(n.Members, i, i+1)
		i--
	}
	if first >= 0 {
		n.Members[first].Value.SortMembers()
	}
	return nil
}

// arrange orders the members of one schema object as v does. If v encodes the empty
// schema and its negation as true and false, so does arrange.
func arrange(n *schema.Node, v Version) {
	if n.Kind != schema.Object {
		return
	}
	rank := tables[v].rank
	place := func(name string) int {
		if r, ok := rank[name]; ok {
			return r
		}
		return len(tables[v].keywords)
	}
	slices.SortStableFunc(n.Members, func(a, b schema.Member) int {
		if d := place(a.Name) - place(b.Name); d != 0 {
			return d
		}
		if _, ok := rank[a.Name]; ok {
			return 0
		}
		return strings.Compare(a.Name, b.Name)
	})
	for _, m := range n.Members {
		k, ok := keyword(m.Name, v)
		if ok && k.Kind == schemastruct.SchemaMap && m.Value.Kind == schema.Object && (m.Name != "properties" || v < V0_4_0) {
			m.Value.SortMembers()
		}
	}
	switch {
	case n.Partial != nil:
	case len(n.Members) == 0:
		setBool(n, true)
	case len(n.Members) == 1 && n.Members[0].Name == "not" && n.Members[0].Value.IsTrue():
		setBool(n, false)
	}
}

func setBool(n *schema.Node, b bool) {
	n.Kind, n.Text, n.Members = schema.Bool, schema.NewBool(b).Text, nil
}

// arrangeAll arranges n and all schemas in it.
func arrangeAll(n *schema.Node, v Version) {
	if p := n.Get("properties"); p != nil && p.Kind == schema.Object && len(p.Members) == 0 && v < V0_4_2 {
		n.Delete("properties")
	}
	subschemas(n, v, func(_ string, sub *schema.Node) { arrangeAll(sub, v) })
	arrange(n, v)
}
