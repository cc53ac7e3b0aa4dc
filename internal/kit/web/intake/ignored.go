package intake

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sarai/internal/kit/errs"
)

const (
	maxIgnored       = 50   // names that are looked for, in the query and in the body
	maxIgnoredLength = 100  // bytes of a name
	maxIgnoredHeader = 2000 // bytes of the header
)

// UnknownQuery are the names in the query that the operation doesn't know, in order.
func (in *Input) UnknownQuery(query url.Values) []string {
	var found []string
	for name := range query {
		if !in.query[name] && len(found) < maxIgnored {
			found = append(found, encodeName(name))
		}
	}
	slices.Sort(found)
	return found
}

// place is where a value stands in a body: a member or, with an index from 0, an item of a list. Its text is made only
// where it is needed.
type place struct {
	in     *place
	member string
	index  int
}

func (p *place) String() string {
	before := ""
	if p.in != nil {
		before = p.in.String()
	}
	if p.index >= 0 {
		return before + "[" + strconv.Itoa(p.index) + "]"
	}
	return member(before, encodeName(p.member))
}

// encodeName makes a client's text fit for a header: percent-encoded, dots and brackets too, so that a place has one
// reading. A long name is cut.
func encodeName(name string) string {
	if name == "" {
		return `""`
	}
	more := ""
	if len(name) > maxIgnoredLength {
		name, more = strings.ToValidUTF8(name[:maxIgnoredLength], ""), "..."
	}
	return strings.NewReplacer("+", "%20", ".", "%2E").Replace(url.QueryEscape(name)) + more
}

// Report names what the operation ignores in the answer's header; a strict caller's request is refused for it.
func Report(header http.Header, strict bool, query, members []string) error {
	if len(query)+len(members) == 0 {
		return nil
	}
	header[IgnoredHeader] = []string{ignoredList(slices.Concat(query, members))}
	if !strict {
		return nil
	}
	var fields errs.Fields
	for _, name := range query {
		fields.Add(name, "is no parameter of this operation")
	}
	for _, name := range members {
		fields.Add(name, "is no member of this operation's body")
	}
	return fields.Err()
}

func ignoredList(names []string) string {
	var list strings.Builder
	for i, name := range names {
		if i > 0 {
			list.WriteString(", ")
		}
		if i == maxIgnored || list.Len()+len(name) > maxIgnoredHeader {
			list.WriteString("...")
			break
		}
		list.WriteString(name)
	}
	return list.String()
}
