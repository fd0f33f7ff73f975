package hotel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/schemavet/schemavet/schemafacts/conformance/signature/hotel"
)

// stopped is a clock.
type stopped struct{}

func (stopped) Now() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

// guest is a client of the hotel that keeps what it is told of progress.
type guest struct {
	*mcp.ClientSession
	mu   sync.Mutex
	told []string
}

// checkIn returns a client of a server of the thirty functions.
func checkIn(t *testing.T) *guest {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1"}, nil)
	hotel.RegisterTools(server, hotel.Deps{Desk: &hotel.Desk{}, Clock: stopped{}, Command: &hotel.Command{Clock: stopped{}}})
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), theirs, nil); err != nil {
		t.Fatal(err)
	}
	g := &guest{}
	client := mcp.NewClient(&mcp.Implementation{Name: "guest", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.told = append(g.told, fmt.Sprintf("%v: %v/%v %s", req.Params.ProgressToken, req.Params.Progress, req.Params.Total, req.Params.Message))
		},
	})
	var err error
	if g.ClientSession, err = client.Connect(t.Context(), ours, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// calls are calls of each of the functions.
var calls = []struct{ tool, args, want string }{
	{"Ping", `{}`, ``},
	{"Ping", `null`, ``},
	{"Ping", `{"a":1}`, `unknown_argument /a: tool "Ping": argument "a" is unknown`},
	{"greet", `{"name":"Ann"}`, `{"result":"hello Ann"}`},
	{"greet", `{}`, `missing_required_argument /name: tool "greet": argument "name" is missing`},
	{"greet", `{"Name":"Ann","name":"Bob"}`, `unknown_argument /Name: tool "greet": argument "Name" is unknown; known are "name"`},
	{"greet", `{"name":7}`, `wrong_type /name: tool "greet": argument "name" is the number 7; it must be a string`},
	{"Wake", `{"at":"2026-01-02T03:04:05Z"}`, `{"result":"2026-01-02T04:04:05Z"}`},
	{"Wake", `{"at":"tomorrow"}`, `format /at: tool "Wake": argument "at" is "tomorrow"; it must be a date and time such as 2006-01-02T15:04:05Z`},
	{"Book", `{"guest":"Ann"}`, `{"number":3,"size":"single"}`},
	{"Book", `{"guest":"Ann","size":"suite","floor":2}`, `{"number":3,"size":"suite","floor":2}`},
	{"Book", `{"guest":"Ann","size":"huge"}`, `not_in_enum /size: tool "Book": argument "size" is "huge"; it must be one of "single", "double" or "suite"`},
	{"Rate", `{}`, `{"result":"1rack7.5 true"}`},
	{"Rate", `{"nights":2.0,"breakfast":false,"code":""}`, `{"result":"27.5 false"}`},
	{"Rate", `{"nights":31}`, `out_of_range /nights: tool "Rate": argument "nights" is 31; it must be at most 30`},
	{"Extend", `{}`, `{"nights":3}`},
	{"Extend", `{"stay":{"extras":["bath"]}}`, `{"nights":2,"extras":["bath"]}`},
	{"Prolong", `{"stay":{}}`, `{"nights":2}`},
	{"Prolong", `{"stay":{"nights":0}}`, `out_of_range /stay/nights: tool "Prolong": argument "stay.nights" is 0; it must be at least 1`},
	{"Prolong", `{}`, `missing_required_argument /stay: tool "Prolong": argument "stay" is missing`},
	{"Invite", `{"host":"Ann","guests":["Bob","Cid"]}`, `{"result":"Ann: Bob, Cid"}`},
	{"Invite", `{"host":"Ann"}`, `{"result":"Ann: "}`},
	{"Dine", `{"menu":{"dish":"soup","next":{"dish":"fish"}}}`, `{"dish":"soup","count":1,"next":{"dish":"fish","count":1}}`},
	{"Dine", `{"menu":{"dish":"soup","next":{}}}`, `missing_required_argument /menu/next/dish: tool "Dine": argument "menu.next.dish" is missing`},
	{"Keys", `{"rooms":{"12":"Ann"}}`, `{"12":"Ann"}`},
	{"Lost", `{"any":false}`, `{}`},
	{"Lost", `{"any":true}`, `{"umbrella":{"number":1,"size":"suite"}}`},
	{"Find", `{"number":1}`, `{"number":1,"size":"double","floor":1}`},
	{"Find", `{"number":10}`, `result : the result of tool "Find" doesn't match its schema: the value is null; it must be an object`},
	{"List", `{"empty":true}`, `{"result":null}`},
	{"List", `{"empty":false}`, `{"result":[{"number":1,"size":"single"}]}`},
	{"Count", `{"ids":[9007199254740993,1e0,2.0]}`, `{"result":[9007199254740996,true]}`},
	{"Count", `{"ids":[1,1e999]}`, `out_of_range /ids/1: tool "Count": argument "ids[1]" is 1e999; it must be at most 9223372036854775807`},
	{"Count", `{"ids":[1.5]}`, `wrong_type /ids/0: tool "Count": argument "ids[0]" is the number 1.5; it must be an integer`},
	{"Split", `{"bill":10,"guests":4}`, `{"rest":0,"share":2.5}`},
	{"Split", `{"bill":10,"guests":0}`, `failed : nobody pays`},
	{"Pages", `{"size":1}`, `{"items":null,"More":true}`},
	{"Scan", `{"card":"QUJD"}`, `{"result":3}`},
	{"Scan", `{"card":"#"}`, `decode /card: tool "Scan": argument "card": illegal base64 data at input byte 0`},
	{"Allow", `{"from":"::ffff:10.0.0.1"}`, `{"result":"10.0.0.1"}`},
	{"Allow", `{"from":"here"}`, `decode /from: tool "Allow": argument "from": ParseAddr("here"): unable to parse IP`},
	{"Note", `{"about":1.50,"raw":{"a": 1.50}}`, `{"result":"float64 {\"a\":1.50}"}`},
	{"Open", `{"a":1,"b":null}`, `{"result":2}`},
	{"Open", `{}`, `{"result":0}`},
	{"Form", `{"name":"Ann"}`, `{"result":"Ann40 0"}`},
	{"Form", `{"name":"Ann","room":{"number":3}}`, `{"result":"Ann40 3"}`},
	{"Form", `{"name":"Ann","room":{"numbers":3}}`, `decode /room: tool "Form": argument "room": json: unknown field "numbers"`},
	{"Form", `{"name":"Ann","age":17}`, `out_of_range /age: tool "Form": argument "age" is 17; it must be at least 18`},
	{"Form", `{"name":""}`, `too_short /name: tool "Form": argument "name" has 0 characters; it must have at least 1`},
	{"Ask", `{"question":"why"}`, `{"result":"Asktruewhy"}`},
	{"Today", `{}`, `{"result":"2026-01-02T03:04:05Z"}`},
	{"Show", `{"wrong":false}`, `shown`},
	{"Show", `{"wrong":true}`, ` : shown`},
	{"Picture", `{"room":4}`, `{"number":4,"size":"single"} a picture`},
	{"Clean", `{"rooms":2}`, `{"result":2}`},
	{"Blank", `{}`, ``},
	{"Poster", `{}`, `a poster`},
	{"Sum", `{"a":1,"b":2}`, `{"result":3} 1 and 2`},
	{"Bill", `{"sum":1,"by":4}`, `{"result":0.25}`},
	{"Bill", `{"sum":1,"by":0}`, `result : tool "Bill": the result cannot be written as JSON: json: unsupported value: +Inf`},
}

// TestCalls calls each of the thirty functions through a client. What is wanted
// is the result as JSON, or the text if there is none; of an error its reason,
// the argument, and what people read.
func TestCalls(t *testing.T) {
	g := checkIn(t)
	for _, c := range calls {
		if got := g.ask(t, c.tool, c.args, nil); got != c.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", c.tool, c.args, got, c.want)
		}
	}
}

