package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
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

// maxSize is the greatest size of settings: the YAML library compares each key with each
// other key of its mapping.
const maxSize = 128 << 10

// Parse reads settings from YAML. Its errors name the file, the line and the path of the
// wrong setting.
func Parse(filename string, data []byte) (Settings, error) {
	if len(data) > maxSize {
		return Settings{}, fmt.Errorf("%s: %d bytes are too many for settings; at most %d are read", filename, len(data), maxSize)
	}
	var s Settings
	err := decode(data, &s)
	if e := (*yamlError)(nil); errors.As(err, &e) {
		filename += ":" + e.line
	} else if err != nil {
		return Settings{}, at(filename, linesOf(data), err)
	}
	if err != nil {
		return Settings{}, fmt.Errorf("%s: %w", filename, err)
	}
	return s, nil
}

// Decode reads settings that a driver has read from its configuration: maps, lists and
// scalars. They are added to the settings of the file, and override settings that the
// file has, too.
func Decode(file Settings, raw any) (Settings, error) {
	data, err := yaml.Marshal(raw)
	if err != nil {
		return Settings{}, fmt.Errorf("reading settings: %w", err)
	}
	s := file
	s.Checks.Severity, s.Checks.Allow = maps.Clone(s.Checks.Severity), maps.Clone(s.Checks.Allow)
	if err := decode(data, &s); err != nil {
		return Settings{}, err
	}
	return s, nil
}

// decode adds the settings of a YAML document to s.
func decode(data []byte, s *Settings) error {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	switch err := dec.Decode(s); {
	case err == io.EOF: // nothing but comments
	case err != nil:
		return explain(err, data)
	case dec.Decode(new(yaml.Node)) != io.EOF:
		return errors.New("more than one document")
	}
	return s.Validate()
}
