package gst

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

const hotel = "08AAACH0000A1ZR"

const whole = `{"gstin":"08AAACH0000A1ZR","lgnm":"Haveli Sagar Hotels Private Limited","tradeNam":"Haveli Sagar",
	"sts":"Active","rgdt":"01/07/2017","cxdt":"","dty":"Regular","ctb":"Private Limited Company","nba":["Service"],
	"pradr":{"addr":{"bno":"12","bnm":"Lake View","flno":"2","st":"Lake Road","loc":"Fort","dst":"Udaipur",
	"stcd":"Rajasthan","pncd":"313001","lt":"","lg":""},"ntr":"Service"},"adadr":[]}`

var wholeRecord = Record{GSTIN: hotel, LegalName: "Haveli Sagar Hotels Private Limited", TradeName: "Haveli Sagar",
	Status: "Active", RegistrationDate: "2017-07-01",
	TaxpayerType: "Regular", Address: Address{Building: "2, 12, Lake View", Street: "Lake Road, Fort", City: "Fort",
		State: "Rajasthan", Pincode: "313001"}}

func TestRecords(t *testing.T) {
	with := func(change func(*Record)) Record {
		r := wholeRecord
		change(&r)
		return r
	}
	change := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("the answer has no %s", old)
		}
		return strings.Replace(whole, old, new, 1)
	}
	address := func(pradr string) string {
		return `{"lgnm":"A","sts":"Active","pradr":` + pradr + `}`
	}
	at := func(a Address) Record { return Record{GSTIN: hotel, LegalName: "A", Status: "Active", Address: a} }
	sts := func(sts string) string { return change(`"Active"`, quote(sts)) }
	for name, c := range map[string]struct {
		body string
		want Record
	}{
		"whole":                {whole, wholeRecord},
		"with status_cd":       {`{"status_cd":"1",` + whole[1:], wholeRecord},
		"in data":              {`{"code":200,"data":{"data":` + whole + `,"status_cd":"1"}}`, wholeRecord},
		"in result":            {`{"success":true,"result":` + whole + `}`, wholeRecord},
		"no error":             {`{"error":false,"data":` + whole + `}`, wholeRecord},
		"in lower case":        {change(hotel, " "+strings.ToLower(hotel)), wholeRecord},
		"without its number":   {change(`"gstin":"08AAACH0000A1ZR",`, ""), wholeRecord},
		"NA":                   {change(`"Haveli Sagar"`, `" na "`), with(func(r *Record) { r.TradeName = "" })},
		"null":                 {change(`"Haveli Sagar"`, `null`), with(func(r *Record) { r.TradeName = "" })},
		"left out":             {change(`"tradeNam":"Haveli Sagar",`, ``), with(func(r *Record) { r.TradeName = "" })},
		"an object for a name": {change(`"Haveli Sagar"`, `{"name":["x"]}`), with(func(r *Record) { r.TradeName = "" })},
		"a number for a name":  {change(`"Haveli Sagar"`, `24`), with(func(r *Record) { r.TradeName = "24" })},
		"control characters": {change(`"Haveli Sagar"`, `" Haveli\u0000\r\n\u202eSagar\t"`),
			with(func(r *Record) { r.TradeName = "Haveli Sagar" })},
		"half a surrogate": {change(`"Haveli Sagar"`, `"Haveli `+
			`\ud800"`), with(func(r *Record) { r.TradeName = "Haveli \ufffd" })},
		"in Hindi": {change(`"Haveli Sagar"`, `"हवेली सागर"`), with(func(r *Record) {
			r.TradeName = "हवेली " +
				"सागर"
		})},
		"very long": {change(`"Haveli Sagar"`, quote(strings.Repeat("ह", 5000))),
			with(func(r *Record) { r.TradeName = strings.Repeat("ह", longest) })},
		"cancelled suo-moto": {sts("Cancelled suo-moto"), with(func(r *Record) { r.Status = "Cancelled" })},
		"cancelled":          {sts("CANCELLED"), with(func(r *Record) { r.Status = "Cancelled" })},
		"inactive":           {sts("Inactive"), with(func(r *Record) { r.Status = "Suspended" })},
		"suspended":          {sts("Suspended suo-moto"), with(func(r *Record) { r.Status = "Suspended" })},
		"active in capitals": {sts("ACTIVE"), with(func(r *Record) { r.Status = "Active" })},
		"another status":     {sts("Provisional"), with(func(r *Record) { r.Status = "Provisional" })},
		"no status":          {sts("NA"), with(func(r *Record) { r.Status = "" })},
		"SEZ unit":           {change(`"Regular"`, `"SEZ Unit"`), with(func(r *Record) { r.TaxpayerType = "SEZ" })},
		"SEZ developer":      {change(`"Regular"`, `"SEZ Developer"`), with(func(r *Record) { r.TaxpayerType = "SEZ" })},
		"composition": {change(`"Regular"`, `"Composition"`),
			with(func(r *Record) { r.TaxpayerType = "Composition" })},
		"another date": {change(`"01/07/2017"`, `"29-02-2024"`),
			with(func(r *Record) { r.RegistrationDate = "2024-02-29" })},
		"no such date": {change(`"01/07/2017"`, `"30/02/2017"`),
			with(func(r *Record) { r.RegistrationDate = "" })},
		"a date turned round": {change(`"01/07/2017"`, `"2017/07/01"`),
			with(func(r *Record) { r.RegistrationDate = "" })},
		"a date as a number": {change(`"01/07/2017"`, `1072017`), with(func(r *Record) { r.RegistrationDate = "" })},
		"year 0": {change(`"01/07/2017"`, `"01/07/0000"`),
			with(func(r *Record) { r.RegistrationDate = "" })},
		"a PIN code as a number": {change(`"313001"`, `313001`), wholeRecord},
		"the state's code":       {change(`"Rajasthan"`, `"08"`), wholeRecord},
		"the same part twice":    {change(`"Lake View"`, `"12"`), with(func(r *Record) { r.Address.Building = "2, 12" })},
		"the district for a city": {change(`"Fort"`, `"NA"`), with(func(r *Record) {
			r.Address.Street,
				r.Address.City = "Lake Road", "Udaipur"
		})},

		"no address":            {address(`null`), at(Address{})},
		"an empty address":      {address(`{"addr":{}}`), at(Address{})},
		"a list for an address": {address(`[{"addr":{"bno":"1"}}]`), at(Address{})},
		"a number for one":      {address(`{"addr":7}`), at(Address{Street: "7"})},
		"one line": {address(`{"adr":"6-1-20, Station Road, Nampally, Hyderabad, Telangana, 500001"}`),
			at(Address{Street: "6-1-20, Station Road, Nampally, Hyderabad", State: "Telangana", Pincode: "500001"})},
		"one line beside NA": {address(`{"addr":{"bno":"NA","stcd":null},"adr":"1, Delhi - 110024."}`),
			at(Address{Street: "1", State: "Delhi", Pincode: "110024"})},
		"one line as addr": {address(`{"addr":"1, Main Road, ANDHRA PRADESH,500001"}`),
			at(Address{Street: "1, Main Road", State: "Andhra Pradesh", Pincode: "500001"})},
		"one line as pradr": {address(`"1, Main Road"`), at(Address{Street: "1, Main Road"})},
		"a PIN code in front": {address(`{"adr":"313001 Udaipur"}`), at(Address{Street: "313001 " +
			"Udaipur", Pincode: "313001"})},
		"a long number": {address(`{"adr":"Plot 1234567, Newdelhi"}`), at(Address{Street: "Plot 1234567, Newdelhi"})},
		"a state alone": {address(`{"adr":"Goa"}`), at(Address{State: "Goa"})},
		"a line of NA":  {address(`{"adr":"NA"}`), at(Address{})},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := decodeTaxpayer([]byte(c.body), hotel)
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, %v\nwant %+v", got, err, c.want)
			}
		})
	}
}

