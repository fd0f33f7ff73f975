// Package hotel has more than thirty functions that schemavet generate makes tools: one
// of each sort.
//
//schemavet:group room Rooms of the hotel.
package hotel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/netip"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Desk is what most functions are methods of.
type Desk struct {
	Guests map[int]string
	Bell   Clock
}

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Progress is how far the work is.
type Progress struct {
	Done, Total int
	Message     string
}

// Size is how big a room is.
type Size string

const (
	Single Size = "single"
	Double Size = "double"
	Suite  Size = "suite"
)

// Floor is where a room is.
type Floor int

const (
	Ground Floor = iota
	First
	Second
)

// Room is what guests sleep in.
type Room struct {
	Number int   `json:"number" jsonschema:"minimum=1"`
	Size   Size  `json:"size"`
	Floor  Floor `json:"floor,omitempty"`
}

// Stay is how long, and with what.
type Stay struct {
	Nights int      `json:"nights,omitempty" jsonschema:"minimum=1,default=2"`
	Extras []string `json:"extras,omitempty"`
}

// DefaultStay is a stay of which nothing is said.
var DefaultStay = Stay{Nights: 3}

// Menu is a course with what follows it.
type Menu struct {
	Dish  string `json:"dish"`
	Count int    `json:"count,omitempty" jsonschema:"default=1"`
	Next  *Menu  `json:"next,omitempty"`
}

// Page is a part of a list.
type Page[T any] struct {
	Items []T `json:"items"`
	More  bool
}

// Ping does nothing.
//
//schemavet:tool
func Ping() {}

// Greet takes one argument.
//
//schemavet:tool name=greet description="Says hello \"`politely`\"."
func Greet(name string) string { return "hello " + name }

// Wake takes a time, and may fail.
//
//   - at: when
//
//schemavet:tool
func Wake(ctx context.Context, at time.Time) (time.Time, error) { return at.Add(time.Hour), ctx.Err() }

// Book takes what only pointers leave out.
//
//schemavet:tool
func (d *Desk) Book(guest string, size *Size, floor *Floor) (Room, error) {
	r := Room{Number: len(guest), Size: Single}
	if size != nil {
		r.Size = *size
	}
	if floor != nil {
		r.Floor = *floor
	}
	return r, nil
}

// Rate has defaults.
//
//schemavet:tool
//schemavet:param nights default=1,minimum=1,maximum=30
//schemavet:param code default=rack
//schemavet:param percent default=7.5
//schemavet:param breakfast default=true
func Rate(nights int, code string, percent float64, breakfast bool) string {
	return fmt.Sprint(nights, code, percent, breakfast)
}

// Extend has a struct with defaults, and one of its own.
//
//schemavet:tool
//schemavet:param stay default=DefaultStay
func Extend(stay Stay) Stay { return stay }

// Prolong has a struct that is required.
//
//schemavet:tool
func Prolong(stay Stay) *Stay { return &stay }

// Invite is variadic.
//
//schemavet:tool
//schemavet:param guests minItems=1
func Invite(host string, guests ...string) string { return host + ": " + strings.Join(guests, ", ") }

// Dine takes what is recursive.
//
//schemavet:tool
func Dine(menu Menu) Menu { return menu }

// Keys takes integers as keys.
//
//schemavet:tool
func Keys(rooms map[int]string) map[int]string { return rooms }

// Lost returns a map, which may be nil.
//
//schemavet:tool
func Lost(any bool) map[string]Room {
	if any {
		return map[string]Room{"umbrella": {Number: 1, Size: Suite}}
	}
	return nil
}

// Find returns a pointer, which may be nil.
//
//schemavet:tool
func Find(number int) *Room {
	if number > 9 {
		return nil
	}
	return &Room{number, Double, First}
}

// List returns a list, which may be nil.
//
//schemavet:tool
func List(empty bool) ([]Room, error) {
	if empty {
		return nil, nil
	}
	return []Room{{1, Single, Ground}}, nil
}

// Count returns results without names.
//
//schemavet:tool
func Count(ids []int64) (int64, bool) {
	var sum int64
	for _, id := range ids {
		sum += id
	}
	return sum, len(ids) > 0
}

// Split returns results with names.
//
//schemavet:tool
func Split(bill float64, guests int) (share, rest float64, err error) {
	if guests < 1 {
		return 0, 0, errors.New("nobody pays")
	}
	return bill / float64(guests), 0, nil
}

// Pages returns an instance of a generic type.
//
//schemavet:tool
func Pages(size int) Page[Room] { return Page[Room]{More: size > 0} }

// Scan takes bytes.
//
//schemavet:tool
func Scan(card []byte) int { return len(card) }

