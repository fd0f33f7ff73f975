package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// InvokeResult is the outcome of running a command line.
type InvokeResult struct {
	Output   string // what it wrote to standard output
	Stderr   string // what it wrote to standard error: progress and errors
	ExitCode int    // 0, 1 if the function failed, 2 if the command line is wrong
	Result   any    // the value of the function
	Err      error
}

// Main runs the command line of the process and returns its exit code. A program
// consists of one call: os.Exit(set.Main(context.Background())).
func (s *Set) Main(ctx context.Context) int {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	_, code, _ := s.run(ctx, name, os.Args[1:], os.Stdout, os.Stderr)
	return code
}

// Invoke runs a command line, given as a list of words without the name of the
// program.
func (s *Set) Invoke(ctx context.Context, argv ...string) InvokeResult {
	var stdout, stderr bytes.Buffer
	r, code, err := s.run(ctx, "", argv, &stdout, &stderr)
	return InvokeResult{stdout.String(), stderr.String(), code, r.Value, err}
}

// run is Execute with the exit code. It writes the error, too.
func (s *Set) run(ctx context.Context, program string, argv []string, stdout, stderr io.Writer) (r Result, code int, err error) {
	if r, err = s.Execute(ctx, program, argv, stdout, stderr); err == nil {
		return r, 0, nil
	}
	_, _ = fmt.Fprintf(stderr, "error: %v\n", err)
	var e *Error
	if !errors.As(err, &e) || e.Reason == reasonFailed || e.Reason == reasonPanic || e.Reason == reasonResult {
		return r, 1, err
	}
	return r, 2, err
}

// Execute runs a command line. program is the name of the program in help texts.
// Execute writes the result and help to stdout and progress to stderr, and returns
// errors without writing them.
func (s *Set) Execute(ctx context.Context, program string, argv []string, stdout, stderr io.Writer) (Result, error) {
	t, path, rest := s.find(argv)
	var help bytes.Buffer
	if t == nil {
		s.help(&help, program, path)
		switch {
		case len(rest) == 0:
			_, _ = stderr.Write(help.Bytes())
			return Result{}, usageError("a command is missing")
		case rest[0] == "help" && len(rest) > 1:
			return s.Execute(ctx, program, append(rest[1:], "--help"), stdout, stderr)
		case slices.Contains([]string{"help", "--help", "-help", "-h"}, rest[0]):
			_, err := stdout.Write(help.Bytes())
			return Result{}, err
		}
		return Result{}, usageError("unknown command %q", strings.Join(append(path, rest[0]), " "))
	}
	p, err := t.parse(rest)
	if err != nil {
		return Result{}, err
	}
	if p.help {
		if t.help(&help, program); s.isGroup(t.Name) {
			s.help(&help, program, path)
		}
		_, err := stdout.Write(help.Bytes())
		return Result{}, err
	}
	if ctx.Value(key("progress")) == nil {
		ctx = WithProgress(ctx, func(_ context.Context, done, total float64, message string) error {
			text := fmt.Sprint(done)
			if total > 0 {
				text += fmt.Sprint("/", total)
			}
			_, err := fmt.Fprintln(stderr, strings.TrimSpace(text+" "+message))
			return err
		})
	}
	r, err := s.CallRaw(ctx, t.Name, must(encode(p.args)))
	if err == nil {
		err = r.print(stdout, p.format)
	}
	return r, err
}

// find returns the tool that words name, or the group that they name, and the words
// after the name. A tool can have the name of a group, too: the longest name counts.
func (s *Set) find(words []string) (t *Tool, path, rest []string) {
	rest = words
	for i := range words {
		name := strings.Join(words[:i+1], ".")
		tool := s.Tool(name)
		if tool == nil && !s.isGroup(name) {
			break
		}
		if tool != nil || t == nil {
			t, path, rest = tool, words[:i+1], words[i+1:]
		}
	}
	return t, path, rest
}

// Command is an entry of the command line: a tool, or a group of tools.
type Command struct {
	Name string // the last word
	Text string // one line about it
	Path string // the name of the tool or group
	Tool *Tool  // nil for a group
}

// Commands returns the commands of a group, or of the whole program for the group "".
// A command that is a tool and a group has the tool.
func (s *Set) Commands(group string) (out []Command) {
	for _, t := range s.tools {
		rest, ok := strings.CutPrefix("."+t.Name, strings.TrimRight("."+group, ".")+".")
		if !ok {
			continue
		}
		word, _, isGroup := strings.Cut(rest, ".")
		c := Command{Name: word, Text: strings.SplitN(t.Description, "\n", 2)[0], Path: t.Name, Tool: t}
		if isGroup {
			c = Command{Name: word, Path: strings.TrimSuffix(t.Name, rest) + word}
			c.Text = s.about(c.Path)
		}
		if !slices.ContainsFunc(out, func(other Command) bool { return other.Path == c.Path }) {
			out = append(out, c)
		}
	}
	return out
}

// about returns the text about a group.
func (s *Set) about(group string) (text string) {
	for _, g := range s.groups {
		if g.Name == group {
			text = g.Text
		}
	}
	return text
}

// help writes a list of the commands in a group.
func (s *Set) help(w *bytes.Buffer, program string, path []string) {
	name := strings.Join(append([]string{program}, path...), " ")
	if text := s.about(strings.Join(path, ".")); text != "" {
		fmt.Fprintf(w, "%s\n\n", text)
	}
	fmt.Fprintf(w, "Usage: %s\n\nCommands:\n", strings.TrimSpace(name+" COMMAND [flags]"))
	var rows [][]string
	for _, c := range s.Commands(strings.Join(path, ".")) {
		rows = append(rows, []string{"  " + c.Name, c.Text})
	}
	writeRows(w, rows)
}

// help writes the description of a tool and its flags.
func (t *Tool) help(w *bytes.Buffer, program string) {
	if t.Description != "" {
		fmt.Fprintf(w, "%s\n\n", t.Description)
	}
	usage := strings.TrimSpace(program + " " + strings.ReplaceAll(t.Name, ".", " "))
	flags := t.Flags()
	for _, name := range t.Args {
		word := strings.ToUpper(name)
		if slices.ContainsFunc(flags, func(f Flag) bool { return f.arg == name && f.list }) {
			word += "..."
		}
		usage += " [" + word + "]"
	}
	fmt.Fprintf(w, "Usage: %s [flags]\n\nFlags:\n", usage)
	var rows [][]string
	for _, f := range flags {
		name := "  --" + f.Name
		switch {
		case f.Negated:
			name = "  --no-" + f.Name
		case f.Type != "boolean":
			name += " " + f.Type
		}
		rows = append(rows, []string{name, f.Usage})
	}
	rows = append(rows, []string{"  --format string", "how to print the result (text or json; default text)"})
	writeRows(w, rows)
}

// ParseArguments converts the words of a command line to the arguments of the tool as
// JSON.
func (t *Tool) ParseArguments(words ...string) (json.RawMessage, error) {
	p, err := t.parse(words)
	if err != nil {
		return nil, err
	}
	return encode(p.args)
}
