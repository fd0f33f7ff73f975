package eval

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file lists what functions of the standard library without a model do with their
// arguments.

// writes reports whether a function of the standard library writes to more than the
// plain variables to which its arguments point.
func writes(key string) bool {
	name := key[strings.LastIndexByte(key, '.')+1:]
	switch ir.PkgOf(key) {
	case "sort", "container/heap":
		return true
	case "errors":
		return name == "As"
	case "slices", "maps":
		for _, prefix := range []string{"Sort", "Reverse", "Delete", "Compact", "Replace", "Insert", "Copy"} {
			if strings.HasPrefix(name, prefix) && !strings.HasPrefix(name, "Sorted") {
				return true
			}
		}
		return false
	case "flag":
		return strings.HasSuffix(name, "Var")
	}
	for _, prefix := range []string{"Unmarshal", "Decode", "Scan", "Sscan", "Fscan", "Read"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// harmless reports whether a function that is not followed certainly changes nothing
// from which tools are made. This holds for the standard library, except for the few
// functions that write through an argument.
func harmless(key string) bool {
	pkg := ir.PkgOf(key)
	first, _, _ := strings.Cut(pkg, "/")
	if strings.Contains(first, ".") || !ir.StdLike(first) {
		return false
	}
	return !writes(key)
}

// keepers are the prefixes of the keys of library functions that keep their arguments.
var keepers = []string{
	"container/", "(*container/", "(container/",
	"(*sync.Map).", "(*sync.Pool).", "sync.OnceFunc", "sync.OnceValue",
	"(*sync/atomic.Value).", "(*sync/atomic.Pointer",
	"context.WithValue", "iter.Pull", "weak.Make",
}

// keeps reports whether a library function keeps its arguments and hands them back.
// Functions of slices and maps do if their results hold pointers.
func keeps(f *value.Extern) bool {
	for _, prefix := range keepers {
		if strings.HasPrefix(f.Key, prefix) {
			return true
		}
	}
	sig, ok := f.T.(*types.Signature)
	if pkg := ir.PkgOf(f.Key); !ok || pkg != "slices" && pkg != "maps" {
		return false
	}
	return slices.ContainsFunc(slices.Collect(sig.Results().Variables()), func(v *types.Var) bool { return value.HoldsPointers(v.Type()) })
}
