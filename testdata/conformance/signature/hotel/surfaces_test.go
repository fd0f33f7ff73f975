package hotel_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/conformance/signature/hotel"
	"github.com/schemavet/schemavet/schemafacts/conformance/signature/internal/tools"
)

func set() *tools.Set {
	return hotel.Tools(hotel.Deps{Desk: &hotel.Desk{}, Clock: stopped{}, Command: &hotel.Command{Clock: stopped{}}})
}

// TestSurfaces calls one function by name, on the command line and through MCP.
func TestSurfaces(t *testing.T) {
	s, g := set(), checkIn(t)
	t.Run("schema", func(t *testing.T) {
		tool := s.Tool("room.reserve")
		if tool.Description != "Reserve reserves a room." || !strings.Contains(string(tool.Input), `"which room"`) || tool.Output == nil {
			t.Errorf("%+v", tool)
		}
	})
	for _, c := range []struct {
		name, argv, args string
		want             hotel.Booking
		text             string // as the command line prints it
	}{
		{"room.reserve", "room reserve 3", `{"number":3}`, hotel.Booking{Number: 3, Quiet: true}, "number: 3\nquiet: true\n"},
		{"room.reserve", "room reserve --no-quiet 3 bath tea", `{"number":3,"quiet":false,"extras":["bath","tea"]}`,
			hotel.Booking{Number: 3, Extras: []string{"bath", "tea"}}, "number: 3\nquiet: false\nextras: [\"bath\",\"tea\"]\n"},
	} {
		want, _ := json.Marshal(c.want)
		v, err := s.Call(t.Context(), c.name, json.RawMessage(c.args))
		if got, _ := json.Marshal(v); err != nil || string(got) != string(want) {
			t.Errorf("call: %s, %v", got, err)
		}
		if _, ok := v.(hotel.Booking); !ok {
			t.Errorf("call: the value is a %T", v)
		}
		r := s.Invoke(t.Context(), strings.Fields(c.argv)...)
		if got, _ := json.Marshal(r.Result); r.ExitCode != 0 || string(got) != string(want) || r.Output != c.text {
			t.Errorf("invoke: %+v", r)
		}
		if got := g.ask(t, c.name, c.args, nil); got != string(want) {
			t.Errorf("mcp: %s", got)
		}
	}
}

// TestErrors gives the same error on each surface.
func TestErrors(t *testing.T) {
	s, g := set(), checkIn(t)
	for _, c := range []struct {
		argv, args, argument, reason, text string
		code                               int
	}{
		{"room reserve", `{}`, "/number", "missing_required_argument", `tool "room.reserve": argument "number" is missing`, 2},
		{"room reserve three", `{"number":"three"}`, "/number", "wrong_type", `tool "room.reserve": argument "number" is the string "three"; it must be an integer`, 2},
		{"room reserve 13", `{"number":13}`, "", "failed", `there is no such room`, 1},
	} {
		_, err := s.Call(t.Context(), "room.reserve", json.RawMessage(c.args))
		var e *tools.Error
		if !errors.As(err, &e) || e.Tool != "room.reserve" || e.Argument != c.argument || e.Reason != c.reason || e.Error() != c.text {
			t.Errorf("call: %+v", err)
		}
		r := s.Invoke(t.Context(), strings.Fields(c.argv)...)
		if !errors.As(r.Err, &e) || e.Argument != c.argument || e.Reason != c.reason || r.Stderr != "error: "+c.text+"\n" || r.ExitCode != c.code || r.Output != "" {
			t.Errorf("invoke: %+v", r)
		}
		if got, want := g.ask(t, "room.reserve", c.args, nil), c.reason+" "+c.argument+": "+c.text; got != want {
			t.Errorf("mcp: %s", got)
		}
	}
}

// TestProgressOnStderr keeps results and progress apart.
func TestProgressOnStderr(t *testing.T) {
	r := set().Invoke(t.Context(), "Clean", "--rooms", "2")
	if r.Output != "2\n" || r.Stderr != "1/2 cleaned\n2/2 cleaned\n" {
		t.Errorf("%+v", r)
	}
}

// TestNeedsMCP: a function that wants the request of a client fails elsewhere.
func TestNeedsMCP(t *testing.T) {
	r := set().Invoke(t.Context(), "Ask", "--question", "why")
	if r.ExitCode != 1 || r.Stderr != "error: the function needs the request of an MCP client\n" {
		t.Errorf("%+v", r)
	}
	if r := set().Invoke(t.Context(), "Show", "--wrong=false"); r.Output != "shown\n" {
		t.Errorf("%+v", r)
	}
}

// TestAnnotations shows a title and hints to clients.
func TestAnnotations(t *testing.T) {
	tool := set().Tool("room.count")
	if tool.Title != "Number of rooms" || !tool.Annotations.ReadOnlyHint || tool.Annotations.DestructiveHint != nil || *tool.Annotations.OpenWorldHint {
		t.Errorf("%+v %+v", tool, tool.Annotations)
	}
	list, err := checkIn(t).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list.Tools {
		data, _ := json.Marshal(m.Annotations)
		if want := map[bool]string{true: `{"idempotentHint":false,"openWorldHint":false,"readOnlyHint":true}`, false: "null"}[m.Name == "room.count"]; string(data) != want {
			t.Errorf("%s: %s, want %s", m.Name, data, want)
		}
		if (m.Title != "") != (m.Name == "room.count") {
			t.Errorf("%s has the title %q", m.Name, m.Title)
		}
	}
}

// TestEachFunction calls each function by name as clients do: values and errors are equal.
func TestEachFunction(t *testing.T) {
	s := set()
	for _, c := range calls {
		r, err := s.CallRaw(t.Context(), c.tool, json.RawMessage(c.args))
		var e *tools.Error
		got := string(r.JSON)
		switch {
		case errors.As(err, &e):
			got = e.Reason + " " + e.Argument + ": " + e.Error()
		case r.JSON == nil || c.tool == "Picture" || c.tool == "Sum":
			continue // content of the protocol
		}
		if c.tool == "Show" { // its result has no errorData, because it is the one of the function
			got = strings.TrimPrefix(got, "failed")
		}
		if c.tool != "Ask" && got != c.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", c.tool, c.args, got, c.want)
		}
	}
}
