package load

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
)

// goEnv returns the environment of a go command that builds nothing.
//
// In a new build cache the go command would first write an index of all files of each
// module, which takes longer than to read only the files of the listed packages. The
// command is short, so it saves time if its garbage collector waits.
func goEnv(newCache bool) []string {
	env := os.Environ()
	if os.Getenv("GOGC") == "" {
		env = append(env, "GOGC=400")
	}
	debug := os.Getenv("GODEBUG")
	if newCache && !strings.Contains(debug, "goindex=") {
		settings := append(strings.FieldsFunc(debug, func(r rune) bool { return r == ',' }), "goindex=0")
		env = append(env, "GODEBUG="+strings.Join(settings, ","))
	}
	return env
}

// isNewCache reports whether the go command has not used its build cache yet.
func isNewCache() bool {
	if prog, _ := goSetting("GOCACHEPROG"); prog != "" {
		return false // its contents are unknown
	}
	dir, _ := goSetting("GOCACHE")
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return false
		}
		dir = filepath.Join(user, "go-build")
	}
	_, err := os.Stat(filepath.Join(dir, "00")) // one of the folders that it makes first
	return filepath.IsAbs(dir) && errors.Is(err, fs.ErrNotExist)
}

// GoFlags returns the value of GOFLAGS and where it is set: in the environment, or
// else in the file that go env -w writes.
func GoFlags() (flags, from string) { return goSetting("GOFLAGS") }

// goSetting returns the value of a variable of the go command and where it is set.
func goSetting(name string) (value, from string) {
	if value := os.Getenv(name); value != "" {
		return value, name
	}
	from = os.Getenv("GOENV")
	if dir, err := os.UserConfigDir(); err == nil && from == "" {
		from = filepath.Join(dir, "go", "env")
	}
	text, _ := safefile.Read(from) // GOENV=off is not a file
	for line := range strings.Lines(string(text)) {
		if v, ok := strings.CutPrefix(line, name+"="); ok {
			value = strings.TrimSpace(v)
		}
	}
	return value, from
}
