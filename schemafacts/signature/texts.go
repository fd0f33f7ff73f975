package signature

import (
	"go/ast"
	"go/token"
	"strings"
)

// structOf returns the struct type in the syntax of a type: the type itself, or the
// innermost element type.
func structOf(e ast.Expr) *ast.StructType {
	for {
		switch x := e.(type) {
		case *ast.StructType:
			return x
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.ArrayType:
			e = x.Elt
		case *ast.MapType:
			e = x.Value
		default:
			return nil
		}
	}
}

// fieldTexts returns the comments of fields, also in structs without a name.
func fieldTexts(within string, st *ast.StructType) (out []Text) {
	for _, f := range st.Fields.List {
		text := fieldText(f)
		for _, name := range f.Names {
			path := within + name.Name
			if text != "" {
				out = append(out, Text{path, text})
			}
			if inner := structOf(f.Type); inner != nil {
				out = append(out, fieldTexts(path+".", inner)...)
			}
		}
	}
	return out
}

// fieldText returns the comment above a field, or else the one after it, with one line
// for each paragraph.
func fieldText(f *ast.Field) string {
	for _, c := range []*ast.CommentGroup{f.Doc, f.Comment} {
		if text := strings.TrimSpace(c.Text()); text != "" {
			return joinLines(text)
		}
	}
	return ""
}

// joinLines puts each paragraph of a text on one line.
func joinLines(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.Join(paragraphs, "\n")
}

// paramTexts returns the comments in a parameter list with several lines: the comment
// above a parameter, or else the one after it, as for fields. The parser keeps only
// comments of fields. Comments in an unnamed struct describe its fields.
func paramTexts(fset *token.FileSet, file *ast.File, list *ast.FieldList) (out []Text) {
	if list == nil || !list.Opening.IsValid() {
		return nil
	}
	line := func(p token.Pos) int { return fset.PositionFor(p, false).Line }
	for i, f := range list.List {
		text := ""
		before, after := list.Opening, list.Closing
		if i > 0 {
			before = list.List[i-1].End()
		}
		if i+1 < len(list.List) {
			after = list.List[i+1].Pos()
		}
		if line(before) < line(f.Pos()) && (line(f.End()) < line(after)) {
			text = commentAt(file, line, before, f, after)
		}
		for _, name := range f.Names {
			if text != "" {
				out = append(out, Text{name.Name, text})
			}
			if st := structOf(f.Type); st != nil {
				out = append(out, fieldTexts(name.Name+".", st)...)
			}
		}
	}
	return out
}

// commentAt returns the comment above a parameter on separate lines, or the comment
// after it.
func commentAt(file *ast.File, line func(token.Pos) int, before token.Pos, f *ast.Field, after token.Pos) string {
	above, behind := "", ""
	for _, c := range file.Comments {
		text := joinLines(strings.TrimSpace(c.Text()))
		switch {
		case c.Pos() > before && c.End() <= f.Pos() && line(c.Pos()) > line(before) && line(c.End())+1 == line(f.Pos()):
			above = text
		case c.Pos() >= f.End() && c.Pos() < after && line(c.Pos()) == line(f.End()):
			behind = text
		}
	}
	if above != "" {
		return above
	}
	return behind
}
