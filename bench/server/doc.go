// Package server has the sections that ask the real server, in a process of its own: each exported function measures
// one and reports its figures. What they fill databases with is in fill, how they load the server in drive.
package server
