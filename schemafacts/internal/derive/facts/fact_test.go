package facts

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/intercept"
)

// TestFactTravels sets every field of a fact, and checks that each survives encoding
// and decoding.
func TestFactTravels(t *testing.T) {
	sent := new(Fact)
	n := 0
	fillAll(t, reflect.ValueOf(sent).Elem(), &n)
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(sent); err != nil {
		t.Fatal(err)
	}
	first := bytes.Clone(buf.Bytes())
	got := new(Fact)
	if err := gob.NewDecoder(&buf).Decode(got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sent, got, cmp.AllowUnexported(Fact{}, intercept.Between{})); diff != "" {
		t.Errorf("(-sent +got):\n%s", diff)
	}
	var again bytes.Buffer
	if err := gob.NewEncoder(&again).Encode(got); err != nil || !bytes.Equal(again.Bytes(), first) {
		t.Errorf("passed on, the bytes differ, %v", err)
	}
}

// fillAll sets the exported fields of a struct to different values.
func fillAll(t *testing.T, v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillAll(t, v.Field(i), n)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fillAll(t, v.Index(0), n)
		fillAll(t, v.Index(1), n)
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Uint8:
		v.SetUint(uint64(*n % 256))
	case reflect.Bool:
		v.SetBool(true)
	default:
		t.Fatalf("a fact holds a %s, which this test cannot fill", v.Type())
	}
}
