//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// maxrss returns the peak resident size in bytes of the largest process among a child
// and its children. The system reports kibibytes, except on Darwin.
func maxrss(st *os.ProcessState) int64 {
	u, ok := st.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) * 1024
}
