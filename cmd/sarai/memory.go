package main

import (
	"os"
	"runtime/debug"
)

// memoryLimit is what the server keeps to unless more is in use.
const memoryLimit = 64 << 20

// tuneMemory collects garbage less often while there is little of it, which makes a read a tenth cheaper; the limit
// keeps the server small under load. GOGC and GOMEMLIMIT override it.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	holdMemory(0)
}

// holdMemory raises the limit by what can't be collected anyway. Without it, 48 half-sent bodies of a mebibyte made
// every request cost six times as much: the collector looked for room that wasn't there.
func holdMemory(bytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit + bytes)
	}
}
