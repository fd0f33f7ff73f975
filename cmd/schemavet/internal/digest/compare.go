package digest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Report describes how the tools that a server lists differ from a file of digests.
// Lists are sorted by name.
type Report struct {
	// Digest is the digest of the server: of all tools that it lists.
	Digest string `json:"digest"`
	// Pinned reports whether the file has this digest for a server.
	Pinned bool `json:"pinned"`
	// Equal are the tools whose digest is in the file.
	Equal []string `json:"equal"`
	// Different are the tools with another digest than in the file.
	Different []Difference `json:"different"`
	// Unpinned are the tools that the file names without a digest.
	Unpinned []Unpinned `json:"unpinned"`
	// OnlyFile are the tools that the server does not list. OnlyServer are the tools that
	// the file does not have.
	OnlyFile   []Missing `json:"onlyFile"`
	OnlyServer []Extra   `json:"onlyServer"`
}

// Difference is a tool whose digest differs from the one in the file.
type Difference struct {
	Name   string   `json:"name"`
	Digest string   `json:"digest"`
	Want   []string `json:"want"` // of each variant
}

// Unpinned is a tool without a digest in the file.
type Unpinned struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	Reason string `json:"reason"`
}

// Missing is a tool that the server does not list, although it must if the tool is
// not conditional.
type Missing struct {
	Name        string `json:"name"`
	Conditional bool   `json:"conditional,omitempty"`
}

// Extra is a tool that is not in the file.
type Extra struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Expected reports whether, according to the file, its server may list other tools.
	Expected bool `json:"expected,omitempty"`
}

// Compare compares the tools that a server lists with the servers in a file. The
// server may be any of them.
func Compare(listed []*schema.Node, servers []Server) (*Report, error) {
	r := &Report{Equal: []string{}, Different: []Difference{}, Unpinned: []Unpinned{}, OnlyFile: []Missing{}, OnlyServer: []Extra{}}
	all, digests := schema.NewObject(), make([]string, len(listed))
	for i, n := range listed {
		var err error
		if digests[i], err = Of(n); err != nil {
			return nil, fmt.Errorf("tool %q: %w", n.Get("name").StringValue(), err)
		}
		all.Set(n.Get("name").StringValue(), schema.NewString(digests[i]))
	}
	r.Digest, _ = Of(all) // An object of strings always has a digest.
	for _, s := range servers {
		if s.Digest == r.Digest {
			r.Pinned, servers = true, []Server{s}
			break
		}
	}
	variants, conditional, open := map[string][]Tool{}, map[string]bool{}, false
	for _, s := range servers {
		open = open || s.Open
		for _, t := range s.Tools {
			variants[t.Name] = append(variants[t.Name], t)
			conditional[t.Name] = t.Conditional || len(servers) > 1
		}
	}
	for i, n := range listed {
		name := n.Get("name").StringValue()
		r.compare(name, digests[i], variants[name], open)
	}
	for name, is := range conditional {
		if !all.Has(name) {
			r.OnlyFile = append(r.OnlyFile, Missing{name, is})
		}
	}
	slices.Sort(r.Equal)
	slices.SortFunc(r.Different, func(a, b Difference) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Unpinned, func(a, b Unpinned) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.OnlyFile, func(a, b Missing) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.OnlyServer, func(a, b Extra) int { return cmp.Compare(a.Name, b.Name) })
	return r, nil
}

// compare compares a tool that the server lists with the variants of the tool in the
// digest file, and adds the result to r. open reports whether, according to the file,
// the server may list tools that are not in the file.
func (r *Report) compare(name, digest string, variants []Tool, open bool) {
	var want []string
	reason, pinned := "", len(variants) > 0
	for _, t := range variants {
		switch t.Digest {
		case digest:
			r.Equal = append(r.Equal, name)
			return
		case "":
			reason, pinned = t.Reason, false
		default:
			want = append(want, t.Digest)
		}
	}
	switch {
	case len(variants) == 0:
		r.OnlyServer = append(r.OnlyServer, Extra{name, digest, open})
	case pinned:
		r.Different = append(r.Different, Difference{name, digest, want})
	default:
		r.Unpinned = append(r.Unpinned, Unpinned{name, digest, reason})
	}
}

// Contradicts reports whether the server lists other tools than the file allows.
func (r *Report) Contradicts() bool {
	return len(r.Different) > 0 ||
		slices.ContainsFunc(r.OnlyFile, func(m Missing) bool { return !m.Conditional }) ||
		slices.ContainsFunc(r.OnlyServer, func(e Extra) bool { return !e.Expected })
}
