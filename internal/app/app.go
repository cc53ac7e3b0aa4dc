// Package app puts Sarai together: it makes every service, connects who must hear of what, mounts every
// route, and runs the background jobs. It holds no rule of its own.
package app

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"sarai/internal/app/console"
	"sarai/internal/billing/accrual"
	"sarai/internal/billing/agentfee"
	"sarai/internal/billing/approval"
	"sarai/internal/billing/cityledger"
	"sarai/internal/billing/creditnote"
	"sarai/internal/billing/deposit"
	"sarai/internal/billing/dunning"
	"sarai/internal/billing/expense"
	"sarai/internal/billing/groupbill"
	"sarai/internal/billing/gstreturn"
	"sarai/internal/billing/guestbills"
	"sarai/internal/billing/invoice"
	"sarai/internal/billing/invoice/letter"
	"sarai/internal/billing/issuedstatement"
	"sarai/internal/billing/payment"
	"sarai/internal/billing/payout"
	"sarai/internal/billing/payrun"
	"sarai/internal/billing/receivable"
	"sarai/internal/billing/vendorledger"
	"sarai/internal/billing/vendors"
	"sarai/internal/billing/withholding"
	"sarai/internal/books/bank"
	"sarai/internal/books/budget"
	"sarai/internal/books/businessday"
	"sarai/internal/books/chart"
	"sarai/internal/books/ledger"
	"sarai/internal/books/mapping"
	"sarai/internal/books/profit"
	"sarai/internal/books/register"
	"sarai/internal/books/statement"
	"sarai/internal/books/tax"
	"sarai/internal/books/till"
	"sarai/internal/books/voucher"
	"sarai/internal/identity/auth"
	"sarai/internal/identity/factor"
	"sarai/internal/identity/invitation"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/password"
	"sarai/internal/identity/preference"
	"sarai/internal/identity/role"
	"sarai/internal/identity/session"
	"sarai/internal/identity/user"
	"sarai/internal/kit/admit"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kept"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/kit/token"
	"sarai/internal/kit/web"
	"sarai/internal/outward/analytics"
	"sarai/internal/outward/backup"
	"sarai/internal/outward/filing"
	"sarai/internal/outward/flash"
	"sarai/internal/outward/forecast"
	"sarai/internal/outward/guestfile"
	"sarai/internal/outward/message"
	"sarai/internal/outward/monthend"
	"sarai/internal/outward/notification"
	"sarai/internal/outward/revenue"
	"sarai/internal/outward/schedule"
	"sarai/internal/outward/search"
	"sarai/internal/outward/sheets"
	"sarai/internal/outward/shiftpaper"
	"sarai/internal/outward/statistics"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/property/company"
	"sarai/internal/property/guest"
	"sarai/internal/property/maintenance"
	"sarai/internal/property/profile"
	"sarai/internal/property/rateplan"
	"sarai/internal/property/rates"
	"sarai/internal/property/room"
	"sarai/internal/property/scan"
	"sarai/internal/record/audit"
	"sarai/internal/record/changes"
	"sarai/internal/record/event"
	"sarai/internal/record/gst"
	"sarai/internal/record/hotel"
	"sarai/internal/record/series"
	"sarai/internal/stay/account"
	"sarai/internal/stay/assignment"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/bookinglist"
	"sarai/internal/stay/change"
	"sarai/internal/stay/desk"
	"sarai/internal/stay/deskpaper"
	"sarai/internal/stay/extras"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/frontdesk"
	"sarai/internal/stay/group"
	"sarai/internal/stay/gueststays"
	"sarai/internal/stay/hold"
	"sarai/internal/stay/housekeeping"
	"sarai/internal/stay/lostfound"
	"sarai/internal/stay/master"
	"sarai/internal/stay/minibar"
	"sarai/internal/stay/nightaudit"
	"sarai/internal/stay/offer"
	"sarai/internal/stay/party"
	"sarai/internal/stay/precheck"
	"sarai/internal/stay/quote"
	"sarai/internal/stay/registration"
	"sarai/internal/stay/rooming"
	"sarai/internal/stay/waitlist"
	built "sarai/web"
)

