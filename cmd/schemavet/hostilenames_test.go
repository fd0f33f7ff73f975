package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
)

// hostile are names and descriptions that do harm if a program prints them unescaped.
var hostile = []string{
	"\x1b[31mred", "\x1b]0;title\x07", "\x1b[2J", "\u009b31m", "a\nb", "a\rb", "a\tb", "\u202egpj.exe", "\u2066a\u2069", "\u200bzero",
	"::error file=a.go::pwned", "a\n::set-output name=x::y", "##[error]pwned", "$(touch pwned)", "`touch pwned`", "```\nopen fence", "~~~\nopen",
	"<script>alert(1)</script>", "]]></failure>", "| a | b |", "\x00", "\x7f", "\ufeffbom", "a\u2028b", "<!-- schemavet:end -->",
	"[x](javascript:alert(1))", "\U000e0041tag", "../../etc/passwd", "\xff\xfe", strings.Repeat("n", 300), "",
}

// hostileNames writes a program with tools of these names and descriptions, in a file
// to which a line directive gives a hostile name, and runs each command with each
// output format.
func hostileNames(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: hostilenames")
	}
	write := func(description string) {
		var b strings.Builder
		b.WriteString("package main\n\nimport (\n\t\"context\"\n\n\t\"github.com/modelcontextprotocol/go-sdk/mcp\"\n)\n\n" +
			"func h(context.Context, *mcp.CallToolRequest, struct{ A int }) (*mcp.CallToolResult, any, error) {\n\treturn nil, nil, nil\n}\n\nfunc main() {\n" +
			"\ts := mcp.NewServer(&mcp.Implementation{Name: \"\\x1b[1m\\n::error::s\"}, nil)\n")
		for i, s := range hostile {
			if i == len(hostile)-1 {
				b.WriteString("//line \x1b[31m\u202eevil.go:7\n")
			}
			fmt.Fprintf(&b, "\tmcp.AddTool(s, &mcp.Tool{Name: %s, Description: %s}, h)\n", strconv.Quote(s), strconv.Quote(s+description))
		}
		b.WriteString("}\n")
		ts.Check(os.WriteFile(ts.MkAbs("main.go"), []byte(b.String()), 0o666))
	}
	run := func(command ...string) {
		_ = ts.Exec("schemavet", command...) // exit codes differ
		stdout, stderr := ts.ReadFile("stdout"), ts.ReadFile("stderr")
		form := "text"
		for _, arg := range command {
			if _, value, ok := strings.Cut(arg, "--format="); ok {
				form = value
			}
		}
		if err := harm(form, stdout); err != nil {
			ts.Fatalf("schemavet %q: stdout: %v", command, err)
		}
		if err := harm("text", stderr); err != nil || strings.Contains(stderr, "panic") {
			ts.Fatalf("schemavet %q: stderr: %v", command, err)
		}
		if stdout+stderr == "" && (command[0] == "list" || command[0] == "check") {
			ts.Fatalf("schemavet %q says nothing", command)
		}
	}
	write("")
	run("snapshot", "--check")
	run("snapshot")
	write(" changed")
	run("check", "--color=always", "--format=color")
	for _, form := range output.Names() {
		run("check", "--format="+form)
		run("diff", "--format="+form, ".", "source")
	}
	run("list")
	run("list", "--format=json")
	run("list", "--why="+hostile[0])
	run("list", "--why="+hostile[10])
	run("docs")
	run("docs", "--html", "site")
	run("snapshot", "--check")
	run("snapshot")
	run("check", "--baseline", "write")
	run("explain", hostile[0])
	run("-C", "\x1b[31m", "check")
}

// harm returns an error if a text is dangerous or broken in a form of output, such as
// "json" or "github": if it is not valid JSON or XML, or contains control characters or
// commands of CI systems. It returns nil if the text is harmless.
func harm(form, text string) error {
	switch form {
	case "json", "sarif":
		return json.Unmarshal([]byte(text), new(any))
	case "junit":
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
		}
	case "color":
		for _, code := range []string{"\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m", "\x1b[0m"} {
			text = strings.ReplaceAll(text, code, "")
		}
	}
	if !utf8.ValidString(text) {
		return errors.New("not UTF-8")
	}
	for line := range strings.Lines(text) {
		for _, r := range strings.TrimSuffix(line, "\n") {
			if !unicode.IsPrint(r) && r != '\t' {
				return fmt.Errorf("%q in %q", r, line)
			}
		}
		t := strings.TrimSpace(line)
		own := form == "github" && (strings.HasPrefix(t, "::error file=main.go,") || strings.HasPrefix(t, "::warning file=main.go,") || strings.HasPrefix(t, "::notice file=main.go,") ||
			strings.Contains(t, " file=toolschema/") || strings.Contains(t, "evil.go,line="))
		if strings.HasPrefix(t, "::") && !own || strings.Contains(t, "##[") {
			return fmt.Errorf("a command: %q", line)
		}
	}
	if form == "markdown" && strings.Count(text, "\n```")%2 == 1 {
		return errors.New("an open fence")
	}
	return nil
}
