package mail

import (
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// A mail shows its own sender's name with the server's address, and answers go where it says. Neither can add a header.
func TestSenderOfAMail(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			d, dir := kittest.New(t, engine, clock.System{}), t.TempDir()
			for _, c := range []struct{ name, replyTo, wantName, wantReply string }{
				{"", "", "Sarai", ""},
				{"Haveli, \"Old Town\"", "desk@haveli.example", "Haveli, \"Old Town\"", "desk@haveli.example"},
				{"हवेली", "desk@haveli.example", "हवेली", "desk@haveli.example"},
				{"Haveli\r\nBcc: all@haveli.example", "desk@haveli.example\r\nBcc: all@haveli.example",
					"Haveli  Bcc: all@haveli.example", ""},
				{"Haveli", "not an address", "Haveli", ""},
			} {
				headers := sentHeaders(t, d, dir, Message{To: "asha@example.com", Subject: "Hello", Text: "Hello.",
					SenderName: c.name, ReplyTo: c.replyTo})
				from, err := headers.AddressList("From")
				if err != nil || len(from) != 1 || from[0].Name != c.wantName || from[0].Address != "hello@sarai.example" {
					t.Errorf("%q: from %v, %v", c.name, from, err)
				}
				reply, _ := headers.AddressList("Reply-To")
				if (len(reply) == 1) != (c.wantReply != "") || len(reply) == 1 && reply[0].Address != c.wantReply {
					t.Errorf("%q: answers go to %v", c.replyTo, reply)
				}
				if headers.Get("Bcc") != "" {
					t.Errorf("%q, %q added a header", c.name, c.replyTo)
				}
			}
		})
	}
}

// sentHeaders sends the mail as a file and reads its headers.
func sentHeaders(t *testing.T, d *db.DB, dir string, m Message) mail.Header {
	t.Helper()
	outbox, err := New(Config{DB: d, Transport: Files(dir), From: "Sarai <hello@sarai.example>", Clock: clock.System{},
		Box: ours})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write(t.Context(), func(tx *db.Tx) error { return enqueue(tx, "hotel", m) }); err != nil {
		t.Fatal(err)
	}
	outbox.Flush(t.Context())
	files, err := filepath.Glob(filepath.Join(dir, "*.eml"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d mails were sent, %v", len(files), err)
	}
	content, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	sent, err := mail.ReadMessage(strings.NewReader(string(content)))
	if err != nil {
		t.Fatal(err)
	}
	return sent.Header
}
