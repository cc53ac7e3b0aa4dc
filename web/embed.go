// Package console holds the web console as its build leaves it in dist: see docs/console.md.
package console

import "embed"

// Files are those of dist. Without a build there is no index.html among them.
//
//go:embed all:dist
var Files embed.FS
