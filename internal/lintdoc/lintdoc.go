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

// Must returns the section of the analyzer called name from the text of a
// doc.go file: what stands below the heading "# Analyzer name", up to the next
// heading of that kind. It must begin with "name: " and a title. Must panics
// if the file has no such section, because then the program was built wrongly.
func Must(content, name string) string {
	doc, err := Extract(content, name)
	if err != nil {
		panic("lintdoc: " + err.Error())
	}
	return doc
}

// Extract is [Must] with an error in place of the panic.
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

// Title returns the title of a documentation that [Must] returned.
func Title(doc string) string {
	line, _, _ := strings.Cut(doc, "\n")
	_, title, _ := strings.Cut(line, ": ")
	return title
}

// URL returns the address of the page about a check in the repository. The page has an
// anchor for each rule, because drivers add the rule to the address as its fragment.
func URL(name string) string {
	return "https://github.com/schemavet/schemavet/blob/main/docs/checks/" + name + ".md"
}
