package shelf

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sarai/internal/kit/file"
	"sarai/internal/kit/picture"
)

// MaxFile is how many bytes a photo or a paper may have, as it is sent.
const MaxFile = 5 << 20

// PhotoTypes and PaperTypes are the media types that are taken.
var (
	PhotoTypes = []string{"image/jpeg", "image/png"}
	PaperTypes = []string{"application/pdf", "image/png", "image/jpeg", "image/webp"}
)

// photoSide is how wide and high photos are kept at most, in pixels.
const photoSide = 1280

// Photo redraws a photo. It takes some 100 ms: call it outside of transactions. Invalid names the field file.
func Photo(owner string, content []byte) ([]byte, error) {
	drawn, err := picture.Photo(owner, content, photoSide)
	if err != nil {
		return nil, picture.Refused("file", err)
	}
	return drawn, nil
}

// Paper makes a paper one that can be kept: its picture is cleaned, and its name harmless, which is otherwise where
// there is none. Invalid names the field file.
func Paper(f file.File, otherwise string) (file.File, error) {
	if f.Type != "application/pdf" {
		stripped, err := picture.Strip(f.Type, f.Content)
		if err != nil {
			return f, picture.Refused("file", err)
		}
		f.Content = stripped
	}
	f.Name = nameOf(f.Name, f.Type, otherwise)
	return f, nil
}

// maxName is how many characters a file's name has at most, without its ending.
const maxName = 100

// endings are how file names of each type may end. A name that ends in none of them gets the first.
var endings = map[string][]string{
	"application/pdf": {".pdf"}, "image/png": {".png"}, "image/jpeg": {".jpg", ".jpeg"}, "image/webp": {".webp"},
}

// nameOf makes a harmless name of what a client calls its file: the last part of a path, on one line, without
// characters that change the direction of writing, and with an ending that tells the real type.
func nameOf(given, fileType, otherwise string) string {
	name := given[strings.LastIndexAny(given, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp):
			return -1
		case strings.ContainsRune(`:*?"<>|`, r):
			return '-'
		}
		return r
	}, strings.ToValidUTF8(name, "-"))
	ending := filepath.Ext(name)
	if slices.Contains(endings[fileType], strings.ToLower(ending)) {
		name = strings.TrimSuffix(name, ending)
	} else {
		ending = endings[fileType][0]
	}
	name = strings.Trim(name, " .-")
	if letters := []rune(name); len(letters) > maxName {
		name = string(letters[:maxName])
	}
	if name == "" {
		name = otherwise
	}
	return name + ending
}

// Places are those at which a record has a file, from 1 to 9, each by its digit: "135".
type Places string

// Has tells whether there is a file at the place.
func (p Places) Has(place int) bool { return strings.Contains(string(p), strconv.Itoa(place)) }

// With are the places with this one, or without it.
func (p Places) With(place int, has bool) Places {
	all := ""
	for at := 1; at <= 9; at++ {
		if at == place && has || at != place && p.Has(at) {
			all += strconv.Itoa(at)
		}
	}
	return Places(all)
}

// All are the places in their order.
func (p Places) All() []int {
	all := []int{}
	for at := 1; at <= 9; at++ {
		if p.Has(at) {
			all = append(all, at)
		}
	}
	return all
}
