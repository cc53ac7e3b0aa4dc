package pdf

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/kit/kittest/pdftext"
)

// names are a name and a place in every script that has a font.
var names = []string{
	"Asha Rao, ₹1,25,000.50 — Zoë Ñandú", "Ελένη Παπαδοπούλου", "Сергей Иванов",
	"श्रीमती लक्ष्मी द्विवेदी, क्षत्रिय भवन।", "ஸ்ரீ கிருஷ்ணன், கோயம்புத்தூர்", "শ্রীমতী রবীন্দ্রনাথ, কলকাতা",
	"শ্ৰী ৰঞ্জন, গুৱাহাটী",
	"શ્રી કૃષ્ણ, અમદાવાદ", "ਸ੍ਰੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ, ਅੰਮ੍ਰਿਤਸਰ", "శ్రీ కృష్ణమూర్తి, హైదరాబాద్", "ಶ್ರೀ ಕೃಷ್ಣ, ಬೆಂಗಳೂರು",
	"ശ്രീ കൃഷ്ണൻ, തിരുവനന്തപുരം",
	"ଶ୍ରୀ ଜଗନ୍ନାଥ, ଭୁବନେଶ୍ୱର", "ᱥᱟᱱᱛᱟᱲᱤ", "ꯃꯩꯇꯩ", "สวัสดี",
}

func drawAll() *Document {
	d := New(Info{Title: "Names", Author: "Haveli",
		Created: time.Date(2026, 4, 14, 6, 30, 0, 0, time.FixedZone("IST", 19800))})
	for _, bold := range []bool{false, true} {
		d.AddPage()
		for i, name := range names {
			d.Text(40*Point, Length(60+20*i)*Point, name, Style{Size: 11 * Point, Bold: bold, Color: Color{R: 30, G: 40, B: 50}})
		}
	}
	d.Turn(0)
	d.Rule(0, 0, Width, Height, Point/2, Color{})
	d.Fill(10*Point, 10*Point, 5*Point, 5*Point, Color{R: 255})
	d.Stamp("DRAFT", Style{Size: 90 * Point, Bold: true})
	return d
}

// What a reader selects and copies is what was written, in every script.
func TestTextIsFoundAgain(t *testing.T) {
	for page, text := range pdftext.Pages(t, drawAll().Bytes()) {
		lines := strings.Split(strings.ReplaceAll(text, "\t", ""), "\n")
		for i, name := range names {
			if i >= len(lines) || lines[i] != name {
				t.Errorf("page %d: %q is found as %q", page, name, lines[min(i, len(lines)-1)])
			}
		}
	}
}

// Every letter of the names has a glyph, and conjuncts are joined, vowel signs moved and shapes chosen as the scripts
// ask.
func TestShaping(t *testing.T) {
	for _, name := range names {
		for _, r := range shapeLine(name, false) {
			if slices.ContainsFunc(r.glyphs, func(g glyph) bool { return g.id == 0 }) {
				t.Errorf("%q has an empty box in the font %s", name, r.face.name)
			}
		}
	}
	for text, glyphs := range map[string]int{
		"क्ष": 1, "त्र": 1, "श्री": 2, "द्वि": 2, "र्क": 2, // Devanagari
		"ক্ষ": 1, "ન": 1, "ક્ષ": 1, "ಕ್ಷ": 1, "க்ஷ": 1, "ஸ்ரீ": 1, "കൃ": 2, "ଶ୍ର": 2, "fi": 1,
		"لا": 1,
	} {
		runs := shapeLine(text, false)
		if len(runs) != 1 || len(runs[0].glyphs) != glyphs {
			t.Errorf("%s is drawn as %d runs, the first with %d glyphs, want %d", text, len(runs), len(runs[0].glyphs), glyphs)
		}
	}
	// seen before what they are spoken after
	for text, sign := range map[string]rune{"कि": 'ि', "কে": 'ে', "கெ": 'ெ', "കെ": 'െ'} {
		run := shapeLine(text, false)[0]
		letter, _ := run.face.parsed.NominalGlyph([]rune(text)[0])
		if len(run.glyphs) != 2 || run.glyphs[1].id != int(letter) {
			t.Errorf("the sign %c of %s doesn't stand first: %+v", sign, text, run.glyphs)
		}
	}
}

// Words from right to left, and numbers among them, stand where their readers look for them.
func TestRightToLeft(t *testing.T) {
	var seen []string
	for _, part := range directions("Flat مکان 12، لاہور road") {
		seen = append(seen, part.text)
	}
	if want := []string{"Flat ", "، لاہور", "12", "مکان ", " road"}; !slices.Equal(seen, want) {
		t.Errorf("seen as %q, want %q", seen, want)
	}
	for _, r := range shapeLine("، لاہور", false) {
		if r.face.name != "NotoSansArabic-Regular" {
			t.Errorf("%q is drawn with %s", r.text, r.face.name)
		}
	}
}

// A letter that no font has is an empty box, and can be copied still.
func TestUnknownLetters(t *testing.T) {
	d := New(Info{})
	d.AddPage()
	d.Text(0, 50*Point, "中文 Ltd 😀", Style{Size: 10 * Point})
	if text := pdftext.Text(t, d.Bytes()); text != "中文 Ltd 😀" {
		t.Errorf("found as %q", text)
	}
}

func sum(content []byte) string {
	hash := sha256.Sum256(content)
	return hex.EncodeToString(hash[:])
}

