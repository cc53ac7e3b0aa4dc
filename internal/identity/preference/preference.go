package preference

import (
	"encoding/json"
	"maps"
	"regexp"
	"unicode/utf8"

	"sarai/internal/kit/errs"
)

// Preferences are those of one person in one organization.
type Preferences struct {
	Login      string            `db:"login_id,key"`
	Language   string            `db:"language"` // a BCP 47 tag; empty: the browser's
	Density    string            `db:"density"`
	Theme      string            `db:"theme"`
	SingleKeys bool              `db:"single_keys"` // whether a key alone is a shortcut
	Filters    map[string]Filter `db:"filters,json"`
	Version    int64             `db:"version,version"` // every change raises it
}

// Filter is what a screen has chosen to remember; only the screen knows what it means.
type Filter map[string]any

// What the filters of all screens may be at most.
const (
	maxScreens    = 50
	maxScreenName = 50      // characters
	maxFilters    = 8 << 10 // bytes of JSON
)

// unset are the preferences of a person who has never changed any.
func unset(login string) Preferences {
	return Preferences{Login: login, Density: "comfortable", Theme: "system", SingleKeys: true,
		Filters: map[string]Filter{}, Version: 1}
}

// merged are the filters with those of some screens replaced; a nil one forgets its screen.
func merged(filters, changes map[string]Filter) map[string]Filter {
	filters = maps.Clone(filters)
	maps.Copy(filters, changes)
	maps.DeleteFunc(filters, func(_ string, f Filter) bool { return f == nil })
	return filters
}

// languageTag is the shape of a BCP 47 tag: a language, and what narrows it.
var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$`)

func (p Preferences) check() error {
	var bad errs.Fields
	if p.Language != "" && !languageTag.MatchString(p.Language) {
		bad.Add("language", "must be a BCP 47 tag such as hi-IN")
	}
	for screen := range p.Filters {
		if screen == "" || utf8.RuneCountInString(screen) > maxScreenName {
			bad.Add("filters", "must have screens' names of 1 to 50 characters")
			break
		}
	}
	if len(p.Filters) > maxScreens {
		bad.Add("filters", "must have at most 50 screens")
	}
	text, err := json.Marshal(p.Filters)
	if err != nil {
		return err
	}
	if len(text) > maxFilters {
		bad.Add("filters", "must have at most 8 KB of JSON for all screens together")
	}
	return bad.Err()
}
