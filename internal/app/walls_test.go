package app_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// The walks below go over the route table itself, so that a route which is added later is walked too.

// A route that declares no permission, or asks for a member of no organization, doesn't start.
func TestARouteWithoutPermissionDoesNotStart(t *testing.T) {
	nothing := func(context.Context, scope.Scope, *struct{}) (*web.Message, error) { return web.Done("."), nil }
	for name, route := range map[string]web.Route{
		"nothing declared": web.Get("/api/things/{orgId}/list", scope.Need{}, nothing, "List"),
		"a module alone": web.Get("/api/things/{orgId}/list", scope.Need{Module: may.Rooms, Flag: scope.View},
			nothing, "List"),
		"member of no organization": web.Get("/api/things/list", may.View(may.Rooms), nothing, "List"),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("the server started")
				}
			}()
			web.New(web.Config{Routes: []web.Route{route}, Clock: clock.System{},
				Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Metrics: prometheus.NewRegistry()})
		})
	}
}

// Every permission that a route asks for is one of the contract's modules and flags.
func TestRoutesAskForKnownPermissions(t *testing.T) {
	known := map[string]bool{}
	for _, module := range may.Modules {
		known[module] = true
	}
	for _, r := range apptest.New(t, "sqlite").App.Routes {
		if n := r.Need; n.Module != "" && (!known[n.Module] || n.Access != scope.AccessMember || n.Flag == 0 ||
			may.Flags[n.Action] != n.Flag) {
			t.Errorf("%s asks for %+v", key(r), n)
		}
	}
}

// modules are the permission modules of the groups of addresses.
var modules = map[string]string{"organization": may.Organization, "roles": may.Roles, "users": may.Users,
	"invitations": may.Users, "series": may.Series,
	"rooms": may.Rooms, "room-categories": may.RoomCategories, "guests": may.Guests, "bookings": may.Bookings,
	"audit": may.AuditLogs, "notifications": may.Notifications, "vendor": may.Vendors,
	"email-templates": may.EmailTemplates, "accounts": may.Accounts, "payments": may.Payments, "taxes": may.Taxes,
	"expenses": may.Expenses, "quotes": may.Quotes,
	"invoices": may.Invoices, "credit-notes": may.CreditNotes, "companies": may.Guests, "rate-plans": may.Rooms,
	"policies": may.Rooms, "age-bands": may.Rooms, "services": may.Rooms, "rates": may.Rooms, "holds": may.Bookings,
	"groups":       may.Bookings,
	"housekeeping": may.Rooms, "maintenance": may.Rooms, "lost-and-found": may.Rooms,
	"vouchers":     may.Accounts,
	"deposits":     may.Payments,
	"settlements":  may.Payments,
	"commissions":  may.Expenses,
	"dunning":      may.Invoices,
	"shifts":       may.Payments,
	"waitlist":     may.Bookings,
	"availability": may.Bookings,
	"letters":      may.Bookings,
	"budgets":      may.Accounts,
	"backups":      may.Organization}

// figures are the permission modules of the analytics' figures.
var figures = map[string]string{"overview": may.Bookings, "occupancy": may.Bookings, "calendar": may.Bookings,
	"kpis": may.Bookings, "pace": may.Bookings, "departments": may.Bookings, "revenue": may.Payments,
	"outstanding": may.Invoices, "expense-revenue": may.Expenses,
	"flash": may.Payments, "schedules": may.Payments, "revenue-by": may.Payments, "production": may.Payments,
	"guests-by-nationality": may.Bookings, "forecast": may.Bookings,
	"guest-statistics": may.Bookings, "cancellations": may.Payments}