// TestPanic shows that the server goes on answering after a panic, a dependency that is
// nil, and many bad calls, and that equal calls have equal answers.
func TestPanic(t *testing.T) {
	defer log.SetOutput(log.Writer())
	log.SetOutput(io.Discard)
	g := checkIn(t)
	for _, c := range []struct{ tool, args, want string }{
		{"Fall", `{"floor":5}`, `panic : tool "Fall": panic: runtime error: index out of range [5] with length 2`},
		{"Late", `{}`, `panic : tool "Late": panic: runtime error: invalid memory address or nil pointer dereference`},
		{"Rate", `{"nights":31,"percent":"all","code":7,"breakfast":1}`, `wrong_type /breakfast: tool "Rate": argument "breakfast" is the number 1; it must be a boolean`},
		{"Poster", `{}`, `a poster`},
	} {
		for range 40 {
			if got := g.ask(t, c.tool, c.args, nil); got != c.want {
				t.Fatalf("%s %s\ngot  %s\nwant %s", c.tool, c.args, got, c.want)
			}
		}
	}
	if got := g.ask(t, "greet", `{"name":"Ann"}`, nil); got != `{"result":"hello Ann"}` {
		t.Error(got)
	}
	r, err := hotel.Poster()
	if err != nil || len(r.Content) != 1 || r.StructuredContent != nil || r.Meta != nil {
		t.Errorf("the result that the program keeps was changed to %+v", r)
	}
}