// Config is what an App is made of; all of it is required but CORSOrigins, TrustedProxies, GST, Demo,
// MetricsApart and Held.
type Config struct {
	DB             *db.DB
	Clock          clock.Clock
	Log            *slog.Logger
	Keys           *token.Keys
	SheetKey       string // the server-wide key of spreadsheets; empty: there is none
	SignUp         organization.SignUpMode
	PublicURL      string // what links in mails begin with
	Mail           mail.Transport
	MailFrom       string
	MailLimits     mail.Limits
	Backups        backup.Config // of copies that are made through the API, and by whom
	Limit          admit.Rate
	TrustedProxies []netip.Prefix
	CORSOrigins    []string
	BookingLimit   admit.Rate    // of each organization; zero: none
	MaxRooms       int           // that a hotel may have; 0: any number
	MaxFiles       int64         // bytes of the files of an organization's expenses, and of its vouchers'; 0: any number
	GST            *gst.Upstream // nil: GSTINs can't be looked up
	Version        string
	PasswordCost   password.Cost     // zero, the real cost, except in tests
	Demo           *console.Demo     // whom the console's sign-in page offers; nil: nobody
	MetricsApart   bool              // Metrics is served elsewhere, and Handler doesn't serve it
	Held           func(bytes int64) // told how many bytes of half-sent bodies lie in memory; nil: nobody is

	StrictPasswords bool          // refuse weak passwords
	SessionLifetime time.Duration // of a session however much it is used; 0: no end
}

// App is the whole of Sarai, ready to serve.
type App struct {
	Handler  http.Handler
	Metrics  http.Handler  // Prometheus' figures, a second old at most
	Document func() []byte // the OpenAPI document
	Routes   []web.Route

	Organizations *organization.Service
	Invitations   *invitation.Service
	Sessions      *session.Service
	Passwords     *password.Service
	Auth          *auth.Service
	Users         *user.Service
	Rooms         *room.Service
	Guests        *guest.Service
	Scans         *scan.Service
	Filing        *filing.Service
	Letters       *message.Service
	Schedules     *schedule.Service
	Registrations *registration.Service
	CheckIns      *precheck.Service
	Companies     *company.Service
	Maintenance   *maintenance.Service
	RatePlans     *rateplan.Service
	Rates         *rates.Service
	Offers        *offer.Service
	Holds         *hold.Service
	Waitlist      *waitlist.Service
	Groups        *group.Service
	Masters       *master.Service
	Rooming       *rooming.Service
	Bookings      *booking.Service
	FrontDesk     *frontdesk.Service
	Desk          *desk.Service
	StayChanges   *change.Service
	Folios        *account.Service
	Extras        *extras.Service
	NightAudit    *nightaudit.Service
	Invoices      *invoice.Service
	CreditNotes   *creditnote.Service
	Payments      *payment.Service
	Approvals     *approval.Service
	Accounts      *ledger.Service
	Taxes         *tax.Service
	Till          *till.Service
	Quotes        *quote.Service
	Expenses      *expense.Service
	Vendors       *vendors.Service
	GST           *gst.Service
	Notifications *notification.Service
	Search        *search.Service
	GuestFiles    *guestfile.Service
	Changes       *changes.Service

	config    Config
	outbox    *mail.Outbox
	auditLog  *audit.Service
	templates *emailtemplate.Service
	live      *live
}

