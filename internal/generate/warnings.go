package generate

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Warnings returns what users of the generated code may not expect: formats that it does not
// check, and arguments and tools whose names the command line needs.
func Warnings(in Input) (out []Refusal) {
	for i := range in.Tools {
		t := &in.Tools[i]
		out = append(out, t.Warnings...)
		warn := func(pos token.Pos, format string, args ...any) {
			if !pos.IsValid() {
				pos = t.Func.Pos()
			}
			out = append(out, Refusal{t.Func, pos, fmt.Sprintf(format, args...)})
		}
		uncheckedFormats(t.Input, func(at *schema.Node, path string) {
			warn(at.Pos, "the input schema%s: calls are not checked for the format %q", atPath(path), at.Text)
		})
		for _, m := range arguments(t.Input) {
			switch name, pos := m.Name, m.Value.Pos; {
			case slices.Contains([]string{"help", "h", "format"}, name):
				warn(pos, "argument %q is the flag --arg-%s on the command line, because --%[2]s belongs to the command", name, name)
			case in.CLI == Cobra && slices.Contains([]string{"version", "output", "completion"}, name):
				warn(pos, "argument %q is the flag --%s on the command line; it hides a flag of that name that the program has for all commands", name, name)
			}
		}
		if in.CLI != Cobra {
			continue
		}
		word, _, _ := strings.Cut(t.Name, ".")
		if word == "help" || word == "completion" {
			warn(token.NoPos, "the command %q of tool %q replaces that of cobra", word, t.Name)
		}
		for _, other := range in.Tools {
			if rest, ok := strings.CutPrefix(other.Name, t.Name+"."); ok && len(t.Positional) > 0 {
				word, _, _ := strings.Cut(rest, ".")
				warn(token.NoPos, "tool %q does not get the word %q by position: that is the command of tool %q", t.Name, word, other.Name)
			}
		}
	}
	return out
}

func atPath(path string) string {
	if path == "" {
		return ""
	}
	return " at " + path
}

// arguments returns the properties of a tool's input.
func arguments(input *schema.Node) []schema.Member {
	if input.Get("properties") == nil {
		input = input.Follow(input)
	}
	if props := input.Get("properties"); props != nil {
		return props.Members
	}
	return nil
}
