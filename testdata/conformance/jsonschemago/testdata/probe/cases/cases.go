// Package cases holds a type for every rule. Each exported type is asked for,
// and each field of Roots.
package cases

import (
	"context"
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"
	"unsafe"

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

// Generics.

type Box[T any] struct {
	Value T   `json:"value" jsonschema:"the value"`
	More  []T `json:"more,omitempty"`
}

type Two[K comparable, V any] struct {
	Items map[K]V
	Box[V]
}

type Tree[T any] struct {
	Value T
	Kids  []*Tree[T]
}

type GenericField struct {
	A Box[int]
	B Box[Box[string]]
	C *other.Box[[]Leaf]
	D Two[string, Leaf]
}

type GenericBad struct {
	A Box[chan int]
	B Two[int, string]
}

type GenericTree struct{ T Tree[string] }

type Alias = Leaf

type GenericAlias = Box[Alias]

// Recursion.

type List struct {
	Next *List
}

type Mutual struct{ B *MutualB }
type MutualB struct{ A []Mutual }

type SelfSlice []SelfSlice
type SelfMap map[string]SelfMap
type SelfArray [2]*SelfArray

type Twice struct {
	A, B Leaf
	C    []Leaf
	D    map[string]Leaf
}

type RecursiveIgnored struct {
	A int
	B chan *RecursiveIgnored
	C map[int]*RecursiveIgnored
}

// What has no schema.

type BadFunc struct{ F func() }
type BadChan struct{ C <-chan int }
type BadComplex struct{ C complex64 }
type BadPointer struct{ P unsafe.Pointer }
type BadKey struct{ M map[int]string }
type BadElem struct {
	L []func(int, ...string) (bool, error)
}
type BadValue struct{ M map[string]chan<- chan int }
type BadArray struct{ L [3]chan (<-chan int) }
type BadNested struct {
	A struct {
		B []map[string]struct{ C func() }
	}
}
type BadLater struct {
	A int
	F func() `json:"f"`
	B string
}
type Func func(a struct {
	X int `json:"x"`
}, b interface{ M(int) string })

type Request struct{ R *http.Request }

// Map keys.

type Key string
type IntKey int
type TextKey struct{ A int }

func (TextKey) MarshalText() ([]byte, error) { return nil, nil }

type PtrTextKey struct{ A int }

func (*PtrTextKey) MarshalText() ([]byte, error) { return nil, nil }

type WrongText struct{}

func (WrongText) MarshalText() string { return "" }

type EmbedsText struct{ TextKey }

type StringKeys struct{ M map[Key]int }
type IntKeys struct{ M map[IntKey]int }
type TextKeys struct{ M map[TextKey]int }
type PtrTextKeys struct{ M map[PtrTextKey]int }
type PtrKeys struct{ M map[*PtrTextKey]int }
type WrongKeys struct{ M map[WrongText]int }
type EmbedsTextKeys struct{ M map[EmbedsText]int }
type TimeKeys struct{ M map[time.Time]int }
type AddrKeys struct{ M map[netip.Addr]int }
type AnyKeys struct{ M map[any]int }
type MarshalerKeys struct {
	M map[encoding.TextMarshaler]int
}
type BoolKeys struct{ M map[bool]int }
type ArrayKeys struct{ M map[[2]string]int }
type StructKeys struct{ M map[struct{ A int }]int }
type ChanKeys struct{ M map[chan int]int }
type OtherKeys struct{ M map[other.Text]other.Base }

// Methods that change nothing.

type Marshals struct{ A int }

func (Marshals) MarshalJSON() ([]byte, error) { return nil, nil }

type MarshalsText struct{ A int }

func (MarshalsText) MarshalText() ([]byte, error) { return nil, nil }

type Enum int

func (Enum) String() string { return "" }

// What v0.2.0 remembers.

type Remembers struct {
	A int   `json:"a" jsonschema:"first"`
	B int   `json:"b"`
	C *int  `json:"c"`
	D int   `json:"d" jsonschema:"second"`
	E []int `json:"e" jsonschema:"list"`
	F []int `json:"f"`
	G *Leaf `json:"g" jsonschema:"leaf"`
	H Leaf  `json:"h"`
	I *bool `json:"i"`
	J bool  `json:"j"`
}

// Types whose schemas callers replace. Their zero values can be keys.

type OverString struct{ A, B int }
type OverObject struct {
	A int
	P string
	Q bool
}
type OverAny struct{ A chan int }
type OverNull struct{ A int }

type UsesOver struct {
	S  OverString `json:"s" jsonschema:"replaced"`
	SP *OverString
	O  OverObject
	OP *OverObject
	A  OverAny
	AP *OverAny
	N  *OverNull
	L  []OverObject
}

type EmbedsOver struct {
	P int `json:"q"`
	OverObject
	Inner
	Late string `json:"p"`
}

type EmbedsOverPointer struct {
	*OverObject
	Z int
}

type EmbedsOverString struct{ OverString }

type EmbedsOverDeep struct {
	Wrapped
	Z int
}

type Wrapped struct {
	OverObject
	W string
}

type Roots struct {
	Int          int
	String       string
	Any          any
	Err          error
	Slice        []string
	PtrSlice     *[]string
	PtrPtr       **Leaf
	Map          map[string]any
	Array        [3]*int
	Anon         struct{ A, B int }
	PtrAnon      *struct{ A time.Time }
	Time         time.Time
	PtrTime      *time.Time
	PtrBig       *big.Int
	Box          Box[int]
	Tree         Tree[int]
	GenericAlias GenericAlias
	Func         func()
	PtrChan      *chan int
	SliceFunc    []func()
	MapFunc      map[string]func()
	Request      http.Request
	Client       *http.Client
	Header       http.Header
	URL          *url.URL
	Raw          json.RawMessage
	Two          Two[TextKey, *Leaf]
	BadInst      Box[struct {
		F func(Box[Leaf], map[string]other.Box[int])
	}]
	AnonEmbed     struct{ Inner }
	PtrNamed      *NamedPointer
	Uintptr       *uintptr
	Unsafe        unsafe.Pointer
	Iface         interface{ M() }
	PrivateIface  interface{ m(lower) }
	FuncOfPrivate []func(interface{ m(lower) }, struct{ lower })
}
