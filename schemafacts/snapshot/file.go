package snapshot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Dir is the name of the folder of snapshots next to a package's Go files.
const Dir = "toolschema"

// Format is the newest format that this package reads, and the one it writes.
const Format = 1

const (
	formatKey     = "$schemavet"
	unresolvedKey = "unresolved"
	viewKey       = "view"
	programView   = "program"
	maxDepth      = 1000 // of objects and lists in a snapshot
	anew          = `run "schemavet snapshot" to rewrite it`
)

// File is one snapshot file, with the tool that it contains.
type File struct {
	// Name is the name of the file, without its folder.
	Name string
	// Tool is the tool object in normal form, with what was unknown when the snapshot was
	// written; see [schema.Node.Holes].
	Tool   *schema.Node
	Format int
	// Program reports whether the tool can be derived only from the whole program.
	// An analysis of the tool's own package alone must not compare it.
	Program bool

	// data is the content of the file. If the file has embedded images of icons, images
	// is true and data is the content without them.
	data   []byte
	images bool
}

// ToolName returns the name of the tool.
func (f *File) ToolName() string { return f.Tool.Get("name").StringValue() }

// Error is a problem with a snapshot file or folder.
type Error struct {
	File string
	Line int // 0 if it concerns the whole file
	Msg  string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// Encode returns the snapshot of a tool.
func Encode(tool *tool.Tool) []byte {
	doc := tool.Doc
	if doc == nil || doc.Kind != schema.Object {
		doc = schema.NewObject()
	}
	doc = schema.Normalize(doc)
	unresolved := schema.NewArray()
	for _, h := range doc.Holes() {
		unresolved.Elems = append(unresolved.Elems, h.Node())
	}
	out := schema.NewObject()
	out.Set(formatKey, schema.NewNumber(strconv.Itoa(Format)))
	out.Set("name", schema.NewString(tool.Name))
	for _, m := range doc.Resolved().Members {
		if m.Name != "name" {
			out.Set(memberKey(m.Name), m.Value)
		}
	}
	if len(unresolved.Elems) > 0 {
		out.Set(unresolvedKey, unresolved)
	}
	if tool.Wide {
		out.Set(viewKey, schema.NewString(programView))
	}
	return out.Canonical()
}

// Parse parses the snapshot data. It uses filename in messages and to check the name
// of the tool. Errors have type [*Error].
func Parse(filename string, data []byte) (*File, error) {
	doc, err := parseDocument(filename, data)
	if err != nil {
		return nil, err
	}
	p := &parser{file: filename, data: data, doc: doc}
	f := &File{Name: filepath.Base(filename), data: data}
	if f.Format, err = p.format(); err != nil {
		return nil, err
	}
	if err := p.twice(); err != nil {
		return nil, err
	}
	name := doc.Get("name")
	if name == nil || name.Kind != schema.String || name.Text == "" {
		return nil, p.errorf("/name", `"name" must be the name of the tool: %s`, anew)
	}
	if !named(f.Name, name.Text) {
		return nil, p.errorf("/name", "tool %q does not belong in a file of this name: rename it to %s, or remove it", name.Text, baseName(name.Text, false)+ext)
	}
	unresolved := doc.Get(unresolvedKey)
	if unresolved != nil && unresolved.Kind != schema.Array {
		return nil, p.errorf("/"+unresolvedKey, "%q must be a list: %s", unresolvedKey, anew)
	}
	if v := doc.Get(viewKey); v != nil && v.StringValue() != programView {
		return nil, p.errorf("/"+viewKey, "%q is %s, want %q or nothing: %s", viewKey, v, programView, anew)
	}
	f.Program = doc.Has(viewKey)
	if doc, f.images = schema.DigestIcons(doc); f.images {
		f.data = doc.Canonical()
	}
	Unwrap(doc)
	if unresolved != nil {
		if err := doc.Insert(unresolved, "not derived when the snapshot was written"); err != nil {
			return nil, p.errorf("/"+unresolvedKey, "%v: %s", err, anew)
		}
	}
	f.Tool = schema.Normalize(doc)
	return f, nil
}

func parseDocument(filename string, data []byte) (*schema.Node, error) {
	doc, err := schema.Parse(data)
	cure := anew
	if !writable(data) {
		cure = `remove the file, then run "schemavet snapshot"`
	}
	if err != nil {
		if line := conflict(data); line > 0 {
			return nil, &Error{filename, line, "merge conflict: resolve it, or " + cure}
		}
		var se *schema.SyntaxError
		switch {
		case len(data) == 0:
			return nil, &Error{filename, 1, "the file is empty: " + cure}
		case errors.As(err, &se):
			return nil, &Error{filename, se.Line, fmt.Sprintf("not JSON: %s (column %d): %s", se.Msg, se.Column, cure)}
		}
		return nil, &Error{filename, 0, fmt.Sprintf("not JSON: %v: %s", err, cure)}
	}
	if doc.Kind != schema.Object {
		return nil, &Error{filename, 1, "a snapshot is a JSON object: " + cure}
	}
	if deeper(doc, maxDepth) {
		return nil, &Error{filename, 1, fmt.Sprintf("objects and lists are nested more than %d deep: %s", maxDepth, cure)}
	}
	return doc, nil
}

// conflict returns the line number of the first merge conflict marker, or 0.
func conflict(data []byte) int {
	for i, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSuffix(line, []byte("\r"))
		for _, marker := range []string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
			if bytes.HasPrefix(line, []byte(marker)) {
				return i + 1
			}
		}
	}
	return 0
}

