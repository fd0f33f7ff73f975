package signature

import (
	"cmp"
	"go/types"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// References carry the number of a definition until all definitions are known:
// only then it is clear which names collide.
const (
	mark    = "\x00"
	defPath = "/$defs/"
)

func marked(id int) string { return mark + strconv.Itoa(id) + mark }

// ref returns a reference to the definition of v.
func (w *walker) ref(v *visit) *schema.Node {
	n := schema.NewObject()
	n.Set("$ref", schema.NewString("#"+defPath+marked(v.id)))
	return n
}

// visited returns the type to which n refers, or nil if n is not a reference.
func (w *walker) visited(n *schema.Node) *visit {
	ref := n.Get("$ref").StringValue()
	if ref == "" {
		return nil
	}
	for _, list := range [][]*visit{w.defs, w.open} {
		for _, v := range list {
			if v.id != 0 && ref == "#"+defPath+marked(v.id) {
				return v
			}
		}
	}
	return nil
}

// define adds the definitions to the root and gives them their names.
func (w *walker) define(root *schema.Node) {
	if len(w.defs) == 0 {
		return
	}
	names := w.defNames()
	defs := schema.NewObject().At(root.Pos)
	root.Set("$defs", defs)
	for _, v := range w.defs {
		defs.Set(names[v.id], v.node)
	}
	defs.SortMembers()
	rename := func(s string) string {
		before, rest, ok := strings.Cut(s, mark)
		if !ok {
			return s
		}
		id, after, _ := strings.Cut(rest, mark)
		i, _ := strconv.Atoi(id)
		return before + names[i] + after
	}
	root.Walk(func(_ string, n *schema.Node) bool {
		if ref := n.Get("$ref"); ref != nil && ref.Kind == schema.String && strings.HasPrefix(ref.Text, "#"+defPath+mark) {
			ref.Text = rename(ref.Text)
		}
		return true
	})
	for i := range w.problems {
		w.problems[i].Path = rename(w.problems[i].Path)
	}
}

// defNames returns the name of each definition. That is the name of its type. If
// types of several packages have that name, the package's name is added, or, if that
// is not enough, the package's path.
func (w *walker) defNames() map[int]string {
	names := map[int]string{}
	open := w.defs
	for _, name := range []func(*visit) string{shortName, packageName, pathName} {
		count := map[string]int{}
		for _, v := range open {
			count[name(v)]++
		}
		var rest []*visit
		for _, v := range open {
			if count[name(v)] == 1 {
				names[v.id] = name(v)
			} else {
				rest = append(rest, v)
			}
		}
		open = rest
	}
	// One type in two forms, or types that are declared in functions.
	taken := map[string]bool{}
	for _, n := range names {
		taken[n] = true
	}
	for _, v := range open {
		name := pathName(v)
		for i := 1; taken[name]; i++ {
			name = pathName(v) + "_" + strconv.Itoa(i)
		}
		taken[name] = true
		names[v.id] = name
	}
	return names
}

func shortName(v *visit) string {
	return safe(types.TypeString(v.t, func(*types.Package) string { return "" }))
}

func packageName(v *visit) string {
	return safe(types.TypeString(v.t, func(p *types.Package) string { return p.Name() }))
}

func pathName(v *visit) string { return safe(types.TypeString(v.t, (*types.Package).Path)) }

// safe replaces characters that would have to be escaped in a URL fragment or a JSON
// pointer.
func safe(s string) string {
	return cmp.Or(strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '_':
			return r
		}
		return '_'
	}, s), "_"), "T")
}
