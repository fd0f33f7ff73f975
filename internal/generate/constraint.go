package generate

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"io"
	"strings"
)

// constrain sets the build constraint of the generated files, which would not compile
// without the files of the tools. If these differ, it refuses the tools in files with a
// constraint.
func (in *Input) constrain() {
	for _, t := range in.Tools {
		if t.constraint == in.Tools[0].constraint {
			in.constraint = t.constraint
			continue
		}
		in.constraint = ""
		for i := range in.Tools {
			if t := &in.Tools[i]; t.constraint != "" {
				t.Refused = append(t.Refused, Refusal{t.Func, t.Func.Pos(),
					"the files of the tools of this package have different build constraints, and the generated files can have only one; move the function to a package of its own"})
			}
		}
		return
	}
}

// constraintOf returns the build constraint of a file: that of its name, which may
// end in _linux, and that of its comment.
func constraintOf(name string, f *ast.File) string {
	var exprs []string
	words := strings.Split(strings.TrimSuffix(name, ".go"), "_")
	for _, word := range words[max(1, len(words)-2):] {
		if isPlatform(word) {
			exprs = append(exprs, word)
		}
	}
	for _, group := range f.Comments {
		for _, line := range group.List {
			if line.Pos() < f.Package && constraint.IsGoBuild(line.Text) {
				if x, err := constraint.Parse(line.Text); err == nil {
					exprs = append(exprs, x.String())
				}
			}
		}
	}
	if len(exprs) > 1 {
		for i, x := range exprs {
			if strings.ContainsAny(x, " ") {
				exprs[i] = "(" + x + ")"
			}
		}
	}
	return strings.Join(exprs, " && ")
}

// isPlatform reports whether a file whose name ends in a word is built on one
// operating system or architecture only.
func isPlatform(word string) bool {
	nowhere := build.Context{OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p")), nil }}
	match, err := nowhere.MatchFile("", "x_"+word+".go")
	return err == nil && !match
}

// withConstraint adds the build constraint to a generated file, after its first line.
func (in *Input) withConstraint(data []byte) []byte {
	if in.constraint == "" {
		return data
	}
	first, rest, _ := bytes.Cut(data, []byte("\n"))
	return bytes.Join([][]byte{first, []byte("\n//go:build " + in.constraint), rest}, []byte("\n"))
}
