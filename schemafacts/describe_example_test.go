package schemafacts_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"log"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

const weather = `package weather

type Unit string

const (
	Celsius    Unit = "celsius"
	Fahrenheit Unit = "fahrenheit"
)

type Report struct {
	Degrees float64 ` + "`json:\"degrees\"`" + `
	Wind    *int    ` + "`json:\"wind,omitempty\" jsonschema:\"minimum=0\"`" + ` // in km/h
}

// Forecast predicts the weather of a city.
//
//   - city: the name of the city
//   - unit: the scale of the result
//
//schemavet:param days description="how far to look ahead",minimum=1,maximum=14,default=3
func Forecast(city string, unit *Unit, days int) (Report, error) { panic("") }

// Watch reports changes.
func Watch(city string, each func(Report)) error { panic("") }
`

// check type-checks a package of one file.
func check(src string) schemafacts.Syntax {
	s := schemafacts.Syntax{Fset: token.NewFileSet(), Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}}
	file, err := parser.ParseFile(s.Fset, "weather.go", src, parser.ParseComments)
	if err != nil {
		log.Fatal(err)
	}
	s.Files = []*ast.File{file}
	conf := types.Config{Importer: importer.Default()}
	s.Pkg, err = conf.Check("example.com/weather", s.Fset, s.Files, s.Info)
	if err != nil {
		log.Fatal(err)
	}
	return s
}

func Example() {
	pkg := check(weather)
	fn := pkg.Pkg.Scope().Lookup("Forecast").(*types.Func)

	tool := schemafacts.Describe(fn, pkg, signature.Options{})
	fmt.Printf("%s: %s\n", tool.Name, tool.Description)
	fmt.Printf("%s%s", tool.Input.Canonical(), tool.Output.Canonical())
	// Output:
	// Forecast: Forecast predicts the weather of a city.
	// {
	//   "type": "object",
	//   "properties": {
	//     "city": {"type": "string", "description": "the name of the city"},
	//     "unit": {
	//       "type": "string",
	//       "enum": ["celsius", "fahrenheit"],
	//       "description": "the scale of the result"
	//     },
	//     "days": {
	//       "type": "integer",
	//       "minimum": 1,
	//       "maximum": 14,
	//       "description": "how far to look ahead",
	//       "default": 3
	//     }
	//   },
	//   "required": ["city"],
	//   "additionalProperties": false
	// }
	// {
	//   "type": "object",
	//   "properties": {
	//     "degrees": {"type": "number"},
	//     "wind": {"type": "integer", "description": "in km/h"}
	//   },
	//   "required": ["degrees"],
	//   "additionalProperties": false
	// }
}

// UnknownAsText shows as text what is unresolved otherwise, and missing
// descriptions can be problems.
func ExampleDescriber() {
	pkg := check(weather)
	fn := pkg.Pkg.Scope().Lookup("Watch").(*types.Func)

	for _, opts := range []signature.Options{{UnknownAsText: true}, {WarnMissingDocs: true}} {
		tool := schemafacts.NewDescriber(opts, pkg).Describe(fn)
		fmt.Println(tool.Input.Lookup("/properties/each"))
		for _, h := range tool.Input.Holes() {
			fmt.Printf("%s: unresolved %s: %s\n", pkg.Fset.Position(h.Pos), h.Path, h.Reason)
		}
		for _, p := range tool.Problems {
			fmt.Printf("%s: %s: %s\n", pkg.Fset.Position(p.Pos), p.Check(), p.Msg)
		}
	}
	// Output:
	// {"type":"string"}
	// weather.go:24:25: schemaerror: type func(Report) has no form in JSON; to report progress, take a func(Progress) or chan<- Progress
	// null
	// weather.go:24:25: unresolved /properties/each: type func(Report) has no form in JSON; to report progress, take a func(Progress) or chan<- Progress
	// weather.go:24:12: nodescription: parameter "city" has no description
	// weather.go:24:25: nodescription: parameter "each" has no description
	// weather.go:24:25: schemaerror: type func(Report) has no form in JSON; to report progress, take a func(Progress) or chan<- Progress
}
