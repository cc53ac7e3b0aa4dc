package mail

import (
	"crypto/tls"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"sarai/internal/kit/db"
)

func (h *house) enqueueAbout(record, subject string) {
	h.Helper()
	err := h.db.Write(h.Context(), func(tx *db.Tx) error {
		return enqueue(tx, org, Message{To: "a@example.com", Subject: subject, Text: "token=secret", About: record,
			Kind: "letter", Attachment: &Attachment{Name: "a.pdf", Type: "application/pdf", Content: []byte("secret")}})
	})
	if err != nil {
		h.Fatal(err)
	}
}

// about reads the mails about a record, the newest first: limit of them from offset on, and how many there are in all.
func (h *house) about(record string, limit, offset int) (list []Kept, all int) {
	h.Helper()
	err := h.db.Read(h.Context(), func(tx *db.Tx) (err error) {
		list, err = db.All(tx, ScanKept, `SELECT `+KeptColumns+` FROM outbox WHERE org_id = $1 AND about = $2
			ORDER BY created_at DESC, mail_id DESC`, org, record)
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	all = len(list)
	return list[min(offset, all):min(offset+limit, all)], all
}

// A mail about a record stays without its text once it is sent, newest first; others are forgotten.
func TestMailsAboutARecord(t *testing.T) {
	onEachEngine(t, func(h *house) {
		o := h.outbox(Files(h.TempDir()))
		h.enqueue("a@example.com")
		h.enqueueAbout("one", "First")
		queued, _ := h.about("one", 10, 0)
		if k := queued[0]; len(queued) != 1 || k.Status != Queued || k.Reason != "" || k.SentAt != nil ||
			k.To != "a@example.com" || k.Subject != "First" || k.Kind != "letter" ||
			k.CreatedAt != h.clock.Now().UnixMilli() {
			h.Errorf("%+v", queued)
		}
		h.clock.Advance(time.Minute)
		h.pass(o)
		h.enqueueAbout("two", "Other")
		h.enqueueAbout("one", "Second")
		h.pass(o)
		list, all := h.about("one", 10, 0)
		if all != 2 || len(list) != 2 || list[0].Subject != "Second" || list[1].Subject != "First" ||
			list[1].Status != Sent || *list[1].SentAt-list[1].CreatedAt != time.Minute.Milliseconds() {
			h.Errorf("%d: %+v", all, list)
		}
		if page, all := h.about("one", 1, 1); all != 2 || len(page) != 1 || page[0].Subject != "First" {
			h.Errorf("%d: %+v", all, page)
		}
		rows := h.rows()
		for _, r := range rows {
			if r.text+r.html+r.lastError != "" || r.status != "sent" {
				h.Errorf("kept %+v", r)
			}
		}
		if len(rows) != 3 {
			h.Errorf("kept %+v", rows)
		}
		h.pass(o) // nothing is due: what was sent is sent once
		if left, err := o.Stats(h.Context()); err != nil || left != (Stats{}) {
			h.Errorf("%+v, %v", left, err)
		}
	})
}

// The reason is a sentence; of what only the server's operator can mend, it names no host and no folder.
func TestMailsThatAreNotSent(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		answer := &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "later"}
		office.answers(func(string) error { return answer }, nil)
		o := h.outbox(transport(h.T, "smtp://"+office.address))
		state := func(status, reason string) {
			h.Helper()
			list, _ := h.about("one", 10, 0)
			if len(list) != 1 || list[0].Status != status || !strings.Contains(list[0].Reason, reason) ||
				list[0].SentAt != nil || strings.Contains(list[0].Reason, "127.0.0.1") {
				h.Errorf("want %s, %q: %+v", status, reason, list)
			}
		}
		h.enqueueAbout("one", "Hello")
		h.pass(o)
		state(Queued, "is tried again")
		for ; h.rows()[0].status == "pending"; h.pass(o) {
			h.clock.Advance(h.nextIn())
		}
		state(Failed, "three days")
		h.forget("one")
		if list, all := h.about("one", 10, 0); all != 0 || len(list) != 0 || len(h.rows()) != 0 {
			h.Errorf("%+v", list)
		}
		answer = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
		h.enqueueAbout("one", "Hello")
		h.pass(o)
		state(Failed, "no such user")
		h.keptWithoutBody()
	})
}

// What still waits about a record that is removed is sent, and then forgotten.
func TestMailsAboutARemovedRecord(t *testing.T) {
	onEachEngine(t, func(h *house) {
		office := openPostOffice(h.T, "127.0.0.1:0", plain, tls.Certificate{})
		h.enqueueAbout("one", "Goodbye")
		h.enqueueAbout("two", "Stay")
		h.forget("one")
		if _, all := h.about("one", 10, 0); all != 0 {
			h.Errorf("%d mails are about a record that is gone", all)
		}
		h.pass(h.outbox(transport(h.T, "smtp://"+office.address)))
		office.next(h.T)
		office.next(h.T)
		if _, all := h.about("two", 10, 0); all != 1 || len(h.rows()) != 1 {
			h.Errorf("%+v", h.rows())
		}
	})
}

func (h *house) forget(record string) {
	h.Helper()
	err := h.db.Write(h.Context(), func(tx *db.Tx) error { return Forget(tx, org, record) })
	if err != nil {
		h.Fatal(err)
	}
}
