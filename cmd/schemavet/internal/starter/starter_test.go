package starter

import (
	"bytes"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/internal/config"
	"go.yaml.in/yaml/v3"
)

// TestText checks that every file is valid YAML and that the settings are valid, both
// as they are and with the commented lines in effect.
func TestText(t *testing.T) {
	for _, k := range Kinds {
		for _, command := range []string{"schemavet", "go tool -modfile=schemavet.mod schemavet"} {
			text, err := k.Text(command, "sub")
			if err != nil {
				t.Fatal(err)
			}
			var v any
			if err := yaml.Unmarshal(text, &v); err != nil {
				t.Errorf("%s: %v\n%s", k.Name, err, text)
			}
			if !strings.Contains(string(text), command+" check") && !strings.Contains(string(text), command+" -C sub check") {
				t.Errorf("%s does not call %s", k.Name, command)
			}
			if k.File != config.Name {
				continue
			}
			all := regexp.MustCompile(`(?m)^( *)# ( *["a-z/-]+:( .*)?| +- .*)$`).ReplaceAll(text[bytes.IndexByte(text, '\n'):], []byte("$1$2"))
			for _, text := range [][]byte{text, all} {
				s, err := config.Parse("settings", text)
				if err != nil {
					t.Errorf("%v\n%s", err, text)
				}
				if string(text) == string(all) && (len(s.Registrations) != 1 || len(s.Checks.Allow) != 1) {
					t.Errorf("what is commented out is not all found: %+v", s)
				}
			}
			var keys map[string]any
			if err := yaml.Unmarshal(all, &keys); err != nil {
				t.Fatal(err)
			}
			for _, key := range missing(reflect.TypeFor[config.Settings](), keys, "") {
				t.Errorf("%s is not in the file", key)
			}
		}
	}
}

// missing returns the settings of a type that a file does not have.
func missing(t reflect.Type, have map[string]any, prefix string) (out []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		key := f.Tag.Get("yaml")
		v, ok := have[key]
		if !ok {
			out = append(out, prefix+key)
		} else if m, ok := v.(map[string]any); ok && f.Type.Kind() == reflect.Struct {
			out = append(out, missing(f.Type, m, prefix+key+".")...)
		}
	}
	return out
}
