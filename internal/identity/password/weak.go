package password

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
	"unicode"

	"sarai/internal/kit/errs"
)

// chosen is a new password. In strict mode a weak one is refused, else it is taken with a warning: the contract asks
// for eight characters and no more.
type chosen struct {
	password string
	strict   bool   // whoever asks wants a weak one refused, whatever the setting
	field    string // of the request's body
}

// check returns a warning if the password is weak for somebody with this address in these hotels. It fails with Invalid
// instead if weak ones are refused.
func (c chosen) check(strict bool, email string, hotels ...string) ([]errs.Warning, error) {
	code, says := weakness(c.password, email, hotels)
	switch {
	case code == "":
		return nil, nil
	case strict || c.strict:
		return nil, errs.InvalidField(c.field, "%s", says)
	}
	return []errs.Warning{{Code: code, Message: c.field + " " + says + "."}}, nil
}

// commonGz holds, one a line and in lower case, the passwords of at least eight characters among the 30,000 that people
// choose most: see NOTICE.
//
//go:embed common.txt.gz
var commonGz []byte

var common = sync.OnceValue(func() string {
	unpacked, err := gzip.NewReader(bytes.NewReader(commonGz))
	if err != nil {
		panic(err) // only for another file
	}
	list, err := io.ReadAll(unpacked)
	if err != nil {
		panic(err)
	}
	return string(list)
})

// weakness says why a password is among the first that somebody would try; an empty code means that it isn't.
func weakness(password, email string, hotels []string) (code, says string) {
	if !strings.ContainsRune(password, '\n') && strings.Contains(common(), "\n"+strings.ToLower(password)+"\n") {
		return "common-password", "is one of the passwords that people choose most: choose another"
	}
	letters := lettersOf(password)
	local, _, _ := strings.Cut(email, "@")
	if sameLetters(letters, email) || sameLetters(letters, local) || strings.EqualFold(password, local) {
		return "address-as-password", "is made of your e-mail address: choose another"
	}
	for _, hotel := range hotels {
		if sameLetters(letters, hotel) {
			return "hotel-as-password", "is made of the hotel's name: choose another"
		}
	}
	return "", ""
}

// fewestLetters is from how many letters on a name counts as what a password consists of.
const fewestLetters = 4

// sameLetters reports whether the letters of a password are those of the name: haveli@2026 is a password of Haveli.
func sameLetters(letters, name string) bool {
	name = lettersOf(name)
	return len(name) >= fewestLetters && letters == name
}

func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
