// Command verify runs servers of real SDKs, and lets schemavet verify compare
// them with their source: over standard input and output, and over streamable
// HTTP with and without sessions, with answers in JSON and in events.
//
//	go run . [-schemavet binary]
//
// Then it changes the source, and the change must be reported. It exits with 1 if
// a comparison says anything else.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// sdks are the folders of the servers, and the modules that they require.
var sdks = []struct {
	server, module, version string
	modern                  bool // it knows protocol version 2026-07-28
}{
	{"gosdk", gosdk, "v1.0.0", false},
	{"gosdk", gosdk, "v1.6.1", false},
	{"gosdk", gosdk, "v1.8.0", true},
	{"mcpgo", mcpgo, "v0.46.0", false},
	{"mcpgo", mcpgo, "v1.2.1", true},
}

const (
	gosdk = "github.com/modelcontextprotocol/go-sdk"
	mcpgo = "github.com/mark3labs/mcp-go"
)

// ways are the arguments of the servers; none is standard input and output.
// With modern before them, the server is asked without a handshake.
var (
	ways       = [][]string{nil, {"-http"}, {"-http", "-json"}, {"-http", "-stateless"}, {"-http", "-stateless", "-json"}}
	modern     = "modern"
	modernWays = [][]string{{modern, "-http", "-stateless"}, {modern, "-http", "-stateless", "-json"}}
)

const (
	before = "Tells the weather of the past."
	after  = "Tells the weather of last year."
	agreed = "3 tools exact, 0 with unresolved parts, 0 different, 0 in source only, 0 on the server only\n"
	differ = `description of the tool changed from "` + after + `" to "` + before + `"`
)

func main() {
	binary := flag.String("schemavet", "", "the schemavet to test; built from the repository if empty")
	flag.Parse()
	failed, err := run(*binary)
	if err != nil {
		fmt.Fprintln(os.Stderr, "verify:", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

func run(binary string) (failed bool, err error) {
	tmp, err := os.MkdirTemp("", "verify")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	if binary == "" {
		binary = filepath.Join(tmp, "schemavet")
		if out, err := command(filepath.Join("..", "..", ".."), "go", "build", "-o", binary, "./cmd/schemavet"); err != nil {
			return false, fmt.Errorf("building schemavet: %w\n%s", err, out)
		}
	}
	for i, sdk := range sdks {
		start := time.Now()
		dir := filepath.Join(tmp, fmt.Sprint(i))
		if err := build(dir, sdk.server, sdk.module+" "+sdk.version); err != nil {
			return false, fmt.Errorf("%s: %w", sdk.version, err)
		}
		all := ways
		if sdk.modern {
			all = slices.Concat(ways, modernWays)
		}
		wrong := try(dir, binary, all)
		fmt.Printf("%s %s: %d ways, %d wrong (%.1fs)\n", sdk.server, sdk.version, 2*len(all), len(wrong), time.Since(start).Seconds())
		for _, w := range wrong {
			fmt.Println(w)
		}
		failed = failed || len(wrong) > 0
	}
	return failed, nil
}

// build makes a module of a server and what it requires, and builds it.
func build(dir, server, requires string) error {
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", server))); err != nil {
		return err
	}
	mod := "module example.test/server\n\ngo 1.26.0\n\nrequire " + requires + "\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o666); err != nil {
		return err
	}
	if out, err := command(dir, "go", "build", "-mod=mod", "-o", "server.exe", "."); err != nil {
		return fmt.Errorf("building the server: %w\n%s", err, out)
	}
	return nil
}

// try verifies a server in each way, with its source and with another one. It
// returns what is wrong.
func try(dir, binary string, ways [][]string) (wrong []string) {
	for _, way := range ways {
		if out, err := verify(dir, binary, way, "."); err != nil || out != agreed {
			wrong = append(wrong, fmt.Sprintf("%v: %v\n%s", way, err, out))
		}
	}
	if err := replace(filepath.Join(dir, "main.go"), before, after); err != nil {
		return append(wrong, err.Error())
	}
	for _, way := range ways {
		out, err := verify(dir, binary, way, ".")
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(out, differ) {
			wrong = append(wrong, fmt.Sprintf("%v, with a difference: %v\n%s", way, err, out))
		}
	}
	return wrong
}

// verify returns what schemavet verify prints of the server if it compares with this.
func verify(dir, binary string, way []string, with ...string) (string, error) {
	server := filepath.Join(dir, "server.exe")
	if len(way) == 0 {
		return command(dir, binary, slices.Concat([]string{"verify"}, with, []string{"--", server})...)
	}
	args := slices.DeleteFunc(slices.Clone(way), func(a string) bool { return a == modern })
	cmd := exec.Command(server, args...)
	cmd.Stderr = io.Discard
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return "", err
	}
	url = strings.TrimSpace(url)
	if way[0] == modern {
		front, err := withoutHandshake(url)
		if err != nil {
			return "", err
		}
		defer front.Close()
		url = front.URL + "/mcp"
	}
	return command(dir, binary, append([]string{"verify", "--url", url}, with...)...)
}

func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func replace(file, old, new string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text := strings.Replace(string(data), old, new, 1)
	if text == string(data) {
		return fmt.Errorf("%s does not hold %q", file, old)
	}
	return os.WriteFile(file, []byte(text), 0o666)
}