// Allow takes text that is read by a method.
//
//schemavet:tool
func Allow(from netip.Addr) string { return from.Unmap().String() }

// Note takes anything.
//
//schemavet:tool
func Note(about any, raw json.RawMessage) string { return fmt.Sprintf("%T %s", about, raw) }

// Open takes all arguments.
//
//schemavet:tool
func Open(all map[string]any) int { return len(all) }

// Form has a schema of its own, which leaves open what is in a room.
//
//schemavet:tool
//schemavet:schema form.json
func Form(name string, age int, room Room) string { return fmt.Sprint(name, age, room.Number) }

// Ask takes what comes with a call.
//
//schemavet:tool
func Ask(req *mcp.CallToolRequest, session *mcp.ServerSession, question string) string {
	return fmt.Sprint(req.Params.Name, session != nil, question)
}

// Today is configured.
//
//schemavet:tool
func Today(clock Clock) time.Time { return clock.Now() }

// Show returns what the protocol passes on.
//
//schemavet:tool
func Show(wrong bool) (*mcp.CallToolResult, error) {
	r := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "shown"}}, IsError: wrong}
	return r, nil
}

// Picture returns content beside a result.
//
//schemavet:tool
func Picture(room int) ([]mcp.Content, Room) {
	return []mcp.Content{&mcp.TextContent{Text: "a picture"}}, Room{Number: room, Size: Single}
}

// Clean calls a function.
//
//schemavet:tool
func (d *Desk) Clean(ctx context.Context, rooms int, report func(Progress)) (int, error) {
	for i := range rooms {
		report(Progress{i + 1, rooms, "cleaned"})
	}
	return rooms, nil
}

// Paint sends to a channel.
//
//schemavet:tool
func Paint(ctx context.Context, rooms int, reports chan<- Progress) (int, error) {
	for i := range rooms {
		reports <- Progress{i + 1, rooms, "painted"}
	}
	return rooms, nil
}

// Move yields, and may fail in between.
//
//schemavet:tool
func Move(rooms, bad int) (iter.Seq2[Progress, error], error) {
	if rooms < 0 {
		return nil, errors.New("no rooms")
	}
	return func(yield func(Progress, error) bool) {
		for i := range rooms {
			var err error
			if i == bad {
				err = errors.New("the lift is stuck")
			}
			if !yield(Progress{i + 1, rooms, "moved"}, err) {
				return
			}
		}
	}, nil
}

// Check returns a channel beside its result.
//
//schemavet:tool
func Check(rooms int) (<-chan Progress, int) {
	c := make(chan Progress)
	go func() {
		defer close(c)
		for i := range rooms {
			c <- Progress{i + 1, rooms, "checked"}
		}
	}()
	return c, rooms
}

// Bill returns what may be no number.
//
//schemavet:tool
func Bill(sum, by float64) float64 { return sum / by }

// Fall panics if the floor does not exist.
//
//schemavet:tool
func Fall(floor int) string { return [...]string{"ground", "first"}[floor] }

// Blank returns content that is nil.
//
//schemavet:tool
func Blank() (*mcp.TextContent, []mcp.Content) {
	return nil, []mcp.Content{(*mcp.TextContent)(nil), nil}
}

// poster is a result that the program keeps.
var poster = &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "a poster"}}}

// Poster returns the same result for each call.
//
//schemavet:tool
func Poster() (*mcp.CallToolResult, error) { return poster, nil }

// Sum returns a count for programs and content for people.
//
//schemavet:tool
func Sum(a, b int) (int, mcp.Content) {
	return a + b, &mcp.TextContent{Text: fmt.Sprint(a, " and ", b)}
}

// Late needs what the desk does not have.
//
//schemavet:tool
func (d *Desk) Late() string { return d.Bell.Now().String() }

// Reserve reserves a room.
//
//   - number: which room
//   - extras: what should be in it
//   - quiet: whether it is far from the street
//
//schemavet:tool name=room.reserve args=number,extras
//schemavet:param quiet default=true
//schemavet:param extras optional
func Reserve(number int, quiet bool, extras []string) (Booking, error) {
	if number == 13 {
		return Booking{}, errors.New("there is no such room")
	}
	return Booking{number, quiet, extras}, nil
}

// Booking is a room with what is in it.
type Booking struct {
	Number int      `json:"number"`
	Quiet  bool     `json:"quiet"`
	Extras []string `json:"extras,omitempty"`
}

// Count counts the rooms.
//
//schemavet:tool name=room.count title="Number of rooms" readOnly=true openWorld=false
func CountRooms() int { return 12 }
