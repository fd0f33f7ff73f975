package toolset

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Change is one difference between two lists of tools.
type Change struct {
	compat.Change
	// Tool is the name by which the tool was known before.
	Tool string
	// NewName is the name now, if that is another one.
	NewName string
	// File is where the tool stands now, or stood if it is gone.
	File string
}

// Compare returns the changes from old to new, by tool, the worst change of each
// first. Tools are the same if they have the same name in the same package. Compare
// also recognizes tools that were renamed or moved to another package.
func Compare(old, new *Set) []Change {
	m := match(old, new)
	changes := slices.Concat(changesOf(m.pairs), underived(m.old, new))
	return append(changes, compareServers(old, new, changes)...)
}

// underived returns a change for the old tools of each package that new lacks, if the
// analysis that derived new stopped early.
func underived(old []Tool, new *Set) []Change {
	if !new.Underived {
		return nil
	}
	first := map[string]Tool{} // by folder
	names := map[string][]string{}
	for _, t := range old {
		if _, ok := first[t.Folder]; !ok {
			first[t.Folder] = t
		}
		if !slices.Contains(names[t.Folder], t.Name()) {
			names[t.Folder] = append(names[t.Folder], t.Name())
		}
	}
	var out []Change
	for _, folder := range slices.Sorted(maps.Keys(first)) {
		out = append(out, Change{Change: compat.Underived(names[folder], "", new.Incomplete), Tool: first[folder].Name(), File: first[folder].File})
	}
	return out
}

// match pairs the tools of two lists. A removed or added tool is paired with a Tool
// without a node.
func match(old, new *Set) *matcher {
	m := &matcher{
		old:   slices.DeleteFunc(slices.Clone(old.Tools), func(t Tool) bool { return new.Unsure[t.key()] }),
		new:   slices.DeleteFunc(slices.Clone(new.Tools), func(t Tool) bool { return old.Unsure[t.key()] }),
		first: map[Key]Tool{}, last: map[Key]Tool{},
	}
	m.match(Tool.key)
	m.variants()
	m.match(func(t Tool) Key { return Key{Name: t.Name()} })
	all := m.old
	m.old = slices.DeleteFunc(slices.Clone(all), new.MayHave)
	m.renamed()
	for _, t := range m.old {
		if new.Incomplete == "" {
			m.pairs = append(m.pairs, [2]Tool{t, {}})
		}
	}
	for _, t := range all {
		if new.MayHave(t) {
			m.old = append(m.old, t)
		}
	}
	for _, t := range m.new {
		if old.Incomplete == "" {
			m.pairs = append(m.pairs, [2]Tool{{}, t})
		}
	}
	return m
}

// matcher pairs tools. old and new are the tools that have no partner yet.
type matcher struct {
	old, new []Tool
	pairs    [][2]Tool
	// first and last are a new and an old tool of a name that have partners.
	first, last map[Key]Tool
}

// match pairs tools with the same key. Since a package can define variants of a tool,
// it pairs equal tools first, then tools in files of the same name, then the others
// in order.
func (m *matcher) match(key func(Tool) Key) {
	for _, alike := range []func(a, b Tool) bool{
		func(a, b Tool) bool { return schema.Equal(a.Node, b.Node) },
		func(a, b Tool) bool { return a.File == b.File },
		func(a, b Tool) bool { return true },
	} {
		at := map[Key][]int{}
		for i, n := range m.new {
			at[key(n)] = append(at[key(n)], i)
		}
		var left []Tool
		paired := map[int]bool{}
		for _, o := range m.old {
			list := at[key(o)]
			i := slices.IndexFunc(list, func(i int) bool { return !paired[i] && alike(o, m.new[i]) })
			if i < 0 {
				left = append(left, o)
				continue
			}
			m.pair(o, m.new[list[i]])
			paired[list[i]] = true
		}
		m.old, m.new = left, without(m.new, paired)
	}
}

func (m *matcher) pair(o, n Tool) {
	m.pairs = append(m.pairs, [2]Tool{o, n})
	m.first[n.key()], m.last[o.key()] = n, o
}

// variants pairs the remaining tools if a package has several variants of them in one
// of the lists. It pairs each with a variant in the other list, because a client that
// saw the old one now sees the new one.
func (m *matcher) variants() {
	m.old = slices.DeleteFunc(m.old, func(o Tool) bool {
		n, ok := m.first[o.key()]
		if ok {
			m.pairs = append(m.pairs, [2]Tool{o, n})
		}
		return ok
	})
	m.new = slices.DeleteFunc(m.new, func(n Tool) bool {
		o, ok := m.last[n.key()]
		if ok {
			m.pairs = append(m.pairs, [2]Tool{o, n})
		}
		return ok
	})
}

// renamed pairs tools that are equal except for their names.
func (m *matcher) renamed() {
	nodes := func(list []Tool) (out []*schema.Node) {
		for _, t := range list {
			out = append(out, t.Node)
		}
		return out
	}
	gone, added := map[int]bool{}, map[int]bool{}
	for _, r := range compat.Renames(nodes(m.old), nodes(m.new)) {
		m.pairs = append(m.pairs, [2]Tool{m.old[r[0]], m.new[r[1]]})
		gone[r[0]], added[r[1]] = true, true
	}
	m.old, m.new = without(m.old, gone), without(m.new, added)
}

func without(list []Tool, gone map[int]bool) []Tool {
	var out []Tool
	for i, t := range list {
		if !gone[i] {
			out = append(out, t)
		}
	}
	return out
}

func changesOf(pairs [][2]Tool) []Change {
	var out []Change
	seen := map[string]bool{}
	for _, p := range pairs {
		now := p[1]
		if now.Node == nil {
			now = p[0]
		}
		before := p[0]
		if before.Node == nil {
			before = p[1]
		}
		for _, c := range compat.Tools(p[0].Node, p[1].Node) {
			if id := now.File + c.Fingerprint; !seen[id] {
				seen[id] = true
				ch := Change{Change: c, Tool: before.Name(), File: now.File}
				if now.Name() != ch.Tool {
					ch.NewName = now.Name()
				}
				out = append(out, ch)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Change) int {
		return cmp.Or(strings.Compare(a.Tool, b.Tool), strings.Compare(a.File, b.File))
	})
	return out
}
