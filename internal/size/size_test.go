package size

import (
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

func Test(t *testing.T) {
	tool, err := schema.Parse([]byte(`{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}`))
	if err != nil {
		t.Fatal(err)
	}
	got := Of(tool)
	if want := (Size{Bytes: 77, Shown: 44}); got != want {
		t.Errorf("size %+v, want %+v", got, want)
	}
	if got.Tokens() != 11 {
		t.Errorf("%d tokens, want 11: the output schema is not shown to models", got.Tokens())
	}
	if s := got.Plus(Size{Bytes: 7000, Shown: 3600, AtLeast: true}).String(); s != "at least 7,077 bytes in tools/list, about 911 tokens" {
		t.Error(s)
	}
	if s := Thousands(-1240); s != "-1,240" {
		t.Error(s)
	}
}
