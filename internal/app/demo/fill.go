package demo

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"sarai/internal/app"
	"sarai/internal/billing/payment"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/password"
	"sarai/internal/identity/role"
	"sarai/internal/identity/user"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
)

// Clock is the time in the hotel's story. Each call of Now moves it on a little, so that the records of one hour have
// different times. It never passes the real time at which the filling began.
type Clock struct {
	fake *clock.Fake
	end  time.Time
}

const tick = 37 * time.Second

// NewClock makes the clock of a hotel that is filled now. It begins on the day on which the hotel signs up.
func NewClock(now time.Time) *Clock {
	return &Clock{fake: clock.NewFake(now.AddDate(0, 0, founded)), end: now}
}

// Now moves the clock on and returns its time.
func (c *Clock) Now() time.Time {
	c.fake.Advance(tick)
	if now := c.fake.Now(); now.Before(c.end) {
		return now
	}
	return c.end
}

// hotel is the hotel in the making.
type hotel struct {
	db    *db.DB
	app   *app.App
	clock *Clock

	org     organization.Organization
	zone    *time.Location
	today   date.Date
	staff   map[string]scope.Scope // by role
	rooms   map[string]string      // ids by number
	kinds   map[string]string      // ids of categories by name
	taxes   map[string]string      // ids by name
	vendors map[string]string      // ids by name

	plan     []stay
	bookings []string          // ids, by index in the plan
	owed     []money.Amount    // at check-out, by index in the plan
	paid     []payment.Payment // of what was owed, by index in the plan
	quotes   map[int]string    // ids, by index in the plan or by the day of an offer

	groupDesk  *groupDesk
	backOffice *backOffice
}

// Fill creates the demo hotel. The database must be migrated and have no organization; both d and a must use c. If Fill
// fails or is interrupted, it leaves part of the hotel behind.
func Fill(ctx context.Context, d *db.DB, a *app.App, c *Clock) error {
	zone, err := time.LoadLocation(profile.Timezone)
	if err != nil {
		return err
	}
	h := &hotel{db: d, app: a, clock: c, zone: zone, today: date.Of(c.end, zone),
		staff: map[string]scope.Scope{}, rooms: map[string]string{}, kinds: map[string]string{}, taxes: map[string]string{},
		vendors: map[string]string{}, quotes: map[int]string{}}
	h.groupDesk, h.backOffice = &groupDesk{hotel: h}, &backOffice{hotel: h}
	h.plan = plan(h.today)
	h.bookings, h.owed = make([]string, len(h.plan)), make([]money.Amount, len(h.plan))
	h.paid = make([]payment.Payment, len(h.plan))
	for _, step := range []func(context.Context) error{h.signUp, h.hire, h.furnish, h.openBooks, h.sellRates,
		h.live, h.discardMails} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("fill the demo hotel: %w", err)
		}
	}
	c.fake.Set(c.end)
	return nil
}

// set moves the clock to a time of a day.
func (h *hotel) set(day int, at time.Duration) {
	h.clock.fake.Set(h.today.AddDays(day).Start(h.zone).Add(at))
}

// signUp creates the organization and registers its first Administrator.
func (h *hotel) signUp(ctx context.Context) (err error) {
	h.set(founded, 10*time.Hour)
	if h.org, err = h.app.Organizations.CreateByOperator(ctx, profile); err != nil {
		return err
	}
	sc, err := h.org.Scope(scope.Scope{IP: "127.0.0.1", UserAgent: "sarai demo"})
	if err != nil {
		return err
	}
	roles, err := db.Read(ctx, h.db, func(tx *db.Tx) ([]role.Role, error) { return role.All(tx, h.org.ID) })
	if err != nil {
		return err
	}
	for _, r := range roles {
		sc.RoleID, sc.RoleName, sc.Permissions = r.ID, r.Name, r.Permissions
		h.staff[r.Name] = sc
	}
	return h.register(ctx, People[:1])
}

// hire has the Administrator add the other four, who then set their passwords.
func (h *hotel) hire(ctx context.Context) error {
	for _, p := range People[1:] {
		_, err := h.app.Users.Create(ctx, h.staff[administrator], user.Member{Email: p.Email, Name: p.Name, Phone: p.Phone,
			RoleID: h.staff[p.Role].RoleID, Designation: p.Designation, Active: true})
		if err != nil {
			return err
		}
	}
	return h.register(ctx, People[1:])
}

// register sets the passwords of invited people, all at the same time because hashing is slow.
func (h *hotel) register(ctx context.Context, invited []Person) error {
	invitations, err := h.app.Invitations.List(ctx, h.staff[administrator])
	if err != nil {
		return err
	}
	byEmail := map[string]string{}
	for _, i := range invitations {
		byEmail[i.Email] = i.ID
	}
	registered := make([]password.Admitted, len(invited))
	err = together(len(invited), func(i int) (err error) {
		registered[i], err = h.app.Passwords.Register(ctx, scope.Scope{IP: "127.0.0.1", UserAgent: "sarai demo"},
			password.Registration{Email: invited[i].Email, Password: Password, Name: invited[i].Name,
				InvitationID: byEmail[invited[i].Email]})
		return err
	})
	for i, p := range invited {
		sc := h.staff[p.Role]
		sc.User, sc.UserName, sc.Email = registered[i].UserID, p.Name, p.Email
		h.staff[p.Role] = sc
	}
	return err
}

// furnish makes the categories, and the rooms of all but the last wing's.
func (h *hotel) furnish(ctx context.Context) error {
	for _, c := range append([]category{garden}, categories...) { // its rooms come later
		made, err := h.app.Rooms.CreateCategory(ctx, h.staff[manager], c.Category)
		if err != nil {
			return err
		}
		if h.kinds[c.Name] = made.ID; c.Name == garden.Name {
			continue
		}
		if err := furnishRooms(ctx, h, c); err != nil {
			return err
		}
	}
	return nil
}

func furnishRooms(ctx context.Context, h *hotel, c category) error {
	for _, number := range c.rooms {
		r, err := h.app.Rooms.Create(ctx, h.staff[manager], room.Room{Number: number, CategoryID: h.kinds[c.Name],
			Floor: number[:1], Housekeeping: room.Clean, Active: true})
		if err != nil {
			return err
		}
		h.rooms[number] = r.ID.String()
	}
	return nil
}

// discardMails sends all mails to a folder that it then deletes: nobody reads mail at the demo's addresses.
func (h *hotel) discardMails(ctx context.Context) error {
	if err := h.app.Notifications.WriteMails(ctx); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "sarai-demo-mail-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	outbox, err := mail.New(mail.Config{DB: h.db, Transport: mail.Files(folder), Clock: h.clock, Log: slog.Default(),
		Box: h.app.MailBox()})
	if err != nil {
		return err
	}
	outbox.Flush(ctx)
	mails, err := outbox.Stats(ctx)
	if err == nil && mails.Pending+mails.Failed > 0 {
		err = fmt.Errorf("%d mails could not be discarded", mails.Pending+mails.Failed)
	}
	return err
}

// together calls do for 0 to n-1 at the same time, so that on SQLite the calls share commits.
func together(n int, do func(i int) error) error {
	var group errgroup.Group
	group.SetLimit(16)
	for i := range n {
		group.Go(func() error { return do(i) })
	}
	return group.Wait()
}
