package mail

import (
	"bytes"
	"crypto/tls"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"sarai/internal/kit/db"
)

// attached reads the parts of a mail as a reader's program does: the texts' types, and the file with its name and type.
func attached(t *testing.T, text string) (texts []string, name, mediaType string, content []byte) {
	t.Helper()
	m, err := netmail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var read func(contentType string, body io.Reader)
	read = func(contentType string, body io.Reader) {
		media, parameters, err := mime.ParseMediaType(contentType)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(media, "multipart/") {
			texts = append(texts, media)
			return
		}
		parts := multipart.NewReader(body, parameters["boundary"])
		for {
			part, err := parts.NextRawPart()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if part.FileName() == "" {
				read(part.Header.Get("Content-Type"), part)
				continue
			}
			name, err = new(mime.WordDecoder).DecodeHeader(part.FileName())
			if err != nil {
				t.Fatal(err)
			}
			mediaType, _, _ = mime.ParseMediaType(part.Header.Get("Content-Type"))
			if content, err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, part)); err != nil {
				t.Fatal(err)
			}
		}
	}
	read(m.Header.Get("Content-Type"), m.Body)
	return texts, name, mediaType, content
}

func (h *house) enqueueFile(to string, a Attachment, html string) {
	h.Helper()
	err := h.db.Write(h.Context(), func(tx *db.Tx) error {
		return enqueue(tx, org, Message{To: to, Subject: "Your invoice", Text: "It is attached.", HTML: html, Attachment: &a})
	})
	if err != nil {
		h.Fatal(err)
	}
}

// A file arrives byte for byte, beside either text, whatever its name.
func TestAttachmentsArrive(t *testing.T) {
	everything := make([]byte, 100_000)
	for i := range everything {
		everything[i] = byte(i * 7 >> 3)
	}
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		for sent, arrives := range map[string]string{
			"Tax Invoice INV-26-27-1.pdf":       "Tax Invoice INV-26-27-1.pdf",
			"बिल १.pdf":                         "बिल १.pdf",
			"../../x\r\nBcc: all@example.com\"": "..-..-x  Bcc- all@example.com-",
		} {
			for _, html := range []string{"", "<p>It is attached.</p>"} {
				h.enqueueFile("a@example.com", Attachment{Name: sent, Type: "application/pdf", Content: everything}, html)
				h.pass(h.outbox(transport(h.T, "smtp://"+office.address)))
				got := office.next(h.T)
				texts, name, mediaType, content := attached(h.T, got.text)
				if name != arrives || mediaType != "application/pdf" || !bytes.Equal(content, everything) {
					h.Errorf("%q arrives as %q, %s, %d bytes", sent, name, mediaType, len(content))
				}
				if want := 1 + min(1, len(html)); len(texts) != want || texts[0] != "text/plain" {
					h.Errorf("the texts are %v", texts)
				}
				if header, _, _ := strings.Cut(got.text, "\r\n\r\n"); strings.Contains(header, "Bcc") {
					h.Errorf("the name reached the header: %s", header)
				}
			}
		}
		if rows := h.rows(); len(rows) != 0 {
			h.Errorf("kept %d rows", len(rows))
		}
	})
}

// A mail that is tried again has its file still; one that is given up keeps none.
func TestAttachmentsOutlastFailures(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		office.answers(nil, func(string) error { return &smtp.SMTPError{Code: 451, Message: "later"} })
		h.enqueueFile("a@example.com", Attachment{Name: "x.pdf", Type: "application/pdf", Content: []byte("%PDF")}, "")
		o := h.outbox(transport(h.T, "smtp://"+office.address))
		h.pass(o)
		h.clock.Advance(h.nextIn())
		office.answers(nil, nil)
		h.pass(o)
		if _, name, _, content := attached(h.T, office.next(h.T).text); name != "x.pdf" || string(content) != "%PDF" {
			h.Errorf("%s with %q arrived", name, content)
		}

		office.answers(nil, func(string) error { return &smtp.SMTPError{Code: 554, Message: "never"} })
		h.enqueueFile("b@example.com", Attachment{Name: "secret name.pdf", Type: "application/pdf", Content: []byte("%PDF")},
			"")
		h.pass(o)
		var kept string
		err := h.db.Read(h.Context(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT attachment_name || attachment FROM outbox WHERE org_id = $1 AND status = $2`, org,
				statusFailed).Scan(&kept)
		})
		if err != nil || kept != "" {
			h.Errorf("of a mail that was given up %q is kept: %v", kept, err)
		}
	})
}

func TestAttachmentsInFiles(t *testing.T) {
	onEachEngine(t, func(h *house) {
		dir := h.TempDir()
		h.enqueueFile("a@example.com", Attachment{Name: "x.pdf", Type: "application/pdf",
			Content: []byte("%PDF\r\n\x00\xff\n")}, "<p>x</p>")
		h.pass(h.outbox(Files(dir)))
		found, err := filepath.Glob(filepath.Join(dir, "*.eml"))
		if err != nil || len(found) != 1 {
			h.Fatalf("%v: %v", found, err)
		}
		text, err := os.ReadFile(found[0])
		if err != nil {
			h.Fatal(err)
		}
		if _, name, _, content := attached(h.T, string(text)); name != "x.pdf" || string(content) != "%PDF\r\n\x00\xff\n" {
			h.Errorf("%s with %q is written", name, content)
		}
	})
}
