package cases

// The tag grammar, keyword by keyword.

type Strs struct {
	A string `jsonschema:"title=T,description=first, second,minLength=1,maxLength=5,pattern=^a$,format=email"`
	B string `jsonschema:"description=with \\, comma,default=d\\,e,enum=a,enum=b\\,c,example=x,example=y"`
	C string `jsonschema:"format=custom,readOnly=true,writeOnly=1"`
	D string `jsonschema:"readOnly=maybe,writeOnly=false,default="`
	E string `jsonschema:"minLength=abc,maxLength=-1,pattern=a=b=c,default=k=v"`
	F string `jsonschema:"minLength=1,minLength=x,enum=,title=,type="`
	G string `jsonschema:"unknown=1,free text,Description=no"`
	H string `jsonschema_description:"from, the other" jsonschema:"pattern=\\,$"`
	I string `jsonschema_description:"loses" jsonschema:"description=wins"`
	J string `jsonschema:"description=<b>&\u2028 ünï \"q\""`
	K string `jsonschema:",,a\\,,=x,required"`
	L string `jsonschema:"anchor=here,type=integer,minimum=3"`
	M string `jsonschema:"format=,pattern="`
	N string `jsonschema:"format=uuid,format=date"`
	O string `jsonschema:"maxLength=18446744073709551615,minLength=007"`
	P string `jsonschema:"\\,description=x,title=y\\"`
}

type Nums struct {
	A int     `jsonschema:"minimum=1,maximum=10,exclusiveMinimum=0,exclusiveMaximum=11,multipleOf=2"`
	B int     `jsonschema:"default=5,example=1,example=x,enum=1,enum=2,enum=x"`
	C float64 `jsonschema:"default=1.50,minimum=-0.0,maximum=1e3,enum=1E2"`
	D int     `jsonschema:"default=abc,minimum=x"`
	E int     `jsonschema:"default=1.5,title=a=b,minimum=1=2"`
	F int     `jsonschema:"default=0x10,maximum=1e400"`
	G uint8   `jsonschema:"minLength=1,description=d,minimum=1,minimum=zz"`
	H float32 `jsonschema:"description=only"`
	I int     `jsonschema:"default=-0,maximum=99999999999999999999"`
}

type NumNaN struct {
	A float64 `jsonschema:"default=NaN"`
}
type NumInf struct {
	A []float64 `jsonschema:"minimum=-Inf"`
}
type NumPlus struct {
	A int `jsonschema:"example=+5"`
}
type NumZeros struct {
	A *int `jsonschema:"enum=007"`
}
type NumDot struct {
	P struct {
		A float64 `jsonschema:"multipleOf=.5"`
	}
}
type NumDot2 struct {
	A float64 `jsonschema:"minimum=5."`
}
type NumUnderscore struct {
	A int `jsonschema:"minimum=1_000"`
}
type NumHex struct {
	A float64 `jsonschema:"minimum=0x1p-2"`
}
type NumLost struct {
	A int    `json:"a" jsonschema:"minimum=+5"`
	B string `json:"a"`
}

type Bools struct {
	A bool `jsonschema:"default=true"`
	B bool `jsonschema:"default=false"`
	C bool `jsonschema:"default=yes,enum=true,title=t"`
	D bool `jsonschema:"default=true,default=false=x"`
}

type Arrays struct {
	A []string  `jsonschema:"minItems=1,maxItems=3,uniqueItems=false,default=a,default=b,enum=x,enum=y,minLength=2"`
	B []int     `jsonschema:"default=1,enum=1,minimum=3,example=9"`
	C []bool    `jsonschema:"default=true"`
	D [][]int   `jsonschema:"minimum=1,minItems=2"`
	E []Plain   `jsonschema:"title=t,minLength=1"`
	F []any     `jsonschema:"format=f,pattern=p,minLength=1"`
	G []string  `jsonschema:"format=f,pattern=p,readOnly=true,default=x=y"`
	H [2]string `jsonschema:"minItems=9,maxItems=x"`
	I []byte    `jsonschema:"minLength=1,default=x,minItems=3"`
	J []float64 `jsonschema:"default="`
	K Strings   `jsonschema:"enum=q"`
	L []*string `jsonschema:"enum=q,description=d,default=x"`
}

type ArrayTypeOnly struct {
	A string `jsonschema:"type=array,minItems=1,default=x"`
}
type ArrayTypeFormat struct {
	A string `jsonschema:"type=array,format=x"`
}
type ArrayTypeRest struct {
	A Plain `jsonschema:"type=array,minLength=1"`
}

type Objects struct {
	A Plain          `jsonschema:"title=t,description=d,minLength=1,default=x"`
	B *Plain         `jsonschema_description:"desc"`
	C any            `jsonschema:"title=any,enum=1"`
	D map[string]int `jsonschema:"title=m,minProperties=1"`
	E any            `jsonschema:"type=string,enum=a,enum=b"`
	F Plain          `jsonschema:"type=string,default=q"`
	G struct {
		X int `json:"x"`
	} `jsonschema:"description=unnamed"`
}

type OneOfs struct {
	A string  `json:"a" jsonschema:"oneof_required=one"`
	B string  `json:"b" jsonschema:"oneof_required=one,oneof_required=two"`
	C string  `json:"c" jsonschema:"anyof_required=one"`
	D any     `json:"d" jsonschema:"oneof_type=string;integer"`
	E []any   `json:"e" jsonschema:"anyof_type=string;;null"`
	F []any   `json:"f" jsonschema:"oneof_ref=#/a;#/b,minItems=1"`
	G Plain   `json:"g" jsonschema:"anyof_ref=#/x"`
	H string  `json:"h" jsonschema:"oneof_type=a,oneof_type=b"`
	I []Plain `json:"i" jsonschema:"oneof_ref="`
	J string  `json:"j" jsonschema:"oneof_required="`
	K string  `json:"k" jsonschema:"oneof_required="`
}

type Nullables struct {
	A *string `json:"a" jsonschema:"nullable,title=t"`
	B Plain   `json:"b,omitempty" jsonschema:"nullable"`
	C any     `json:"c" jsonschema:"nullable"`
	D int     `json:"d" jsonschema:"nullable=true"`
}

type Extras struct {
	A string `jsonschema_extras:"b=1,a=x,a=y,a=z"`
	B string `jsonschema_extras:"minimum=5,minimum=7"`
	C string `jsonschema_extras:"t=true,f=false,t=t,f=x"`
	D any    `jsonschema_extras:"k=v=w,novalue,=empty"`
	E string `jsonschema_extras:"type=over,title=y" jsonschema:"title=x"`
	F string `jsonschema_extras:"a=1\\,2,b=<>&"`
	G Plain  `jsonschema_extras:"x=1"`
	H any    `jsonschema_extras:"minimum=abc"`
	I string `jsonschema_extras:"minimum=99999999999999999999"`
}
