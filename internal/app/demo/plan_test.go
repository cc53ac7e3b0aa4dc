package demo

import (
	"fmt"
	"reflect"
	"testing"

	gstin "sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
)

const roomsOfHotel = 24

// The plan depends on the day, so it is checked for days of every season and every day of the week.
func TestPlanHoldsOnEveryDay(t *testing.T) {
	for today := date.Date("2027-12-01"); today < "2029-01-15"; today = today.AddDays(27) {
		if err := checkPlan(plan(today)); err != nil {
			t.Errorf("on %s %v", today, err)
		}
	}
}

func checkPlan(stays []stay) error {
	if len(stays) < 600 || len(stays) > 800 {
		return fmt.Errorf("there are %d bookings, wanted about 700", len(stays))
	}
	if sold := percentSold(stays); sold < 63 || sold > 67 {
		return fmt.Errorf("%.1f %% of the nights are sold, wanted about 65 %%", sold)
	}
	takenBy := map[string]int{}
	for _, b := range blocks {
		for day := b.from; day < b.to; day++ {
			takenBy[fmt.Sprint(b.room, " ", day)] = -1
		}
	}
	var fates, arriving, leaving, staying, booked int
	for i, s := range stays {
		if err := checkStay(stays, s); err != nil {
			return fmt.Errorf("booking %d %w: %+v", i, err, s)
		}
		for _, r := range s.rooms {
			for day := s.arrives; day < s.leaves; day++ {
				night := fmt.Sprint(r.number, " ", day)
				if other, taken := takenBy[night]; taken {
					return fmt.Errorf("bookings %d and %d have the same room-night", i, other)
				}
				takenBy[night] = i
			}
		}
		switch {
		case s.fate != "":
			fates++
		case s.arrives == 0:
			arriving++
		case s.leaves == 0:
			leaving++
		case s.arrives < 0 && s.leaves > 0:
			staying++
		}
		if s.booked == 0 {
			booked++
		}
	}
	if fates != 3 || arriving == 0 || leaving == 0 || staying == 0 || booked != 3 {
		return fmt.Errorf("%d are cancelled, no-shows or overstays, %d arrive, %d leave, %d stay on, %d book",
			fates, arriving, leaving, staying, booked)
	}
	if err := checkHighlights(takenBy, stays); err != nil {
		return err
	}
	return checkMoney(stays)
}

// checkHighlights checks that a night of the coming days is sold out, that a VIP arrives and a guest stays too long.
func checkHighlights(takenBy map[string]int, stays []stay) error {
	sold := map[int]int{}
	for night, by := range takenBy {
		if by >= 0 && stays[by].fate == cancelled {
			continue
		}
		var room, day int
		if _, err := fmt.Sscan(night, &room, &day); err != nil {
			return err
		}
		sold[day]++
	}
	soldOut, important, overstays := false, 0, 0
	for day := 3; day < 10; day++ {
		soldOut = soldOut || sold[day] == roomsOfHotel
	}
	for _, s := range stays {
		if s.arrives == 0 && s.request == vip {
			important++
		}
		if s.fate == overstay && s.leaves == -1 {
			overstays++
		}
	}
	if !soldOut || important != 1 || overstays != 1 {
		return fmt.Errorf("a night is sold out: %t, %d VIPs, %d overstays", soldOut, important, overstays)
	}
	return nil
}

// checkMoney checks that something is owed in each bracket of 30 days, that there is a quote, and that guests have
// extras.
func checkMoney(stays []stay) error {
	var quoted, extras, companies int
	owed := map[int]bool{}
	for _, s := range stays {
		if s.quoted {
			quoted++
		}
		if s.company != nil {
			companies++
		}
		if s.pays == never {
			owed[s.monthsLate()] = true
		}
		for _, e := range s.extras {
			if extras++; e.day < s.arrives || e.day >= s.leaves || e.price <= 0 {
				return fmt.Errorf("%s is charged on day %d of the stay %d to %d", e.name, e.day, s.arrives, s.leaves)
			}
		}
	}
	if quoted != 1 || extras < 100 || companies < 8 || !owed[0] || !owed[1] || !owed[2] {
		return fmt.Errorf("%d were quotes, %d extras, companies pay for %d; owed by months overdue: %v",
			quoted, extras, companies, owed)
	}
	return nil
}

func checkStay(stays []stay, s stay) error {
	switch {
	case s.booked <= founded || s.booked > min(s.arrives, 0) || s.nights() < 1:
		return fmt.Errorf("has days that can't be")
	case s.source == walkIn && s.booked != s.arrives:
		return fmt.Errorf("was booked by somebody who walked in on another day")
	case s.total <= 0 || s.advance > s.total || (s.advance > 0) != (s.method != ""):
		return fmt.Errorf("has amounts that can't be")
	case s.returning >= 0 && (stays[s.returning].visitor != s.visitor || stays[s.returning].leaves > s.booked):
		return fmt.Errorf("is of a guest who can't have been here before")
	case !contact.Email(s.email) || !contact.Phone(s.phone):
		return fmt.Errorf("is of a guest who can't be reached")
	}
	return nil
}

// percentSold is the occupancy of the 90 days before today and the 30 days from today.
func percentSold(stays []stay) float64 {
	nights := 0
	for _, s := range stays {
		if s.fate == "" {
			nights += len(s.rooms) * max(0, min(s.leaves, 30)-max(s.arrives, -90))
		}
	}
	return float64(nights) * 100 / (roomsOfHotel * 120)
}

func TestSameDayHasSamePlan(t *testing.T) {
	if !reflect.DeepEqual(plan("2028-02-29"), plan("2028-02-29")) {
		t.Error("two plans of one day differ")
	}
}

func TestTables(t *testing.T) {
	rooms := 0
	for _, c := range categories {
		rooms += len(c.rooms)
	}
	if rooms != roomsOfHotel || len(categories) != 4 || len(People) != 5 || len(blocks) != 2 {
		t.Errorf("%d rooms in %d categories, %d people, %d blocks", rooms, len(categories), len(People), len(blocks))
	}
	numbers := []string{profile.GSTIN}
	for _, c := range companies {
		numbers = append(numbers, c.gstin)
	}
	for _, v := range vendorRecords {
		numbers = append(numbers, v.GSTIN)
	}
	for _, number := range numbers {
		if !gstin.ValidGSTIN(number) || number[7:11] != "0000" {
			t.Errorf("%s is no GSTIN, or one that somebody may have", number)
		}
	}
	for _, day := range date.Days("2028-01-01", "2029-01-01") {
		if seasonPercent(day) == 100 {
			t.Errorf("%s has no season", day)
		}
	}
}
