package gostd

import (
	"go/token"
	"go/types"
	"maps"
	"math"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
)

// models are the models of functions of the standard library with which servers build
// names, descriptions and enums. If an argument is unknown, a model returns an
// unknown value.
var models map[string]eval.Intrinsic

func init() {
	models = map[string]eval.Intrinsic{
		lower.EmbeddedFiles:           modelEmbed,
		"(embed.FS).ReadFile":         modelReadEmbedded,
		"io/fs.ReadFile":              modelReadEmbedded,
		"strings.Repeat":              modelRepeat,
		"strings.Join":                modelJoin,
		"fmt.Sprintf":                 modelSprintf,
		"fmt.Sprint":                  modelSprint,
		"fmt.Errorf":                  modelError,
		"errors.New":                  modelError,
		"slices.Clone":                modelSliceClone,
		"slices.Concat":               modelConcat,
		"slices.Contains":             modelSliceContains,
		"slices.Sort":                 modelSort,
		"sort.Float64s":               modelSort,
		"sort.Strings":                modelSort,
		"sort.Ints":                   modelSort,
		"slices.Sorted":               modelSorted,
		"slices.Collect":              modelCollect,
		"slices.Values":               modelSliceValues,
		"maps.Keys":                   modelMapKeys,
		"maps.Values":                 modelMapValues,
		"maps.Clone":                  modelMapClone,
		"maps.Copy":                   modelMapCopy,
		"math.Inf":                    modelNonFinite,
		"math.NaN":                    modelNonFinite,
		"os.Exit":                     modelPanic,
		"log.Fatal":                   modelPanic,
		"log.Fatalf":                  modelPanic,
		"log.Fatalln":                 modelPanic,
		"log.Panic":                   modelPanic,
		"log.Panicf":                  modelPanic,
		"(*log.Logger).Fatal":         modelPanic,
		"(*log.Logger).Fatalf":        modelPanic,
		"(*sync.Once).Do":             modelOnce,
		"(*sync.Mutex).Lock":          modelNothing,
		"(*sync.Mutex).Unlock":        modelNothing,
		"(*sync.RWMutex).Lock":        modelNothing,
		"(*sync.RWMutex).Unlock":      modelNothing,
		"(*sync.RWMutex).RLock":       modelNothing,
		"(*sync.RWMutex).RUnlock":     modelNothing,
		"encoding/json.Marshal":       modelMarshal,
		"encoding/json.MarshalIndent": modelMarshal,
		"encoding/json.Unmarshal":     modelUnmarshal,
	}
	maps.Copy(models, reflectModels())
	maps.Copy(models, sliceModels())
	maps.Copy(models, builderModels())
	maps.Copy(models, pureModels())
}

// Library models the standard library for the evaluator.
type Library struct{}

// Model returns the model of a function, or nil.
func (Library) Model(key string) eval.Intrinsic {
	return models[stdKey(key)]
}

// Variable returns the value of a variable of the standard library, or nil if it has
// no model.
func (Library) Variable(key string, pos token.Pos) value.Value { return stdGlobal(key, pos) }

// notKnown returns the unknown result of a model, with the reason of the first
// unknown argument.
func notKnown(c *eval.Call) value.Value {
	for _, a := range c.Args {
		if u, ok := a.(*value.Unknown); ok {
			return value.Unknowns(u.Reason, u.Pos, c.Result)
		}
		if s, ok := a.(*value.Slice); ok {
			if vals, open := s.Values(); open != nil {
				return value.Unknowns(open.Reason, open.Pos, c.Result)
			} else {
				for _, v := range vals {
					if u, ok := v.(*value.Unknown); ok {
						return value.Unknowns(u.Reason, u.Pos, c.Result)
					}
				}
			}
		}
	}
	return value.Unknowns("result of "+ir.ShortKey(c.Key)+" with unknown arguments", c.Pos, c.Result)
}

func newText(c *eval.Call, s string) value.Value {
	if len(s) > maxText {
		return c.Unknown(value.OverBudget)
	}
	c.M.Work(len(s) / workPerStep)
	return value.NewString(s, c.M.Provenance(flatten(c)...))
}

// flatten returns the arguments of a call, with the elements of slices in place of the
// slices.
func flatten(c *eval.Call) []value.Value {
	var out []value.Value
	for _, a := range c.Args {
		if s, ok := a.(*value.Slice); ok {
			for _, e := range s.Elems {
				out = append(out, e.C.Get())
			}
			continue
		}
		out = append(out, a)
	}
	return out
}

func modelRepeat(c *eval.Call) value.Value {
	s, ok := value.StringOf(c.Arg(0))
	n, ok2 := value.IntOf(c.Arg(1))
	switch {
	case ok2 && n < 0:
		return c.Panic()
	case !ok || !ok2:
		return notKnown(c)
	case n > maxText || int64(len(s))*n > maxText:
		return c.Unknown(value.OverBudget)
	}
	return newText(c, strings.Repeat(s, int(n)))
}

func modelJoin(c *eval.Call) value.Value {
	ss, ok := value.StringsOf(c.Arg(0))
	sep, ok2 := value.StringOf(c.Arg(1))
	if !ok || !ok2 {
		return notKnown(c)
	}
	size := len(ss) * len(sep)
	for _, s := range ss {
		if size += len(s); size > maxText {
			return c.Unknown(value.OverBudget)
		}
	}
	return newText(c, strings.Join(ss, sep))
}

func stringSlice(c *eval.Call, ss []string) value.Value {
	out := &value.Slice{T: types.NewSlice(types.Typ[types.String]), Pos: c.Pos}
	pos := c.M.Provenance(c.Args...)
	for _, s := range ss {
		out.Elems = append(out.Elems, value.Elem{C: value.NewCell(value.NewString(s, pos))})
	}
	return out
}

func modelNonFinite(c *eval.Call) value.Value {
	f := math.NaN()
	if c.Key == "math.Inf" {
		sign, ok := value.IntOf(c.Arg(0))
		if !ok {
			return notKnown(c)
		}
		f = math.Inf(int(sign))
	}
	return &value.Native{Kind: "number", Data: value.NonFinite(f), T: types.Typ[types.Float64], Pos: c.Pos}
}

func modelPanic(c *eval.Call) value.Value {
	c.Panic()
	return value.Tuple{}
}

func modelNothing(c *eval.Call) value.Value { return value.Tuple{} }

// modelOnce runs the function unless a call of Do has already run one.
func modelOnce(c *eval.Call) value.Value {
	c.M.Once(c.Recv, c.Arg(0), c.Pos)
	return value.Tuple{}
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
