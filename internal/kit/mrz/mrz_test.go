package mrz

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/kit/date"
)

const today date.Date = "2026-04-01"

// The specimen of ICAO Doc 9303, part 4, appendix B.
const (
	specimenUpper = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
	specimenLower = "L898902C36UTO7408122F1204159ZE184226B<<<<<10"
)

func TestParse(t *testing.T) {
	anna := Document{Passport, "UTO", "ERIKSSON", "ANNA MARIA", "L898902C3", "UTO", "1974-08-12", "F", "2012-04-15"}
	for _, test := range []struct {
		name, text string
		want       Document
		bad        string
	}{
		{"the specimen", specimenUpper + "\n" + specimenLower, anna, ""},
		{"pasted with spaces, small", " " + strings.ToLower(specimenUpper[:20]) + " " + specimenUpper[20:] + "\r\n\r\n " +
			specimenLower + "\n", anna, ""},
		{"on one line", specimenUpper + specimenLower, anna, ""},
		{"a visa (Doc 9303, part 7, appendix)", "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\n" +
			"L8988901C4XXX4009078F96121096ZE184226B<<<<<<", Document{Visa, "UTO", "ERIKSSON", "ANNA MARIA", "L8988901C", "XXX",
			"1940-09-07", "F", "1996-12-10"}, ""},
		{"no personal number, its digit a filler", "P<INDRAO<<ASHA<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<\n" +
			line("Z1234567<", "IND", "881102", "F", "301231", "<<<<<<<<<<<<<<", "<"),
			Document{Passport, "IND", "RAO", "ASHA", "Z1234567", "IND", "1988-11-02", "F", "2030-12-31"}, ""},
		{"no given names, no sex, Germany", "P<D<<MUSTERMANN<<<<<<<<<<<<<<<<<<<<<<<<<<<<<\n" +
			line("C01X00T47", "D<<", "640812", "<", "270228", "<<<<<<<<<<<<<<", "0"),
			Document{Passport, "D", "MUSTERMANN", "", "C01X00T47", "D", "1964-08-12", "", "2027-02-28"}, ""},
		{"a birth that nobody knows whole", "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\n" +
			line("L898902C3", "UTO", "74<<<<", "F", "270415", "<<<<<<<<<<<<<<", "<"),
			Document{Passport, "UTO", "ERIKSSON", "ANNA MARIA", "L898902C3", "UTO", "", "F", "2027-04-15"}, ""},
		{"born this century", "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\n" +
			line("L898902C3", "UTO", "260331", "F", "310415", "<<<<<<<<<<<<<<", "<"),
			Document{Passport, "UTO", "ERIKSSON", "ANNA MARIA", "L898902C3", "UTO", "2026-03-31", "F", "2031-04-15"}, ""},
		{"nothing", "", Document{}, "two lines of 44"},
		{"one line", specimenUpper, Document{}, "two lines of 44"},
		{"a letter of another script", strings.Replace(specimenUpper, "A", "А", 1) + specimenLower, Document{}, "two lines"},
		{"a punctuation mark", strings.Replace(specimenUpper, "<", "-", 1) + specimenLower, Document{}, "two lines of 44"},
		{"an identity card", "I" + specimenUpper[1:] + specimenLower, Document{}, "begin with P"},
		{"a mistyped number", specimenUpper + "L898902C46UTO7408122F1204159ZE184226B<<<<<10", Document{},
			"the number, and of the whole line"},
		{"a mistyped birth", specimenUpper + "L898902C36UTO7408222F1204159ZE184226B<<<<<10", Document{}, "date of birth"},
		{"a mistyped expiry", specimenUpper + "L898902C36UTO7408122F1204259ZE184226B<<<<<10", Document{}, "date of expiry"},
		{"a mistyped personal number", specimenUpper + "L898902C36UTO7408122F1204159ZE184226C<<<<<10", Document{},
			"personal number"},
		{"a mistyped last digit", specimenUpper + specimenLower[:43] + "1", Document{}, "the whole line"},
		{"a 13th month", specimenUpper + line("L898902C3", "UTO", "741312", "F", "270415", "<<<<<<<<<<<<<<", "<"), Document{},
			"date of birth that no calendar"},
		{"an expiry without digits", specimenUpper + line("L898902C3", "UTO", "740812", "F", "<<<<<<", "<<<<<<<<<<<<<<", "<"),
			Document{}, "date of expiry that no calendar"},
	} {
		got, err := Parse(test.text, today)
		if test.bad != "" {
			if err == nil || !strings.Contains(err.Error(), test.bad) {
				t.Errorf("%s: %v, want %q", test.name, err, test.bad)
			}
			continue
		}
		if err != nil || got != test.want {
			t.Errorf("%s: %+v, %v; want %+v", test.name, got, err, test.want)
		}
	}
}

// line makes the lower line of a passport.
func line(number, nationality, birth, sex, expires, personal, personalDigit string) string {
	lower := number + check(number) + nationality + birth + check(birth) + sex + expires + check(expires) + personal +
		personalDigit
	return lower + check(lower[0:10]+lower[13:20]+lower[21:43])
}

// Whatever stands in a passport is read as it was written, and whichever digit is mistyped in the fields that have a
// check digit, it is noticed.
func TestMistypedDigitsAreNoticed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.StringMatching(`[A-Z0-9]{9}`).Draw(t, "number")
		personal := rapid.StringMatching(`[A-Z0-9]{14}`).Draw(t, "personal")
		lower := line(number, "IND", "881102", "F", "301231", personal, check(personal))
		upper := "P<INDRAO<<ASHA<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<"
		if d, err := Parse(upper+lower, today); err != nil || d.Number != number {
			t.Fatalf("%+v %v", d, err)
		}
		at := rapid.SampledFrom([]int{
			0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26,
		}).Draw(t, "at")
		other := rapid.SampledFrom([]byte("0123456789")).Draw(t, "digit")
		if old := lower[at]; old >= '0' && old <= '9' && old != other {
			if _, err := Parse(upper+lower[:at]+string(other)+lower[at+1:], today); err == nil {
				t.Fatalf("%c at %d instead of %c isn't noticed", other, at, old)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(specimenUpper + "\n" + specimenLower)
	f.Add("V<" + specimenUpper[2:] + specimenLower)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(text, today)
		if err != nil {
			return
		}
		if d.DateOfBirth > today || len(d.Number) > 9 || strings.ContainsAny(d.Surname+d.GivenNames+d.Number, "<\n") {
			t.Errorf("%q is read as %+v", text, d)
		}
	})
}