func quote(text string) string {
	encoded, _ := json.Marshal(text)
	return string(encoded)
}

func TestRefusals(t *testing.T) {
	for body, want := range map[string]string{
		`{"status_cd":"0","error":{"message":"Invalid GSTIN / UID","error_cd":"SWEB_9035"}}`: errNoSuchNumber.Error(),
		`{"status_cd":0,"error":{"message":"x","error_code":"FO8000"}}`:                      errNoSuchNumber.Error(),
		`{"code":200,"data":{"error_code":"NOGSTIN","message":"No records found"}}`:          errNoSuchNumber.Error(),
		`{"code":200,"data":{"status_cd":"0","error":{"error_cd":"SWEB_9035"}}}`:             errNoSuchNumber.Error(),
		`{"status_cd":"0","error":{"message":"GSPGSTDOWN","error_cd":"GSPERR300"}}`:          "it refused with GSPERR300",
		`{"status_cd":"0","error":{"error_cd":"a key of ours"}}`:                             "it refused",
		`{"status_cd":"0","error":{"error_cd":"SWEB_9035 "},"lgnm":"X"}`:                     errNoSuchNumber.Error(),
		`{"status_cd":"0","error":{"error_cd":"SWEB_90351"}}`:                                "it refused with SWEB_90351",
		`{"status_cd":"0"}`:                              "it refused",
		`{"status_cd":"0","error":"SWEB_9035"}`:          "it refused",
		`{"success":false,"message":"No route to host"}`: "it refused",
		`{"error":true,"message":"x"}`:                   "it refused",
		``:                                               "its answer is no JSON object",
		`null`:                                           "its answer is no JSON object",
		`[]`:                                             "its answer is no JSON object",
		`"x"`:                                            "its answer is no JSON object",
		`{"lgnm":`:                                       "its answer is no JSON object",
		`<html></html>`:                                  "its answer is no JSON object",
		"\ufeff" + whole:                                 "its answer is no JSON object",
		whole + "{}":                                     "its answer goes on after the JSON object",
		whole + "x":                                      "its answer goes on after the JSON object",
		`{}`:                                             "its answer describes no taxpayer",
		`{"data":{}}`:                                    "its answer describes no taxpayer",
		`{"lgnm":"NA","tradeNam":null,"sts":{}}`:         "its answer describes no taxpayer",
		strings.Replace(whole, hotel, "27AAPFU0939F1ZV", 1):                  "its answer is about another number",
		strings.Repeat(`{"data":`, 9000) + "1" + strings.Repeat("}", 9000):   "its answer describes no taxpayer",
		strings.Repeat(`{"data":`, 20000) + "1" + strings.Repeat("}", 20000): "its answer is no JSON object",
	} {
		_, err := decodeTaxpayer([]byte(body), hotel)
		if err == nil || err.Error() != want {
			t.Errorf("%.80s: %v, want %s", body, err, want)
		}
		if isUnknown := want == errNoSuchNumber.Error(); errors.Is(err, errNoSuchNumber) != isUnknown ||
			isA[*fault](err) == isUnknown {
			t.Errorf("%.80s: is of the wrong kind: %T", body, err)
		}
	}
}