// New puts the services together.
func New(c Config) (*App, error) {
	outbox, err := mail.New(mail.Config{DB: c.DB, Transport: c.Mail, From: c.MailFrom, Clock: c.Clock, Log: c.Log,
		Box: mailBox(c.Keys), Limits: c.MailLimits, Settled: message.Settled})
	if err != nil {
		return nil, err
	}
	bus := event.NewBus()
	log := AuditLog(c.DB, c.Keys)
	directory := user.NewDirectory(c.DB, c.Clock)
	a := &App{config: c, outbox: outbox, auditLog: log}
	bus.Listen(log.Record)

	a.Organizations = organization.New(c.DB, bus, c.SignUp)
	a.Users = user.New(c.DB, bus)
	a.Invitations = invitation.New(c.DB, bus, a.Users, outbox, c.PublicURL)
	unlimited := c.Limit.Requests == 0
	a.Sessions = session.New(session.Config{DB: c.DB, Clock: c.Clock, Keys: c.Keys, Users: a.Users, Directory: directory,
		PublicURL: c.PublicURL, Lifetime: c.SessionLifetime})
	a.Passwords = password.New(password.Config{DB: c.DB, Bus: bus, Clock: c.Clock, Log: c.Log, Users: a.Users,
		Invitations: a.Invitations, Sessions: a.Sessions, Outbox: outbox, PublicURL: c.PublicURL, Unlimited: unlimited,
		Strict: c.StrictPasswords, Cost: c.PasswordCost})
	a.Auth = auth.New(auth.Config{DB: c.DB, Clock: c.Clock, Users: a.Users, Directory: directory,
		Invitations: a.Invitations, Sessions: a.Sessions, Passwords: a.Passwords, Factors: factor.New(c.Keys),
		Unlimited: unlimited})
	bus.Listen(a.Invitations.Follow)
	registry := prometheus.NewRegistry()
	a.live = newLive(c, a.Sessions, registry)
	a.Notifications = notification.New(c.DB, bus, directory, outbox, a.live.send)
	bus.Listen(a.Notifications.Record)
	bus.Listen(a.live.follow)
	a.Changes = changes.New(c.DB, a.live.announce)
	bus.Listen(a.Changes.Record)
	a.Approvals = approval.New(c.DB, bus, directory, a.Passwords)
	bus.Listen(a.Approvals.Follow)
	roles := role.New(c.DB, bus, role.Invitations{Open: invitation.OpenFor, Forget: invitation.ForgetRole})
	numbers := series.New(c.DB, bus)
	a.Rooms = room.New(c.DB, bus, frontdesk.StatusesOn, c.MaxRooms)
	a.Maintenance = maintenance.New(c.DB, bus, a.Rooms, expense.Exists)
	bus.Listen(a.Maintenance.Follow)
	a.Guests = guest.New(c.DB, bus, c.Keys.Box("guests"), guestInUse)
	a.Scans = scan.New(c.DB, bus, c.Keys.Box("guests' documents"), a.Guests)
	bus.Listen(a.Scans.Follow)
	a.Filing = filing.New(c.DB, bus, c.Keys.Box("form iii"), a.Guests)
	bus.Listen(a.Filing.Follow)
	a.Registrations = registration.New(c.DB, bus, a.Guests, c.Keys.Box("registration links"), c.PublicURL)
	parties := party.New(c.DB, bus, a.Guests)
	a.CheckIns = precheck.New(precheck.Config{DB: c.DB, Bus: bus, Clock: c.Clock, Box: c.Keys.Box("online check-in"),
		PublicURL: c.PublicURL, Guests: a.Guests, Scans: a.Scans, Parties: parties, Registrations: a.Registrations,
		Outbox: outbox, Unlimited: unlimited})
	bus.Listen(a.CheckIns.Follow)
	a.Accounts = ledger.New(c.DB, bus)
	accounts, statements := chart.New(c.DB, bus, a.Accounts), statement.New(c.DB, bus)
	vouchers, mappings := voucher.New(c.DB, bus, c.MaxFiles), mapping.New(c.DB, bus)
	banks := bank.New(c.DB, bus, vouchers)
	bus.Listen(accounts.Follow)
	bus.Listen(mappings.Follow)
	bus.Listen(banks.Follow)
	bus.Listen(statements.Follow)
	a.Till = till.New(c.DB, bus, a.Accounts)
	a.Payments = payment.New(c.DB, bus, a.Accounts, outbox)
	a.Companies = company.New(c.DB, bus, rateplan.OfCompanies, companyInUse)
	a.RatePlans, a.Rates = rateplan.New(c.DB, bus), rates.New(c.DB, bus)
	a.FrontDesk, a.Folios = frontdesk.New(c.DB, a.Rooms, a.Rates), account.New(c.DB, bus)
	a.Offers = offer.New(c.DB, c.Keys, a.Rates, a.FrontDesk.ForStay)
	a.Holds = hold.New(c.DB, bus, a.Rooms, a.Offers, a.freeRooms)
	a.Waitlist = waitlist.New(c.DB, bus, a.Rooms, a.Guests, a.FrontDesk.ForStays)
	bus.Listen(a.Waitlist.Follow)
	a.Groups = group.New(c.DB, bus, a.Rooms)
	a.Extras, a.Masters = extras.New(c.DB, bus), master.New(c.DB, bus, a.Groups, a.Folios)
	a.Bookings = booking.New(c.DB, bus, a.Rooms, a.Guests, a.Accounts, a.Offers, a.Holds, a.Waitlist,
		a.Extras.SellIn)
	a.Desk = desk.New(c.DB, bus, a.Rooms, a.Payments.RefundBooking)
	a.StayChanges = change.New(c.DB, bus, a.Rooms, a.Bookings, a.Extras.SellIn)
	cleaning := housekeeping.New(c.DB, bus, a.Rooms)
	a.NightAudit = nightaudit.New(c.DB, bus, a.Desk, cleaning.Overnight, accrue)
	a.GST = gst.New(c.DB, c.Clock, c.Log, c.GST)
	a.Invoices = invoice.New(c.DB, bus, a.Guests, outbox, a.GST, letter.Of)
	day, month, earned := flash.New(c.DB), monthend.New(c.DB), revenue.New(c.DB)
	expected, counted := forecast.New(c.DB), statistics.New(c.DB)
	a.Schedules = schedule.New(schedule.Config{DB: c.DB, Bus: bus, Outbox: outbox,
		Reports: reports(statements, day, month, earned, expected, counted)})
	a.Letters = message.New(message.Config{DB: c.DB, Bus: bus, Outbox: outbox, Invoices: a.Invoices,
		Guests: a.Guests, CheckIns: a.CheckIns, Links: c.Keys.Box("letters"), PublicURL: c.PublicURL,
		Carrier: message.Simulator{}})
	bus.Listen(a.Letters.Follow)
	a.CreditNotes = creditnote.New(c.DB, bus, a.Guests, a.Invoices, outbox)
	a.templates = emailtemplate.New(c.DB, bus)
	a.Taxes = tax.New(c.DB, bus, taxInUse)
	bus.Listen(a.Taxes.Follow)
	bus.Listen(a.Payments.Follow)
	debts := cityledger.New(c.DB, bus, a.Payments)
	bus.Listen(debts.Follow)
	a.Vendors, a.Expenses = vendors.New(c.DB, bus, expense.VendorInUse), expense.New(c.DB, bus, c.MaxFiles)
	creditors := vendorledger.New(c.DB, bus)
	a.Quotes = quote.New(c.DB, bus, a.Rooms, a.Guests, a.Bookings, a.FrontDesk, outbox)
	spreadsheets := sheets.New(sheets.Config{DB: c.DB, Bus: bus, Clock: c.Clock, Keys: c.Keys, ServerKey: c.SheetKey,
		Rooms: a.Rooms, Bookings: a.Bookings, Changes: a.StayChanges, Desk: a.Desk, Invitations: a.Invitations})
	a.Search = search.New(c.DB, a.Rooms)
	a.GuestFiles = guestfile.New(c.DB, bus, a.Guests, keepers())
	a.connect()

	a.Rooming = rooming.New(c.DB, bus, a.Rooms, a.Groups, a.Bookings, a.StayChanges, a.Desk, a.FrontDesk, parties)
	a.Routes = slices.Concat(
		a.Auth.Routes(), a.Sessions.Routes(), a.Passwords.Routes(), a.Organizations.Routes(), roles.Routes(),
		a.Users.Routes(), a.Invitations.Routes(),
		preference.New(c.DB).Routes(),
		numbers.Routes(), log.Routes(), a.Changes.Routes(), a.GST.Routes(), a.Rooms.Routes(), a.Guests.Routes(),
		a.Scans.Routes(), a.Filing.Routes(), profile.New(c.DB, bus, a.Guests).Routes(), a.GuestFiles.Routes(),
		a.Letters.Routes(),
		cleaning.Routes(), a.Maintenance.Routes(), lostfound.New(c.DB, bus, a.Rooms, a.Guests).Routes(),
		minibar.New(c.DB, bus, a.Rooms, a.Extras, cleaning).Routes(), deskpaper.New(c.DB).Routes(),
		a.Registrations.Routes(),
		a.Companies.Routes(), a.RatePlans.Routes(), a.Rates.Routes(), a.Offers.Routes(), a.Holds.Routes(),
		a.Waitlist.Routes(), a.Groups.Routes(), a.Masters.Routes(),
		groupbill.New(c.DB, bus, a.Invoices, a.Payments).Routes(),
		a.Rooming.Routes(),
		bookinglist.New(c.DB, a.Guests).Routes(), a.Bookings.Routes(), a.StayChanges.Routes(),
		a.Desk.Routes(), parties.Routes(), a.CheckIns.Routes(), a.FrontDesk.Routes(), a.Folios.Routes(),
		a.Extras.Routes(),
		assignment.New(c.DB, c.Clock, a.Rooms, a.StayChanges).Routes(), a.NightAudit.Routes(), a.Quotes.Routes(),
		a.Taxes.Routes(), a.Accounts.Routes(), a.Till.Routes(), shiftpaper.New(c.DB).Routes(),
		register.New(c.DB, a.Accounts).Routes(), accrual.New(c.DB).Routes(),
		profit.New(c.DB, invoice.LeavesCredit, accrual.Earned).Routes(),
		accounts.Routes(), mappings.Routes(),
		vouchers.Routes(), statements.Routes(), banks.Routes(), deposit.New(c.DB, bus).Routes(),
		payout.New(c.DB, bus).Routes(), agentfee.New(c.DB, bus).Routes(),
		a.Invoices.Routes(), a.CreditNotes.Routes(),
		a.Payments.Routes(), debts.Routes(), issuedstatement.New(c.DB, bus, outbox).Routes(),
		dunning.New(c.DB, bus, outbox).Routes(), a.Approvals.Routes(),
		a.Vendors.Routes(), creditors.Routes(), payrun.NewService(c.DB, bus, creditors).Routes(),
		withholding.New(c.DB, bus).Routes(),
		a.Expenses.Routes(), gstreturn.New(c.DB).Routes(), a.templates.Routes(),
		a.Notifications.Routes(), analytics.New(c.DB, c.Clock, a.Rooms, a.FrontDesk).Routes(), a.Search.Routes(),
		day.Routes(), month.Routes(), earned.Routes(), expected.Routes(), counted.Routes(), a.Schedules.Routes(),
		budget.New(c.DB, bus).Routes(),
		spreadsheets.Routes(), backup.New(c.DB, bus, c.Clock, c.Backups).Routes())
	return a, a.mount(registry, spreadsheets)
}

