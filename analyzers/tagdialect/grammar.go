package tagdialect

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/structtag"
)

// flags are options without a value in the grammar of invopop/jsonschema, and words
// that authors mistake for such options.
var flags = []string{"required", "optional", "nullable", "omitempty"}

// keywords are the options of invopop/jsonschema that have a value.
var keywords = []string{
	"title", "description", "type", "anchor", "oneof_required", "anyof_required", "oneof_ref", "anyof_ref", "oneof_type", "anyof_type",
	"minLength", "maxLength", "pattern", "format", "readOnly", "writeOnly", "default", "example", "enum",
	"multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "uniqueItems",
}

// numeric are the options of invopop/jsonschema whose value is a number.
var numeric = []string{
	"minLength", "maxLength", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems",
}

// part is one option of a jsonschema tag, which commas separate.
type part struct {
	key, value string // key is "" for text without one
	text       string // as it is written
}

// options is how a library reads a list of options.
type options struct {
	grammar  structtag.Grammar
	keywords []string
	text     string // another key of the tag, whose text is the description
}

// invopopOptions are those of invopop/jsonschema, trpcOptions those of trpc-agent-go, which
// reads no more of a tag after a value that does not suit the field.
var (
	invopopOptions = &options{structtag.Keywords, keywords, "jsonschema_description"}
	trpcOptions    = &options{structtag.Unescaped, []string{"description", "enum", "pattern"}, "description"}
)

// known reports whether the library knows the option.
func (o *options) known(p part) bool {
	if p.key == "" {
		return slices.Contains(flags, strings.TrimSpace(p.text))
	}
	return slices.Contains(o.keywords, p.key)
}

// word returns the name of the option: its key, or the text of a flag.
func (p part) word() string {
	if p.key == "" {
		return strings.TrimSpace(p.text)
	}
	return p.key
}

// meant returns the option that a part misspells, or "" if it misspells none.
func (o *options) meant(p part) string {
	if p.key == "" {
		return near(p.word(), flags[:1])
	}
	return near(p.key, o.keywords)
}

// parse splits a tag at commas, unless a backslash escapes them, then at the first equals
// sign.
func (o *options) parse(tag string) []part {
	escapes := o.grammar == structtag.Keywords
	texts := strings.Split(tag, ",")
	if escapes {
		texts = structtag.Options(tag)
	}
	var out []part
	for _, text := range texts {
		p := part{text: text}
		if key, value, ok := strings.Cut(text, "="); ok {
			if p.key, p.value = key, value; !escapes {
				p.key, p.value = strings.TrimSpace(key), strings.TrimSpace(value)
			}
		}
		out = append(out, p)
	}
	return out
}

// foreign is the content of a tag that is written in the grammar of
// invopop/jsonschema.
type foreign struct {
	description string
	words       []string // the flags
	more        bool     // shows that other keywords exist
}

// readForeign parses a jsonschema tag in the grammar of invopop/jsonschema. ok
// reports whether the tag is written in this grammar: all parts up to a description
// are options. The description may contain commas by mistake. It may also be written as
// "description:text", as authors do who know no grammar, or without a key before the
// first other option, as in "one of two,enum=a,enum=b"; see [joinText].
func readForeign(tag string) (f foreign, ok bool) {
	parts := joinText(invopopOptions.parse(tag))
	for i, p := range parts {
		p.key, p.text = strings.TrimSpace(p.key), strings.TrimSpace(p.text)
		described := p.key == "description"
		if text, ok := strings.CutPrefix(p.text, "description:"); ok {
			p.value, described = text, true
		} else if i == 0 && p.key == "" && len(parts) > 1 && slices.Contains(keywords, parts[1].key) {
			p.value, described = p.text, true
		}
		switch {
		case described:
			f.description = strings.TrimSpace(p.value)
			f.after(parts[i+1:])
			return f, true
		case !invopopOptions.known(p):
			return foreign{}, false
		case p.key == "":
			f.words = append(f.words, p.text)
		default:
			f.more = true
		}
	}
	return f, len(parts) > 0
}

// joinText joins the first parts of a tag if they are a text with commas before a bound or an
// enum. Other keywords may be a part of such a text.
func joinText(parts []part) []part {
	i := slices.IndexFunc(parts, func(p part) bool { return p.key != "" })
	if i < 2 || parts[i].key != "enum" && !slices.Contains(numeric, parts[i].key) {
		return parts
	}
	var texts []string
	for _, p := range parts[:i] {
		texts = append(texts, p.text)
	}
	return append([]part{{text: strings.Join(texts, ",")}}, parts[i:]...)
}

// after adds the parts of a tag that follow its description.
func (f *foreign) after(parts []part) {
	for _, p := range parts {
		p.key = strings.TrimSpace(p.key)
		key, _, colon := strings.Cut(p.text, ":")
		switch {
		case invopopOptions.known(p) && p.key == "":
			f.words = append(f.words, strings.TrimSpace(p.text))
		case invopopOptions.known(p), colon && slices.Contains(keywords, key):
			f.more = true
		default:
			f.description += "," + p.text
		}
	}
}
