// Package cases holds types written by hand, at least one for every rule of
// the reflector. All exported types are roots.
package cases

import (
	"context"
	"encoding/json"
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
	yaml "example.test/probe/cases/yaml.v3"
)

type Plain struct {
	A string `json:"a"`
	B int    `json:"b,omitempty"`
	c bool
}

type Ignored struct{ X int }

type UsesIgnored struct {
	I  Ignored
	P  *Plain
	Is []Ignored
}

type Empty struct{}

type OnlyHidden struct{ a, b int }

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
	Float32 float32
	Float64 float64
	String  string
	Any     any
	Rune    rune
	Byte    byte
	Err     error
	Ptr     *int
	PtrPtr  **string
	Ctx     context.Context
	Reader  io.Reader
}

type Lists struct {
	Bytes    []byte
	NamedB   []MyByte
	BytesArr [4]byte
	Raw      json.RawMessage
	RawPtr   *json.RawMessage
	Ints     []int
	Nested   [][]string
	Arr      [3]string
	Zero     [0]int
	Ptrs     []*Plain
	Any      []any
	Structs  []struct{ X int }
	IP       net.IP
	IPs      []net.IP
	Mask     net.IPMask
	Ifaces   [2]error
}

type MyByte byte
type MyBytes []byte
type MyRaw json.RawMessage
type MyTime time.Time
type MyString string
type MyIP net.IP
type Strings []string
type Table map[string]Plain
type Matrix [2][2]float64
type PtrType *Plain

type NamedUses struct {
	B  MyByte
	Bs MyBytes
	R  MyRaw
	T  MyTime
	S  MyString
	IP MyIP
	L  Strings
	M  Table
	X  Matrix
	P  PtrType
	L2 Strings
}

type Maps struct {
	S    map[string]string
	A    map[string]any
	I    map[int]string
	I8   map[int8]any
	U    map[uint]string
	B    map[bool]Plain
	F    map[float64]int
	K    map[MyString]int
	St   map[Plain]int
	E    map[string]error
	MM   map[string]map[int64][]Plain
	Any  map[any]int
	IAny map[int]any
}

type Special struct {
	T    time.Time
	TP   *time.Time
	D    time.Duration
	U    url.URL
	UP   *url.URL
	L    slog.Level
	Big  big.Int
	BigP *big.Float
	Addr netip.Addr
	N    json.Number
	Mu   sync.Mutex
	H    http.Header
	Unix time.Month
}

type Inner struct {
	X string `json:"x"`
	Y int    `json:"y,omitempty"`
}

type inner2 struct {
	Z string `json:"z"`
	y int
}

type MyInt int
type myInt int

type Embeds struct {
	Inner
	*inner2
	Own int
}

type EmbedsNamed struct {
	Inner  `json:"in"`
	inner2 `json:"in2"`
}

type EmbedsDash struct {
	Inner `json:"-"`
	Own   int `json:"-,"`
	Dash  int `json:"-,omitempty"`
}

type EmbedsOptions struct {
	Inner `json:",omitempty"`
}

type EmbedsScalars struct {
	MyInt
	myInt
	error
	MyString `json:"str"`
	Strings
	Table
	context.Context
}

type EmbedsTime struct {
	time.Time
	X int
}

type EmbedsTimePtr struct{ *time.Time }

type EmbedsAlias struct{ AliasInner }

type AliasInner = Inner

type Conf1 struct {
	X int `json:"x"`
	A int
}

type Conflicts struct {
	Inner
	Conf1
	X bool
}

type Duplicates struct {
	A int    `json:"same"`
	B string `json:"same,omitempty"`
	C []int  `json:"other"`
	D string `json:"same"`
}

type Inline struct {
	I  Inner   `json:",inline"`
	P  *Inner  `json:"name,inline"`
	M  Table   `json:",inline"`
	u  Inner   `json:",inline"`
	PP **Inner `json:",inline"`
	O  int     `json:"o,omitempty,inline"`
}

