// Package lintdoc takes the documentation of an analyzer from the doc comment
// of its package, so that it is written once.
package lintdoc

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// Must returns the section of the analyzer called name from the text of a doc.go
// file. The section begins after the heading "# Analyzer name" and ends at the next
// such heading. It must begin with "name: " and a title. Must panics if the file has
// no such section, which is a bug of this program.
func Must(content, name string) string {
	doc, err := Extract(content, name)
	if err != nil {
		panic("lintdoc: " + err.Error())
	}
	return doc
}

// Extract is [Must] that returns an error instead of panicking.
func Extract(content, name string) (string, error) {
	text, err := PackageDoc(content)
	if err != nil {
		return "", err
	}
	_, rest, ok := strings.Cut("\n"+text, "\n# Analyzer "+name+"\n")
	if !ok {
		return "", fmt.Errorf("package comment has no heading %q", "# Analyzer "+name)
	}
	rest, _, _ = strings.Cut(rest, "\n# Analyzer ")
	rest = strings.TrimSpace(rest)
	if !strings.HasPrefix(rest, name+": ") {
		return "", fmt.Errorf("section %q must begin with %q", "# Analyzer "+name, name+": ")
	}
	return rest, nil
}

// PackageDoc returns the package comment of a Go file.
func PackageDoc(content string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "", content, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return "", fmt.Errorf("reading a package comment: %w", err)
	}
	return docText(f), nil
}

func docText(f *ast.File) string {
	if f.Doc == nil {
		return ""
	}
	return f.Doc.Text()
}

// Title returns the title in a documentation that [Must] returned.
func Title(doc string) string {
	line, _, _ := strings.Cut(doc, "\n")
	_, title, _ := strings.Cut(line, ": ")
	return title
}

// URL returns the address of a check's page in the repository. The page has an anchor
// for each rule, because drivers append the rule to the address as a fragment.
func URL(name string) string {
	return "https://github.com/schemavet/schemavet/blob/main/docs/checks/" + name + ".md"
}
