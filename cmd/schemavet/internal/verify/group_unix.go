//go:build unix

package verify

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a command and its children into a process group, so that cancelling ends
// all of them: go run starts the program as a child process.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// stopGroup tells a group to end.
func stopGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) // fails if nothing is left
}

// groupLeft reports whether a group has processes.
func groupLeft(cmd *exec.Cmd) bool { return syscall.Kill(-cmd.Process.Pid, 0) == nil }

// endGroup kills what is left of a group.
func endGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // fails if nothing is left
}