// TestNilDependency names the field of Deps that is missing when the program starts.
func TestNilDependency(t *testing.T) {
	defer func() {
		if got, want := fmt.Sprint(recover()), "hotel: the field Clock of Deps is nil, but these tools need it: Today"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}()
	hotel.Tools(hotel.Deps{Desk: &hotel.Desk{}, Command: &hotel.Command{}})
}

// ask calls a tool and writes what it answers in a line.
func (g *guest) ask(t *testing.T, tool, args string, meta mcp.Meta) string {
	t.Helper()
	r, err := g.CallTool(t.Context(), &mcp.CallToolParams{Meta: meta, Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, args, err)
	}
	text := ""
	for _, c := range r.Content {
		text += c.(*mcp.TextContent).Text
	}
	if r.IsError {
		data, _ := r.Meta["errorData"].(map[string]any)
		reason, _ := data["reason"].(string)
		argument, _ := data["argument"].(string)
		if len(data) > 0 && (data["tool"] != tool || (data["schema"] != nil) != (reason != "result" && reason != "failed" && reason != "panic")) {
			t.Errorf("%s %s: errorData is %v", tool, args, data)
		}
		return reason + " " + argument + ": " + text
	}
	if r.StructuredContent == nil {
		return text
	}
	if box, _ := r.StructuredContent.(map[string]any); box["result"] == text { // text is as it is
		data, _ := json.Marshal(box)
		return string(data)
	}
	// The text has the members in the order in which they were written.
	var same any
	if data, err := json.Marshal(r.StructuredContent); err != nil || json.Unmarshal([]byte(text), &same) != nil {
		return string(data) + " " + text
	}
	return text
}

// TestProgress follows the work of functions that tell of it in each of the
// ways that there are.
func TestProgress(t *testing.T) {
	g := checkIn(t)
	for _, c := range []struct{ tool, args, answer, told string }{
		{"Clean", `{"rooms":3}`, `{"result":3}`, "T: 1/3 cleaned, T: 2/3 cleaned, T: 3/3 cleaned"},
		{"Clean", `{"rooms":0}`, `{"result":0}`, ""},
		{"Paint", `{"rooms":3}`, `{"result":3}`, "T: 1/3 painted, T: 2/3 painted, T: 3/3 painted"},
		{"Move", `{"rooms":2,"bad":9}`, ``, "T: 1/2 moved, T: 2/2 moved"},
		{"Move", `{"rooms":3,"bad":1}`, `failed : the lift is stuck`, "T: 1/3 moved"},
		{"Move", `{"rooms":-1,"bad":0}`, `failed : no rooms`, ""},
		{"Check", `{"rooms":2}`, `{"result":2}`, "T: 1/2 checked, T: 2/2 checked"},
	} {
		for _, token := range []string{"T", ""} {
			meta, want := mcp.Meta{"progressToken": token}, c.told
			if token == "" {
				meta, want = nil, ""
			}
			if got := g.ask(t, c.tool, c.args, meta); got != c.answer {
				t.Errorf("%s %s\ngot  %s\nwant %s", c.tool, c.args, got, c.answer)
			}
			if got := g.sofar(t); got != want {
				t.Errorf("%s %s with token %q\ntold %s\nwant %s", c.tool, c.args, token, got, want)
			}
		}
	}
}

// sofar returns what the guest was told since it was asked last. Notifications
// are handled one after the other, but an answer may overtake them: so it lets
// one more thing be told, and waits for that.
func (g *guest) sofar(t *testing.T) string {
	t.Helper()
	g.ask(t, "Clean", `{"rooms":1}`, mcp.Meta{"progressToken": "last"})
	for range 1000 {
		g.mu.Lock()
		told, end := strings.CutSuffix(strings.Join(g.told, ", "), "last: 1/1 cleaned")
		if end {
			g.told = nil
		}
		g.mu.Unlock()
		if end {
			return strings.TrimSuffix(told, ", ")
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("no progress is told")
	return ""
}
