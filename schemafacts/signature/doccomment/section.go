package doccomment

import "strings"

// form is the layout of a section.
type form int

const (
	noForm       form = iota
	labelled          // "Args:" above indented lines
	flush             // "Args:" above lines that are not indented
	underlined        // a title above dashes
	otherHeading      // any other title, such as "# Parameters", which may be about lists
)

// section is the part of a comment under a header.
type section struct {
	about topic
	form  form
	base  int // the indentation of its entries; -1 before the first
}

// header reads the header that line i may begin, and returns its number of lines.
func (r *reader) header(i int) int {
	l := r.lines[i]
	words := title(l.text)
	about, named := topics[words]
	hash := strings.HasPrefix(l.text, "#") && startsSpace(strings.TrimLeft(l.text, "#"))
	switch {
	case r.isTitle(i, named):
		if named {
			return r.begin(section{about, underlined, -1}, 2)
		}
		return r.begin(section{about: verdict(l.text), form: otherHeading}, 2)
	case hash:
		if !named {
			about = verdict(l.text)
		}
		return r.begin(section{about: about, form: otherHeading}, 1)
	case named && words != strings.ToLower(l.text):
		return r.begin(section{about, r.labelForm(i), -1}, 1)
	}
	if m := inlineResult.FindStringSubmatch(l.text); m != nil && i > 0 { // not of a function Return
		r.begin(section{}, 1)
		r.open(&item{result: true}, m[1])
		return 1
	}
	return 0
}

// isTitle reports whether line i is a title above a line of dashes. An unknown title
// must be the only line of its paragraph.
func (r *reader) isTitle(i int, named bool) bool {
	if i+1 >= len(r.lines) || isUnderline(r.lines[i].text) {
		return false
	}
	next := r.lines[i+1]
	return !next.gap && next.indent == 0 && isUnderline(next.text) && (named || r.lines[i].gap)
}

// labelForm returns whether the entries under the label in line i are indented.
func (r *reader) labelForm(i int) form {
	if i+1 < len(r.lines) && !r.lines[i+1].gap && r.lines[i+1].indent == 0 {
		if _, _, ok := bullet(r.lines[i+1].text); !ok {
			return flush
		}
	}
	return labelled
}

// begin begins a section whose header takes n lines.
func (r *reader) begin(s section, n int) int {
	r.newGroup()
	r.sect = s
	if s.about == returns && s.form != otherHeading {
		r.item = &item{result: true}
	}
	return n
}

// takes reports whether each line belongs to the section until the section ends.
func (s section) takes() bool {
	return s.form == labelled || s.form == flush || s.form == underlined
}

// sectionLine reads a line of a section. It returns false if the section ends
// before the line.
func (r *reader) sectionLine(l line) bool {
	content, numbered, isItem := bullet(l.text)
	if r.sect.base < 0 {
		if r.sect.form == labelled && l.indent == 0 && !isItem {
			return r.end()
		}
		r.sect.base = l.indent
	}
	switch {
	case l.indent > r.sect.base:
		if isItem && r.item != nil && r.item.list {
			r.item.muted = true // nested, as in other lists
		}
		r.add(l.text)
		return true
	case l.indent == 0 && r.sect.base > 0:
		return r.end()
	case r.sect.about == returns:
		return r.resultLine(l, isItem)
	}
	return r.entry(l, content, isItem && !numbered)
}

// end ends the section before a line that is not part of it.
func (r *reader) end() bool {
	r.newGroup()
	r.sect = section{}
	return false
}

// resultLine reads a line about the result that is not indented further than
// the first one.
func (r *reader) resultLine(l line, isItem bool) bool {
	switch {
	case l.indent == 0 && l.gap && !isItem && len(r.item.text)+len(r.item.types) > 0 && r.sect.form != underlined:
		return r.end()
	case r.sect.form == underlined:
		_, ok := splitTyped(l.text)
		if l.indent == 0 && l.gap && len(r.item.text) > 0 && (!ok || strings.HasSuffix(l.text, ":")) {
			return r.end()
		}
		r.item.types = append(r.item.types, l.text)
	default:
		r.add(l.text)
	}
	return true
}

// entry reads the first line of a parameter.
func (r *reader) entry(l line, content string, isItem bool) bool {
	if isItem {
		words, text, _ := splitEntry(content)
		r.open(&item{words: words, list: true, indent: l.indent, inArgs: true}, text)
		return true
	}
	if r.sect.form == underlined {
		words, ok := splitTyped(l.text)
		if !ok && l.indent == 0 {
			return r.end()
		}
		r.open(&item{words: words, inArgs: true}, "")
		return true
	}
	words, text, ok := splitEntry(l.text)
	switch {
	case ok:
		r.open(&item{words: words, inArgs: true}, text)
	case l.indent == 0 && (l.gap || r.item == nil):
		return r.end()
	default: // a wrapped line that is not indented further
		r.add(l.text)
	}
	return true
}
