package notification

import (
	"sync"
	"testing"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// staffed gives the hotel a real organization that these users have joined.
func (h *hotel) staffed(users ...string) {
	h.t.Helper()
	organizations := organization.New(h.s.db, event.NewBus(), organization.SignUpOpen)
	organizations.Connect(organization.Hooks{
		OnCreate:      func(*db.Tx, scope.Scope, organization.Organization) error { return nil },
		OnErase:       func(*db.Tx, organization.Organization) error { return nil },
		InUse:         func(*db.Tx, string) (bool, error) { return false, nil },
		CurrencyInUse: func(*db.Tx, string) (bool, error) { return false, nil },
	})
	o, err := organizations.CreateByOperator(h.t.Context(),
		organization.Details{Profile: organization.Profile{Name: "Haveli", Email: "desk@haveli.example"}})
	if err != nil {
		h.t.Fatal(err)
	}
	h.sc.Org = o.ID
	h.write(func(tx *db.Tx) error {
		if err := Seed(tx, o.ID); err != nil {
			return err
		}
		if _, err := role.Seed(tx, o.ID); err != nil {
			return err
		}
		administrator, err := role.Administrator(tx, o.ID)
		for _, user := range users {
			if err == nil {
				_, err = tx.Exec(`INSERT INTO memberships (org_id, login_id, email, name, phone, role_id, designation, is_active,
						joined_at, created_at, updated_at)
					VALUES ($1, $2, $3, $2, '', $4, '', $5, 1, 1, 1)`, o.ID, user, user+"@haveli.example", administrator.ID, true)
			}
		}
		return err
	})
}

// mails counts the outbox's mails by recipient, and the notifications whose mails are still to be written.
func (h *hotel) mails() (to map[string]int, waiting int) {
	h.t.Helper()
	to = map[string]int{}
	h.write(func(tx *db.Tx) error {
		all, err := db.All(tx, db.Value[string], `SELECT recipient FROM outbox WHERE org_id = $1`, h.sc.Org)
		for _, one := range all {
			to[one]++
		}
		if err != nil {
			return err
		}
		return tx.QueryRow(`SELECT COUNT(*) FROM notification_mails WHERE org_id = $1`, h.sc.Org).Scan(&waiting)
	})
	return to, waiting
}

// Several nodes write the mails of one database, and each recipient gets each mail once.
func TestRecipientsGetEachMailOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, h *hotel) {
		h.staffed("meera", "ravi", "asha")
		const number = mailsAtOnce + 7
		for range number {
			h.add("custom")
		}
		var nodes sync.WaitGroup
		for range 4 {
			nodes.Go(func() {
				if err := h.s.WriteMails(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		nodes.Wait()
		if to, waiting := h.mails(); waiting != 0 || len(to) != 2 || to["ravi@haveli.example"] != number ||
			to["asha@haveli.example"] != number {
			t.Errorf("%v, %d wait", to, waiting)
		}
	})
}

func TestNotificationsThatAreNotMailed(t *testing.T) {
	eachEngine(t, func(t *testing.T, h *hotel) {
		h.staffed("meera")
		h.add("custom") // who did it is alone
		if _, waiting := h.mails(); waiting != 0 {
			t.Errorf("%d wait for nobody", waiting)
		}
		h.staffed("meera", "ravi")
		h.add("custom", "meera")
		gone := h.add("custom")
		h.add("custom")
		if err := h.s.delete(t.Context(), h.sc, gone); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(news + time.Second) // that is no news any more
		late := h.add("custom")
		if err := h.s.WriteMails(t.Context()); err != nil {
			t.Fatal(err)
		}
		if to, waiting := h.mails(); waiting != 0 || len(to) != 1 || to["ravi@haveli.example"] != 1 {
			t.Errorf("%v, %d wait; want one about %s", to, waiting, late)
		}
	})
}
