package quote

import (
	"fmt"
	"strings"
	"testing"
)

func Test(t *testing.T) {
	for in, want := range map[string][2]string{ // of Text and Block
		"plain, två 日本 👍":    {"plain, två 日本 👍", "plain, två 日本 👍"},
		"\x1b[31mred\x1b[0m": {`\u001b[31mred\u001b[0m`, `\u001b[31mred\u001b[0m`},
		"a\nb\tc\r\n":        {`a\nb\tc\r\n`, "a\nb\tc\\r\n"},
		"a\u202eb\u2066":     {`a\u202eb\u2066`, `a\u202eb\u2066`},
		"\xff\x00\x7f\u0085": {`\xff\u0000\u007f\u0085`, `\xff\u0000\u007f\u0085`},
		"\U000e0041":         {`\udb40\udc41`, `\udb40\udc41`},
		"a\u200db\u00a0c":    {`a\u200db\u00a0c`, "a\u200db\u00a0c"},
		"::error::x":         {`\u003a:error::x`, "::error::x"},
		"  ::error::x":       {`  \u003a:error::x`, "  ::error::x"},
		"x ##[error]y":       {`x #\u0023[error]y`, `x #\u0023[error]y`},
		"std::string":        {"std::string", "std::string"},
		"\ufeff\u2028\u200b": {`\ufeff\u2028\u200b`, `\ufeff\u2028\u200b`},
	} {
		if got := Text(in); got != want[0] {
			t.Errorf("Text(%q) = %s, want %s", in, got, want[0])
		}
		if got := Block(in); got != want[1] {
			t.Errorf("Block(%q) = %s, want %s", in, got, want[1])
		}
	}
}

func TestWriter(t *testing.T) {
	var b strings.Builder
	w := NewWriter(&b)
	for _, s := range []string{"a\n::error::x\n", "  ", "::warning::y\n", "b ", "::notice\n", "\x1b[2J\u202e"} {
		if n, err := fmt.Fprint(w, s); n != len(s) || err != nil {
			t.Errorf("%q: %d, %v", s, n, err)
		}
	}
	if want := "a\n\\u003a:error::x\n  \\u003a:warning::y\nb ::notice\n\\u001b[2J\\u202e"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
	if Raw(w) != &b || Raw(&b) != &b {
		t.Error("Raw")
	}
}