// AuditLog is the audit log of all organizations.
func AuditLog(d *db.DB, keys *token.Keys) *audit.Service {
	return audit.New(d, keys, audit.Hooks{MemberName: user.NameIn, Organizations: organization.Ever})
}

// accrue posts what a day has earned, and keeps its figures, before it is closed.
func accrue(books ledger.Locked, sc scope.Scope, day date.Date) error {
	if err := accrual.Close(books, sc, day); err != nil {
		return err
	}
	return flash.Keep(books.Tx(), sc, day)
}

// mount makes the handler of all routes, pages and sockets, and the metrics of what runs behind it.
func (a *App) mount(registry *prometheus.Registry, spreadsheets *sheets.Service) (err error) {
	c := a.config
	files, err := fs.Sub(built.Files, "dist")
	if err != nil {
		return err
	}
	registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		newWorkMetrics(c.DB, a.outbox, a.GST, a.live.relay))
	a.Handler, a.Document = web.New(web.Config{
		Routes: a.Routes, Tags: tags, Authenticate: a.Sessions.Authenticate, SheetKey: spreadsheets.Authenticate,
		Session: a.Sessions.SessionOf, Clock: c.Clock, Log: c.Log, Metrics: registry, Limit: c.Limit,
		CostlyLimit: c.BookingLimit, TrustedProxies: c.TrustedProxies, CORSOrigins: c.CORSOrigins, PublicURL: c.PublicURL,
		Version: c.Version, Events: describedEvents(), Held: c.Held, Kept: kept.New(c.DB.Stamp),
		LastChange: a.auditLog.LastChange, Wait: a.Approvals.Wait, Waiting: reflect.TypeFor[approval.Waiting](),
		Pages: func(r chi.Router) {
			a.mountHealth(r, registry)
			a.Passwords.Pages(r)
			a.Registrations.Pages(r)
			a.CheckIns.Pages(r)
			a.Letters.Pages(r)
			r.Handle("/socket.io/", a.live.sockets)
			err = console.Pages(r, files, console.Welcome{Version: c.Version, Demo: c.Demo,
				MaySignUp: a.Organizations.MaySignUp})
		},
	})
	a.Approvals.Connect(approval.Hooks{Again: approval.Repeat(a.Handler), Rooms: a.Rooms.All})
	return err
}

