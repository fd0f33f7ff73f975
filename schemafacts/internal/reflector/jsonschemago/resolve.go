package jsonschemago

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// The values of "$schema" that the library supports.
const (
	draft7Plain  = "http://json-schema.org/draft-07/schema#"
	draft7Secure = "https://json-schema.org/draft-07/schema#"
	draft2020    = "https://json-schema.org/draft/2020-12/schema"
)

// Resolve returns what Schema.Resolve with validation of defaults rejects in root:
// patterns, references, identifiers and defaults. The library stops at the first
// problem; Resolve returns all. Paths are JSON pointers into root, messages are the
// library's. A keyword that depends on an unresolved node is not a problem.
func Resolve(root *schema.Node, v Version) []tool.Problem {
	r := newResolver(root, v)
	if r == nil {
		return nil
	}
	if r.collect(root, ""); len(r.problems) > 0 {
		return r.problems // a nil schema: the library does not check the rest
	}
	for _, n := range r.all {
		r.checkLocal(n)
	}
	if r.resolveURIs(root, root) {
		r.resolveRefs()
	}
	r.checkDefaults(root)
	return r.problems
}

// resolver is the state of one call of Resolve.
type resolver struct {
	version  Version
	draft7   bool
	all      []*schema.Node // every subschema, in the library's order
	infos    map[*schema.Node]*info
	uris     map[string]*schema.Node
	refs     map[*schema.Node]*schema.Node // the targets of $ref that are known
	patterns map[string]*regexp.Regexp     // nil for an invalid pattern
	// unseen reports whether some subschemas or identifiers are unresolved, so that a
	// target that was not found may exist.
	unseen   bool
	problems []tool.Problem
}

// info describes one subschema.
type info struct {
	path    string       // JSON pointer
	base    *schema.Node // the innermost enclosing schema with an identifier
	uri     *url.URL     // set for a base
	anchors map[string]*schema.Node
}

// newResolver returns nil if the draft of root is unknown.
func newResolver(root *schema.Node, v Version) *resolver {
	if root == nil || root.Kind == schema.Unresolved {
		return nil
	}
	draft := root.Get("$schema")
	if draft != nil && draft.Kind == schema.Unresolved {
		return nil
	}
	s := draft.StringValue()
	return &resolver{
		version:  v,
		draft7:   v >= V0_4_0 && (s == draft7Plain || s == draft7Secure),
		infos:    map[*schema.Node]*info{},
		uris:     map[string]*schema.Node{},
		refs:     map[*schema.Node]*schema.Node{},
		patterns: map[string]*regexp.Regexp{},
	}
}

// report records a problem with a keyword of a schema.
func (r *resolver) report(n *schema.Node, keyword, format string, args ...any) {
	p := tool.Problem{Path: r.infos[n].path, Msg: fmt.Sprintf(format, args...), Pos: n.Pos}
	if v := n.Get(keyword); v != nil {
		p.Path += "/" + schema.EscapeToken(keyword)
		if v.Pos.IsValid() {
			p.Pos = v.Pos
		}
	}
	r.problems = append(r.problems, p)
}

// child is a subschema and its path below its parent.
type child struct {
	path string
	node *schema.Node
	many bool // it is an element of a list or map
}

