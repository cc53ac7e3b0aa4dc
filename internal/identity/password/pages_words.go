package password

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"sarai/internal/kit/errs"
)

// tongue is a language of the pages. English texts say which one is meant.
type tongue string

const (
	english tongue = "en"
	hindi   tongue = "hi"
)

// tongues are the languages by their own names, in the order in which they are offered.
var tongues = []struct {
	tag  tongue
	name string
}{{english, "English"}, {hindi, "हिन्दी"}}

// tongueOf is the language that the link or the form asks for, else the browser's first of ours, else English.
func tongueOf(form form, r *http.Request) tongue {
	wanted := append([]string{form.get("language")}, strings.Split(r.Header.Get("Accept-Language"), ",")...)
	for _, tag := range wanted {
		primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		primary, _, _ = strings.Cut(primary, ";")
		for _, one := range tongues {
			if primary == string(one.tag) {
				return one.tag
			}
		}
	}
	return english
}

// word is a text in this language; one that has no translation stays English.
func (t tongue) word(text string) string {
	if own, ok := inHindi[text]; ok && t == hindi {
		return own
	}
	return text
}

// with is a text with what it is about filled in.
func (t tongue) with(text string, about ...any) string { return fmt.Sprintf(t.word(text), about...) }

// fault is what an error says to a person: fields are named by their labels.
func (t tongue) fault(e *errs.Error) string {
	if len(e.Fields) == 1 {
		if label, ok := labels[e.Fields[0].Field]; ok {
			return t.word(label + " " + e.Fields[0].Message + ".")
		}
	}
	return t.word(e.Message)
}

var labels = map[string]string{"password": "The password", "newPassword": "The password", "name": "Your name"}

//go:embed pages/hi.json
var hindiTexts []byte

// inHindi are the texts of the pages by the English ones.
var inHindi = func() (texts map[string]string) {
	if err := json.Unmarshal(hindiTexts, &texts); err != nil {
		panic(err) // the file is part of the program
	}
	return texts
}()
