// The probe reflects types with the real library. It reads jobs from standard
// input, one JSON object a line, and answers each with a line: its number, a
// tab, and the schema or what went wrong.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"strings"

	"github.com/invopop/jsonschema"

	"example.test/probe/cases"
)

// A root is a type that jobs can ask for.
type root struct {
	t    reflect.Type
	zero any
}

func of[T any]() root {
	var zero T
	return root{reflect.TypeFor[T](), zero}
}

type job struct {
	ID        int
	Type      string
	Value     bool // reflect the zero value and not the type
	Mapped    bool // the Mapper is cases.Mapper
	Reflector struct {
		Anonymous                  bool
		AllowAdditionalProperties  bool
		RequiredFromJSONSchemaTags bool
		DoNotReference             bool
		ExpandedStruct             bool
		FieldNameTag               string
	}
}

func main() {
	debug.SetMaxStack(1 << 20) // an endless recursion ends soon
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var j job
		if err := json.Unmarshal(in.Bytes(), &j); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		fmt.Printf("%d\t%s\n", j.ID, strings.ReplaceAll(run(j), "\n", " "))
	}
}

func run(j job) (result string) {
	defer func() {
		if e := recover(); e != nil {
			result = fmt.Sprintf("panic: %v", e)
		}
	}()
	f := j.Reflector
	r := &jsonschema.Reflector{
		Anonymous:                  f.Anonymous,
		AllowAdditionalProperties:  f.AllowAdditionalProperties,
		RequiredFromJSONSchemaTags: f.RequiredFromJSONSchemaTags,
		DoNotReference:             f.DoNotReference,
		ExpandedStruct:             f.ExpandedStruct,
		FieldNameTag:               f.FieldNameTag,
	}
	if j.Mapped {
		cases.Restore()
		r.Mapper = cases.Mapper
	}
	s := (*jsonschema.Schema)(nil)
	if x := roots[j.Type]; j.Value {
		s = r.Reflect(x.zero)
	} else {
		s = r.ReflectFromType(x.t)
	}
	b, err := json.Marshal(s)
	if err != nil {
		return "error: " + err.Error()
	}
	return string(b)
}