// connect gives lower packages what they need from higher ones.
func (a *App) connect() {
	a.Organizations.Connect(organization.Hooks{OnCreate: a.furnish, OnErase: a.eraseFurniture, InUse: comeInto,
		CurrencyInUse: currencyInUse})
	a.Users.Connect(user.Hooks{OnInvite: a.invite, OnEnd: a.Sessions.EndOrphans,
		RemoveFactor: a.Auth.RemoveMembersFactor})
	a.Desk.Connect(desk.Hooks{OnCheckOut: a.Invoices.AtCheckOut, OnCancel: a.CreditNotes.Follow,
		PostServices: a.Extras.Post, HasMoney: hasMoney})
	a.Groups.Connect(group.Hooks{OnRouting: a.Masters.Follow})
	a.Till.Connect(till.Hooks{PayOut: a.Expenses.PayOut})
	a.Payments.Connect(payment.Hooks{OnRefund: a.CreditNotes.Refunded})
}

// MailBox opens and seals the texts of waiting mails.
func (a *App) MailBox() *seal.Box { return mailBox(a.config.Keys) }

func mailBox(keys *token.Keys) *seal.Box { return keys.Box("outbox") }

// furnish gives a new organization its roles, series, settings and books, and its first Administrator.
func (a *App) furnish(tx *db.Tx, sc scope.Scope, o organization.Organization) error {
	if _, err := role.Seed(tx, o.ID); err != nil {
		return err
	}
	for _, seed := range []func(*db.Tx, string) error{series.Seed, notification.Seed, emailtemplate.Seed, ledger.Seed,
		businessday.Seed} {
		if err := seed(tx, o.ID); err != nil {
			return err
		}
	}
	if err := tax.Seed(tx, o); err != nil {
		return err
	}
	return a.appointAdministrator(tx, sc, o)
}

