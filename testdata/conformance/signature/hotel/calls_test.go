package hotel_test

import (
	"context"
	"encoding/json"
	"fmt"
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

// TestCalls calls each of the thirty functions through a client. What is wanted
// is the result as JSON, or the text if there is none; of an error its reason,
// the argument, and what people read.
func TestCalls(t *testing.T) {
	g := checkIn(t)
	for _, c := range []struct{ tool, args, want string }{
		{"Ping", `{}`, ``},
		{"Ping", `null`, ``},
		{"Ping", `{"a":1}`, `schema : wrong arguments for tool "Ping": unexpected additional properties ["a"]`},
		{"greet", `{"name":"Ann"}`, `{"result":"hello Ann"}`},
		{"greet", `{}`, `schema name: wrong argument "name" for tool "greet": required: missing properties: ["name"]`},
		{"greet", `{"Name":"Ann","name":"Bob"}`, `schema : wrong arguments for tool "greet": unexpected additional properties ["Name"]`},
		{"greet", `{"name":7}`, `schema name: wrong argument "name" for tool "greet": type: 7 has type "integer", want "string"`},
		{"Wake", `{"at":"2026-01-02T03:04:05Z"}`, `{"result":"2026-01-02T04:04:05Z"}`},
		{"Wake", `{"at":"tomorrow"}`, `decode at: wrong argument "at" for tool "Wake": parsing time`},
		{"Book", `{"guest":"Ann"}`, `{"number":3,"size":"single"}`},
		{"Book", `{"guest":"Ann","size":"suite","floor":2}`, `{"number":3,"size":"suite","floor":2}`},
		{"Book", `{"guest":"Ann","size":"huge"}`, `schema size: wrong argument "size" for tool "Book": enum: huge does not equal any of: [single double suite]`},
		{"Rate", `{}`, `{"result":"1rack7.5 true"}`},
		{"Rate", `{"nights":2.0,"breakfast":false,"code":""}`, `{"result":"27.5 false"}`},
		{"Rate", `{"nights":31}`, `schema nights: wrong argument "nights" for tool "Rate": maximum: 31/1 is greater than 30.000000`},
		{"Extend", `{}`, `{"nights":3}`},
		{"Extend", `{"stay":{"extras":["bath"]}}`, `{"nights":2,"extras":["bath"]}`},
		{"Prolong", `{"stay":{}}`, `{"nights":2}`},
		{"Prolong", `{"stay":{"nights":0}}`, `schema stay: wrong argument "stay" for tool "Prolong": minimum: 0/1 is less than 1.000000`},
		{"Prolong", `{}`, `schema stay: wrong argument "stay" for tool "Prolong": required: missing properties: ["stay"]`},
		{"Invite", `{"host":"Ann","guests":["Bob","Cid"]}`, `{"result":"Ann: Bob, Cid"}`},
		{"Invite", `{"host":"Ann"}`, `{"result":"Ann: "}`},
		{"Dine", `{"menu":{"dish":"soup","next":{"dish":"fish"}}}`, `{"dish":"soup","count":1,"next":{"dish":"fish","count":1}}`},
		{"Dine", `{"menu":{"dish":"soup","next":{}}}`, `schema menu: wrong argument "menu" for tool "Dine": required: missing properties: ["dish"]`},
		{"Keys", `{"rooms":{"12":"Ann"}}`, `{"12":"Ann"}`},
		{"Lost", `{"any":false}`, `{}`},
		{"Lost", `{"any":true}`, `{"umbrella":{"number":1,"size":"suite"}}`},
		{"Find", `{"number":1}`, `{"number":1,"size":"double","floor":1}`},
		{"Find", `{"number":10}`, `result : the result of tool "Find" is not as its schema says: validating root: type: <invalid reflect.Value> has type "null", want "object"`},
		{"List", `{"empty":true}`, `{"result":null}`},
		{"List", `{"empty":false}`, `{"result":[{"number":1,"size":"single"}]}`},
		{"Count", `{"ids":[9007199254740993,1e0,2.0]}`, `{"result":[9007199254740996,true]}`},
		{"Count", `{"ids":[1,1e999]}`, `decode : wrong arguments for tool "Count": json: cannot unmarshal number 1e999`},
		{"Count", `{"ids":[1.5]}`, `schema ids: wrong argument "ids" for tool "Count": type: 1.5 has type "number", want "integer"`},
		{"Split", `{"bill":10,"guests":4}`, `{"rest":0,"share":2.5}`},
		{"Split", `{"bill":10,"guests":0}`, `failed : nobody pays`},
		{"Pages", `{"size":1}`, `{"items":null,"More":true}`},
		{"Scan", `{"card":"QUJD"}`, `{"result":3}`},
		{"Scan", `{"card":"#"}`, `decode card: wrong argument "card" for tool "Scan": illegal base64 data`},
		{"Allow", `{"from":"::ffff:10.0.0.1"}`, `{"result":"10.0.0.1"}`},
		{"Allow", `{"from":"here"}`, `decode from: wrong argument "from" for tool "Allow": ParseAddr("here")`},
		{"Note", `{"about":1.50,"raw":{"a": 1.50}}`, `{"result":"float64 {\"a\":1.50}"}`},
		{"Open", `{"a":1,"b":null}`, `{"result":2}`},
		{"Open", `{}`, `{"result":0}`},
		{"Form", `{"name":"Ann"}`, `{"result":"Ann40 0"}`},
		{"Form", `{"name":"Ann","room":{"number":3}}`, `{"result":"Ann40 3"}`},
		{"Form", `{"name":"Ann","room":{"numbers":3}}`, `decode room: wrong argument "room" for tool "Form": json: unknown field "numbers"`},
		{"Form", `{"name":"Ann","age":17}`, `schema age: wrong argument "age" for tool "Form": minimum: 17/1 is less than 18.000000`},
		{"Form", `{"name":""}`, `schema name: wrong argument "name" for tool "Form": minLength`},
		{"Ask", `{"question":"why"}`, `{"result":"Asktruewhy"}`},
		{"Today", `{}`, `{"result":"2026-01-02T03:04:05Z"}`},
		{"Show", `{"wrong":false}`, `shown`},
		{"Show", `{"wrong":true}`, ` : shown`},
		{"Picture", `{"room":4}`, `{"number":4,"size":"single"} a picture`},
		{"Clean", `{"rooms":2}`, `{"result":2}`},
		{"Bill", `{"sum":1,"by":4}`, `{"result":0.25}`},
		{"Bill", `{"sum":1,"by":0}`, `result : the result of tool "Bill" is not as its schema says: json: unsupported value: +Inf`},
	} {
		if got := g.ask(t, c.tool, c.args, nil); got != c.want && !(strings.Contains(c.want, ": wrong arg") && strings.HasPrefix(got, c.want)) {
			t.Errorf("%s %s\ngot  %s\nwant %s", c.tool, c.args, got, c.want)
		}
	}
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
		if len(data) > 0 && (data["tool"] != tool || (data["schema"] != nil) != (reason == "schema" || reason == "decode")) {
			t.Errorf("%s %s: errorData is %v", tool, args, data)
		}
		return reason + " " + argument + ": " + text
	}
	if r.StructuredContent == nil {
		return text
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
