package audit

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"sarai/internal/kit/chain"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/record/event"
)

// found begins a log and adds so many entries.
func (w *world) found(more int) {
	w.t.Helper()
	w.log(append([]event.Event{happened("organization.created", "organization", w.sc.Org)}, made(more)...)...)
}

func made(rooms int) []event.Event {
	events := make([]event.Event, rooms)
	for i := range events {
		events[i] = created("room", fmt.Sprint("r", i+2))
	}
	return events
}

// log records the events, two in a transaction.
func (w *world) log(events ...event.Event) {
	w.t.Helper()
	for len(events) > 0 {
		n := min(2, len(events))
		err := w.db.Write(w.t.Context(), func(tx *db.Tx) error {
			for _, e := range events[:n] {
				if err := w.audit.Record(tx, w.sc, e); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			w.t.Fatal(err)
		}
		events = events[n:]
	}
}

// exec does what somebody with access to the database does behind our back.
func (w *world) exec(statement string, args ...any) {
	w.t.Helper()
	err := w.db.Write(w.t.Context(), func(tx *db.Tx) error {
		n, err := tx.Exec(statement, append([]any{w.sc.Org}, args...)...)
		if err == nil && n == 0 {
			return errors.New("it changed nothing")
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// fault is what Verify finds wrong with the organization's log.
func (w *world) fault(earlier ...Head) string {
	w.t.Helper()
	list, err := w.audit.Verify(w.t.Context(), "", earlier)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, v := range list {
		if v.Org == w.sc.Org {
			return v.Fault
		}
	}
	return "not looked at"
}

func (w *world) head() Head {
	w.t.Helper()
	list, err := w.audit.Verify(w.t.Context(), w.sc.Org, nil)
	if err != nil || len(list) != 1 || list[0].Fault != "" {
		w.t.Fatal(list, err)
	}
	return list[0].Head
}

const link = `UPDATE audit_entries SET link = $3 WHERE org_id = $1 AND number = $2`

// rewrite links the entries from that number on anew, and the head with them: all that can be done without the keys.
func (w *world) rewrite(from int64) {
	w.t.Helper()
	h := head{Org: w.sc.Org, Number: from - 1}
	err := w.db.Read(w.t.Context(), func(tx *db.Tx) error {
		entries, err := after(tx, w.sc.Org, entry{}, 1000)
		for _, e := range entries {
			if e.Number < from {
				h.Link = e.Link
				continue
			}
			h.Number, h.Link = e.Number, e.linked(h).Link
			defer w.exec(link, h.Number, h.Link)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.exec(`UPDATE audit_heads SET number = $2, link = $3 WHERE org_id = $1`, h.Number, h.Link)
}

const (
	remove   = `DELETE FROM audit_entries WHERE org_id = $1 AND number = $2`
	renumber = `UPDATE audit_entries SET number = $3 WHERE org_id = $1 AND number = $2`
	insert   = `INSERT INTO audit_entries (org_id, entry_id, user_id, user_name, action, resource_type, resource_id,
			details, ip, user_agent, created_at, number, link)
		SELECT org_id, $2, user_id, user_name, action, resource_type, resource_id, details, ip, user_agent, created_at,
			CAST($4 AS BIGINT), link FROM audit_entries WHERE org_id = $1 AND number = $3`
)

func TestVerifyFindsWhatWasDone(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(w *world)
		want string
	}{
		"nothing": {func(*world) {}, ""},
		"details": {func(w *world) {
			w.exec(`UPDATE audit_entries SET details = '{"x":1}' WHERE org_id = $1 AND number = 4`)
		},
			"entry 4 isn't what was linked at its place"},
		"user": {func(w *world) { w.exec(`UPDATE audit_entries SET user_id = '' WHERE org_id = $1 AND number = 4`) },
			"entry 4 isn't what was linked at its place"},
		"time": {func(w *world) {
			w.exec(`UPDATE audit_entries SET created_at = 1 WHERE org_id = $1 AND number = 7`)
		},
			"entry 7 isn't what was linked at its place"},
		"link": {func(w *world) { w.exec(link, 3, strings.Repeat("A", 43)) },
			"entry 3 isn't what was linked at its place"},
		"removed":         {func(w *world) { w.exec(remove, 4) }, "entry 4 is missing: it was removed"},
		"first removed":   {func(w *world) { w.exec(remove, 1) }, "entry 1 is missing: it was removed"},
		"last removed":    {func(w *world) { w.exec(remove, 7) }, "entry 7 is missing, and all after it: the log was cut"},
		"all removed":     {func(w *world) { w.exec(`DELETE FROM audit_entries WHERE org_id = $1`) }, "entry 1 is missing"},
		"inserted apart":  {func(w *world) { w.exec(insert, id.New(), 4, 0) }, "is not part of the chain: it was inserted"},
		"inserted at end": {func(w *world) { w.exec(insert, id.New(), 7, 8) }, "stands after the head, which is number 7"},
		"inserted, renumbered": {func(w *world) {
			for n := 7; n > 3; n-- {
				w.exec(renumber, n, n+1)
			}
			w.exec(insert, id.New(), 3, 4)
		}, "entry 4 isn't what was linked at its place"},
		"inserted beside": {func(w *world) {
			w.exec(insert, strings.Repeat("f", 24), 4, 4)
		}, "stands beside another with its number: it was inserted"},
		"reordered": {func(w *world) {
			w.exec(renumber, 4, 99)
			w.exec(renumber, 5, 4)
			w.exec(renumber, 99, 5)
		}, "entry 4 isn't what was linked at its place"},
		"removed, closed up": {func(w *world) { w.exec(remove, 7); w.exec(renumber, 6, 7) }, "entry 6 is missing"},
		"cut, head moved": {func(w *world) {
			w.exec(remove, 7)
			w.exec(remove, 6)
			w.rewrite(1)
		}, "its head isn't signed"},
		"changed, all anew": {func(w *world) {
			w.exec(`UPDATE audit_entries SET user_name = 'Nobody' WHERE org_id = $1 AND number = 2`)
			w.rewrite(2)
		}, "its head isn't signed"},
		"head removed": {func(w *world) { w.exec(`DELETE FROM audit_heads WHERE org_id = $1`) }, "it has no head"},
		"mark removed": {func(w *world) { w.exec(`UPDATE audit_heads SET mark = '' WHERE org_id = $1`) },
			"its head isn't signed"},
		"all gone": {func(w *world) {
			w.exec(`DELETE FROM audit_entries WHERE org_id = $1`)
			w.exec(`DELETE FROM audit_heads WHERE org_id = $1`)
		}, "not looked at"}, // the organization is missing too
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			eachEngine(t, "Asia/Kolkata", func(w *world) {
				w.found(6)
				before := w.head()
				neighbour := *w
				neighbour.sc.Org = id.New()
				neighbour.found(3)
				c.do(w)
				if got := withoutNames(w.fault()); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
					t.Errorf("found %q, want %q", got, c.want)
				}
				if got := neighbour.fault(); got != "" {
					t.Errorf("the other organization's log: %s", got)
				}
				// What is done afterwards neither hides nor heals it.
				w.log(made(3)...)
				if got := w.fault(before); (got == "") != (c.want == "") {
					t.Errorf("three entries later: %q", got)
				}
			})
		})
	}
}

// withoutNames leaves out what stands in brackets.
func withoutNames(fault string) string {
	before, rest, _ := strings.Cut(fault, " (")
	_, after, _ := strings.Cut(rest, ")")
	return before + after
}

// An older state of entries and head together is whole by itself; only a head from outside tells.
func TestVerifyComparesWithEarlierHeads(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		w.found(2)
		old := w.head()
		var mark string
		if err := w.db.Read(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT mark FROM audit_heads WHERE org_id = $1`, w.sc.Org).Scan(&mark)
		}); err != nil {
			t.Fatal(err)
		}
		w.log(made(4)...)
		later := w.head()
		if got := w.fault(old, later); got != "" {
			t.Fatal(got)
		}
		for n := 4; n <= 7; n++ {
			w.exec(remove, n)
		}
		w.exec(`UPDATE audit_heads SET number = $2, link = $3, mark = $4 WHERE org_id = $1`, old.Number, old.Link, mark)
		if got := w.fault(old); got != "" {
			t.Errorf("with the old head: %s", got)
		}
		want := "entry 4 is missing, and all after it up to 7, which was printed before: the log was cut together with " +
			"its head"
		if got := w.fault(old, later); got != want {
			t.Errorf("with the later head: %q", got)
		}
		w.log(made(4)...) // as many as were cut
		if got := withoutNames(w.fault(later)); !strings.HasPrefix(got, "entry 7 isn't the one whose link was printed") {
			t.Errorf("with others in their place: %q", got)
		}
		gone := Head{Org: id.New(), Number: 3, Link: "x"}
		list, err := w.audit.Verify(t.Context(), "", []Head{gone})
		if err != nil || len(list) != 2 || list[1].Head != gone || !strings.Contains(list[1].Fault, "is gone") {
			t.Errorf("%v %v", list, err)
		}
	})
}

func TestReadHeads(t *testing.T) {
	one, two := Head{Org: id.New(), Number: 7, Link: "abc"}, Head{Org: id.New(), Number: 1, Link: "d-_"}
	list, err := ReadHeads(strings.NewReader(one.String() + "\n\n" + two.String() + "\n"))
	if err != nil || len(list) != 2 || list[0] != one || list[1] != two {
		t.Errorf("%v %v", list, err)
	}
	for _, bad := range []string{"x 1 abc", one.Org + " 0 abc", one.Org + " x abc", one.Org + " 1",
		one.String() + " more"} {
		if list, err := ReadHeads(strings.NewReader(bad)); err == nil {
			t.Errorf("%q: %v", bad, list)
		}
	}
}

// A log outlives the key that signed it: while both keys are configured, its next entry is signed with the new one.
func TestLogsOutliveTheirKeys(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		with := func(names ...string) { w.audit = New(w.db, keys(t, names...), alone) }
		w.found(1)
		with("two", "one")
		if got := w.fault(); got != "" {
			t.Errorf("with both keys: %s", got)
		}
		with("two")
		if got := w.fault(); !strings.HasPrefix(got, "its head isn't signed") {
			t.Errorf("without its key: %q", got)
		}
		with("two", "one")
		w.log(made(1)...)
		with("two")
		if got := w.fault(); got != "" {
			t.Errorf("after another entry: %s", got)
		}
	})
}

// A transaction that fails leaves no entry, and the next one no gap.
func TestAChainHasNoGaps(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		w.found(0)
		failure := errors.New("no")
		err := w.db.Write(t.Context(), func(tx *db.Tx) error {
			if err := w.audit.Record(tx, w.sc, created("room", "never")); err != nil {
				return err
			}
			return failure
		})
		if !errors.Is(err, failure) {
			t.Fatal(err)
		}
		w.log(made(1)...)
		if h := w.head(); h.Number != 2 {
			t.Errorf("the chain ends with %d", h.Number)
		}
	})
}

// Writers of one organization and of two at once, in both orders, leave whole chains.
func TestManyWritersLeaveWholeChains(t *testing.T) {
	eachEngine(t, "Asia/Kolkata", func(w *world) {
		const writers, each = 12, 15
		other := *w
		other.sc.Org = id.New()
		w.found(0)
		other.found(0)
		var working sync.WaitGroup
		for n := range writers {
			working.Go(func() {
				for i := range each {
					err := w.db.Write(t.Context(), func(tx *db.Tx) error {
						first, second := w.sc, other.sc
						if (n+i)%2 == 0 {
							first, second = second, first
						}
						if err := w.audit.Record(tx, first, created("room", fmt.Sprint(n, i))); err != nil {
							return err
						}
						return w.audit.Record(tx, second, created("guest", fmt.Sprint(n, i)))
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		working.Wait()
		for _, in := range []*world{w, &other} {
			if h := in.head(); h.Number != 1+writers*each {
				t.Errorf("the chain ends with %d, want %d", h.Number, 1+writers*each)
			}
		}
	})
}

// The counts that statistics read are those of the log.
func TestCountsAreVerified(t *testing.T) {
	eachEngine(t, "UTC", func(w *world) {
		w.found(1004)
		if fault := w.fault(); fault != "" {
			w.t.Fatal(fault)
		}
		for _, change := range []struct{ do, undo string }{
			{`UPDATE audit_counts SET number = number - 5 WHERE org_id = $1 AND action = 'room.created'`,
				`UPDATE audit_counts SET number = number + 5 WHERE org_id = $1 AND action = 'room.created'`},
			{`INSERT INTO audit_counts (org_id, action, user_id, number) VALUES ($1, 'made.up', '', 3)`,
				`DELETE FROM audit_counts WHERE org_id = $1 AND action = 'made.up'`},
			{`UPDATE audit_counts SET user_id = 'x' WHERE org_id = $1 AND action = 'room.created'`, ``},
		} {
			w.exec(change.do)
			if fault := w.fault(); !strings.Contains(fault, "audit_counts was changed") {
				w.t.Errorf("after %s: %q", change.do, fault)
			}
			if change.undo != "" {
				w.exec(change.undo)
			}
		}
	})
}

// A hotel that was removed with all that it had is missed by the roll of the logs, and so is one that was put in.
func TestAHotelThatIsGoneIsMissed(t *testing.T) {
	eachEngine(t, "UTC", func(w *world) {
		w.found(3)
		first := w.sc
		w.sc.Org = id.New()
		w.found(2)
		whole := func() (fault string) {
			w.t.Helper()
			list, err := w.audit.Verify(w.t.Context(), "", nil)
			if err != nil {
				w.t.Fatal(err)
			}
			for _, v := range list {
				if v.Fault != "" && v.Org != "the server" {
					w.t.Errorf("%s: %s", v.Org, v.Fault)
				}
				if v.Org == "the server" {
					fault = v.Fault
				}
			}
			return fault
		}
		if fault := whole(); fault != "" {
			w.t.Fatal(fault)
		}
		if err := w.audit.SignAnew(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
		if fault := whole(); fault != "" {
			w.t.Fatal(fault)
		}
		for _, table := range []string{"audit_entries", "audit_heads"} {
			w.exec(`DELETE FROM ` + table + ` WHERE org_id = $1`)
		}
		if fault := whole(); !strings.Contains(fault, "one was removed with its whole log") {
			w.t.Errorf("%q", fault)
		}
		// Whoever also lowers the number can't sign it, and neither the next sign-up nor the job signs over it.
		w.sc = first
		w.exec(`UPDATE installation SET logs = 1 WHERE $1 <> ''`)
		if fault := whole(); !strings.Contains(fault, "not the same") {
			w.t.Errorf("%q", fault)
		}
		w.exec(`UPDATE installation SET logs_digest = $2 WHERE $1 <> ''`, chain.Enter("", first.Org))
		w.sc.Org = id.New()
		w.found(1)
		if err := w.audit.SignAnew(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
		if fault := whole(); !strings.Contains(fault, "isn't signed") {
			w.t.Errorf("%q", fault)
		}
	})
}
