// Package cases holds a type for every rule. Each exported type is asked for,
// and each field of Roots.
package cases

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"example.test/probe/cases/other"
)

type Kinds struct {
	Bool    bool
	Int     int
	Int8    int8
	Int16   int16
	Int32   int32
	Int64   int64
	Uint    uint
	Uint8   uint8
	Uint16  uint16
	Uint32  uint32
	Uint64  uint64
	Uintptr uintptr
	Float32 float32
	Float64 float64
	String  string
	Any     any
	Error   error
	Rune    rune
	Byte    byte
	Bytes   []byte
	Raw     json.RawMessage
	Number  json.Number
	UUID    [16]byte
	Empty   [0]string
	Map     map[string]int
	Matrix  [][]float64
	Nested  map[string][]map[string]*int
	Inline  struct {
		A int `json:"a,omitempty"`
	}
	None struct{}
}

type Pointers struct {
	Bool   *bool
	Int8   *int8
	Uint8  **uint8
	String *string
	Any    *any
	Slice  *[]string
	Array  *[2]string
	Map    *map[string]string
	Struct *struct{ A int }
	Time   *time.Time
	Times  []*time.Time
	Big    *big.Int
	Level  *slog.Level
	Named  NamedPointer
}

type NamedPointer *struct{ A string }

type Special struct {
	Time     time.Time
	Level    slog.Level
	Int      big.Int
	Rat      big.Rat
	Float    *big.Float
	Duration time.Duration
	Month    time.Month
	URL      url.URL
	IP       net.IP
	Addr     netip.Addr
	Mutex    sync.Mutex
	Logger   *slog.Logger
	Ctx      context.Context
	Reader   io.Reader
	LevelVar *slog.LevelVar
	Values   url.Values
	Mine     MyTime
}

type MyTime time.Time

type Tags struct {
	Plain      string
	Renamed    string `json:"renamed"`
	Empty      string `json:""`
	OnlyOpt    string `json:",omitempty"`
	Zero       string `json:"zero,omitzero"`
	Both       string `json:"both,omitempty,omitzero"`
	AsString   int    `json:"as_string,string"`
	Dash       string `json:"-"`
	DashComma  string `json:"-,"`
	DashOpt    string `json:"-,omitempty"`
	Spaced     string `json:"spaced, omitempty"`
	SpacedName string `json:" name "`
	Unknown    string `json:"unknown,weird"`
	Upper      string `json:"upper,OMITEMPTY"`
	Quotes     string `json:"\"q\"\\"`
	HTML       string `json:"<a&b>"`
	Unicode    string `json:"größe\u2028"`
	Other      string `yaml:"other" xml:"other"`
	Malformed  string `json: "malformed"`
	Unclosed   string `json:"unclosed`
	NoQuotes   string `json:bare`
	Bare       string `required`
	unexported string `json:"unexported" jsonschema:""`
	F          func() `json:"-"`
	ch         chan int
	_          complex128
}

type Descriptions struct {
	Plain     int     `json:"plain" jsonschema:"a plain number"`
	Same      int     `json:"same"`
	Required  string  `jsonschema:"required"`
	List      string  `jsonschema:"required,description=not taken"`
	Spaces    string  `jsonschema:"  leading and trailing  "`
	Sentence  string  `jsonschema:"a value, x=3"`
	Lead      string  `jsonschema:" enum=a"`
	Tab       string  "jsonschema:\"a\\tb=c\""
	HTML      string  `jsonschema:"<b> & \u2028 \"quoted\" é"`
	Pointer   *string `jsonschema:"a pointer"`
	Any       any     `jsonschema:"anything"`
	Struct    Pair    `jsonschema:"a pair"`
	Slice     []Pair  `jsonschema:"pairs"`
	Time      time.Time
	TimeDesc  time.Time `jsonschema:"when"`
	TimeAgain *time.Time
	Omitted   string `json:"-" jsonschema:"description=fine"`
	Described string `jsonschema_description:"ignored" description:"ignored" doc:"ignored"`
}

type Pair struct {
	Left  string `json:"left" jsonschema:"the left one"`
	Right *Leaf  `json:"right,omitempty"`
}

type Leaf struct {
	Value int `json:"value" jsonschema:"leaf value"`
}

type EmptyTag struct {
	A string `jsonschema:""`
}

type WordTag struct {
	A string `jsonschema:"enum=a"`
}

type EqualsTag struct {
	A string `jsonschema:"=x"`
}

type CompareTag struct {
	A string `jsonschema:"a==b"`
}

type BoundTag struct {
	A string `jsonschema:"x>=3"`
}

type TagAfterType struct {
	A chan int `jsonschema:"enum=a"`
}

type Nothing struct{}

type OnlyHidden struct {
	a int
	B string `json:"-"`
}

type OnlyBlanks struct {
	_ int
	_ string
}

type ThreeBlanks struct {
	_ int
	_ string
	_ bool
}

// Embedding.

type Inner struct {
	A string `json:"a"`
	B int    `json:"b,omitempty"`
}

type Embeds struct {
	Inner
	C bool
}

type EmbedsPointer struct {
	*Inner
	C bool
}

type EmbedsTagged struct {
	Inner `json:"inner" jsonschema:"an inner"`
	C     bool
}

type EmbedsOmitted struct {
	Inner `json:"-"`
	C     bool
}

type EmbedsWordTag struct {
	Inner `jsonschema:"enum=x"`
}

type Str string

type EmbedsOthers struct {
	Str
	error
	fmt.Stringer
	context.Context
	Plain int
}

type EmbedsTime struct {
	time.Time
	A int
}

type EmbedsTimePointer struct {
	*time.Time
	A int
}

type EmbedsBig struct {
	big.Int
	A int
}

type EmbedsMutex struct {
	sync.Mutex
	A int
}

type Shadow struct {
	Inner
	A int `json:"mine"`
}

type ShadowByTag struct {
	Inner
	X int `json:"a"`
}

type Inner2 struct {
	A string `json:"second"`
	D string
}

type Inner3 struct {
	A string
	E string
}

type Conflict struct {
	Inner
	Inner2
}

type Conflict3 struct {
	Inner
	Inner2
	Inner3
}

type Deep1 struct{ Deep2 }
type Deep2 struct{ Deep3 }
type Deep3 struct {
	X, Y int
	Inner
}

type DeepShadow struct {
	Deep1
	X string
	Inner
}

type DeepLate struct {
	Y string
	Deep1
	*Deep2
}

type Duplicates struct {
	A int    `json:"x"`
	B string `json:"y,omitempty"`
	C bool   `json:"x"`
	D string `json:"z"`
	E int    `json:"y"`
	F int    `json:"z,omitempty"`
}

type EmbedsSelf struct {
	*EmbedsSelf
	A int
}

type EmbedsExposed struct {
	other.Exposed
	other.Base
	other.Box[string]
	Last int
}

type lower struct {
	Up   int
	down int
}

type EmbedsLower struct {
	lower
	*hidden
	X int
}

type hidden struct{ Seen string }

type InnerAlias = Inner

type EmbedsAlias struct {
	InnerAlias
	Z InnerAlias
}

type EmbedsPrivateOverride struct {
	OverObject
	A int
}
