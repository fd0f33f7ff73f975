package doccomment

import (
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Doc is the doc comment of a function.
type Doc struct {
	Summary string  // the first paragraph in one line
	Params  []Param // in the order of the comment
	// Strangers are described names that the function does not have. A name in a list
	// outside of a section counts only if the list describes a parameter too, or if the
	// name is similar to that of a parameter without a description.
	Strangers []Stranger
	Returns   string
}

// Stranger is a described name that the function does not have.
type Stranger struct {
	Name string
	Near string // the similar name of a parameter, or ""
}

// Param is the text of a parameter, in one line.
type Param struct {
	Name string // as the function declares it
	Text string
}

// Param returns the text of the parameter, or "".
func (d Doc) Param(name string) string {
	for _, p := range d.Params {
		if p.Name == name {
			return p.Text
		}
	}
	return ""
}

// Parse reads the text of a comment, as [go/ast.CommentGroup.Text] returns it. Only the
// names in list are parameters. If a parameter is documented more than once, the first
// text counts, unless only a later one has its exact name. If one list contains two
// texts for a parameter, neither counts: gofmt makes one list of nested lists, so
// either text may be about something else.
func Parse(comment string, list []string) Doc {
	r := &reader{names: newNames(list), lines: split(comment), links: map[string]bool{}, found: map[string]found{}, described: map[int]bool{}}
	for _, l := range r.lines {
		if text, ok := linkDefinition(l.text); ok {
			r.links[text] = true
		}
	}
	for i := 0; i < len(r.lines); i++ {
		l := r.lines[i]
		if l.indent == 0 {
			if n := r.header(i); n > 0 {
				r.span, r.inProse, r.prose = noSpan, false, nil
				i += n - 1
				continue
			}
		}
		r.line(l)
	}
	r.close()
	r.doc.Summary = r.plain(r.first)
	r.doc.Params = slices.DeleteFunc(r.doc.Params, func(p Param) bool { return r.found[p.Name].clash })
	r.strangers(list)
	return r.doc
}

// strangers adds to the result the names in lists that should be parameters, and the
// similar names of parameters without a description.
func (r *reader) strangers(params []string) {
	bare := slices.DeleteFunc(slices.Clone(params), func(p string) bool { return r.doc.Param(p) != "" })
	for _, l := range r.listed {
		if r.described[l.group] || Nearest(l.word, bare) != "" {
			r.doc.Strangers = append(r.doc.Strangers, Stranger{Name: l.word})
		}
	}
	slices.SortFunc(r.doc.Strangers, func(a, b Stranger) int { return strings.Compare(a.Name, b.Name) })
	r.doc.Strangers = slices.Compact(r.doc.Strangers)
	for i := range r.doc.Strangers {
		r.doc.Strangers[i].Near = Nearest(r.doc.Strangers[i].Name, bare)
	}
}

// listed is a name in a list outside of a section.
type listed struct {
	word  string
	group int
}

type reader struct {
	names names
	lines []line
	links map[string]bool // texts that have a link definition
	doc   Doc
	found map[string]found

	sect  section
	group int   // counts what separates lists: headers and prose
	item  *item // what takes the lines that follow
	// listed are the names in lists outside of sections that are not parameters, and
	// described the groups that describe one. values reports whether the names that
	// follow may be values of a parameter: gofmt makes one list of nested lists.
	listed    []listed
	described map[int]bool
	values    bool
	span      span

	first      []string // the first paragraph
	paragraphs int
	prose      []string // the last paragraph, if no header came after it
	inProse    bool
	intro      topic // the topic of the prose before a list, if introRead
	introRead  bool
}

// found is the index of a parameter in Doc.Params.
type found struct {
	index int
	exact bool
	group int
	clash bool // it is documented twice in the group
}

// span is the kind of a run of indented lines. As in go doc, the first line decides.
type span int

const (
	noSpan span = iota
	listSpan
	codeSpan
)

// item is the documentation of a parameter or result, whose text may continue in the
// next lines.
type item struct {
	words  []string
	result bool
	list   bool // it began with a bullet
	field  bool // it began with a colon
	inArgs bool // a section or field of parameters has it
	muted  bool // a nested list ended the text
	indent int
	text   []string
	types  []string // lines that are types if text follows, else the text
	plain  string   // the text in one line, once it is needed
}

func (r *reader) open(it *item, text string) {
	r.close()
	if text != "" {
		it.text = append(it.text, text)
	}
	r.item = it
}

// add appends a line to the open item.
func (r *reader) add(text string) {
	if r.item != nil && !r.item.muted {
		r.item.text = append(r.item.text, text)
	}
}

// close records the open item.
func (r *reader) close() {
	it := r.item
	r.item = nil
	if it == nil {
		return
	}
	if len(it.text) == 0 && (len(it.types) != 1 || strings.ContainsAny(it.types[0], " \t")) {
		it.text = it.types // a sentence, not only the name of a type
	}
	if it.result {
		if r.doc.Returns == "" {
			r.doc.Returns = typed.ReplaceAllString(r.plain(it.text), "")
		}
		return
	}
	for _, w := range it.words {
		name, exact := r.names.find(w)
		switch {
		case name != "":
			r.record(name, exact, it)
			text := strings.Join(it.text, " ")
			r.described[r.group], r.values = true, strings.HasSuffix(text, ":") || sayValues.MatchString(text)
		case !isParamName(w) || r.names.knows(w):
		case it.inArgs:
			r.doc.Strangers = append(r.doc.Strangers, Stranger{Name: w})
		case it.list && !r.values:
			r.listed = append(r.listed, listed{w, r.group})
		}
	}
}

// isParamName reports whether a word looks like the name of a parameter.
func isParamName(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return token.IsIdentifier(word) && unicode.IsLower(first)
}

// newGroup ends the current list.
func (r *reader) newGroup() {
	r.close()
	r.group++
	r.values = false
	r.introRead = false
}

// record records that an item documents a parameter.
func (r *reader) record(name string, exact bool, it *item) {
	old, again := r.found[name]
	sameList := again && old.group == r.group && old.exact == exact
	if again && !sameList && !old.clash && (old.exact || !exact) {
		return
	}
	if it.plain == "" {
		it.plain = r.plain(it.text)
	}
	text := it.plain
	if text == "" {
		return
	}
	if !again {
		old.index = len(r.doc.Params)
		r.doc.Params = append(r.doc.Params, Param{Name: name})
	}
	r.doc.Params[old.index].Text = text
	r.found[name] = found{old.index, exact, r.group, sameList}
}

// line reads a line that is not a header.
func (r *reader) line(l line) {
	if r.leavesResult(l) {
		r.end()
	}
	if l.indent > 0 {
		r.inProse = false
		r.indented(l)
		return
	}
	r.span = noSpan
	if about, name, text, ok := field(l.text); ok {
		r.sect, r.inProse = section{}, false
		r.open(&item{field: true, result: about == returns}, text)
		if about == params {
			r.item.words, r.item.inArgs = []string{name}, true
		}
		return
	}
	if r.sect.takes() && r.sectionLine(l) {
		r.inProse = false
		return
	}
	content, numbered, isItem := bullet(l.text)
	switch {
	case isItem && r.item != nil && r.item.result:
		r.add(l.text)
	case isItem:
		r.inProse = false
		r.bullet(l, content, numbered)
	case r.item != nil && !l.gap:
		r.add(l.text) // a wrapped line of a field or an item that is not indented
	default:
		r.paragraph(l)
	}
}

// leavesResult reports whether l begins a list that is not part of the preceding
// result, which is a complete sentence.
func (r *reader) leavesResult(l line) bool {
	if !l.gap || r.item == nil || !r.item.result || r.sect.form != noForm && r.sect.form != flush {
		return false
	}
	_, _, isItem := bullet(l.text)
	n := len(r.item.text)
	return isItem && n > 0 && strings.HasSuffix(r.item.text[n-1], ".")
}

// paragraph reads a line of prose.
func (r *reader) paragraph(l line) {
	r.newGroup()
	if _, ok := linkDefinition(l.text); ok || isUnderline(l.text) {
		return
	}
	starts := l.gap || !r.inProse
	if starts {
		r.prose, r.inProse = nil, true
	}
	r.prose = append(r.prose, l.text)
	if starts && r.sect.about == noTopic {
		r.paragraphs++
	}
	if r.paragraphs == 1 && r.sect.about == noTopic {
		r.first = r.prose
	}
}

// indented reads an indented line, which may be part of a section, an item, a list or
// code.
func (r *reader) indented(l line) {
	if r.sect.takes() && r.sectionLine(l) {
		return
	}
	content, numbered, isItem := bullet(l.text)
	if r.item != nil && (r.item.field || r.item.result) {
		r.add(l.text)
		return
	}
	if r.span == noSpan {
		if r.item != nil && r.item.list && !l.gap && !isItem {
			r.add(l.text) // the item before is not indented itself
			return
		}
		if r.span = listSpan; !isItem {
			r.span = codeSpan
			r.close()
		}
	}
	switch {
	case r.span == codeSpan:
	case isItem:
		r.bullet(l, content, numbered)
	default:
		r.add(l.text)
	}
}

// bullet reads the first line of a list item outside of a section.
func (r *reader) bullet(l line, content string, numbered bool) {
	if r.item != nil && r.item.list && l.indent > r.item.indent {
		r.item.muted = true // nested: about the item's values
		return
	}
	words, text, ok := splitEntry(content)
	if !ok || text == "" && topics[title(content)] == params { // what is nested may be parameters
		r.close()
		return
	}
	if about := r.introduces(); numbered || about == other || about == returns {
		words = nil
	}
	r.open(&item{list: true, indent: l.indent, words: words}, text)
}

// introduces returns the topic that the text before a list announces.
func (r *reader) introduces() topic {
	if r.introRead {
		return r.intro
	}
	r.intro, r.introRead = r.sect.about, true
	if n := len(r.prose); n > 0 && strings.HasSuffix(r.prose[n-1], ":") {
		if v := verdict(strings.Join(r.prose[max(0, n-introLines):], " ")); v != noTopic {
			r.intro = v
		}
	}
	return r.intro
}

// introLines is the number of lines before a list that introduces reads.
const introLines = 4
