package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/schemavet/schemavet/internal/safefile"
)

// Load reads settings from a file. A file that does not exist has no settings.
func Load(filename string) (Settings, error) {
	data, err := safefile.Read(filename)
	if errors.Is(err, fs.ErrNotExist) {
		return Settings{}, misnamed(filename)
	}
	if err != nil {
		return Settings{}, fmt.Errorf("%s: reading settings: %v", filename, safefile.Reason(err))
	}
	s, err := Parse(filename, data)
	if err != nil && safefile.Linked(filename) {
		return Settings{}, fmt.Errorf("%s: invalid settings; the details are hidden because the file is reached through a symbolic link: replace the link with the file to see them", filename)
	}
	return s, err
}

// misnamed returns an error if filename does not exist, but a file with the extension .yml
// does.
func misnamed(filename string) error {
	other := strings.TrimSuffix(filename, filepath.Ext(filename)) + ".yml"
	if _, err := os.Stat(other); err != nil {
		return nil
	}
	return fmt.Errorf("%s: settings are read from %s; rename the file", other, filepath.Base(filename))
}

// Parse reads settings from YAML. Its errors name the file, the line and the path of the
// wrong setting.
func Parse(filename string, data []byte) (Settings, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	err := dec.Decode(&doc)
	if err == io.EOF {
		return Settings{}, nil
	}
	if err == nil {
		if dec.Decode(&more) != io.EOF {
			err = errors.New("yaml: more than one document")
		}
	}
	if err != nil {
		text := strings.TrimPrefix(err.Error(), "yaml: ")
		if line, rest, ok := strings.Cut(strings.TrimPrefix(text, "line "), ": "); ok && strings.HasPrefix(text, "line ") {
			return Settings{}, fmt.Errorf("%s:%s: %s", filename, line, rest)
		}
		return Settings{}, fmt.Errorf("%s: %s", filename, text)
	}
	return decode(filename, Settings{}, &doc)
}

// Decode reads settings that a driver has read from its configuration: maps, lists and
// scalars. They are added to the settings of the file, and override settings that the
// file has, too.
func Decode(file Settings, raw any) (Settings, error) {
	var n yaml.Node
	if err := n.Encode(raw); err != nil {
		return Settings{}, fmt.Errorf("reading settings: %w", err)
	}
	return decode("", file, &n)
}

func decode(filename string, s Settings, n *yaml.Node) (Settings, error) {
	if err := (&decoder{filename}).value(n, reflect.ValueOf(&s).Elem(), ""); err != nil {
		return Settings{}, err
	}
	if err := s.Validate(); err != nil {
		if filename != "" {
			err = fmt.Errorf("%s: %w", filename, err)
		}
		return Settings{}, err
	}
	return s, nil
}

// decoder decodes YAML into structs. It is stricter than the YAML library: an unknown
// or repeated key is an error, and errors contain the position.
type decoder struct{ filename string }

func (d *decoder) fail(n *yaml.Node, path, format string, args ...any) error {
	msg := fmt.Sprintf(format, args...)
	if path != "" {
		msg = path + ": " + msg
	}
	if d.filename == "" {
		return errors.New(msg)
	}
	return fmt.Errorf("%s:%d: %s", d.filename, max(n.Line, 1), msg)
}

func (d *decoder) value(n *yaml.Node, v reflect.Value, path string) error {
	for n.Kind == yaml.AliasNode || n.Kind == yaml.DocumentNode {
		if n.Kind == yaml.AliasNode {
			n = n.Alias
		} else {
			n = n.Content[0]
		}
	}
	if n.Tag == "!!null" {
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		if n.Kind != yaml.MappingNode {
			return d.fail(n, path, "want a mapping, not %s", describe(n))
		}
		return d.mapping(n, v, path)
	case reflect.Map:
		if n.Kind != yaml.MappingNode {
			return d.fail(n, path, "want a mapping, not %s", describe(n))
		}
		return d.table(n, v, path)
	case reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			return d.fail(n, path, "want a list, not %s", describe(n))
		}
		v.SetZero() // a list replaces the list of the file
		for i, e := range n.Content {
			item := reflect.New(v.Type().Elem()).Elem()
			if err := d.value(e, item, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
			v.Set(reflect.Append(v, item))
		}
		return nil
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(n, v.Elem(), path)
	case reflect.Int:
		i, err := strconv.Atoi(n.Value)
		if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil {
			return d.fail(n, path, "want a number, not %s", describe(n))
		}
		v.SetInt(int64(i))
		return nil
	case reflect.Bool:
		if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" {
			return d.fail(n, path, "want true or false, not %s", describe(n))
		}
		v.SetBool(strings.EqualFold(n.Value, "true"))
		return nil
	case reflect.String:
		if n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!timestamp" {
			return d.fail(n, path, "want a string, not %s", describe(n))
		}
		// YAML reads a date as a time, and drivers print it as one.
		v.SetString(strings.TrimSuffix(n.Value, "T00:00:00Z"))
		return nil
	}
	panic("config: settings of kind " + v.Kind().String())
}

func (d *decoder) mapping(n *yaml.Node, v reflect.Value, path string) error {
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		at := strings.TrimPrefix(path+"."+key.Value, ".")
		if seen[key.Value] {
			return d.fail(key, at, "given twice")
		}
		seen[key.Value] = true
		field, known := fieldByKey(v, key.Value)
		if !field.IsValid() {
			return d.fail(key, at, "unknown key, want one of %s", strings.Join(known, ", "))
		}
		if err := d.value(value, field, at); err != nil {
			return err
		}
	}
	return nil
}

// table decodes a map with string keys.
func (d *decoder) table(n *yaml.Node, v reflect.Value, path string) error {
	v.Set(reflect.MakeMap(v.Type()))
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		where := path + "." + key.Value
		k := reflect.ValueOf(key.Value)
		if v.MapIndex(k).IsValid() {
			return d.fail(key, where, "given twice")
		}
		item := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(value, item, where); err != nil {
			return err
		}
		v.SetMapIndex(k, item)
	}
	return nil
}

// fieldByKey returns the field for a key, and all keys.
func fieldByKey(v reflect.Value, key string) (field reflect.Value, keys []string) {
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("yaml")
		if name == key {
			field = v.Field(i)
		}
		keys = append(keys, name)
	}
	return field, keys
}

func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	return fmt.Sprintf("%q", n.Value)
}
