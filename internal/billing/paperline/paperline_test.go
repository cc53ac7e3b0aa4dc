package paperline

import (
	"fmt"
	"testing"

	"sarai/internal/books/tax"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

func night(room string, day date.Date, price money.Amount, note string) folio.Charge {
	return folio.Charge{Kind: folio.RoomNight, Lodging: true, RoomNumber: room, Day: day, SAC: "996311",
		Description: fmt.Sprintf("Room %s, night of Tue, %s%s", room, day.Text(), note), Quantity: folio.One,
		UnitPrice: price, Applied: tax.Exclusive(tax.None, 0, price)}
}

// Forty-eight rooms for three nights at two prices are two lines, and come to the same to the paisa.
func TestLikeNightsAreOneLine(t *testing.T) {
	var charges []folio.Charge
	var sum money.Amount
	for room := range 48 {
		for n := range 3 {
			price := money.Amount(500_001)
			if room%4 == 0 {
				price = 900_000
			}
			charges = append(charges, night(fmt.Sprint(101+room), date.Date("2026-04-14").AddDays(n), price, ""))
			sum += price
		}
	}
	lines := Together(charges, words.Language("en"))
	var total money.Amount
	for _, l := range lines {
		total += l.Total
	}
	if len(lines) != 2 || total != sum || lines[0].Quantity != "36" || lines[1].Quantity != "108" {
		t.Errorf("%d lines come to %d of %d: %+v", len(lines), total, sum, lines)
	}
}

// What differs stays apart: other nights, a note, what is no night; a gap in a room's nights ends its line.
func TestOtherNightsAreLinesOfTheirOwn(t *testing.T) {
	for name, c := range map[string]struct {
		charges []folio.Charge
		lines   int
	}{
		"the same":      {[]folio.Charge{night("9", "2026-04-14", 100, ""), night("10", "2026-04-14", 100, "")}, 1},
		"another price": {[]folio.Charge{night("9", "2026-04-14", 100, ""), night("10", "2026-04-14", 200, "")}, 2},
		"another night": {[]folio.Charge{night("9", "2026-04-14", 100, ""), night("10", "2026-04-15", 100, "")}, 2},
		"a note": {[]folio.Charge{night("9", "2026-04-14", 100, ""),
			night("10", "2026-04-14", 100, ", extra bed")}, 2},
		"a gap": {[]folio.Charge{night("9", "2026-04-14", 100, ""), night("9", "2026-04-16", 100, "")}, 2},
		"no night": {[]folio.Charge{night("9", "2026-04-14", 100, ""),
			{Kind: folio.Service, Description: "Hall", Quantity: folio.One, UnitPrice: 5}}, 2},
		"nothing": {nil, 0},
	} {
		if lines := Together(c.charges, words.Language("en")); len(lines) != c.lines {
			t.Errorf("%s: %d lines, want %d: %+v", name, len(lines), c.lines, lines)
		}
	}
}
