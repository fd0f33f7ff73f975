package verify

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// process is a server that was started. It exchanges messages as lines on standard
// input and output.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   io.ReadCloser
	lines *bufio.Scanner
	log   *tail
	// stray is the first line on standard output that is not a message.
	stray string
}

// start starts a server in a new process group. The server ends when ctx ends.
func start(ctx context.Context, dir string, args []string) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, args[0], args[1:]...), log: &tail{}}
	p.cmd.Dir, p.cmd.Stderr, p.cmd.WaitDelay = dir, p.log, grace
	ownGroup(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	left := maxBytes
	p.lines = bufio.NewScanner(limited{p.out, &left})
	p.lines.Buffer(nil, maxLine)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	// A process that left the group may keep the pipe open.
	context.AfterFunc(ctx, func() { p.in.Close(); p.out.Close() })
	return p, nil
}

func (p *process) send(_ context.Context, _ string, m *message, got receiver) error {
	text, err := encode(m)
	if err != nil {
		return err
	}
	// If the server ended, reading says so, and may first bring its last words.
	_, failed := p.in.Write(append(text, '\n'))
	if got == nil {
		return nil
	}
	for p.lines.Scan() {
		line := bytes.TrimSpace(p.lines.Bytes())
		// encoding/json refuses such a message, so it would pass for a stray line.
		if bytes.HasPrefix(line, []byte("{")) && deeper(line, 10_000) {
			return errors.New("a message is nested more than 10,000 levels deep")
		}
		messages := decode(line)
		if len(messages) == 0 && len(line) > 0 && p.stray == "" {
			p.stray = excerpt(line)
		}
		if done, err := receive(messages, got); done || err != nil {
			return err
		}
	}
	switch err := p.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("a line on standard output is longer than %d MB", maxLine>>20)
	case err != nil:
		return err
	case failed != nil:
		return fmt.Errorf("it ended, or closed its standard input, before it was asked for %s", m.Method)
	}
	return fmt.Errorf("it ended, or closed its standard output, before it answered %s", m.Method)
}

// end closes the server's standard input, which ends a server according to the
// protocol. If processes of its group remain, end first asks them to end and then
// kills them.
func (p *process) end() {
	p.in.Close()
	go io.Copy(io.Discard, p.out)
	ended := make(chan struct{})
	go func() {
		_ = p.cmd.Wait() // how it ends does not matter
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(grace):
	}
	stopGroup(p.cmd)
	for stop := time.Now().Add(grace); groupLeft(p.cmd) && time.Now().Before(stop); {
		time.Sleep(10 * time.Millisecond)
	}
	endGroup(p.cmd)
	<-ended
}

// tail is a writer that keeps the last bytes that were written.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 2000

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-tailBytes):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.text))
}
