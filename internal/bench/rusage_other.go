//go:build !unix

package main

import "os"

// maxrss is not known here.
func maxrss(*os.ProcessState) int64 { return 0 }