// otherNeeds are the needs that don't follow from the method: which is reading, creating, changing, deleting.
var otherNeeds = map[string]scope.Need{
	"GET /api/roles/permissions-meta":                               may.SignedIn,
	"GET /api/invitations/invite-status":                            may.Anyone,
	"GET /api/invitations/respond":                                  may.Anyone,
	"POST /api/organization/create":                                 may.Optional,
	"POST /api/bookings/{orgId}/night-audit":                        may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/bulk-arrival":                       may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/auto-assign":                        may.Update(may.Bookings),
	"PUT /api/groups/{orgId}/settings":                              may.Manage(may.Bookings),
	"PUT /api/housekeeping/{orgId}/rules":                           may.Manage(may.Rooms),
	"POST /api/housekeeping/{orgId}/minibar":                        may.Update(may.Rooms),
	"POST /api/housekeeping/{orgId}/minibar/stock":                  may.Update(may.Rooms),
	"PUT /api/housekeeping/{orgId}/minibar/pars":                    may.Manage(may.Rooms),
	"POST /api/lost-and-found/{orgId}/create":                       may.Update(may.Rooms),
	"GET /api/lost-and-found/{orgId}/rooms/{roomId}/stays":          may.View(may.Bookings),
	"DELETE /api/lost-and-found/{orgId}/{itemId}/photos/{position}": may.Update(may.Rooms),
	"POST /api/maintenance/{orgId}/create":                          may.Update(may.Rooms),
	"POST /api/maintenance/{orgId}/schedules/create":                may.Manage(may.Rooms),
	"PUT /api/maintenance/{orgId}/schedules/{scheduleId}/update":    may.Manage(may.Rooms),
	"DELETE /api/maintenance/{orgId}/schedules/{scheduleId}/delete": may.Manage(may.Rooms),
	"DELETE /api/maintenance/{orgId}/{ticketId}/photos/{position}":  may.Update(may.Rooms),
	"POST /api/housekeeping/{orgId}/assign-evenly":                  may.Update(may.Rooms),
	"POST /api/groups/{orgId}/{groupId}/wash":                       may.Update(may.Bookings),
	"POST /api/groups/{orgId}/{groupId}/arrive":                     may.Update(may.Bookings),
	"POST /api/groups/{orgId}/{groupId}/leave":                      may.Update(may.Bookings),
	"POST /api/groups/{orgId}/{groupId}/assign":                     may.Update(may.Bookings),
	"POST /api/groups/{orgId}/{groupId}/change":                     may.Update(may.Bookings),
	"POST /api/groups/{orgId}/{groupId}/cancel-bookings":            may.Delete(may.Bookings),
	"PUT /api/groups/{orgId}/{groupId}/cancel":                      may.Delete(may.Bookings),
	"PUT /api/groups/{orgId}/{groupId}/rooming-list/file":           may.Create(may.Bookings),
	"POST /api/groups/{orgId}/{groupId}/release":                    may.Update(may.Bookings),
	"POST /api/groups/{orgId}/{groupId}/charges":                    may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/routing/move":           may.Update(may.Bookings),
	"POST /api/groups/{orgId}/{groupId}/charges/move":               may.Update(may.Bookings),
	"POST /api/groups/{orgId}/{groupId}/payments":                   may.Create(may.Payments),
	"POST /api/groups/{orgId}/{groupId}/payments/move":              may.Update(may.Payments),
	"POST /api/groups/{orgId}/{groupId}/invoices":                   may.Create(may.Invoices),
	"GET /api/groups/{orgId}/{groupId}/invoices":                    may.View(may.Invoices),
	"GET /api/groups/{orgId}/{groupId}/deposits":                    may.View(may.Payments),

	"POST /api/bookings/{orgId}/{bookingId}/assign-room": may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/unassign":    may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/lock":        may.Update(may.Bookings),
	"POST /api/rooms/{orgId}/bulk-housekeeping":          may.Update(may.Rooms),
	"POST /api/payments/{orgId}/{paymentId}/void":        may.Delete(may.Payments),

	"POST /api/expenses/{orgId}/{billId}/pay":                           may.Update(may.Expenses),
	"POST /api/expenses/{orgId}/{billId}/payments/{billPaymentId}/void": may.Delete(may.Expenses),

	"POST /api/analytics/{orgId}/schedules/{reportScheduleId}/send": may.View(may.Payments),
	"POST /api/analytics/{orgId}/schedules/create":                  may.Create(may.Payments),
	"PUT /api/analytics/{orgId}/schedules/{reportScheduleId}":       may.Update(may.Payments),
	"DELETE /api/analytics/{orgId}/schedules/{reportScheduleId}":    may.Delete(may.Payments),

	// Each report by the view flag of its module; one's own, and those that are shared.
	"GET /api/analytics/{orgId}/kept-reports":                     may.Member,
	"POST /api/analytics/{orgId}/kept-reports/create":             may.Member,
	"GET /api/analytics/{orgId}/kept-reports/{keptReportId}":      may.Member,
	"PUT /api/analytics/{orgId}/kept-reports/{keptReportId}":      may.Member,
	"DELETE /api/analytics/{orgId}/kept-reports/{keptReportId}":   may.Member,
	"GET /api/analytics/{orgId}/kept-reports/{keptReportId}/file": may.Member,

	"POST /api/shifts/{orgId}/{shiftId}/corrections": may.Manage(may.Payments),
	"POST /api/shifts/{orgId}/{shiftId}/approve":     may.Manage(may.Payments),
	"POST /api/shifts/{orgId}/exchange-rates":        may.Manage(may.Payments),

	"POST /api/shifts/{orgId}/{shiftId}/exchanges/{exchangeId}/reverse": may.Manage(may.Payments),

	"POST /api/payments/{orgId}/{paymentId}/apply":     may.Update(may.Payments),
	"POST /api/payments/{orgId}/{paymentId}/send":      may.Update(may.Payments),
	"PUT /api/accounts/{orgId}/settings":               may.Update(may.Organization),
	"PUT /api/budgets/{orgId}/{year}":                  may.Manage(may.Accounts),
	"POST /api/backups/{orgId}/create":                 may.Manage(may.Organization), // it is the whole server's
	"DELETE /api/accounts/{orgId}/lock":                may.Manage(may.Accounts),
	"DELETE /api/accounts/{orgId}/close-year":          may.Manage(may.Accounts),
	"POST /api/accounts/{orgId}/close-year":            may.Update(may.Accounts),
	"PUT /api/accounts/{orgId}/{accountId}/statements": may.Create(may.Accounts),

	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/match":   may.Update(may.Accounts),
	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/ignore":  may.Update(may.Accounts),
	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/unmatch": may.Update(may.Accounts),

	"POST /api/commissions/{orgId}/bills/{agentBillId}/pay":                      may.Update(may.Expenses),
	"POST /api/commissions/{orgId}/bills/{agentBillId}/reverse":                  may.Delete(may.Expenses),
	"POST /api/settlements/{orgId}/compare":                                      may.View(may.Payments),
	"POST /api/settlements/{orgId}/{payoutId}/apply":                             may.Update(may.Payments),
	"POST /api/settlements/{orgId}/{payoutId}/reverse":                           may.Manage(may.Payments),
	"POST /api/deposits/{orgId}/{depositId}/return":                              may.Update(may.Payments),
	"POST /api/deposits/{orgId}/{depositId}/keep":                                may.Update(may.Payments),
	"GET /api/vendor/{orgId}/tds":                                                may.View(may.Expenses),
	"GET /api/vendor/{orgId}/tds/export.csv":                                     may.View(may.Expenses),
	"GET /api/vendor/{orgId}/tds/export.xlsx":                                    may.View(may.Expenses),
	"POST /api/vendor/{orgId}/tds/deposits":                                      may.Update(may.Expenses),
	"PUT /api/vendor/{orgId}/{vendorId}/tds-certificate":                         may.Update(may.Expenses),
	"GET /api/vendor/{orgId}/payment-runs":                                       may.View(may.Expenses),
	"GET /api/vendor/{orgId}/payment-runs/{paymentRunId}":                        may.View(may.Expenses),
	"GET /api/vendor/{orgId}/payment-runs/{paymentRunId}/pain001":                may.Manage(may.Expenses),
	"GET /api/vendor/{orgId}/payment-runs/{paymentRunId}/bank-file/export.csv":   may.Manage(may.Expenses),
	"GET /api/vendor/{orgId}/payment-runs/{paymentRunId}/bank-file/export.xlsx":  may.Manage(may.Expenses),
	"POST /api/vendor/{orgId}/payment-runs":                                      may.Update(may.Expenses),
	"POST /api/vendor/{orgId}/payment-runs/{paymentRunId}/confirm":               may.Manage(may.Expenses),
	"POST /api/vendor/{orgId}/payment-runs/{paymentRunId}/cancel":                may.Update(may.Expenses),
	"GET /api/vendor/{orgId}/ageing":                                             may.View(may.Expenses),
	"GET /api/vendor/{orgId}/ageing/export.csv":                                  may.View(may.Expenses),
	"GET /api/vendor/{orgId}/ageing/export.xlsx":                                 may.View(may.Expenses),
	"GET /api/vendor/{orgId}/payments":                                           may.View(may.Expenses),
	"GET /api/vendor/{orgId}/payments/{vendorPaymentId}":                         may.View(may.Expenses),
	"POST /api/vendor/{orgId}/payments/{vendorPaymentId}/apply":                  may.Update(may.Expenses),
	"POST /api/vendor/{orgId}/payments/{vendorPaymentId}/void":                   may.Delete(may.Expenses),
	"GET /api/vendor/{orgId}/{vendorId}/account":                                 may.View(may.Expenses),
	"POST /api/vendor/{orgId}/{vendorId}/payments":                               may.Update(may.Expenses),
	"GET /api/vendor/{orgId}/{vendorId}/statement":                               may.View(may.Expenses),
	"GET /api/vendor/{orgId}/{vendorId}/statement/export.csv":                    may.View(may.Expenses),
	"GET /api/vendor/{orgId}/{vendorId}/statement/export.xlsx":                   may.View(may.Expenses),
	"GET /api/companies/{orgId}/ageing":                                          may.View(may.Invoices),
	"GET /api/companies/{orgId}/{companyId}/account":                             may.View(may.Invoices),
	"GET /api/companies/{orgId}/{companyId}/statement":                           may.View(may.Invoices),
	"GET /api/companies/{orgId}/{companyId}/statement/export.csv":                may.View(may.Invoices),
	"GET /api/companies/{orgId}/{companyId}/statement/export.xlsx":               may.View(may.Invoices),
	"POST /api/companies/{orgId}/{companyId}/invoices":                           may.Update(may.Invoices),
	"POST /api/companies/{orgId}/{companyId}/invoices/{debtId}/take-back":        may.Update(may.Invoices),
	"POST /api/companies/{orgId}/{companyId}/invoices/{debtId}/write-off":        may.Manage(may.Invoices),
	"POST /api/companies/{orgId}/{companyId}/payments":                           may.Create(may.Payments),
	"POST /api/companies/{orgId}/{companyId}/payments/{companyPaymentId}/apply":  may.Update(may.Payments),
	"POST /api/companies/{orgId}/{companyId}/settlements/{settlementId}/reverse": may.Manage(may.Invoices),

	"POST /api/companies/{orgId}/{companyId}/statements":                           may.Create(may.Invoices),
	"GET /api/companies/{orgId}/{companyId}/statements":                            may.View(may.Invoices),
	"GET /api/companies/{orgId}/{companyId}/statements/{companyStatementId}":       may.View(may.Invoices),
	"GET /api/companies/{orgId}/{companyId}/statements/{companyStatementId}/pdf":   may.View(may.Invoices),
	"POST /api/companies/{orgId}/{companyId}/statements/{companyStatementId}/send": may.Update(may.Invoices),

	"POST /api/vouchers/{orgId}/{voucherId}/reverse": may.Update(may.Accounts),

	// What one may approve, and see, follows from what is to be done.
	"GET /api/approvals/{orgId}/limits":                      may.Member,
	"PUT /api/approvals/{orgId}/limits":                      may.Manage(may.Organization),
	"GET /api/approvals/{orgId}/code":                        may.Member,
	"GET /api/approvals/{orgId}/approvers":                   may.Member,
	"PUT /api/approvals/{orgId}/code":                        may.Member,
	"DELETE /api/approvals/{orgId}/code":                     may.Member,
	"GET /api/approvals/{orgId}/list":                        may.Member,
	"GET /api/approvals/{orgId}/{approvalId}":                may.Member,
	"POST /api/approvals/{orgId}/{approvalId}/approve":       may.Member,
	"POST /api/approvals/{orgId}/{approvalId}/reject":        may.Member,
	"POST /api/approvals/{orgId}/{approvalId}/withdraw":      may.Member,
	"GET /api/organization/{orgid}":                          may.Member,
	"GET /api/search/{orgId}":                                may.Member, // and each kind by its own view flag
	"GET /api/preferences/{orgId}":                           may.Member, // one's own
	"PUT /api/preferences/{orgId}":                           may.Member,
	"GET /api/organization/{orgid}/default-time":             may.Member,
	"GET /api/guests/{orgId}/{guestId}/documents/{document}": may.Manage(may.Guests),
	"PUT /api/guests/{orgId}/document-settings":              may.Update(may.Organization),
	"POST /api/guests/{orgId}/form-iii/{formId}/submitted":   may.Update(may.Guests),
	// with whole numbers of documents
	"GET /api/guests/{orgId}/form-iii/{formId}/pdf":                      may.Manage(may.Guests),
	"GET /api/guests/{orgId}/form-iii/export.csv":                        may.Manage(may.Guests),
	"GET /api/guests/{orgId}/form-iii/export.xlsx":                       may.Manage(may.Guests),
	"GET /api/letters/{orgId}/settings":                                  may.View(may.EmailTemplates),
	"PUT /api/letters/{orgId}/settings":                                  may.Update(may.EmailTemplates),
	"GET /api/letters/{orgId}/texts":                                     may.View(may.EmailTemplates),
	"GET /api/letters/{orgId}/texts/{kind}/{language}":                   may.View(may.EmailTemplates),
	"PUT /api/letters/{orgId}/texts/{kind}/{language}":                   may.Update(may.EmailTemplates),
	"DELETE /api/letters/{orgId}/texts/{kind}/{language}":                may.Delete(may.EmailTemplates),
	"POST /api/letters/{orgId}/preview":                                  may.View(may.EmailTemplates),
	"POST /api/letters/{orgId}/test":                                     may.Update(may.EmailTemplates),
	"POST /api/letters/{orgId}/bookings/{bookingId}/preview":             may.View(may.Bookings),
	"POST /api/letters/{orgId}/bookings/{bookingId}/send":                may.Update(may.Bookings),
	"POST /api/letters/{orgId}/bookings/{bookingId}/subscribe":           may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/registrations":               may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/registrations/{cardId}/link": may.Update(may.Bookings),
	"PUT /api/bookings/{orgId}/registration-settings":                    may.Update(may.Organization),
	"GET /api/bookings/{orgId}/register":                                 may.View(may.Guests),
	"POST /api/bookings/{orgId}/{bookingId}/online-checkin/link":         may.Update(may.Bookings),
	"DELETE /api/bookings/{orgId}/{bookingId}/online-checkin/link":       may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/online-checkin/send":         may.Update(may.Bookings),
	"PUT /api/bookings/{orgId}/online-checkin-settings":                  may.Update(may.Organization),
	// it shows guests
	"GET /api/bookings/{orgId}/register/pdf":           may.View(may.Guests),
	"GET /api/bookings/{orgId}/register/export.csv":    may.View(may.Guests),
	"GET /api/bookings/{orgId}/register/export.xlsx":   may.View(may.Guests),
	"POST /api/guests/{orgId}/read-mrz":                may.View(may.Guests), // it stores nothing
	"POST /api/quotes/{orgId}/{quoteId}/send":          may.Update(may.Quotes),
	"POST /api/quotes/{orgId}/{quoteId}/accept":        may.Update(may.Quotes),
	"POST /api/quotes/{orgId}/{quoteId}/decline":       may.Update(may.Quotes),
	"POST /api/guests/{orgId}/merge":                   may.Manage(may.Guests),
	"POST /api/guests/{orgId}/{guestId}/export":        may.Manage(may.Guests),
	"GET /api/guests/{orgId}/{guestId}/export/pdf":     may.Manage(may.Guests),
	"POST /api/guests/{orgId}/{guestId}/erase/preview": may.Manage(may.Guests),
	"POST /api/guests/{orgId}/{guestId}/erase":         may.Manage(may.Guests),
	"POST /api/guests/{orgId}/merge/apart":             may.Manage(may.Guests),
	"POST /api/guests/{orgId}/merge/preview":           may.Manage(may.Guests),
	"POST /api/guests/{orgId}/merge/many":              may.Manage(may.Guests),
	"POST /api/guests/{orgId}/merge/{mergeId}/undo":    may.Manage(may.Guests),
	"PUT /api/guests/{orgId}/{guestId}/do-not-rent":    may.Manage(may.Guests),
	"DELETE /api/guests/{orgId}/{guestId}/do-not-rent": may.Manage(may.Guests),
	// the signature is part of the booking's card
	"DELETE /api/bookings/{orgId}/{bookingId}/signature":                        may.Update(may.Bookings),
	"DELETE /api/bookings/{orgId}/{bookingId}/registrations/{cardId}/signature": may.Update(may.Bookings),
	// who is in its rooms is part of the booking
	"POST /api/bookings/{orgId}/{bookingId}/guests":                 may.Update(may.Bookings),
	"DELETE /api/bookings/{orgId}/{bookingId}/guests/{stayGuestId}": may.Update(may.Bookings),
	// the photo goes with housekeeping's note
	"DELETE /api/rooms/{orgId}/{roomId}/housekeeping/photo": may.Update(may.Rooms),
	// the file is part of the expense
	"DELETE /api/expenses/{orgId}/{expenseId}/file": may.Update(may.Expenses),
	"GET /api/organization/{orgid}/logo-image":      may.Member,
	"DELETE /api/organization/{orgid}/logo-image":   may.Update(may.Organization),
	// works where the caller holds notifications.manage
	"POST /api/notifications/cleanup":                         may.SignedIn,
	"GET /api/notifications/{orgId}":                          may.Member, // and below: one's own
	"GET /api/notifications/{orgId}/config":                   may.Member,
	"PUT /api/notifications/{orgId}/config":                   may.Manage(may.Notifications),
	"GET /api/notifications/{orgId}/unread-count":             may.Member,
	"GET /api/notifications/{orgId}/readers/{notificationId}": may.Member,
	"PATCH /api/notifications/{orgId}/read-all":               may.Member,
	"PATCH /api/notifications/{orgId}/{notificationId}/read":  may.Member,
	"POST /api/gst/{orgId}/check":                             may.Member,
	"GET /api/gst/{orgId}/{gstId}/check":                      may.Member,
	"GET /api/changes/{orgId}":                                may.Member, // of what the caller may view
	"GET /api/users/{orgId}/{userId}":                         may.Member, // one's own; another's needs users.view
	// one's own name and phone; the rest needs users.update
	"PUT /api/users/{orgId}/{userId}/update": may.Member,
	// it is a change of the user, who stays
	"DELETE /api/users/{orgId}/{userId}/second-factor":           may.Update(may.Users),
	"POST /api/email-templates/{orgId}/{templateId}/preview":     may.View(may.EmailTemplates),
	"POST /api/email-templates/{orgId}/{templateId}/set-default": may.Update(may.EmailTemplates),
	"POST /api/rooms/{orgId}/{roomId}/blocks":                    may.Update(may.Rooms),
	"PUT /api/rooms/{orgId}/{roomId}/blocks/{blockId}":           may.Update(may.Rooms),
	"DELETE /api/rooms/{orgId}/{roomId}/blocks/{blockId}":        may.Update(may.Rooms),
	"POST /api/bookings/{orgId}/check-availability":              may.View(may.Bookings),
	"POST /api/taxes/{orgId}/calculate":                          may.View(may.Taxes),
	// who keeps the rooms clean may update rooms, not what they cost
	"PUT /api/rate-plans/{orgId}/{planId}/update":                      may.Manage(may.Rooms),
	"PUT /api/rate-plans/{orgId}/{planId}/products/{productId}/update": may.Manage(may.Rooms),
	"PUT /api/policies/{orgId}/{policyId}/update":                      may.Manage(may.Rooms),
	"PUT /api/age-bands/{orgId}/{ageBandId}/update":                    may.Manage(may.Rooms),
	"PUT /api/services/{orgId}/{serviceId}/update":                     may.Manage(may.Rooms),
	"PUT /api/rates/{orgId}/calendar":                                  may.Manage(may.Rooms),
	"PUT /api/rates/{orgId}/bulk":                                      may.Manage(may.Rooms),
	"POST /api/offers/{orgId}/search":                                  may.View(may.Bookings),
	"DELETE /api/holds/{orgId}/{holdId}":                               may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/arrival":                   may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/add-room":                  may.Update(may.Bookings),
	// what the folio charges is part of the stay
	"POST /api/bookings/{orgId}/{bookingId}/charges":                  may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/charges/{lineId}/reverse": may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/services":                 may.Update(may.Bookings),
	"GET /api/services/{orgId}/due":                                   may.View(may.Bookings), // it names guests
	"POST /api/bookings/{orgId}/{bookingId}/move-room":                may.Update(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/checkout-rooms":           may.Update(may.Bookings),
	"PUT /api/bookings/{orgId}/{bookingId}/cancel":                    may.Delete(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/no-show":                  may.Delete(may.Bookings),
	"POST /api/bookings/{orgId}/{bookingId}/reinstate":                may.Delete(may.Bookings),
	"POST /api/invoices/{orgId}/{invoiceId}/issue":                    may.Update(may.Invoices),
	"POST /api/invoices/{orgId}/{invoiceId}/send":                     may.Update(may.Invoices),
	"POST /api/invoices/{orgId}/{invoiceId}/void":                     may.Delete(may.Invoices),
	"POST /api/credit-notes/{orgId}/{creditNoteId}/send":              may.Update(may.CreditNotes),
	"POST /api/organization/{orgid}/sheet-key":                        may.Update(may.Organization),
	"GET /api/organization/{orgid}/sheet-key":                         may.Update(may.Organization),
	"DELETE /api/organization/{orgid}/sheet-key":                      may.Update(may.Organization),
	"POST /api/auth/logout":                                           may.Optional,
	"POST /api/auth/create-user":                                      may.Anyone,
	"POST /api/auth/login":                                            may.Anyone,
	"POST /api/auth/refresh-token":                                    may.Anyone,
	"POST /api/auth/forgot-password":                                  may.Anyone,
	"POST /api/auth/reset-password":                                   may.Anyone,
	"GET /api/auth/verify-token-forgot":                               may.Anyone,
	"GET /api/auth/verify-token-register":                             may.Anyone,
	"GET /api/auth/verify-token-invite":                               may.Anyone,
}

// Every route asks for what the table of permissions says. The walks hold routes to what they declare; this holds
// what they declare.
func TestRoutesAskForTheDecidedPermissions(t *testing.T) {
	byMethod := map[string]func(string) scope.Need{"GET": may.View, "POST": may.Create, "PUT": may.Update,
		"PATCH": may.Update, "DELETE": may.Delete}
	routes := apptest.New(t, "sqlite").App.Routes
	there := map[string]bool{}
	for _, r := range routes {
		there[key(r)] = true
		want, known := otherNeeds[key(r)]
		group := strings.Split(r.Path, "/")[2]
		if !known && group == "auth" {
			want, known = may.SignedIn, true
		}
		if !known && group == "analytics" {
			want, known = may.View(figures[strings.Split(r.Path, "/")[4]]), true
		}
		if !known && group == "sheets" {
			want, known = may.SheetKey, true
		}
		if !known {
			if modules[group] == "" {
				t.Errorf("%s: tell this test which module the group belongs to", key(r))
				continue
			}
			want = byMethod[r.Method](modules[group])
		}
		if r.Need != want {
			t.Errorf("%s asks for %s, want %s", key(r), r.Need, want)
		}
	}
	for name := range otherNeeds {
		if !there[name] {
			t.Errorf("there is no route %s", name)
		}
	}
}

func TestWalls(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		s.Run("no token", w.walkWithoutToken)
		s.Run("other sites", w.walkFromOtherSites)
		s.Run("sheet keys", w.walkSheetKeys)
		s.Run("strangers", w.walkAsStranger)
		s.Run("seeded roles", w.walkSeededRoles)
		s.Run("single flags", w.walkSingleFlags)
		s.Run("foreign ids", w.walkForeignIDs)
	})
}

