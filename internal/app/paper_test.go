package app_test

import (
	"bytes"
	"encoding/base64"
	"mime"
	"net/mail"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/kittest/pdftext"
)

const pdfType = "application/pdf"

// An invoice's PDF stays as it was issued, byte for byte: on another day, by another server, and after the hotel has
// changed its name, its address and its picture. The next invoice has what is new.
func TestIssuedPDFNeverChanges(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel(object{"name": "Haveli Sagar", "gstin": "08AAACH0000A1ZR", "address": address()})
		owner.put(logoImage, picture(300, 120)).want(200)
		issue := func() string {
			return owner.invoiced(object{"lines": []object{{"description": "Banquet", "unitPrice": 1000}}, "buyer": object{"name": "श्रीमती लक्ष्मी द्विवेदी", "address": address()}, "issue": true}).text("data", "_id")
		}
		first := issue()
		issued := owner.download(ofInvoices+"/"+first+"/pdf", pdfType)
		for _, want := range []string{"INV-1", "Haveli Sagar", "श्रीमती लक्ष्मी द्विवेदी", "Rupees One Thousand Only", "08AAACH0000A1ZR"} {
			if text := pdftext.Text(t, issued.raw); !strings.Contains(text, want) {
				t.Errorf("it doesn't say %s:\n%s", want, text)
			}
		}
		if !bytes.Contains(issued.raw, []byte("/Subtype /Image /Width 300 /Height 120")) {
			t.Error("it doesn't have the picture")
		}
		owner.put("/api/organization/{org}/update", object{"name": "Lake Palace", "address": object{"line1": "1 New Road"}, "phone": "+91 141 222 0101"}).want(200)
		owner.put(logoImage, picture(200, 200)).want(200)
		s.clock.Advance(40 * 24 * time.Hour)
		owner = s.login(owner.org, owner.email)
		again := owner.download(ofInvoices+"/"+first+"/pdf", pdfType)
		if !bytes.Equal(again.raw, issued.raw) {
			t.Errorf("it has become\n%s\nand was\n%s", pdftext.Text(t, again.raw), pdftext.Text(t, issued.raw))
		}
		if again.header.Get("Content-Disposition") != `attachment; filename="Tax Invoice INV-1.pdf"; filename*=UTF-8''Tax%20Invoice%20INV-1.pdf` {
			t.Errorf("it comes as %s", again.header.Get("Content-Disposition"))
		}
		next := owner.download(ofInvoices+"/"+issue()+"/pdf", pdfType)
		if text := pdftext.Text(t, next.raw); !strings.Contains(text, "Lake Palace") || !strings.Contains(text, "1 New Road") || !bytes.Contains(next.raw, []byte("/Width 200 /Height 200")) {
			t.Errorf("the next one says\n%s", text)
		}
		owner.delete(logoImage).want(200)
		if again := owner.download(ofInvoices+"/"+first+"/pdf", pdfType); !bytes.Equal(again.raw, issued.raw) {
			t.Error("it lost its picture")
		}
	})
}

// The mail of an invoice carries the very file that is downloaded.
func TestMailCarriesThePDF(t *testing.T) {
	s := newServer(t, "sqlite")
	owner := s.hotel(object{"gstin": "08AAACH0000A1ZR"})
	i := owner.invoiced(object{"lines": []object{{"description": "Banquet", "unitPrice": 1000}}, "buyer": object{"name": "Rao Textiles", "email": "accounts@rao.example"}, "issue": true}).text("data", "_id")
	owner.post(ofInvoices+"/"+i+"/send", object{}).want(200)
	name, content := s.enclosed("accounts@rao.example")
	if name != "Tax Invoice INV-1.pdf" || !bytes.Equal(content, owner.download(ofInvoices+"/"+i+"/pdf", pdfType).raw) {
		t.Errorf("%s of %d bytes is enclosed", name, len(content))
	}
}

// enclosed waits for a mail to this address with a file in it, and returns the file's name and content.
func (s *server) enclosed(to string) (string, []byte) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); runtime.Gosched() {
		files, _ := filepath.Glob(filepath.Join(s.mails, "*.eml"))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				continue
			}
			m, err := mail.ReadMessage(bytes.NewReader(text))
			if err != nil || !strings.Contains(m.Header.Get("To"), to) {
				continue
			}
			_, part, found := strings.Cut(string(text), "Content-Disposition: attachment;")
			if !found {
				continue
			}
			head, body, _ := strings.Cut(part, "\n\n")
			head, _, _ = strings.Cut(head, "\nContent-")
			_, parameters, err := mime.ParseMediaType("attachment;" + strings.ReplaceAll(head, "\n", " "))
			if err != nil {
				s.t.Fatal(err)
			}
			encoded, _, _ := strings.Cut(body, "\n--")
			content, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(encoded), ""))
			if err != nil {
				s.t.Fatal(err)
			}
			return parameters["filename"], content
		}
	}
	s.t.Fatalf("no file arrived at %s", to)
	return "", nil
}
