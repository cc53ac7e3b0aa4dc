// Package file has the word for a file that somebody sends or gets, for who makes and stores files and for kit/web.
package file

// File is a file that is sent or received.
type File struct {
	Name    string // for people
	Type    string // its media type
	Content []byte
}
