package catalog

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/internal/size"
)

//go:embed templates
var templates embed.FS

// generator is the HTML element that marks a page as written by schemavet docs.
const generator = `<meta name="generator" content="schemavet docs">`

// Pages returns the catalog as the files of a static site, by name: an index, a page
// for each tool, a style sheet and a script. The pages need nothing from outside of the folder,
// and a script only for the filter of the index.
func (c *Catalog) Pages() (map[string][]byte, error) {
	t, err := template.New("").Funcs(template.FuncMap{
		"thousands": size.Thousands,
		"words":     Size.words,
		"cost":      Size.String,
		"percent":   c.percent,
		"first":     firstSentence,
	}).ParseFS(templates, "templates/*.html")
	if err != nil {
		return nil, err
	}
	pages := map[string][]byte{}
	for _, name := range []string{"style.css", "filter.js"} {
		if pages[name], err = templates.ReadFile("templates/" + name); err != nil {
			return nil, err
		}
	}
	add := func(file, name string, data any) error {
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, name, data); err != nil {
			return err
		}
		pages[file] = []byte(quote.Block(b.String()))
		return nil
	}
	type link struct {
		Tool
		File string
	}
	type group struct {
		Group
		Links []link
	}
	var groups []group
	taken, written := map[string]bool{}, map[int]string{}
	for _, g := range c.Groups {
		entry := group{Group: g}
		for _, tool := range g.Tools {
			file := written[tool.id]
			if file != "" { // another server has it, too
				entry.Links = append(entry.Links, link{tool, file})
				continue
			}
			file = fileName(tool.Name, taken)
			written[tool.id] = file
			entry.Links = append(entry.Links, link{tool, file})
			if err := add(file, "tool", map[string]any{"Catalog": c, "Tool": tool}); err != nil {
				return nil, err
			}
		}
		groups = append(groups, entry)
	}
	return pages, add("index.html", "index", map[string]any{"Catalog": c, "Groups": groups})
}

// percent returns a size as a percentage of the largest tool's size.
func (c *Catalog) percent(s Size) int {
	most := 1
	for _, g := range c.Groups {
		for _, t := range g.Tools {
			most = max(most, t.Size.Tokens())
		}
	}
	return max(1, s.Tokens()*100/most)
}

// firstSentence returns the first sentence of a description, for lists.
func firstSentence(s string) string {
	s = oneLine(s)
	if before, _, ok := strings.Cut(s, ". "); ok {
		s = before + "."
	}
	const limit = 160
	if r := []rune(s); len(r) > limit {
		s = strings.TrimSpace(string(r[:limit-1])) + "…"
	}
	return s
}

// maxName is the greatest length of a tool's name that its page has as its file name.
// File systems allow 255 bytes.
const maxName = 120

// fileName returns the file name of a tool's page. It differs from the names in taken
// on every file system.
func fileName(tool string, taken map[string]bool) string {
	base := "tool-" + strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, tool)
	name := base
	if len(base) > maxName {
		sum := sha256.Sum256([]byte(tool))
		base = base[:maxName] + "~" + hex.EncodeToString(sum[:4])
		name = base
	}
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s~%d", base, n)
	}
	taken[strings.ToLower(name)] = true
	return name + ".html"
}

// Write writes pages to a folder, and removes pages of tools that no longer exist. It
// refuses a folder with an index that schemavet did not write.
func Write(dir string, pages map[string][]byte) error {
	stale, err := Stale(dir, pages)
	for _, name := range stale {
		file := filepath.Join(dir, name)
		if data, wanted := pages[name]; err == nil && wanted {
			err = safefile.Write(file, data)
		} else if err == nil {
			err = safefile.Remove(file)
		}
	}
	return err
}

// Stale returns the names of the files in a folder that differ from pages: new or changed
// pages, and pages of tools that no longer exist.
func Stale(dir string, pages map[string][]byte) ([]string, error) {
	index, err := safefile.Read(filepath.Join(dir, "index.html"))
	if err == nil && !bytes.Contains(index, []byte(generator)) {
		return nil, fmt.Errorf("%s: its index.html was not written by schemavet docs; choose another folder, or remove the file", dir)
	}
	var stale []string
	for name, data := range pages {
		if old, err := safefile.Read(filepath.Join(dir, name)); err != nil || !bytes.Equal(old, data) {
			stale = append(stale, name)
		}
	}
	old, err := fs.Glob(os.DirFS(dir), "tool-*.html")
	if err != nil {
		return nil, err
	}
	for _, name := range old {
		data, err := safefile.Read(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if pages[name] == nil && bytes.Contains(data, []byte(generator)) {
			stale = append(stale, name)
		}
	}
	slices.Sort(stale)
	return stale, nil
}