// children returns the subschemas of n in the library's order: by keyword.
func (r *resolver) children(n *schema.Node) []child {
	var names []string
	for _, m := range n.Members {
		if k, ok := keyword(m.Name, r.version); ok && k.Kind >= KindSchema {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	var out []child
	for _, name := range slices.Compact(names) {
		v, k := n.Get(name), mustKeyword(name, r.version)
		at := "/" + schema.EscapeToken(name)
		switch {
		case v.Kind == schema.Unresolved:
			r.unseen = true
		case v.Kind == schema.Array && k.Kind != KindSchemaMap:
			for i, e := range v.Elems {
				out = append(out, child{fmt.Sprintf("%s/%d", at, i), e, true})
			}
		case k.Kind == KindSchema:
			out = append(out, child{at, v, false})
		case k.Kind == KindSchemaMap && v.Kind == schema.Object:
			from := len(out)
			for _, m := range v.Members {
				if m.Value.Kind != schema.Array { // a list of names in dependencies
					out = append(out, child{at + "/" + schema.EscapeToken(m.Name), m.Value, true})
				}
			}
			slices.SortStableFunc(out[from:], func(a, b child) int { return strings.Compare(a.path, b.path) })
		}
	}
	return out
}

func mustKeyword(name string, v Version) Keyword {
	k, _ := keyword(name, v)
	return k
}

// collect finds all subschemas.
func (r *resolver) collect(n *schema.Node, path string) {
	r.infos[n] = &info{path: path}
	r.all = append(r.all, n)
	for _, c := range r.children(n) {
		switch {
		case c.node.Kind == schema.Unresolved:
			r.unseen = true
		case c.node.Kind == schema.Null && c.many:
			r.problems = append(r.problems, tool.Problem{
				Path: path + c.path, Pos: c.node.Pos,
				Msg: fmt.Sprintf("jsonschema: schema at %s is nil", path+c.path),
			})
		case c.node.Kind != schema.Null:
			r.collect(c.node, path+c.path)
		}
	}
}

// checkLocal checks the keywords of one schema, without its subschemas.
func (r *resolver) checkLocal(n *schema.Node) {
	if n.Has("$defs") && n.Has("definitions") {
		r.report(n, "definitions", "both Defs and Definitions are set; at most one should be")
		return
	}
	if n.Has("$vocabulary") && known(n.Get("$schema")) && n.Get("$schema").StringValue() != draft2020 {
		r.report(n, "$vocabulary", "jsonschema.Schema: %s: cannot validate a schema with $vocabulary", describe(n))
	}
	if p := n.Get("pattern").StringValue(); p != "" {
		if _, err := r.compile(p); err != nil {
			r.report(n, "pattern", "jsonschema.Schema: %s: pattern: %v", describe(n), err)
		}
	}
	if pp := n.Get("patternProperties"); pp != nil && pp.Kind == schema.Object {
		for _, m := range pp.Members {
			if _, err := r.compile(m.Name); err != nil {
				r.report(n, "patternProperties", "jsonschema.Schema: %s: patternProperties[%q]: %v", describe(n), m.Name, err)
			}
		}
	}
}

// compile compiles a pattern once.
func (r *resolver) compile(pattern string) (*regexp.Regexp, error) {
	if re := r.patterns[pattern]; re != nil {
		return re, nil
	}
	re, err := regexp.Compile(pattern)
	r.patterns[pattern] = re
	return re, err
}

// known reports whether v is resolved. A missing value is known.
func known(v *schema.Node) bool { return v == nil || v.Kind != schema.Unresolved }

// describe returns the result of a schema's String method.
func describe(n *schema.Node) string {
	if id := n.Get("$id").StringValue(); id != "" {
		return id
	}
	for _, k := range []string{"$anchor", "$dynamicAnchor"} {
		if a := n.Get(k).StringValue(); a != "" {
			return "anchor " + a
		}
	}
	return "<anonymous schema>"
}

// resolveURIs records the identifiers and anchors of n and of its subschemas. It
// returns false if the library rejects one, or if one is unknown.
func (r *resolver) resolveURIs(n, base *schema.Node) bool {
	in := r.infos[n]
	if n == base { // the root
		in.uri = &url.URL{}
		r.uris[""] = n
	}
	for _, k := range []string{"$id", "$anchor", "$dynamicAnchor", "$ref"} {
		if !known(n.Get(k)) {
			r.unseen = true
			if k == "$id" {
				return false
			}
		}
	}
	if id := n.Get("$id").StringValue(); id != "" && !(r.draft7 && n.Get("$ref").StringValue() != "") {
		own, err := r.identify(n, base, id)
		if err != nil {
			r.report(n, "$id", "%v", err)
			return false
		}
		if own {
			base = n
		}
	}
	in.base = base
	if !r.draft7 {
		for _, k := range []string{"$anchor", "$dynamicAnchor"} {
			r.setAnchor(n, base, n.Get(k).StringValue())
		}
	}
	for _, c := range r.children(n) {
		if r.infos[c.node] != nil && !r.resolveURIs(c.node, base) {
			return false
		}
	}
	return true
}

// identify records the identifier of n, and reports whether it makes n a base.
func (r *resolver) identify(n, base *schema.Node, id string) (bool, error) {
	u, err := url.Parse(id)
	if err != nil {
		return false, err
	}
	if u.Fragment != "" {
		if !r.draft7 {
			return false, fmt.Errorf("$id %s must not have a fragment", id)
		}
		r.setAnchor(n, base, strings.TrimPrefix(id, "#"))
		return false, nil
	}
	in := r.infos[n]
	in.uri = r.infos[base].uri.ResolveReference(u)
	if !in.uri.IsAbs() {
		return false, fmt.Errorf("$id %s does not resolve to an absolute URI (base is %q)", id, r.infos[base].uri)
	}
	r.uris[in.uri.String()] = n
	return true, nil
}

// setAnchor records an anchor within its base. If several anchors have the same name, the
// first one counts.
func (r *resolver) setAnchor(n, base *schema.Node, anchor string) {
	in := r.infos[base]
	if in.anchors == nil {
		in.anchors = map[string]*schema.Node{}
	}
	if _, taken := in.anchors[anchor]; !taken && anchor != "" {
		in.anchors[anchor] = n
	}
}

// resolveRefs records the targets of references.
func (r *resolver) resolveRefs() {
	for _, n := range r.all {
		for _, k := range []string{"$ref", "$dynamicRef"} {
			ref := n.Get(k).StringValue()
			if ref == "" {
				continue
			}
			target, err := r.lookup(n, ref)
			if err != nil {
				r.report(n, k, "%v", err)
			} else if k == "$ref" && target != nil {
				r.refs[n] = target
			}
		}
	}
}

// lookup returns the target of a reference in n, or nil if it is unknown.
func (r *resolver) lookup(n *schema.Node, ref string) (*schema.Node, error) {
	u, err := url.Parse(ref)
	if err != nil {
		return nil, err
	}
	u = r.infos[r.infos[n].base].uri.ResolveReference(u)
	frag := u.Fragment
	u.Fragment, u.RawFragment = "", ""
	doc := r.uris[u.String()]
	switch {
	case doc == nil && r.unseen:
		return nil, nil
	case doc == nil:
		return nil, fmt.Errorf("loading %s: %w", u, errors.New("cannot resolve remote schemas: no loader passed to Schema.Resolve"))
	case frag != "" && !strings.HasPrefix(frag, "/"):
		target := r.infos[doc].anchors[frag]
		if target == nil && !r.unseen {
			return nil, fmt.Errorf("no anchor %q in %s", frag, describe(n))
		}
		return target, nil
	}
	target, err := dereference(doc, frag, r.version)
	if err != nil {
		return nil, fmt.Errorf("JSON Pointer %q: %w", frag, err)
	}
	return target, nil
}
