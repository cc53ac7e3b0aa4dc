package scan_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
)

type object = apptest.Object

func TestDocuments(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "a document", Run: document},
		{Name: "a scanned PDF", Run: scannedPDF},
		{Name: "hostile files", Run: hostile},
		{Name: "bombs", Run: bombs},
		{Name: "one file that is two", Run: polyglots},
		{Name: "a large page is sealed", Run: sealed},
		{Name: "the hotel's period", Run: period},
	})
}

func newGuest(c *apptest.Caller) string {
	return c.Post("/api/guests/{org}/create", object{"name": "Maya Gurung"}).Want(201).Text("data", "_id")
}

func path(guestID, rest string) string { return "/api/guests/{org}/" + guestID + "/documents" + rest }

// photo is a JPEG of this size, of many colours, with a place in its EXIF.
func photo(width, height int) string {
	drawn := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			drawn.SetRGBA(x, y, color.RGBA{uint8(x * y), uint8(x ^ y*7), uint8(x*3 + y*y), 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, drawn, nil); err != nil {
		panic(err)
	}
	exif := "Exif\x00\x00MM\x00\x2a taken at 26.9, 75.8"
	return "\xff\xd8\xff\xe1" + string([]byte{0, byte(len(exif) + 2)}) + exif + out.String()[2:]
}

// scanned is a PDF with these JPEGs, a page each; extra are more objects.
func scanned(extra string, pictures ...string) string {
	var out strings.Builder
	out.WriteString("%PDF-1.5\n1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n" +
		"2 0 obj\n<</Type /Pages /Count 1>>\nendobj\n")
	for i, picture := range pictures {
		fmt.Fprintf(&out, "%d 0 obj\n<</Type /Page /Parent 2 0 R /Resources <</XObject <</I %d 0 R>> >> >>\nendobj\n",
			10+2*i, 11+2*i)
		fmt.Fprintf(&out, "%d 0 obj\n<</Type /XObject /Subtype /Image /Filter /DCTDecode /Length %d>>\n"+
			"stream\n%s\nendstream\nendobj\n",
			11+2*i, len(picture), picture)
	}
	return out.String() + extra + "trailer\n<</Root 1 0 R>>\n%%EOF\n"
}

func packed(text string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	fmt.Fprint(w, text)
	w.Close()
	return out.String()
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	guest := newGuest(owner)
	one := path(guest, "/passport")
	owner.Put(one, apptest.Picture(40, 40)).Want(200)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	clerk := owner.Member("Clerk", object{"guests": object{"view": true, "create": true}})
	desk := owner.Member("Desk", object{"guests": object{"view": true, "update": true}})
	stranger, elsewhere := owner.Server.Hotel(), owner.AnotherHotel()
	stranger.Org = owner.Org
	none.Get(path(guest, "")).Refused(403, "guests.view")
	clerk.Get(path(guest, "")).Want(200).Is("passport", "data", 0, "document")
	clerk.Put(one, apptest.Picture(4, 4)).Refused(403, "guests.update")
	desk.Put(path(guest, "/visa"), apptest.Picture(4, 4)).Want(200)
	desk.Get(one+"?purpose=check-in").Refused(403, "guests.manage")
	desk.Delete(one).Refused(403, "guests.delete")
	desk.Put("/api/guests/{org}/document-settings", object{"keptDays": 1}).Refused(403, "organization.update")
	stranger.Get(one+"?purpose=check-in").Refused(403, "not a member")
	owner.Server.Anyone().Get(strings.ReplaceAll(one, "{org}", owner.Org)+"?purpose=check-in").Refused(401, "")
	elsewhere.Get(one+"?purpose=check-in").Refused(404, "no such document")
	elsewhere.Get(path(guest, "")).Refused(404, "no such guest")
	elsewhere.Put(one, apptest.Picture(4, 4)).Refused(404, "no such guest")
	elsewhere.Delete(one).Refused(404, "no such guest")
}

func document(t *testing.T, owner *apptest.Caller) {
	guest := newGuest(owner)
	one := path(guest, "/passport")
	owner.Get(path(guest, "")).Want(200).Is([]any{}, "data")
	owner.Delete(one).Refused(404, "no such document")
	owner.Put(one, photo(300, 200)).Want(200).Is(1, "data", "pages").Is("2027-04-14", "data", "deletedOn")
	seen := owner.Download(one+"?purpose=form-iii", "image/jpeg").Raw
	if size, err := jpeg.DecodeConfig(bytes.NewReader(seen)); err != nil || size.Width != 300 || bytes.Contains(seen,
		[]byte("taken at")) {
		t.Errorf("%v %v, or with its EXIF", size, err)
	}
	white := owner.Put(path(guest, "/visa"), apptest.Picture(400, 400)).Want(200)
	white.Is(1, "data", "pages")
	plain, marked := 0, owner.Download(path(guest, "/visa")+"?purpose=authority", "image/jpeg").Raw
	drawn, err := jpeg.Decode(bytes.NewReader(marked))
	if err != nil {
		t.Fatal(err)
	}
	first := drawn.At(399, 399)
	for y := range 400 {
		for x := range 400 {
			if drawn.At(x, y) == first {
				plain++
			}
		}
	}
	if plain > 158_000 { // of 160,000 pixels
		t.Errorf("%d pixels have no mark", 160_000-plain)
	}

	// Each look is in the trail, with its purpose and who it was.
	trail := owner.Get("/api/audit/{org}/by-resource/guest/" + guest)
	trail.Is("guest.document_viewed", "data", 0, "action").Is("authority", "data", 0, "details", "purpose")
	trail.Is("guest.document_stored", "data", 1, "action")
	trail.Is("form-iii", "data", 2, "details", "purpose").Is("passport", "data", 2, "details", "document")
	owner.Get(one).Bad("purpose")
	owner.Get(one + "?purpose=curiosity").Bad("purpose")
	owner.Get(one + "?purpose=form-iii&pageNumber=2").Bad("pageNumber")
	owner.Get(path(guest, "/aadhaar?purpose=form-iii")).Refused(404, "no such document")
	owner.Put(path(guest, "/aadhaar"), apptest.Picture(4, 4)).Refused(404, "no such document")
	owner.Get(path(guest, "/oci?purpose=form-iii")).Refused(404, "no such document")

	owner.Delete(one).Want(200)
	owner.Delete(one).Refused(404, "no such document")
	owner.Delete("/api/guests/{org}/" + guest + "/delete").Want(200)
	if left := owner.QueryInt(`SELECT COUNT(*) FROM guest_document_pieces WHERE org_id = $1`); left != 0 {
		t.Errorf("%d pieces of a guest who is gone", left)
	}
}

func scannedPDF(t *testing.T, owner *apptest.Caller) {
	guest := newGuest(owner)
	one := path(guest, "/passport")
	owner.Put(one, scanned("", photo(100, 60), photo(60, 100))).Want(200).Is(2, "data", "pages")
	for page, width := range map[int]int{1: 100, 2: 60} {
		seen := owner.Download(fmt.Sprintf("%s?purpose=check-in&pageNumber=%d", one, page), "image/jpeg").Raw
		if size, err := jpeg.DecodeConfig(bytes.NewReader(seen)); err != nil || size.Width != width {
			t.Errorf("page %d: %v %v", page, size, err)
		}
	}
	script := "50 0 obj\n<</S /JavaScript /JS (app.alert\\(1\\))>>\nendobj\n"
	owner.Put(one, scanned(script, photo(100, 60))).Want(200) // of which nothing is kept
	objects := packed("1 0 2 60 <</Type /Page /Parent 2 0 R>> <</Type /Font /BaseFont /Helvetica>>")
	stream := fmt.Sprintf("51 0 obj\n<</Type /ObjStm /N 2 /First 8 /Filter /FlateDecode /Length %d>>\n"+
		"stream\n%s\nendstream\n", len(objects), objects)
	bomb := packed(strings.Repeat(" ", 40<<20))
	for name, file := range map[string]string{
		"text":           scanned("52 0 obj\n<</Type /Font /Subtype /Type1>>\nendobj\n", photo(10, 10)),
		"hidden text":    scanned(stream, photo(10, 10)),
		"a page without": scanned("53 0 obj\n<</Type /Page /Parent 2 0 R>>\nendobj\n", photo(10, 10)),
		"no picture":     scanned(""),
		"no JPEG":        strings.Replace(scanned("", photo(10, 10)), "DCTDecode", "JPXDecode", 1),
		"a broken JPEG":  scanned("", "\xff\xd8 no picture"),
		"locked":         scanned("54 0 obj\n<</Encrypt 9 0 R>>\nendobj\n", photo(10, 10)),
		"many pages":     scanned("", strings.Split(strings.Repeat(photo(4, 4)+"|", 11), "|")[:11]...),
		"a bomb": scanned(fmt.Sprintf("55 0 obj\n<</Type /ObjStm /Length %d>>\nstream\n%s\nendstream\n", len(bomb), bomb),
			photo(10, 10)),
	} {
		t.Run(name, func(*testing.T) { owner.Put(one, file).Bad("file") })
	}
}

func hostile(t *testing.T, owner *apptest.Caller) {
	guest := newGuest(owner)
	one := path(guest, "/passport")
	gif := "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00" +
		"!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
	for name, file := range map[string]string{
		"empty": "", "text": "no picture", "HTML": "<html><script>alert(1)</script>",
		"SVG": "<svg xmlns='http://www.w3.org/2000/svg'/>",
		"GIF": gif, "half a photo": photo(100, 100)[:900], "a JPEG's head": "\xff\xd8\xff\xe0",
	} {
		if a := owner.Put(one, file); a.Status != 400 && a.Status != 415 {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	// A PNG that says it has 60,000 by 60,000 pixels is refused before one is read.
	bomb := []byte(apptest.Picture(4, 4))
	copy(bomb[16:], "\x00\x00\xea\x60\x00\x00\xea\x60")
	owner.Put(one, string(bomb)).Refused(400, "")
	owner.Put(one, photo(10, 10)+strings.Repeat("x", 10<<20)).Bad("file")
	// What follows the picture, and what stands beside its pixels, is gone.
	owner.Put(one, photo(100, 100)+"<script>alert(1)</script>%PDF-1.4 PK\x03\x04").Want(200)
	seen := owner.Download(one+"?purpose=check-in", "image/jpeg")
	if bytes.Contains(seen.Raw, []byte("script")) || bytes.Contains(seen.Raw, []byte("PDF")) {
		t.Error("a second file is kept")
	}
	owner.Get(path(guest, "")).Is(1, "data", 0, "pages")
}

// chunk is one of a PNG's, with its check.
func chunk(kind, data string) string {
	var out bytes.Buffer
	binary.Write(&out, binary.BigEndian, uint32(len(data)))
	out.WriteString(kind + data)
	binary.Write(&out, binary.BigEndian, crc32.ChecksumIEEE([]byte(kind+data)))
	return out.String()
}

// zeros are so many mebibytes of zeros, packed: each MiB takes what the first repeats.
func zeros(mebibytes int) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	part := make([]byte, 1<<20)
	w.Write(part)
	w.Flush()
	head := out.Len()
	w.Write(part)
	w.Flush()
	repeated := out.String()[head:]
	return out.String() + strings.Repeat(repeated, mebibytes-2)
}

// bombs are small files that say, or unpack to, far more than memory holds. All are refused, and quickly.
func bombs(t *testing.T, owner *apptest.Caller) {
	one := path(newGuest(owner), "/passport")
	// 60,000 by 60,000 pixels of one bit: 430 MiB of zeros in half a megabyte.
	square := "\x89PNG\r\n\x1a\n" + chunk("IHDR", "\x00\x00\xea\x60\x00\x00\xea\x60\x01\x00\x00\x00\x00") +
		chunk("IDAT", zeros(430)) + chunk("IEND", "")
	// As large as is taken, and with more rows than it says.
	tall := "\x89PNG\r\n\x1a\n" + chunk("IHDR", "\x00\x00\x07\xd0\x00\x00\x07\xd0\x01\x00\x00\x00\x00") +
		chunk("IDAT", zeros(430)) + chunk("IEND", "")
	wide := []byte(photo(10, 10))
	head := bytes.Index(wide, []byte("\xff\xc0"))
	copy(wide[head+5:], "\xea\x60\xea\x60")
	inflated := zeros(430)
	stream := func(about string) string {
		return fmt.Sprintf("60 0 obj\n<<%s /Filter /FlateDecode /Length %d>>\nstream\n%s\nendstream\nendobj\n", about,
			len(inflated), inflated)
	}
	objects := stream("/Type /ObjStm /N 1 /First 4")
	began := time.Now()
	for name, file := range map[string]string{
		"a PNG of 60,000 by 60,000": square, "a JPEG of 60,000 by 60,000": string(wide),
		"a PDF with that JPEG": scanned("", string(wide)), "a giant stream of objects": scanned(objects, photo(10, 10)),
		"many giant streams": scanned(strings.Repeat(objects, 8), photo(10, 10)),
		"a giant picture":    scanned(stream("/Type /XObject /Subtype /Image"), photo(10, 10)),
	} {
		t.Run(name, func(*testing.T) { owner.Put(one, file).Bad("file") })
	}
	// What isn't a picture is never unpacked, and what follows the rows of one is never read.
	owner.Put(one, scanned(stream("/Type /Metadata"), photo(10, 10))).Want(200).Is(1, "data", "pages")
	if a := owner.Put(one, tall); a.Status != 200 && a.Status != 400 {
		t.Errorf("a PNG with too many rows: %d %s", a.Status, a.Raw)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("bombs take %v", took)
	}
}

// polyglots are pictures that are also something else. The picture is drawn anew, and nothing else of the file is kept.
func polyglots(t *testing.T, owner *apptest.Caller) {
	one := path(newGuest(owner), "/passport")
	const script = "<html><script>alert(1)</script>"
	jpg, img := photo(40, 40), apptest.Picture(40, 40)
	comment := "\xff\xfe" + string([]byte{0, byte(len(script) + 2)}) + script
	for name, file := range map[string]string{
		"a JPEG with HTML in a comment": jpg[:2] + comment + jpg[2:],
		"a JPEG with HTML behind it":    jpg + script,
		"a JPEG with a PDF behind it":   jpg + scanned("", jpg),
		"a PNG with HTML in a text":     img[:33] + chunk("tEXt", "Comment\x00"+script) + img[33:],
		"a PDF with a script":           scanned("70 0 obj\n<</S /JavaScript /JS ("+script+")>>\nendobj\n", jpg),
		"a PDF with HTML in it":         scanned("% "+script+"\n", jpg),
		"a PDF with a file in it": scanned("71 0 obj\n<</Type /EmbeddedFile /Length 31>>\nstream\n"+script+
			"\nendstream\nendobj\n", jpg),
	} {
		t.Run(name, func(t *testing.T) {
			owner.Put(one, file).Want(200).Is(1, "data", "pages")
			seen := owner.Download(one+"?purpose=check-in", "image/jpeg")
			if bytes.Contains(seen.Raw, []byte("script")) || bytes.Contains(seen.Raw, []byte("%PDF")) {
				t.Error("the other file is kept")
			}
			if _, err := jpeg.Decode(bytes.NewReader(seen.Raw)); err != nil {
				t.Error(err)
			}
			if seen.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Error("browsers may guess what it is")
			}
		})
	}
	for name, file := range map[string]string{
		"HTML that begins a PDF":  script + scanned("", jpg),
		"a GIF that begins a PDF": "GIF89a" + scanned("", jpg),
		"a GIF with a script":     "GIF89a/*" + script + "*/=1;",
		"a BMP":                   "BM" + strings.Repeat("\x00", 60),
		"a WebP":                  "RIFF\x24\x00\x00\x00WEBPVP8 " + strings.Repeat("\x00", 40),
		"a ZIP":                   "PK\x03\x04" + jpg,
	} {
		t.Run(name, func(t *testing.T) {
			if a := owner.Put(one, file); a.Status != 400 && a.Status != 415 {
				t.Errorf("it answers %d %s", a.Status, a.Raw)
			}
		})
	}
}

func sealed(t *testing.T, owner *apptest.Caller) {
	guest := newGuest(owner)
	owner.Put(path(guest, "/passport"), photo(2600, 2600)).Want(200)
	pieces := 0
	owner.QueryRows(`SELECT content FROM guest_document_pieces WHERE org_id = $1`, func(row db.Scanner) error {
		var content string
		err := row.Scan(&content)
		// How a JPEG begins, as it is and in base64: long enough to stand in no ciphertext by chance.
		pieces++
		for _, head := range []string{"\xff\xd8\xff\xdb", "9j/2wCE", "9j_2wCE"} {
			if strings.Contains(content, head) {
				t.Error("a page isn't sealed")
			}
		}
		return err
	})
	if pieces < 2 {
		t.Errorf("the page has %d pieces", pieces)
	}
	view := path(guest, "/passport?purpose=check-in")
	size, err := jpeg.DecodeConfig(bytes.NewReader(owner.Download(view, "image/jpeg").Raw))
	if err != nil || size.Width != 2000 {
		t.Errorf("%v %v", size, err)
	}
	if err := owner.Server.App.Reseal(t.Context()); err != nil {
		t.Error(err)
	}
	owner.Download(view, "image/jpeg")
	// A piece that somebody has put elsewhere doesn't open.
	owner.Server.Exec(`UPDATE guest_document_pieces SET position = 7 WHERE position = 0`)
	owner.Get(view).Want(500)
	if err := owner.Server.App.Reseal(t.Context()); err == nil {
		t.Error("a moved piece is sealed anew")
	}
}

func period(t *testing.T, owner *apptest.Caller) {
	const settings = "/api/guests/{org}/document-settings"
	owner.Get(settings).Want(200).Is(365, "data", "keptDays").Is(1, "data", "version")
	owner.Put(settings, object{"keptDays": 0}).Bad("keptDays")
	owner.Put(settings, object{"keptDays": 3651}).Bad("keptDays")
	owner.Put(settings, object{"keptDays": 30}).Want(200).Is(2, "data", "version")
	owner.Put(settings, object{"keptDays": 30}).Want(200).Is(2, "data", "version")
	guest := newGuest(owner)
	for _, kind := range []string{"/passport", "/visa"} {
		owner.Put(path(guest, kind), apptest.Picture(4, 4)).Want(200).Is("2026-05-14", "data", "deletedOn")
	}
	expire := func() {
		if err := owner.Server.App.ExpireDocuments(t.Context()); err != nil {
			t.Error(err)
		}
	}
	owner = owner.Later(29 * 24 * time.Hour)
	expire()
	owner.Put(path(guest, "/visa"), apptest.Picture(4, 4)).Want(200)
	owner = owner.Later(24 * time.Hour)
	expire()
	owner.Get(path(guest, "")).Want(200).Is("visa", "data", 0, "document")
	owner.Get("/api/audit/{org}/by-resource/guest/"+guest).Is("guest.document_removed", "data", 0, "action").
		Is(true, "data", 0, "details", "expired")
	owner.Get(path(guest, "/passport?purpose=check-in")).Refused(404, "no such document")
}