// comeInto tells whether an organization that a stranger has signed up has a member, or an audit entry of anything but
// the sign-up, a refusal of the invitation, and the server's closing of empty days.
func comeInto(tx *db.Tx, org string) (bool, error) {
	any, err := user.Any(tx, org)
	if err != nil || any {
		return any, err
	}
	return audit.Deeds(tx, org, "organization.created", "user.invitation_declined", "night_audit.closed")
}

// eraseFurniture deletes what furnish and the server have given an organization that nobody has come into, and its
// login if nobody else wants it. TestSignUpsThatNobodyAnswersExpire looks into all tables.
func (a *App) eraseFurniture(tx *db.Tx, o organization.Organization) error {
	for _, erase := range []func(*db.Tx, string) error{invitation.Erase, mail.Erase, tax.Erase, ledger.Erase,
		businessday.Erase, hotel.Erase,
		emailtemplate.Erase, notification.Erase, series.Erase, role.Erase, nightaudit.Erase, flash.Erase, changes.Erase,
		accrual.Erase, audit.Erase, a.auditLog.Erased} {
		if err := erase(tx, o.ID); err != nil {
			return err
		}
	}
	return user.EraseLogin(tx, o.Email, invitation.OfAddress)
}

// currencyInUse tells whether the organization has recorded money.
func currencyInUse(tx *db.Tx, org string) (bool, error) {
	for _, used := range []func(*db.Tx, string) (bool, error){booking.Any, invoice.Any, quote.Any} {
		if any, err := used(tx, org); err != nil || any {
			return any, err
		}
	}
	return ledger.Any(tx, org)
}

// hasMoney tells whether anything was ever charged, paid, billed or quoted for the booking.
func hasMoney(tx *db.Tx, sc scope.Scope, bookingID string) (bool, error) {
	var answers []db.Later[bool]
	for _, ask := range []func(*db.Tx, scope.Scope, string) db.Later[bool]{folio.Charged, ledger.PaidFor,
		invoice.BilledFor, quote.QuotedFor} {
		answers = append(answers, ask(tx, sc, bookingID))
	}
	for _, answer := range answers {
		if has, err := answer.Get(); err != nil || has {
			return has, err
		}
	}
	return false, nil
}