// Without a token, and with one that is none, every route that needs one answers 401: before it reads path or body.
func (w *world) walkWithoutToken() {
	before := w.Snapshot()
	walked := 0
	for _, r := range w.App.Routes {
		if !r.Need.TokenNeeded() {
			continue
		}
		walked++
		path := w.path(r, w.ids)
		for _, headers := range []map[string]string{
			{}, {"Authorization": "Bearer"}, {"Authorization": "Bearer x"}, {"Authorization": "Basic " + w.owner.Token},
			{"Authorization": w.owner.Token},
			{"Authorization": "Bearer " + strings.ToUpper(w.owner.Token)},
			{"Cookie": "refreshToken=" + w.owner.Cookies[0].Value},
			{"Cookie": "token=" + w.owner.Token},
		} {
			c := w.Anyone()
			for name, value := range headers {
				c = c.With(name, value)
			}
			c.Do(r.Method, path, w.filled(r)).Refused(401, "")
		}
		w.Anyone().Do(r.Method, path+"?page=x&limit=%00", "{").Refused(401, "")
	}
	if walked < 50 {
		w.T.Errorf("only %d routes need a token", walked)
	}
	w.Unchanged(before, "requests without a token")
}

// A page of another site can sign nobody in or out and use nobody's cookie, whatever it sends; nor can it send the
// forms of mailed links.
func (w *world) walkFromOtherSites() {
	foreign := map[string]map[string]string{
		"a browser":  {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example", "Content-Type": "text/plain"},
		"a sister":   {"Sec-Fetch-Site": "same-site", "Origin": "http://evil.sarai.test"},
		"an old one": {"Origin": "https://evil.example"}, "a hidden one": {"Origin": "null"},
	}
	before := w.Snapshot()
	for name, headers := range foreign {
		victim, stranger := *w.owner, w.Anyone()
		victim.Token = ""
		for header, value := range headers {
			victim, stranger = *victim.With(header, value), stranger.With(header, value)
		}
		login := object{"email": w.owner.Email, "password": apptest.Password}
		for path, body := range map[string]any{"login": login, "refresh-token": nil, "logout": nil} {
			for _, c := range []*apptest.Caller{&victim, stranger} {
				if a := c.Post("/api/auth/"+path, body).Refused(403, "another site"); a.Header.Get("Set-Cookie") != "" {
					w.T.Errorf("%s gets a cookie from %s", name, path)
				}
			}
		}
		for _, page := range []string{"invite", "register", "reset-password"} {
			request, err := http.NewRequest("POST", w.URL+"/"+page, strings.NewReader("token=x"))
			if err != nil {
				w.T.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			for header, value := range headers {
				request.Header.Set(header, value)
			}
			answer, err := apptest.Client.Do(request)
			if err != nil {
				w.T.Fatal(err)
			}
			if answer.Body.Close(); answer.StatusCode != 403 {
				w.T.Errorf("%s sends the form of %s: %d", name, page, answer.StatusCode)
			}
		}
	}
	w.Unchanged(before, "pages of other sites")
}

// Without a sheet key, and with one that is none, every route that needs one answers 401, before it reads path or body;
// with another hotel's key 404, whatever of this hotel is asked for.
func (w *world) walkSheetKeys() {
	stranger := w.Hotel()
	theirs, mine := stranger.SheetKey(), w.owner.SheetKey()
	ended := stranger.SheetKey() // replaces theirs
	theirs, ended = ended, theirs
	requests := map[string]any{}
	for _, r := range w.App.Routes {
		requests[key(r)] = w.body(key(r))
	}
	before := w.Snapshot()
	walked := 0
	for _, r := range w.App.Routes {
		if r.Need.Access != scope.AccessSheetKey {
			continue
		}
		walked++
		path := w.path(r, w.ids)
		person := *w.owner
		person.Header = nil
		person.Do(r.Method, path, requests[key(r)]).Refused(401, "X-Sheet-Key")
		for _, wrong := range []string{"", "x", apptest.ServerSheetKey[1:], apptest.ServerSheetKey + "x",
			strings.ToUpper(apptest.ServerSheetKey), mine[:42], mine + "A", ended,
			w.owner.Token, "Bearer " + mine, strings.Repeat("x", 5000), "\xff\xfe", "' OR 1=1 --"} {
			w.Anyone().With("X-Sheet-Key", wrong).Do(r.Method, path, requests[key(r)]).Refused(401, "X-Sheet-Key")
		}
		w.Anyone().With("Authorization", "Bearer "+mine).Do(r.Method, path+"?page=x&limit=%00", "{").
			Refused(401, "X-Sheet-Key")
		stranger.With("X-Sheet-Key", theirs).Do(r.Method, path, requests[key(r)]).Refused(404, "")
		if r.OrgParam() == "" {
			continue
		}
		for _, org := range []string{apptest.Nobody, "x", "000000000000000000000000", strings.ToUpper(w.owner.Org), "%00",
			"%2F", w.owner.Org + "%20"} {
			at := w.with(map[string]string{"orgId": org})
			w.owner.Do(r.Method, w.path(r, at), requests[key(r)]).Refused(404, "")
			w.Anyone().With("X-Sheet-Key", mine).Do(r.Method, w.path(r, at), requests[key(r)]).Refused(404, "")
		}
	}
	if walked < 7 {
		w.T.Errorf("only %d routes ask for a sheet key", walked)
	}
	w.Unchanged(before, "requests without the hotel's sheet key")
}

// filled is a body for the route that makes nothing on its way, and nil where it takes none.
func (w *world) filled(r web.Route) any {
	if _, takes := bodies[key(r)]; takes {
		return object{}
	}
	return nil
}

// Who is Administrator of another hotel gets 403 from every route of this one, and 404 where there is no hotel.
func (w *world) walkAsStranger() {
	stranger := w.Hotel()
	requests := map[string]any{}
	for _, r := range w.App.Routes {
		requests[key(r)] = w.body(key(r))
	}
	before := w.Snapshot()
	for _, r := range w.App.Routes {
		if r.Need.Access != scope.AccessMember {
			if r.OrgParam() != "" && r.Need.Access != scope.AccessSheetKey { // walkSheetKeys
				w.T.Errorf("%s names an organization and doesn't ask for a member of it", key(r))
			}
			continue
		}
		stranger.Do(r.Method, w.path(r, w.ids), requests[key(r)]).Refused(403, "not a member")
		stranger.Do(r.Method, w.path(r, w.ids), "{").Refused(403, "not a member")
		for _, org := range []string{apptest.Nobody, "x", "000000000000000000000000", strings.ToUpper(w.owner.Org), "%00",
			"%2F", w.owner.Org + "%20", w.owner.Org + "%00"} {
			at := w.with(map[string]string{"orgId": org, "orgid": org})
			stranger.Do(r.Method, w.path(r, at), requests[key(r)]).Refused(404, "")
			w.owner.Do(r.Method, w.path(r, at), requests[key(r)]).Refused(404, "")
		}
	}
	w.Unchanged(before, "another hotel's Administrator")
}

// probe calls a route so that it finds the caller's permission and then nothing to do: no such record, or no field.
func (w *world) probe(r web.Route) apptest.Answer {
	at := w.with(nil)
	for name := range w.ids {
		if !words[name] {
			at[name] = apptest.Nobody
		}
	}
	if r.Need.Module == "" {
		at["userId"] = w.member.UserID // of the routes that let everyone at their own record
	}
	return w.member.Do(r.Method, w.path(r, at), w.filled(r))
}

// endsTheWalk is the route that, once allowed, leaves no hotel to walk in; TestDeletingTheHotelNeedsItsFlag has it.
const endsTheWalk = "DELETE /api/organization/{orgid}/delete"

// alsoAsksFor are the flags that a route asks for besides the one it declares, since what it makes can do what they
// allow.
var alsoAsksFor = map[string]scope.Permissions{
	"POST /api/quotes/{orgId}/{quoteId}/accept": {may.Bookings: scope.Create},
	"POST /api/organization/{orgid}/sheet-key": {may.Bookings: scope.Create | scope.Update | scope.Delete,
		may.Users: scope.Update},
	"GET /api/analytics/{orgId}/kpis":                    {may.Payments: scope.View}, // they show revenue
	"GET /api/analytics/{orgId}/kpis/export.xlsx":        {may.Payments: scope.View},
	"GET /api/analytics/{orgId}/kpis/export.csv":         {may.Payments: scope.View},
	"GET /api/analytics/{orgId}/departments":             {may.Payments: scope.View}, // they show revenue
	"GET /api/analytics/{orgId}/departments/export.xlsx": {may.Payments: scope.View},
	"GET /api/analytics/{orgId}/departments/export.csv":  {may.Payments: scope.View},
	"GET /api/analytics/{orgId}/pace":                    {may.Payments: scope.View}, // it shows revenue
	"GET /api/analytics/{orgId}/pace/export.xlsx":        {may.Payments: scope.View},
	"GET /api/analytics/{orgId}/pace/export.csv":         {may.Payments: scope.View},
}

// walkWith calls every route as the member and wants 403 where the permissions lack the route's flag, and neither
// 401 nor 403 where they have it.
func (w *world) walkWith(who string, held scope.Permissions) {
	for _, r := range w.App.Routes {
		if r.Need.Access != scope.AccessMember || r.OrgParam() == "" {
			continue
		}
		allowed := r.Need.Module == "" || held[r.Need.Module]&(r.Need.Flag|scope.Manage) != 0
		allowed = allowed && alsoAsksFor[key(r)].Within(held)
		if allowed && key(r) == endsTheWalk {
			continue
		}
		a := w.probe(r)
		if allowed && (a.Status == 401 || a.Status == 403 || a.Status >= 500) || !allowed && a.Status != 403 {
			w.T.Errorf("%s: %s needs %s and answered %d: %s", who, key(r), r.Need, a.Status, a.Raw)
		}
	}
}

func (w *world) walkSeededRoles() {
	number := 0
	for _, entry := range w.owner.Get("/api/roles/{org}/list").Want(200).List("data") {
		if entry := entry.(map[string]any); entry["isDefault"] == true {
			number++
			id, name := entry["_id"].(string), entry["name"].(string)
			w.owner.Put("/api/users/{org}/"+w.member.UserID+"/role", object{"role": id}).Want(200)
			w.walkWith(name, w.permissions(id))
		}
	}
	if number != 5 {
		w.T.Errorf("%d roles are seeded, want 5", number)
	}
	w.owner.Put("/api/users/{org}/"+w.member.UserID+"/role", object{"role": w.role}).Want(200)
}

// permissions reads what a role allows, as its endpoint answers it.
func (w *world) permissions(role string) scope.Permissions {
	held := scope.Permissions{}
	modules := w.owner.Get("/api/roles/{org}/"+role).Want(200).At("data", "permissions").(map[string]any)
	if len(modules) != len(may.Modules) {
		w.T.Errorf("a role shows %d modules, want %d", len(modules), len(may.Modules))
	}
	for module, flags := range modules {
		for action, allowed := range flags.(map[string]any) {
			if allowed == true {
				held[module] |= may.Flags[action]
			}
		}
	}
	return held
}

// allow makes the member's role allow exactly this.
func (w *world) allow(permissions object) {
	w.T.Helper()
	all := object{}
	for _, module := range may.Modules {
		all[module] = object{} // what is left out would keep its flags
	}
	w.owner.Put("/api/roles/{org}/"+w.role+"/update", object{"permissions": all.Merged(permissions)}).Want(200)
}

// Exactly the flag that a route declares opens it, and manage opens all of its module; no other flag opens anything.
func (w *world) walkSingleFlags() {
	w.allow(object{})
	w.walkWith("no flag", nil)
	for _, module := range may.Modules {
		for _, action := range may.Actions {
			w.allow(object{module: object{action: true}})
			w.walkWith("only "+module+"."+action, scope.Permissions{module: may.Flags[action]})
		}
	}
	w.allow(object{})
}

func TestDeletingTheHotelNeedsItsFlag(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		member := owner.Member("Member", object{})
		for _, action := range may.Actions {
			// The owner's second hotel, which the member joins with that one flag.
			second := *owner
			second.Org = owner.Post("/api/organization/create", object{"name": "Second", "email": "second@hotel.example"}).
				Want(201).Text("data", "_id")
			role := second.Post("/api/roles/{org}/create", object{"name": "One flag",
				"permissions": object{may.Organization: object{action: true}}}).Want(201).Text("data", "_id")
			second.Post("/api/invitations/{org}/create", object{"email": member.Email, "role": role}).Want(201)
			link := s.Link(s.Letter(member.Email), "invite")
			s.Anyone().Get("/api/invitations/respond?action=accept&token=" + link.Get("token") + "&email=" + member.Email).
				Want(200)
			there := *member
			there.Org = second.Org
			if action != "delete" && action != "manage" {
				there.Delete("/api/organization/{org}/delete").Refused(403, "organization.delete")
				second.Get("/api/organization/{org}").Want(200)
				continue
			}
			there.Delete("/api/organization/{org}/delete").Want(200)
			there.Get("/api/organization/{org}").Refused(404, "")
			second.Get("/api/organization/{org}").Refused(404, "")
			second.Get("/api/rooms/{org}/list").Refused(404, "")
			s.Anyone().Post("/api/auth/login", object{"email": member.Email, "password": apptest.Password, "orgId": second.Org}).
				Bad("orgId")
		}
	})
}

