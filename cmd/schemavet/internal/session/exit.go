package session

import (
	"errors"
	"fmt"
)

// Exit codes of all commands.
const (
	ExitFindings = 1
	ExitFailure  = 2 // wrong usage, or nothing to analyse
)

// ErrFindings is the error of a command that succeeded and has findings.
var ErrFindings = errors.New("findings")

// ExitCode is the error of a command that has printed why it exits with this code.
type ExitCode int

func (c ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }
