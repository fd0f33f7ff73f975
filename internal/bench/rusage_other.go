//go:build !unix

package main

import "os"

// maxrss returns 0: the value is not available on this system.
func maxrss(*os.ProcessState) int64 { return 0 }