// words are path parameters that are no ids: they mean the same in every hotel.
var words = map[string]bool{"orgId": true, "orgid": true, "module": true, "type": true, "resourceType": true,
	"gstId": true, "year": true, "document": true, "kind": true, "language": true, "position": true}

// unlike404 are the routes that answer something else for a record that the hotel doesn't have, with the reason.
var unlike404 = map[string]string{
	"GET /api/audit/{orgId}/by-resource/{resourceType}/{resourceId}": "a trail may be empty",
}

var identifier = regexp.MustCompile(`^[0-9a-f]{24}$`)

// Real ids of another hotel's records are as good as none: 404 in a path, 400 in a body, and nothing is changed.
func (w *world) walkForeignIDs() {
	// numbers that the other hotel hasn't
	w.owner.Put("/api/series/{org}/booking/update", object{"prefix": "ZZ"}).Want(200)
	w.renew()
	other := newWorld(w.Server)
	other.owner = other.owner.With("X-Sheet-Key", other.owner.SheetKey()) // the server's own key reaches every hotel
	walked := 0
	for _, r := range w.App.Routes {
		mine := w.body(key(r))
		theirs := other.body(key(r))
		before := w.Snapshot()
		for _, foreign := range w.foreignIDs(r) {
			walked++
			a := other.owner.Do(r.Method, other.path(r, other.with(foreign)), theirs)
			if unlike404[key(r)] != "" {
				if n := len(a.Want(200).List("data")); n != 0 {
					w.T.Errorf("%s shows %d records of another hotel", key(r), n)
				}
				continue
			}
			a.Refused(404, "")
		}
		access := r.Need.Access
		if theirs, ok := theirs.(object); ok && (access == scope.AccessMember || access == scope.AccessSheetKey) {
			walked += other.walkForeignFields(r, theirs, mine)
		}
		w.Unchanged(before, key(r)+" with another hotel's ids")
	}
	if walked < 50 {
		w.T.Errorf("only %d ids were tried", walked)
	}
}

