package message

import (
	"fmt"
	"slices"
	"strings"

	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// variables are the keys that letters may have, beside those of every mail about a booking.
var variables = strings.Fields("booking_number guest_name guest_email guest_phone check_in_date check_in_time " +
	"check_out_date check_out_time nights room_number rooms meal_plan special_requests total_amount advance_amount " +
	"amount_paid balance_due invoice_number checkinLink organization_name organization_email organization_phone " +
	"organization_address")

// BookingValues are the values of a booking's variables, with days in the language where that is one of papers.
func BookingValues(language string, o organization.Organization, b *booking.Booking) map[string]string {
	var numbers, rooms []string
	for _, r := range stillThere(b) {
		if !slices.Contains(numbers, r.Number) {
			numbers, rooms = append(numbers, r.Number), append(rooms, r.Number+" ("+r.Type+")")
		}
	}
	day := func(d date.Date) string { return words.Language(language).Weekday(d) }
	return map[string]string{
		"booking_number":   b.Code,
		"guest_name":       b.GuestName,
		"guest_email":      b.GuestEmail,
		"guest_phone":      b.GuestPhone,
		"check_in_date":    day(b.CheckIn),
		"check_in_time":    o.DefaultCheckIn,
		"check_out_date":   day(b.CheckOut),
		"check_out_time":   o.DefaultCheckOut,
		"nights":           fmt.Sprint(b.CheckIn.DaysUntil(b.CheckOut)),
		"room_number":      strings.Join(numbers, ", "),
		"rooms":            strings.Join(rooms, ", "),
		"meal_plan":        b.MealPlan,
		"special_requests": b.SpecialRequests,
		"total_amount":     b.Gross().Text(o.Currency),
		"advance_amount":   b.Advance.Text(o.Currency),
		"amount_paid":      (b.Paid - b.Refunded).Text(o.Currency),
		"balance_due":      b.BalanceDue().Text(o.Currency),
	}
}

// stillThere are the booking's rooms without those that have left, or all of them if the whole party has left.
func stillThere(b *booking.Booking) []*lodging.Room {
	all := b.Shown()
	staying := slices.DeleteFunc(slices.Clone(all), func(r *lodging.Room) bool { return r.CheckedOutAt != nil })
	if len(staying) == 0 {
		return all
	}
	return staying
}
