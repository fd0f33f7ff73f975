package wire

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestMaySend checks which code may send values of a type to a model or client.
func TestMaySend(t *testing.T) {
	const decls = `package p

import ("database/sql"; "encoding/json"; "fmt"; "io"; "log")

type row struct {
	Name, Description string
	Parameters map[string]any
}

type wire struct {
	Name string ` + "`json:\"name\"`" + `
	Description string ` + "`json:\"description\"`" + `
	Parameters any ` + "`json:\"parameters\"`" + `
}

type request struct { Tools []row }
type kept struct { n, d string }
type sender interface { send(rows []row) }

type outFunc func(v any)

// Each of two types leads to the other, and one to rows.
type page struct { Book *book; Rows []row }
type book struct { Pages []*page }

func out(v any) {}
func each[T any](v T) {}

var _, _, _, _ = sql.Drivers, fmt.Sprint, log.Print, json.Marshal
var _ io.Writer
`
	fset := token.NewFileSet()
	std := importer.ForCompiler(fset, "source", nil)
	for body, want := range map[string]bool{
		``: false,
		`rows := []row{{Name: "a"}}; for _, r := range rows { db.Exec("insert", r.Name, r.Description) }`: false,
		`db.Exec("insert", row{Name: "a"})`:                          false,
		`log.Print(row{})`:                                           false,
		`data, _ := json.Marshal(row{}.Parameters); _ = data`:        false,
		`r := row{}; _ = kept{r.Name, r.Description}`:                false,
		`r := row{}; _ = fmt.Errorf("%s %s", r.Name, r.Description)`: false,
		`var r row; _ = json.Unmarshal(nil, &r)`:                     false,
		`out([]*row{})`:                                              true,
		`data, _ := json.Marshal([]row{}); _ = data`:                 true,
		`_ = request{Tools: []row{}}`:                                true,
		`_ = map[string][]row{"tools": {}}`:                          true,
		`var q request; q.Tools = []row{}`:                           true,
		`m := map[string]any{}; m["x"] = row{}`:                      true,
		`var v any = row{}; _ = v`:                                   true,
		`r := row{}; _ = wire{r.Name, r.Description, r.Parameters}`:  true,
		`r := row{}; _ = map[string]any{"name": r.Name, "description": r.Description, "parameters": r.Parameters}`: true,
		`r := row{}; _ = fmt.Sprintf("%s: %s", r.Name, r.Description)`:                                             true,
		`each(row{})`:                       true,
		`var send outFunc; send(row{})`:     true,
		`log.Print(page{}); out(book{})`:    true,
		`out(db); out(outFunc(out))`:        false,
		`c := make(chan any); c <- row{}`:   true,
		`_ = func() any { return []row{} }`: true,
		`_ = any(map[string]row{})`:         true,
	} {
		f, err := parser.ParseFile(fset, "p.go", decls+"func f(db *sql.DB) {"+body+"}", 0)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
		pkg, err := (&types.Config{Importer: std}).Check("example.com/p", fset, []*ast.File{f}, info)
		if err != nil {
			t.Fatal(body, err)
		}
		row := pkg.Scope().Lookup("row").Type()
		if got := MaySend(info, []*ast.File{f}, row, func(string) bool { return false }); got != want {
			t.Errorf("MaySend of %s: %t, want %t", body, got, want)
		}
	}
}
