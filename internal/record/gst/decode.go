package gst

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"sarai/internal/country/india"
)

// longest is how many characters of one text of the upstream are kept; real ones have far fewer.
const longest = 300

// errNoSuchNumber says that the records answered and don't have the number.
var errNoSuchNumber = errors.New("no such number")

// fault is a failure of the upstream. Its reason is our own words, fit for the log.
type fault struct{ reason string }

func (f *fault) Error() string { return f.reason }

// refusal is the upstream's own error, with its code.
type refusal struct{ code string }

func (r *refusal) Error() string {
	if codeShape.MatchString(r.code) {
		return "it refused with " + r.code
	}
	return "it refused"
}

// codeShape is a code that may stand in the log: one that can be nobody's key.
var codeShape = regexp.MustCompile(`^[A-Z]{2,8}_?[0-9]{0,6}$`)

// Codes of the public records: the number isn't there; no return is.
var (
	noNumberCodes  = []string{"SWEB_9035", "FO8000", "NOGSTIN"}
	noReturnsCodes = []string{"RET13510", "RET11402"}
)

// object is a JSON object of the upstream. Nothing is taken for granted about the types of its members.
type object map[string]any

func (o object) text(name string) string { return text(o[name]) }

func (o object) object(name string) object {
	inside, _ := o[name].(map[string]any)
	return inside
}

// text is a member as clean text: a number as it is written, and nothing for "NA", null and what is no text. Control
// characters and those that turn the direction of writing are taken out.
func text(value any) string {
	var raw string
	switch value := value.(type) {
	case string:
		raw = value
	case json.Number:
		raw = value.String()
	}
	cleaned := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return ' '
		case r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, raw)
	cleaned = strings.Join(strings.Fields(cleaned), " ")
	if runes := []rune(cleaned); len(runes) > longest {
		cleaned = strings.TrimSpace(string(runes[:longest]))
	}
	if strings.EqualFold(cleaned, "NA") {
		return ""
	}
	return cleaned
}

// payload is the object that the answer is about: the body itself or, with some providers, what its "data" or
// "result" holds. It fails with a refusal where the upstream reports an error, whatever the HTTP status was.
func payload(body []byte) (object, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var o object
	if err := decoder.Decode(&o); err != nil || o == nil {
		return nil, &fault{"its answer is no JSON object"}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, &fault{"its answer goes on after the JSON object"}
	}
	for {
		if err := refused(o); err != nil {
			return nil, err
		}
		inside := o.object("data")
		if inside == nil {
			inside = o.object("result")
		}
		if inside == nil {
			return o, nil
		}
		o = inside
	}
}

func refused(o object) error {
	inside := o.object("error")
	code := cmp.Or(inside.text("error_cd"), inside.text("error_code"), o.text("error_cd"), o.text("error_code"))
	if code != "" || o.text("status_cd") == "0" || o["success"] == false || o["error"] == true {
		return &refusal{code}
	}
	return nil
}

// decodeTaxpayer reads the answer of action=TP about the number. errNoSuchNumber, or a fault.
func decodeTaxpayer(body []byte, gstin string) (Record, error) {
	o, err := payload(body)
	if denied, ok := errors.AsType[*refusal](err); ok && slices.Contains(noNumberCodes, denied.code) {
		return Record{}, errNoSuchNumber
	} else if ok {
		return Record{}, &fault{denied.Error()}
	}
	if err != nil {
		return Record{}, err
	}
	if other := india.NormalizeGSTIN(o.text("gstin")); other != "" && other != gstin {
		return Record{}, &fault{"its answer is about another number"}
	}
	r := Record{GSTIN: gstin, LegalName: o.text("lgnm"), TradeName: o.text("tradeNam"), Status: status(o.text("sts")),
		RegistrationDate: day(o.text("rgdt")), TaxpayerType: taxpayerType(o.text("dty")), Address: address(o["pradr"])}
	if r.LegalName+r.TradeName+r.Status == "" {
		return Record{}, &fault{"its answer describes no taxpayer"}
	}
	return r, nil
}

func status(sts string) string {
	small := strings.ToLower(sts)
	switch {
	case strings.HasPrefix(small, "active"):
		return "Active"
	case strings.HasPrefix(small, "cancel"):
		return "Cancelled"
	case strings.HasPrefix(small, "inactive"), strings.HasPrefix(small, "suspended"):
		return "Suspended"
	}
	return sts
}

