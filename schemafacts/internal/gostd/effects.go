package gostd

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
)

//go:embed effects.txt
var effectsText string

// effects maps functions without a model to what they do. The key "pkg.*" or "(*T).*"
// stands for all functions of a package, or methods of a type, that have no key.
var effects = parseEffects(effectsText)

// parseEffects parses the lines of effects.txt. It panics on a line that it cannot read.
func parseEffects(text string) map[string]eval.Effect {
	words := map[string]eval.EffectKind{"reads": eval.Reads, "writes": eval.Writes, "keeps": eval.Keeps}
	out := map[string]eval.Effect{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		of, rest, _ := strings.Cut(line, " ")
		if last := of[strings.LastIndexByte(of, '/')+1:]; strings.Contains(last, ".") || of == "error" {
			of = "(" + of + ")"
		}
		for part := range strings.SplitSeq(rest, "|") {
			f := strings.Fields(part)
			kind, ok := words[f[0]]
			if !ok {
				panic(fmt.Sprintf("effects.txt: unknown effect in %q", line))
			}
			for _, name := range f[1:] {
				e := eval.Effect{Kind: kind, Arg: eval.AllArgs}
				if short, arg, ok := strings.Cut(name, "/"); ok {
					name, e.Arg = short, int(arg[0]-'0')
				}
				out[of+"."+name] = e
			}
		}
	}
	return out
}

// Effect returns what a function of the standard library without a model does with its
// receiver and arguments.
func (Library) Effect(key string) eval.Effect {
	key = stdKey(key)
	if e, ok := effects[key]; ok {
		return e
	}
	return effects[key[:strings.LastIndexByte(key, '.')+1]+"*"]
}
