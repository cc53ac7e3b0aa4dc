package app

import "sarai/internal/kit/web"

// tags group the API's operations by the first word of their path, in the order in which a hotel meets them: it is set
// up, furnished, booked, paid, and looked back on.
var tags = []web.Tag{
	{Name: "organization", Text: "The hotel itself: its profile, times of day, logo and spreadsheet key."},
	{Name: "auth", Text: "Signing in and out, sessions, tokens and passwords."},
	{Name: "users", Text: "The members of the organization and the roles they hold."},
	{Name: "roles", Text: "Roles: what their members may view, create, update, delete or manage in each module."},
	{Name: "invitations", Text: "Inviting people by mail, and the pages their links lead to."},
	{Name: "preferences", Text: "How each member likes the console: language, look, keys and filters."},
	{Name: "series", Text: "How bookings, invoices and other documents are numbered."},
	{Name: "taxes", Text: "Tax rates on room-nights and services, and their calculation."},
	{Name: "accounts", Text: "Where money lies: cash and bank accounts, statements, transfers and the trial balance."},
	{Name: "room-categories", Text: "Kinds of room with their base rate and capacity."},
	{Name: "rooms", Text: "Rooms, their housekeeping, and the days on which they are out of order."},
	{Name: "guests", Text: "The guests' records and stays."},
	{Name: "companies", Text: "Companies that book rooms, and the rate plans they have negotiated."},
	{Name: "rate-plans", Text: "How the hotel sells: rate plans, and their products with prices in each category."},
	{Name: "policies", Text: "What guests owe who cancel or never come."},
	{Name: "age-bands", Text: "The ages by which children are priced."},
	{Name: "services", Text: "What is sold besides rooms, or included in them."},
	{Name: "rates", Text: "Prices and restrictions by date: the calendar, bulk changes, and what has changed."},
	{Name: "availability", Text: "How far each room category is sold, by night."},
	{Name: "offers", Text: "What can be sold to a party for a stay, and at what price."},
	{Name: "holds", Text: "Rooms kept for somebody for a while."},
	{Name: "quotes", Text: "Offers that a guest accepts or declines; an accepted one with rooms becomes a booking."},
	{Name: "bookings", Text: "Bookings from reservation to check-out, their folios, and the night audit."},
	{Name: "search", Text: "Everything of the hotel by a few words: guests, companies, bookings, rooms, invoices."},
	{Name: "payments", Text: "Money received and refunded, and what it pays for."},
	{Name: "invoices", Text: "Bills from draft to issue, their PDFs, and the GSTR-1 return made of them."},
	{Name: "credit-notes", Text: "Credits against issued invoices."},
	{Name: "gst", Text: "Looking up GSTINs in the government's records."},
	{Name: "vendor", Text: "Whom the hotel buys from."},
	{Name: "expenses", Text: "What the hotel spends, with the bills as files."},
	{Name: "analytics", Text: "Key figures, occupancy, revenue and outstanding amounts, also as spreadsheets."},
	{Name: "email-templates", Text: "The wording and look of the mails to guests."},
	{Name: "notifications", Text: "What happened, told to members live and by mail."},
	{Name: "changes", Text: "What has changed, for clients that follow the live channel and were away for a while."},
	{Name: "sheets", Text: "Bookings made and changed by the hotel's spreadsheet."},
	{Name: "audit", Text: "Who changed what, and when; no entry is ever changed or deleted."},
}