func taxpayerType(dty string) string {
	if small := strings.ToLower(dty); small == "sez unit" || small == "sez developer" {
		return SEZ
	}
	return dty
}

// day is a date of the upstream (dd/mm/yyyy or dd-mm-yyyy) as YYYY-MM-DD; empty for what is none.
func day(written string) string {
	t, err := time.Parse("02/01/2006", strings.ReplaceAll(written, "-", "/"))
	if err != nil || t.Year() < 1900 || t.Year() > 2999 {
		return ""
	}
	return t.Format(time.DateOnly)
}

// address reads pradr: {addr: {…}} from providers, {adr: "one line"} from the portal.
func address(pradr any) Address {
	place, _ := pradr.(map[string]any)
	a := object(place).object("addr")
	found := Address{
		Building: joined(a.text("flno"), a.text("bno"), a.text("bnm")),
		Street:   joined(a.text("st"), a.text("loc")),
		City:     cmp.Or(a.text("loc"), a.text("dst")),
		State:    a.text("stcd"),
		Pincode:  a.text("pncd"),
	}
	if name := india.StateName(found.State); name != "" {
		found.State = name
	}
	if found != (Address{}) {
		return found
	}
	return fromLine(cmp.Or(object(place).text("adr"), text(object(place)["addr"]), text(pradr)))
}

// joined is the parts that there are, each once.
func joined(parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part != "" && !slices.Contains(kept, part) {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, ", ")
}

var pincodeShape = regexp.MustCompile(`(?:^|[^0-9])([0-9]{6})(?:[^0-9]|$)`)

// fromLine reads an address of one line. Only the PIN code and the state at its end are sure; the rest is kept as
// the street, since nothing tells its parts apart.
func fromLine(line string) Address {
	var a Address
	const ends = " ,-."
	line = strings.Trim(line, ends)
	if found := pincodeShape.FindAllStringSubmatch(line, -1); found != nil {
		a.Pincode = found[len(found)-1][1]
		line = strings.TrimSuffix(line, a.Pincode)
	}
	line = strings.Trim(line, ends)
	for _, name := range india.Country.States {
		start := len(line) - len(name)
		if start >= 0 && strings.EqualFold(line[start:], name) &&
			(start == 0 || strings.ContainsRune(ends, rune(line[start-1]))) && len(name) > len(a.State) {
			a.State = name
		}
	}
	a.Street = strings.Trim(line[:len(line)-len(a.State)], ends)
	return a
}

// decodeFilings reads the answer of action=RETTRACK and returns the newest return that was filed.
func decodeFilings(body []byte) (filing, error) {
	o, err := payload(body)
	if denied, ok := errors.AsType[*refusal](err); ok && slices.Contains(noReturnsCodes, denied.code) {
		return filing{}, nil
	} else if ok {
		return filing{}, &fault{denied.Error()}
	}
	if err != nil {
		return filing{}, err
	}
	list, isList := o["EFiledlist"].([]any)
	if value, there := o["EFiledlist"]; !there || !isList && value != nil {
		return filing{}, &fault{"its answer has no list of returns"}
	}
	var newest filing
	for _, item := range list {
		entry, _ := item.(map[string]any)
		o := object(entry)
		f := filing{date: day(o.text("dof")), kind: o.text("rtntype")}
		if strings.EqualFold(o.text("status"), "Filed") && f.newer(newest) {
			newest = f
		}
	}
	return newest, nil
}

// newer tells which of two filings comes first. GSTR-3B, with which tax is paid, goes before others of its day.
func (f filing) newer(than filing) bool {
	if f.date != than.date {
		return f.date > than.date
	}
	return f.date != "" && f.kind == "GSTR3B" && than.kind != "GSTR3B"
}

// financialYears are the years whose returns are asked for: the one that India's calendar is in (from April to
// March) and, while many still file for March, the one before.
func financialYears(now time.Time) []string {
	today := now.In(kolkata)
	year := today.Year()
	if today.Month() < time.April {
		year--
	}
	if today.Month() == time.April || today.Month() == time.May {
		return []string{financialYear(year), financialYear(year - 1)}
	}
	return []string{financialYear(year)}
}

func financialYear(from int) string {
	return time.Date(from, time.April, 1, 0, 0, 0, 0, kolkata).Format("2006-") + time.Date(from+1, time.April, 1, 0, 0, 0,
		0, kolkata).Format("06")
}

var kolkata = time.FixedZone("IST", 5*60*60+30*60)
