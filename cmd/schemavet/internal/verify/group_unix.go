//go:build unix

package verify

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command run in a new process group with its children, so that
// cancelling it ends all of them. go run, for example, starts the program as a child
// process.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// stopGroup asks the server's process and its children to end.
func stopGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) // fails if nothing is left
}

// groupLeft reports whether processes of a group are still running.
func groupLeft(cmd *exec.Cmd) bool { return syscall.Kill(-cmd.Process.Pid, 0) == nil }

// endGroup kills the remaining processes of the server.
func endGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // fails if nothing is left
}
