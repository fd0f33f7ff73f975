package snapshot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"

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
	Tool *schema.Node
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
	if err := p.format(); err != nil {
		return nil, err
	}
	if key, at := Repeated(data); at > 0 {
		return nil, &Error{filename, lineOf(data, at), fmt.Sprintf("key %q appears twice: remove one, or %s", key, anew)}
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

// line returns the line of a member of the document, or 1.
func (p *parser) line(pointer string) int {
	line := 1
	keys(p.data, func(key string, depth, at int, _ bool) bool {
		found := depth == 1 && "/"+key == pointer
		if found {
			line = lineOf(p.data, at)
		}
		return !found
	})
	return line
}

func lineOf(data []byte, at int) int { return 1 + bytes.Count(data[:at], []byte("\n")) }

func (p *parser) format() error {
	n := p.doc.Get(formatKey)
	if n == nil {
		return &Error{p.file, 0, fmt.Sprintf("the file has no %q key, so it is not a snapshot; move it out of %s/", formatKey, Dir)}
	}
	v, err := strconv.Atoi(n.Text)
	if n.Kind != schema.Number || err != nil || v < 1 {
		return p.errorf("/"+formatKey, "%s is not a format version; want %d: %s", n, Format, anew)
	}
	if v > Format {
		return p.errorf("/"+formatKey, "format %d is newer than %d, the newest this schemavet reads: update schemavet", v, Format)
	}
	return nil
}

// Repeated returns the first key of a JSON document that its object has already, and the
// offset of its end, or 0 if each key is there once. Programs disagree about which of the two counts.
func Repeated(data []byte) (key string, end int) {
	keys(data, func(k string, _, at int, again bool) bool {
		if again {
			key, end = k, at
		}
		return !again
	})
	return key, end
}

// keys calls f for every key of every object of a JSON document until f returns false. depth
// is the number of objects and lists around the key, at the offset of its end, and again
// reports whether its object already has the key.
func keys(data []byte, f func(key string, depth, at int, again bool) bool) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var around []map[string]bool // the keys of the objects, nil for lists
	for value := true; ; {       // whether a value is next, or else maybe a key
		tok, err := dec.Token()
		if err != nil {
			return
		}
		top := len(around) - 1
		key, isText := tok.(string)
		switch {
		case tok == json.Delim('{'):
			around = append(around, map[string]bool{})
		case tok == json.Delim('['):
			around = append(around, nil)
		case tok == json.Delim('}'), tok == json.Delim(']'):
			around = around[:top]
		case isText && !value && around[top] != nil:
			if !f(key, top+1, int(dec.InputOffset()), around[top][key]) {
				return
			}
			around[top][key], value = true, true
			continue
		}
		value = false
	}
}