// foreignIDs are this hotel's ids for the route's path: each alone, and all of them at once.
func (w *world) foreignIDs(r web.Route) []map[string]string {
	all, each := map[string]string{}, []map[string]string{}
	for _, name := range parameter.FindAllStringSubmatch(r.Path, -1) {
		if !words[name[1]] {
			all[name[1]] = w.ids[name[1]]
			each = append(each, map[string]string{name[1]: w.ids[name[1]]})
		}
	}
	if len(each) > 1 {
		each = append(each, all)
	}
	return each
}

// walkForeignFields sends the body once for each id in it, with the other hotel's id in its place.
func (w *world) walkForeignFields(r web.Route, body object, foreign any) int {
	walked := 0
	for _, place := range places("", body) {
		value, _ := dig(foreign, place).(string)
		if !identifier.MatchString(value) || place == "approval.by" { // nobody looks at it where nothing is to be approved
			continue
		}
		walked++
		a := w.owner.Do(r.Method, w.path(r, w.ids), replaced(body, place, value))
		if a.Status == 403 {
			continue // such as a role that isn't the caller's to give
		}
		if place == "orgId" { // of the spreadsheet's create: it stands for the path's
			a.Refused(404, "")
			continue
		}
		a.Bad(place)
	}
	return walked
}

