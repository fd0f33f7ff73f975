package gostd

import (
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// sortModels returns the models of functions that sort through an interface or an
// iterator. Package slices and sort.Slice have separate models.
func sortModels() map[string]eval.Intrinsic {
	return map[string]eval.Intrinsic{
		"sort.Float64s": modelSort,

		"slices.SortedFunc":       modelSortedFunc,
		"slices.SortedStableFunc": modelSortedFunc,
	}
}

// expPackages are packages of golang.org/x/exp that became part of the standard
// library. Their functions have the same models. If their parameters or results
// differ, the models check the types.
var expPackages = map[string]string{
	"golang.org/x/exp/slices": "slices",
	"golang.org/x/exp/maps":   "maps",
}

// stdKey returns the key of the standard library's function that replaced a function
// of golang.org/x/exp. It returns any other key unchanged.
func stdKey(key string) string {
	if !strings.HasPrefix(key, "golang.org/x/exp/") {
		return key
	}
	pkg := ir.PkgOf(key)
	if std := expPackages[pkg]; std != "" {
		return std + strings.TrimPrefix(key, pkg)
	}
	return key
}

// modelSortedFunc models slices.SortedFunc and slices.SortedStableFunc.
func modelSortedFunc(c *eval.Call) value.Value {
	s, ok := models["slices.Collect"](&eval.Call{M: c.M, Key: "slices.Collect", Pos: c.Pos, Args: c.Args[:1], Result: c.Result}).(*value.Slice)
	if !ok {
		mayCall(c)
		return notKnown(c)
	}
	out := &value.Slice{T: c.Result, Pos: c.Pos, Open: s.Open}
	for _, e := range s.Elems {
		out.Elems = append(out.Elems, e.Copy())
	}
	if s.Unordered() {
		c.M.InRandomOrder(out)
	}
	key := "slices.SortFunc"
	if strings.HasSuffix(c.Key, "StableFunc") {
		key = "slices.SortStableFunc"
	}
	modelSortFunc(&eval.Call{M: c.M, Key: key, Pos: c.Pos, Args: []value.Value{out, c.Arg(1)}})
	return out
}