// The same drawing gives the same bytes: again, at the same time in many goroutines, and in other processes with
// another clock zone, another number of processors and another order of maps.
func TestSameBytes(t *testing.T) {
	want := sum(drawAll().Bytes())
	if os.Getenv("PDF_SUM") != "" {
		os.Stdout.WriteString("sum=" + want + "\n")
		return
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 3 {
				if got := sum(drawAll().Bytes()); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}
		})
	}
	group.Wait()
	for _, environment := range [][]string{{"TZ=America/New_York", "GOMAXPROCS=1"},
		{"TZ=Asia/Kolkata", "GOMAXPROCS=7", "LANG=hi_IN.UTF-8"}} {
		command := exec.Command(os.Args[0], "-test.run=^TestSameBytes$")
		command.Env = append(append(os.Environ(), "PDF_SUM=1"), environment...)
		output, err := command.Output()
		if err != nil || !strings.Contains(string(output), "sum="+want+"\n") {
			t.Errorf("with %v: %s (%v), want %s", environment, output, err, want)
		}
	}
}

// A subset's glyphs are those of the font: the outlines lie one after the other, and no component is missing.
func TestSubset(t *testing.T) {
	s := newSubset(regular(), "F1")
	for _, r := range "éÅ₹ñ A" {
		id, ok := s.face.parsed.NominalGlyph(r)
		if !ok {
			t.Fatalf("no glyph for %c", r)
		}
		s.number(int(id), string(r))
	}
	file := s.file()
	tables := map[string][]byte{}
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		record := file[12+16*i:]
		offset, length := binary.BigEndian.Uint32(record[8:]), binary.BigEndian.Uint32(record[12:])
		tables[string(record[:4])] = file[offset : offset+length]
		if checksum(tables[string(record[:4])]) != binary.BigEndian.Uint32(record[4:]) {
			t.Errorf("the sum of %s is wrong", record[:4])
		}
	}
	count := int(binary.BigEndian.Uint16(tables["maxp"][4:]))
	if count != len(s.glyphs) || len(tables["loca"]) != 4*(count+1) || len(tables["hmtx"]) != 4*count ||
		len(file) > 20_000 {
		t.Fatalf("%d glyphs, %d bytes of places, %d of widths, %d in all", count, len(tables["loca"]), len(tables["hmtx"]),
			len(file))
	}
	composites := 0
	for i := range count {
		from, to := binary.BigEndian.Uint32(tables["loca"][4*i:]), binary.BigEndian.Uint32(tables["loca"][4*i+4:])
		if to < from || int(to) > len(tables["glyf"]) {
			t.Fatalf("glyph %d lies from %d to %d", i, from, to)
		}
		if from == to {
			continue
		}
		outline := tables["glyf"][from:to]
		if int16(binary.BigEndian.Uint16(outline)) >= 0 {
			continue
		}
		composites++
		if component := int(binary.BigEndian.Uint16(outline[12:])); component >= count {
			t.Errorf("glyph %d is put together from %d, which is not there", i, component)
		}
	}
	if composites == 0 {
		t.Error("no glyph is put together from others: the test tests nothing")
	}
}

// Lines fit, and nothing of the text is lost or changed, whatever it is.
func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := New(Info{})
		d.AddPage()
		style := Style{Size: Length(rapid.IntRange(4, 30).Draw(t, "size")) * Point, Bold: rapid.Bool().Draw(t, "bold")}
		width := Length(rapid.IntRange(1, 300).Draw(t, "width")) * Point
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom(names),
			rapid.StringOf(rapid.SampledFrom([]rune("aWi क्षिर ్రా لا,\n\u200d😀")))).Draw(t, "text")
		lines := d.Wrap(text, width, style)
		if got, want := strings.Join(lines, ""), strings.Join(strings.Fields(text), ""); strings.ReplaceAll(got, " ",
			"") != want {
			t.Fatalf("%q became %q", want, got)
		}
		for i, line := range lines {
			if line == "" {
				t.Fatalf("line %d is empty", i)
			}
			if head, rest := d.split(line, width, style); d.Width(line, style) > width && rest != "" &&
				d.Width(head, style) <= width {
				t.Fatalf("line %q is wider than %s and could be broken", line, width)
			}
			d.Text(0, 100*Point, line, style)
		}
		d.Bytes()
	})
}

func TestPictures(t *testing.T) {
	for name, content := range map[string][]byte{"nothing": nil, "text": []byte("logo"),
		"a beginning":  []byte("\x89PNG\r\n\x1a\n"),
		"a lie":        []byte("\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR0123456789012345"),
		"a short head": []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x01IHDR0CRC.")} {
		if _, _, err := Size(content); err == nil {
			t.Errorf("%s is a picture", name)
		}
	}
}

func TestNumbers(t *testing.T) {
	for length, want := range map[Length]string{0: "0", 100: "1", 150: "1.50", -5: "-0.05", -1234: "-12.34",
		59528: "595.28"} {
		if got := length.String(); got != want {
			t.Errorf("%d is written %s, want %s", int64(length), got, want)
		}
	}
	if got := (Color{255, 0, 128}).String(); got != "0.999 0.000 0.501" {
		t.Errorf("written %s", got)
	}
	if got := textString("é😀"); got != "<FEFF00E9D83DDE00>" {
		t.Errorf("written %s", got)
	}
}

func BenchmarkDraw(b *testing.B) {
	for b.Loop() {
		if len(drawAll().Bytes()) == 0 {
			b.Fatal("empty")
		}
	}
}
