package cases

import (
	"encoding"
	"encoding/json"
	"math/big"
	"net/http"
	"net/netip"
	"net/url"
	"time"
	"unsafe"

	"example.test/probe/cases/other"
)

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
