package db

import "sync/atomic"

var watcher atomic.Pointer[func(tx *Tx, query string, args []any)]

// Watch tells fn of each statement before it runs, until stop is called. It is for those who read the plans of
// statements or run them again, as tests do; there is one watcher at a time.
func Watch(fn func(tx *Tx, query string, args []any)) (stop func()) {
	watcher.Store(&fn)
	return func() { watcher.Store(nil) }
}

func watched(tx *Tx, query string, args []any) {
	if fn := watcher.Load(); fn != nil {
		(*fn)(tx, query, args)
	}
}
