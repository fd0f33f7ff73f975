package gostd

import (
	"go/constant"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// embedKind is the kind of a value that is an embed.FS. Programs read from it the descriptions and
// schemas of their tools by name.
const embedKind = "embed.FS"

// modelEmbed makes an embed.FS of the names and contents of its files.
func modelEmbed(c *eval.Call) value.Value {
	files := map[string]string{}
	for i := 0; i+1 < len(c.Args); i += 2 {
		name, _ := value.StringOf(c.Args[i])
		files[name], _ = value.StringOf(c.Args[i+1])
	}
	return &value.Native{Kind: embedKind, Data: files, T: c.Result, Pos: c.Pos}
}

func modelReadEmbedded(c *eval.Call) value.Value {
	from, args := c.Recv, c.Args
	if from == nil && len(args) == 2 {
		from, args = args[0], args[1:]
	}
	fsys, ok := from.(*value.Native)
	if !ok || fsys.Kind != embedKind || len(args) != 1 {
		return notKnown(c)
	}
	name, ok := value.StringOf(args[0])
	if !ok {
		return notKnown(c)
	}
	bytes, failed := resultAt(c.Result, 0), resultAt(c.Result, 1)
	text, ok := fsys.Data.(map[string]string)[name]
	if !ok {
		return value.Tuple{&value.Slice{T: bytes, IsNil: true, Pos: c.Pos}, &value.Native{Kind: "error", Data: "open " + name + ": file does not exist", T: failed, Pos: c.Pos}}
	}
	return value.Tuple{&value.Const{V: constant.MakeString(text), T: bytes, Pos: fsys.Pos}, &value.Nil{T: failed, Pos: c.Pos}}
}