// parser checks a JSON document for the rules of snapshots.
type parser struct {
	file string
	data []byte
	doc  *schema.Node
}

func (p *parser) errorf(path, format string, args ...any) *Error {
	return &Error{p.file, p.line(path), fmt.Sprintf(format, args...)}
}

func (p *parser) line(path string) int {
	line := 1
	depth := strings.Count(path, "/")
	scanKeys(p.data, func(k *scannedKey) bool {
		found := len(k.path) == depth && k.at(path)
		if found {
			line = k.line
		}
		return !found
	})
	return line
}

func (p *parser) format() (int, error) {
	n := p.doc.Get(formatKey)
	if n == nil {
		return 0, &Error{p.file, 0, fmt.Sprintf("the file has no %q key, so it is not a snapshot; move it out of %s/", formatKey, Dir)}
	}
	v, err := strconv.Atoi(n.Text)
	if n.Kind != schema.Number || err != nil || v < 1 {
		return 0, p.errorf("/"+formatKey, "%s is not a format version; want %d: %s", n, Format, anew)
	}
	if v > Format {
		return 0, p.errorf("/"+formatKey, "format %d is newer than %d, the newest this schemavet reads: update schemavet", v, Format)
	}
	return v, nil
}

// twice returns an error if an object has the same key twice.
func (p *parser) twice() error {
	var err error
	scanKeys(p.data, func(k *scannedKey) bool {
		if k.again {
			err = &Error{p.file, k.line, fmt.Sprintf("key %q appears twice: remove one, or %s", k.name, anew)}
		}
		return err == nil
	})
	return err
}

// scannedKey is a key of an object.
type scannedKey struct {
	name  string
	line  int
	again bool // the object already has this key
	path  []string
}

// at reports whether the key has this JSON pointer.
func (k *scannedKey) at(pointer string) bool { return "/"+strings.Join(k.path, "/") == pointer }

// scanKeys calls f for every key of every object until f returns false. data
// must be valid JSON.
func scanKeys(data []byte, f func(k *scannedKey) bool) {
	s := &scanner{dec: json.NewDecoder(bytes.NewReader(data)), data: data, key: scannedKey{line: 1}, f: f}
	s.dec.UseNumber()
	s.value()
}

type scanner struct {
	dec  *json.Decoder
	data []byte
	off  int64 // offset up to which lines were counted
	key  scannedKey
	f    func(k *scannedKey) bool
}

// below reads a value with part appended to the path.
func (s *scanner) below(part string) bool {
	s.key.path = append(s.key.path, part)
	ok := s.value()
	s.key.path = s.key.path[:len(s.key.path)-1]
	return ok
}

func (s *scanner) value() bool {
	tok, err := s.dec.Token()
	if err != nil {
		return false
	}
	switch tok {
	case json.Delim('['):
		for i := 0; s.dec.More(); i++ {
			if !s.below(strconv.Itoa(i)) {
				return false
			}
		}
	case json.Delim('{'):
		seen := map[string]bool{}
		for s.dec.More() {
			key, err := s.dec.Token()
			if err != nil || !s.visitKey(key.(string), seen) {
				return false
			}
			if !s.below(schema.EscapeToken(key.(string))) {
				return false
			}
		}
	default:
		return true
	}
	_, err = s.dec.Token()
	return err == nil
}

// visitKey calls s.f for a key of an object and returns the result of s.f, which is false
// if the scan must end. seen are the object's earlier keys; visitKey adds the key.
func (s *scanner) visitKey(name string, seen map[string]bool) bool {
	at := s.dec.InputOffset()
	s.key.line += bytes.Count(s.data[s.off:at], []byte("\n"))
	s.off = at
	s.key.name, s.key.again = name, seen[name]
	seen[name] = true
	path := s.key.path
	s.key.path = append(path, schema.EscapeToken(name))
	ok := s.f(&s.key)
	s.key.path = path
	return ok
}