// guestInUse tells whether a booking, the waitlist or an invoice refers to the guest.
func guestInUse(tx *db.Tx, sc scope.Scope, guestID string) (bool, error) {
	for _, uses := range []guest.InUse{booking.GuestInUse, party.GuestInUse, waitlist.GuestInUse, guestbills.InUse,
		lostfound.GuestInUse} {
		if used, err := uses(tx, sc, guestID); err != nil || used {
			return used, err
		}
	}
	return false, nil
}

// companyInUse tells whether a booking or a group is the company's, or a guest its own.
func companyInUse(tx *db.Tx, sc scope.Scope, companyID string) (bool, error) {
	for _, uses := range []company.InUse{booking.CompanyInUse, group.CompanyInUse, guest.LinkedTo,
		receivable.InUse} {
		if used, err := uses(tx, sc, companyID); err != nil || used {
			return used, err
		}
	}
	return false, nil
}

// keepers are all who keep something of guests by their ids.
func keepers() []guest.Keeper {
	return []guest.Keeper{profile.Notes, profile.Consents, scan.OfGuests, gueststays.OfGuests, gueststays.PaymentsOfGuests,
		registration.OfGuests, party.OfGuests, waitlist.OfGuests, quote.OfGuests, guestbills.OfGuests, creditnote.OfGuests,
		message.OfGuests, filing.OfGuests, lostfound.OfGuests}
}

// freeRooms lists the rooms that can be held for a stay.
func (a *App) freeRooms(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]room.Room, error) {
	return a.FrontDesk.FreeRoomsIn(tx, sc, frontdesk.Wanted{CheckIn: from, CheckOut: to})
}

// taxInUse reports whether a folio or an invoice has a line that bears the tax.
func taxInUse(tx *db.Tx, sc scope.Scope, r tax.Record) (bool, error) {
	posted, err := folio.Taxed(tx, sc, r)
	if err != nil || posted {
		return posted, err
	}
	return invoice.Taxed(tx, sc, r)
}

// appointAdministrator makes the caller the first Administrator, or invites the organization's own address.
func (a *App) appointAdministrator(tx *db.Tx, sc scope.Scope, o organization.Organization) error {
	administrator, err := role.Administrator(tx, o.ID)
	if err != nil {
		return err
	}
	if sc.User == "" {
		_, err = a.Invitations.Issue(tx, sc, o,
			invitation.Invite{Email: o.Email, RoleID: administrator.ID, RoleName: administrator.Name})
		return err
	}
	return a.Users.Admit(tx, sc,
		user.Member{Login: sc.User, Email: sc.Email, Name: sc.UserName, RoleID: administrator.ID, Active: true})
}

// invite mails an invitation to a member that users/create has made.
func (a *App) invite(tx *db.Tx, sc scope.Scope, invite user.Invite) error {
	o, err := organization.Get(tx, sc.Org).Get()
	if err != nil {
		return err
	}
	r, err := role.Get(tx, sc.Org, invite.RoleID)
	if err != nil {
		return err
	}
	_, err = a.Invitations.Issue(tx, sc, o,
		invitation.Invite{Email: invite.Email, Name: invite.Name, RoleID: r.ID, RoleName: r.Name})
	return err
}

// Run does the background work until ctx ends: it sends mails, speaks with other nodes, and forgets what has
// expired. It returns when everything begun is finished and the live connections are closed.
func (a *App) Run(ctx context.Context) {
	var jobs sync.WaitGroup
	jobs.Go(func() { a.sweep(ctx) })
	jobs.Go(func() { a.closeDays(ctx) })
	jobs.Go(func() { a.Sessions.StoreUnstored(ctx) })
	jobs.Go(func() { a.Notifications.Run(ctx, a.config.Log) })
	jobs.Go(func() { a.Waitlist.Run(ctx, a.config.Log) })
	jobs.Go(func() { a.Letters.Run(ctx, a.config.Log) })
	jobs.Go(func() { a.live.relay.Run(ctx) })
	jobs.Go(func() { a.live.feed.run(ctx) })
	a.outbox.Run(ctx)
	a.HangUp()
	jobs.Wait()
}

// HangUp ends the live connections and takes no new ones. A server that is to stop calls it first, since it would
// wait for them.
func (a *App) HangUp() { a.live.hangUp() }