var step = regexp.MustCompile(`[^.\[\]]+`)

// places lists where the body has a value: "rooms", "rooms[0]", "rooms[0].roomId".
func places(at string, value any) []string {
	var list []string
	if at != "" {
		list = append(list, at)
	}
	switch value := value.(type) {
	case object:
		for name, member := range value {
			list = append(list, places(strings.TrimPrefix(at+"."+name, "."), member)...)
		}
	case []any:
		for i, item := range value {
			list = append(list, places(fmt.Sprintf("%s[%d]", at, i), item)...)
		}
	}
	return list
}

func dig(value any, place string) any {
	for _, name := range step.FindAllString(place, -1) {
		switch inside := value.(type) {
		case object:
			value = inside[name]
		case []any:
			var i int
			fmt.Sscan(name, &i)
			value = inside[i]
		default:
			return nil
		}
	}
	return value
}

// replaced is the body with another value at the place; the body itself stays as it is.
func replaced(body any, place string, value any) any {
	steps := step.FindAllString(place, -1)
	if len(steps) == 0 {
		return value
	}
	rest := strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(place, "["), steps[0]), "]"), ".")
	switch body := body.(type) {
	case object:
		return body.Merged(object{steps[0]: replaced(body[steps[0]], rest, value)})
	case []any:
		var i int
		fmt.Sscan(steps[0], &i)
		copied := append([]any{}, body...)
		copied[i] = replaced(body[i], rest, value)
		return copied
	}
	return value
}
