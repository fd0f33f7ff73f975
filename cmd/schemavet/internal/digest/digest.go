// Package digest computes digests of tools and servers, which clients and registries can
// pin, and compares them with the tools that a running server lists.
//
// The digest of a tool is the SHA-256 of its object in tools/list, printed by RFC 8785.
// The digest of a server is computed in the same way from an object with a member for
// each tool: the name and the digest. Anyone can compute both from an answer of the server.
package digest

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Format is the version of the file format that this package reads and writes.
const Format = 1

const formatKey = "$schemavet"

// Server is a server in a file of digests.
type Server struct {
	Name, Program string
	// Digest is "" if the tools of the server depend on run-time conditions, or if a
	// tool has no digest.
	Digest string
	Tools  []Tool // sorted by name
	// Open reports whether the server may list other tools, whose names are known only
	// at run time.
	Open bool
}

// Tool is a tool of a server in a file of digests. A tool with several variants
// appears once for each.
type Tool struct {
	Name string
	// Digest is "" if source does not determine the tool. Then Reason tells why.
	Digest, Reason string
	// Conditional reports whether the registration depends on a run-time condition.
	Conditional bool
}

// Of returns the SHA-256 of a JSON document in canonical form, as "sha256:" and
// hexadecimal digits.
func Of(doc *schema.Node) (string, error) {
	text, err := Canonical(doc)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256(text)), nil
}

// Seal sorts the tools of a server and sets its digest.
func (s *Server) Seal() {
	slices.SortStableFunc(s.Tools, func(a, b Tool) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest, b.Digest), cmp.Compare(a.Reason, b.Reason))
	})
	s.Tools = slices.Compact(s.Tools)
	s.Digest = ""
	if s.Open {
		return
	}
	list := schema.NewObject()
	for _, t := range s.Tools {
		if t.Digest == "" || t.Conditional || list.Has(t.Name) {
			return
		}
		list.Set(t.Name, schema.NewString(t.Digest))
	}
	s.Digest, _ = Of(list) // An object of strings always has a digest.
}

// Encode returns the contents of a file of digests.
func Encode(servers []Server) []byte {
	list := schema.NewArray()
	set := func(o *schema.Node, key, value string) {
		if value != "" {
			o.Set(key, schema.NewString(value))
		}
	}
	for _, s := range servers {
		o, tools := schema.NewObject(), schema.NewArray()
		set(o, "name", s.Name)
		set(o, "program", s.Program)
		set(o, "digest", s.Digest)
		for _, t := range s.Tools {
			n := schema.NewObject()
			set(n, "name", t.Name)
			set(n, "digest", t.Digest)
			set(n, "reason", t.Reason)
			if t.Conditional {
				n.Set("conditional", schema.NewBool(true))
			}
			tools.Elems = append(tools.Elems, n)
		}
		o.Set("tools", tools)
		if s.Open {
			o.Set("incomplete", schema.NewBool(true))
		}
		list.Elems = append(list.Elems, o)
	}
	doc := schema.NewObject()
	doc.Set(formatKey, schema.NewNumber(strconv.Itoa(Format)))
	doc.Set("servers", list)
	return doc.Canonical()
}

// Read reads a file of digests. shown is the name of the file in errors.
func Read(file, shown string) ([]Server, error) {
	data, err := safefile.ReadStream(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, safefile.Reason(err))
	}
	servers, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	return servers, nil
}

func parse(data []byte) ([]Server, error) {
	doc, err := schema.Parse(data)
	if err != nil {
		return nil, err
	}
	list := doc.Get("servers")
	if !doc.Has(formatKey) || list == nil || list.Kind != schema.Array {
		return nil, errors.New("not a file of digests, which schemavet snapshot --digest writes")
	}
	switch v, err := strconv.Atoi(doc.Get(formatKey).Text); {
	case err != nil || v < 1:
		return nil, fmt.Errorf("%s is %s, not the number of a format", formatKey, doc.Get(formatKey))
	case v > Format:
		return nil, fmt.Errorf("format %s is newer than %d, the newest this schemavet reads: update schemavet", doc.Get(formatKey), Format)
	}
	var out []Server
	for i, o := range list.Elems {
		s := Server{Name: o.Get("name").StringValue(), Program: o.Get("program").StringValue(), Digest: o.Get("digest").StringValue(), Open: o.Get("incomplete").IsTrue()}
		tools := o.Get("tools")
		if tools == nil || tools.Kind != schema.Array {
			return nil, fmt.Errorf("server %d has no list of tools", i)
		}
		for _, n := range tools.Elems {
			t := Tool{Name: n.Get("name").StringValue(), Digest: n.Get("digest").StringValue(), Reason: n.Get("reason").StringValue(), Conditional: n.Get("conditional").IsTrue()}
			if t.Name == "" {
				return nil, fmt.Errorf("a tool of server %d has no name", i)
			}
			if t.Digest == "" && t.Reason == "" {
				return nil, fmt.Errorf("tool %q of server %d has neither a digest nor a reason why not", t.Name, i)
			}
			s.Tools = append(s.Tools, t)
		}
		out = append(out, s)
	}
	return out, nil
}