type JSONTags struct {
	Str1   int     `json:"s1,string"`
	Str2   bool    `json:",string,omitempty"`
	Str3   float64 `json:"s3,string" jsonschema:"default=1,minLength=3,minimum=2"`
	Str4   string  `json:"s4,string"`
	Str5   *int    `json:"s5,string"`
	Str6   []int   `json:"s6,string"`
	Zero   int     `json:"zero,omitzero"`
	Space  int     `json:"space, omitempty"`
	Quote  int     `json:"a\"b"`
	Slash  int     `json:"a/b~c"`
	Html   int     `json:"<&>"`
	Uni    int     `json:"é世\u2028"`
	Broken int     `json: "x"`
	Yaml   int     `yaml:"yam,omitempty" json:"jay"`
	NoName int     `yaml:",omitempty"`
	Skip   int     `yaml:"-"`
}

type SchemaDash struct {
	A int `jsonschema:"-"`
	B int `jsonschema:"-,required"`
	C int `json:"c,omitempty" jsonschema:"required"`
	D int `jsonschema:" required"`
	E int `json:"e,omitempty" jsonschema:"title=x,required,nullable"`
}

type Recursive struct {
	V    int
	Next *Recursive
	Kids []Recursive
	By   map[string]*Recursive
}
type MutualA struct{ B *MutualB }
type MutualB struct{ A []MutualA }
type EmbedSelf struct {
	*EmbedSelf
	X int
}
type EmbedA struct{ *EmbedB }
type EmbedB struct{ *EmbedA }
type EmbedVia struct{ P EmbedViaProp }
type EmbedViaProp struct{ *EmbedVia }
type RecSlice []RecSlice
type RecMap map[string]RecMap
type RecPtr *RecPtr
type RecIface interface{ M(RecIface) }

type FuncField struct{ F func() }
type ChanField struct{ F chan int }
type ComplexField struct{ F complex128 }
type UintptrField struct{ F uintptr }
type UnsafeField struct{ F unsafe.Pointer }
type FuncHidden struct {
	f func()
	G func()   `json:"-"`
	H chan int `jsonschema:"-"`
}
type FuncSlice struct{ F []func(int) string }
type Func func()
type MapFunc map[string]func()
type FuncKey map[chan int]string

type Iface interface{ M() }
type Stringy interface{ String() string }

type Collide struct {
	A Plain
	B other.Plain
	C []other.Plain
}
type Status string
type CollideBasic struct {
	A other.Status
	B Status
	C Status
}
type CollideTime struct {
	A other.Time
	B time.Time
	C *time.Time
}
type Time struct{ T time.Time }
type CollideRoot struct {
	A other.Hidden
	P OtherCollide
}
type OtherCollide struct{ CollideRoot int }
type TimeFirst struct {
	B time.Time
	A other.Time
	C time.Time
}

type Pair[K comparable, V any] struct {
	K K `json:"k"`
	V V `json:"v,omitempty"`
}
type Generic struct {
	A Pair[string, int]
	B Pair[MyString, Plain]
	C Pair[int, []*Plain]
	D other.Box[map[string]other.Celsius]
	E other.Box[Pair[string, any]]
	F other.Box[[3]error]
	G other.Box[yaml.Node]
	H other.Box[time.Time]
	I other.Box[struct{}]
	J other.Box[rune]
	K *other.Box[*other.Box[byte]]
}
type GenericRoot = Pair[string, Plain]
type YamlBox = other.Box[yaml.Node]
type HeaderBox = other.Box[http.Header]
type List[T any] struct {
	V    T
	Next *List[T]
}
type IntList = List[int]
type EmbedsGeneric struct{ Pair[string, int] }
type GenSlice[T any] []T
type GenUses struct {
	A GenSlice[int]
	B GenSlice[Plain]
}

type Commented struct {
	A string
	B Plain
	Inner
	C Strings
	D string `jsonschema:"description=own"`
}

type HTTPServerMux2XMLParser struct{ A int }

type Deep struct {
	A struct {
		B []map[string]struct {
			C *struct{ D [2]Plain }
		}
	}
}

type PtrStruct = *Plain
type PtrPtrStruct = **Plain
type AnyRoot = any
type ErrorRoot = error
type StringRoot = string
type IntsRoot = []int
type MapRoot = map[string]any
type AnonRoot = struct {
	X int `json:"x"`
}
type RawRoot = json.RawMessage
type TimeRoot = time.Time
type TimePtrRoot = *time.Time
type CtxRoot = context.Context
type BytesRoot = []byte
type ArrRoot = [2]Plain
type FuncRoot = func()
type URLRoot = url.URL
