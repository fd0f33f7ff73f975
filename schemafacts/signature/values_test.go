package signature_test

import "time"

// What stands in this file is compiled and read: see TestLiterals.

type color string

const red color = "red"

type inner struct {
	X, Y int
}

type embedded struct {
	E    string `json:"e"`
	Same int
}

type pointed struct{ P int }

type text int

func (t text) MarshalText() ([]byte, error) { return []byte("text"), nil }

type outer struct {
	embedded
	*pointed
	S       string                `json:"s"`
	SE      string                `json:"se,omitempty"`
	B       bool                  `json:"b"`
	BE      bool                  `json:"be,omitempty"`
	I       int8                  `json:"i"`
	IE      int                   `json:"ie,omitempty"`
	U       uint64                `json:"u"`
	F       float64               `json:"f"`
	FE      float32               `json:"fe,omitempty"`
	D       time.Duration         `json:"d"`
	C       color                 `json:"c"`
	L       []int                 `json:"l"`
	LE      []int                 `json:"le,omitempty"`
	LZ      []int                 `json:"lz,omitzero"`
	A       [2]bool               `json:"a"`
	AE      [2]bool               `json:"ae,omitempty"`
	M       map[string]int        `json:"m"`
	MI      map[int]string        `json:"mi,omitempty"`
	MC      map[color]inner       `json:"mc,omitempty"`
	In      inner                 `json:"in"`
	InZ     inner                 `json:"inz,omitzero"`
	InE     inner                 `json:"ine,omitempty"`
	Ptr     *inner                `json:"ptr"`
	PtrE    *int                  `json:"ptre,omitempty"`
	Any     any                   `json:"any"`
	AnyE    any                   `json:"anye,omitempty"`
	Quoted  int                   `json:"quoted,string"`
	QuotedS string                `json:"quoteds,string"`
	QuotedB bool                  `json:"quotedb,string"`
	Same    string                `json:"Same"`
	Deep    []map[string][]*inner `json:"deep,omitempty"`
	hidden  int
	Skipped int `json:"-"`
}

const (
	constString         = "a <b> & \"c\" \u2028"
	constInt            = 1 << 40
	constBig            = 1<<64 - 1
	constFloat          = 1e21
	constSmall  float64 = 1e-7
	constThird  float32 = 0.5
	constBool           = true
	constColor          = red
	constTime           = 3 * time.Second
)

var (
	zero  = outer{}
	empty = outer{embedded: embedded{}, SE: "", IE: 0, BE: false, LE: []int{}, LZ: []int{}, MI: map[int]string{}}
	full  = outer{
		embedded: embedded{E: "e", Same: 4}, pointed: &pointed{5},
		S: "s", SE: "<", B: true, BE: !false, I: -8, IE: 3, U: 1<<64 - 1, F: 1.5, FE: 0.25, D: time.Minute, C: red,
		L: []int{1, 2}, LE: []int{0}, LZ: []int{}, A: [2]bool{true}, AE: [...]bool{true, false},
		M: map[string]int{"b": 1, "a": 2}, MI: map[int]string{-1: "x", 10: "y"}, MC: map[color]inner{red: {1, 2}},
		In: inner{Y: 2}, InZ: inner{1, 0}, Ptr: &inner{}, Any: "any", AnyE: []any{1, "a", nil, 2.0},
		Quoted: 7, QuotedS: "q", QuotedB: true, Same: "same",
		Deep: []map[string][]*inner{{"k": {{1, 2}, {X: 3}}}}, hidden: 1, Skipped: 2,
	}
	slice             = []float64{1, 0.1, 1e100, -2}
	array             = [3]inner{{1, 2}}
	pointer           = &inner{3, 4}
	constant          = constColor
	parenthesis       = (inner{(1), 2})
	typed       outer = outer{S: "x"}
	anyStruct   any   = inner{1, 2}
	emptyMap          = map[string]any{}

	// These have no literal form.
	called     = len(slice)
	copied     = zero
	method     = text(3)
	withMethod = []text{1}
	bytes      = []byte{1}
	indexed    = []int{2: 1}
	without    outer
	changed    = 1
	reached    = inner{}
	somewhere  = &pointed{}
	viaPointer = outer{pointed: somewhere}
)

func init() {
	changed++
	reached.X = changed
}
