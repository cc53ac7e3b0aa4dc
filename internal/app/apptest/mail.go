package apptest

import (
	"context"
	"encoding/base64"
	"mime"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"sarai/internal/kit/db"
)

// Letter waits for the newest mail to this address with a link to the server's pages, and returns its text. Each mail
// is
// returned once. Mails are files: the test reads them as the operator of a laptop installation would.
func (s *Server) Letter(to string) string {
	s.T.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for time.Now().Before(deadline) {
		files, _ := filepath.Glob(filepath.Join(s.mails, "*.eml"))
		for i := len(files) - 1; i >= 0; i-- {
			content, err := os.ReadFile(files[i])
			text := string(content)
			if err == nil && strings.Contains(strings.ToLower(text), "to: <"+strings.ToLower(to)+">") &&
				strings.Contains(text, "http://sarai.test/") && !s.seen(files[i]) {
				return text
			}
		}
		<-time.After(time.Millisecond) // the sender needs the processor
	}
	s.T.Fatalf("no mail for %s arrived", to)
	return ""
}

var (
	seenLock sync.Mutex
	seenMail = map[string]bool{}
)

// seen tells whether Letter has returned the file before.
func (s *Server) seen(file string) bool {
	seenLock.Lock()
	defer seenLock.Unlock()
	was := seenMail[file]
	seenMail[file] = true
	return was
}

// Link finds the link to one of the server's pages in a letter, and returns its query.
func (s *Server) Link(letter, page string) url.Values {
	s.T.Helper()
	found := regexp.MustCompile(`http://sarai\.test/` + page + `\?\S+`).FindString(letter)
	parsed, err := url.Parse(found)
	if found == "" || err != nil {
		s.T.Fatalf("no link to /%s in the mail:\n%s", page, letter)
	}
	return parsed.Query()
}

// Mailed is every mail to the address that contains the words, once all that wait have been sent.
func (s *Server) Mailed(to, words string) (letters []string) {
	s.T.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for waiting := 1; waiting > 0; runtime.Gosched() {
		if time.Now().After(deadline) {
			s.T.Fatalf("%d mails still wait", waiting)
		}
		err := s.DB.Read(context.Background(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT (SELECT COUNT(*) FROM outbox WHERE status <> 'sent')
				+ (SELECT COUNT(*) FROM notification_mails)`).Scan(&waiting)
		})
		if err != nil {
			s.T.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(s.mails, "*.eml"))
	if err != nil {
		s.T.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			s.T.Fatal(err)
		}
		if text := string(content); strings.Contains(text, "To: <"+to+">") && strings.Contains(text, words) {
			letters = append(letters, text)
		}
	}
	return letters
}

// Mail is the only mail to the address that contains the words, as Mailed finds it.
func (s *Server) Mail(to, words string) string {
	s.T.Helper()
	letters := s.Mailed(to, words)
	if len(letters) != 1 {
		s.T.Fatalf("%d mails for %s say %q", len(letters), to, words)
	}
	return letters[0]
}

// MailedFile is the file in the only mail to the address that has one: its name and content.
func (s *Server) MailedFile(to string) (name string, content []byte) {
	s.T.Helper()
	_, part, _ := strings.Cut(s.Mail(to, "Content-Disposition: attachment;"), "Content-Disposition: attachment;")
	head, body, _ := strings.Cut(strings.ReplaceAll(part, "\r\n", "\n"), "\n\n")
	head, _, _ = strings.Cut(head, "\nContent-")
	_, parameters, err := mime.ParseMediaType("attachment;" + strings.ReplaceAll(head, "\n", " "))
	if err != nil {
		s.T.Fatal(err)
	}
	encoded, _, _ := strings.Cut(body, "\n--")
	content, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(encoded), ""))
	if err != nil {
		s.T.Fatal(err)
	}
	return parameters["filename"], content
}