func TestFilings(t *testing.T) {
	entry := func(dof, kind, status string) string {
		return `{"valid":"Y","mof":"ONLINE","dof":"` + dof + `","ret_prd":"122020","rtntype":"` + kind +
			`","arn":"NA","status":"` + status + `"}`
	}
	for body, want := range map[string]filing{
		`{"EFiledlist":[` + entry("11-01-2026", "GSTR1", "Filed") + `,` + entry("20-02-2026", "GSTR3B", "Filed") + `,` +
			entry("11-02-2026", "GSTR1", "Filed") + `]}`: {"2026-02-20", "GSTR3B"},
		`{"EFiledlist":[` + entry("20-02-2026", "GSTR3B", "Not Filed") + `,` + entry("11-02-2026", "GSTR1", "filed") +
			`]}`: {"2026-02-11", "GSTR1"},
		`{"EFiledlist":[` + entry("11/02/2026", "GSTR3B", "Filed") + `,` + entry("11-02-2026", "GSTR1", "Filed") +
			`]}`: {"2026-02-11", "GSTR3B"},
		`{"EFiledlist":[` + entry("11/02/2026", "GSTR1", "Filed") + `,` + entry("11-02-2026", "GSTR3B", "Filed") +
			`]}`: {"2026-02-11", "GSTR3B"},
		`{"EFiledlist":[` + entry("31-12-2025", "GSTR9", "Filed") + `,` + entry("01-01-2026", "NA", "Filed") +
			`]}`: {"2026-01-01", ""},
		`{"EFiledlist":[null,7,"x",[],{},` + entry("never", "GSTR1", "Filed") +
			`]}`: {},
		`{"data":{"EFiledlist":[` + entry("11-02-2026", "GSTR1", "Filed") +
			`]},"status_cd":"1"}`: {"2026-02-11", "GSTR1"},
		`{"EFiledlist":[]}`:   {},
		`{"EFiledlist":null}`: {},
		`{"status_cd":"0","error":{"message":"No Record found for the provided Inputs","error_code":"RET13510"}}`: {},
	} {
		if got, err := decodeFilings([]byte(body)); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", body, got, err, want)
		}
	}
	for _, body := range []string{``, `{}`, `[]`, `{"EFiledlist":{}}`, `{"EFiledlist":"none"}`,
		`{"status_cd":"0","error":{"error_cd":"SWEB_9035"}}`, `<html>`} {
		if got, err := decodeFilings([]byte(body)); !isA[*fault](err) {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
}

func TestFilingInARecord(t *testing.T) {
	day, kind := "2026-02-11", "GSTR1"
	for f, want := range map[filing][2]*string{{day, kind}: {&day, &kind}, {day, ""}: {&day, nil}, {"", kind}: {nil, nil},
		{}: {nil, nil}} {
		if r := wholeRecord.with(filing{day, kind}).with(f); !reflect.DeepEqual([2]*string{r.LastFilingDate,
			r.LastFilingType}, want) {
			t.Errorf("%+v makes %v %v", f, r.LastFilingDate, r.LastFilingType)
		}
	}
}

// A financial year begins on 1 April in India, which is 5:30 hours ahead.
func TestFinancialYears(t *testing.T) {
	for at, want := range map[string]string{
		"2026-03-31T18:29:59Z": "2025-26",
		"2026-03-31T18:30:00Z": "2026-27 2025-26",
		"2026-05-31T18:29:59Z": "2026-27 2025-26",
		"2026-05-31T18:30:00Z": "2026-27",
		"2026-12-31T18:30:00Z": "2026-27",
		"2099-06-01T00:00:00Z": "2099-00",
		"2008-06-01T00:00:00Z": "2008-09",
	} {
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(financialYears(now), " "); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}

// isClean fails the test for a text that no record may hold.
func isClean(t *testing.T, value string) {
	t.Helper()
	if !utf8.ValidString(value) || utf8.RuneCountInString(value) > 3*longest+4 || strings.ContainsFunc(value,
		unicode.IsControl) || value != strings.TrimSpace(value) {
		t.Errorf("a record holds %q", value)
	}
}

func FuzzTaxpayer(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte(`{"status_cd":"0","error":{"message":"Invalid GSTIN / UID","error_cd":"SWEB_9035"}}`))
	f.Add([]byte(`{"code":200,"data":{"lgnm":"A","sts":"Active","pradr":{"adr":"1, Goa, 403001"}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := decodeTaxpayer(body, hotel)
		if err != nil {
			if !errors.Is(err, errNoSuchNumber) && !isA[*fault](err) {
				t.Errorf("%T: %v", err, err)
			}
			isClean(t, err.Error())
			return
		}
		a := r.Address
		for _, value := range []string{r.LegalName, r.TradeName, r.Status, r.TaxpayerType, a.Building, a.Street, a.City,
			a.State, a.Pincode} {
			isClean(t, value)
		}
		if _, err := time.Parse(time.DateOnly, r.RegistrationDate); r.RegistrationDate != "" && err != nil {
			t.Errorf("a date is %q", r.RegistrationDate)
		}
		if r.GSTIN != hotel {
			t.Errorf("the number became %q", r.GSTIN)
		}
		var again Record
		encoded, err := json.Marshal(r)
		if err != nil || json.Unmarshal(encoded, &again) != nil || !reflect.DeepEqual(r, again) {
			t.Errorf("%+v is kept as %s", r, encoded)
		}
	})
}

func FuzzFilings(f *testing.F) {
	f.Add([]byte(`{"EFiledlist":[{"valid":"Y","dof":"12-01-2021","ret_prd":"122020","rtntype":"GSTR3B",` +
		`"status":"Filed"}]}`))
	f.Add([]byte(`{"status_cd":"0","error":{"error_code":"RET13510"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := decodeFilings(body)
		if err != nil {
			if !isA[*fault](err) {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		isClean(t, found.kind)
		if _, err := time.Parse(time.DateOnly, found.date); found.date != "" && err != nil {
			t.Errorf("a date is %q", found.date)
		}
	})
}
