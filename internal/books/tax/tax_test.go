package tax

import (
	"encoding/json"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/country"
	"sarai/internal/country/india"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/migrations"
)

const (
	maharashtra = "27AAPFU0939F1ZV"
	chandigarh  = "04AAPFU0939F1ZV"
)

// rules has India's taxes and the given ones, for an organization with this GSTIN.
func rules(gstin string, own ...Record) *Rules {
	all := append([]Record{}, own...)
	for _, record := range slices.Backward(onRooms()) {
		record.Active = true
		all = append(all, record)
	}
	return &Rules{country: "IN", number: gstin, records: inOrder(&india.Country, all)}
}

// onRooms are India's taxes on rooms, the oldest first.
func onRooms() (records []Record) {
	for _, seed := range india.Country.Taxes {
		if seed.Rooms {
			records = append(records, recordOf(seed))
		}
	}
	return records
}

// halves are CGST and SGST at the rate, each of the amount.
func halves(rate Rate, each money.Amount) Parts {
	return Parts{{"cgst", PartRate(rate * 5), each}, {"sgst", PartRate(rate * 5), each}}
}

// indianLimit is the price of a night up to which a room bears the low rate.
const indianLimit money.Amount = 7_500_00

// whole is the rate of 100 %.
const whole = int(country.Whole)

func TestNight(t *testing.T) {
	for _, test := range []struct {
		name      string
		gstin     string
		night     date.Date
		price     money.Amount
		inclusive bool
		want      Applied
	}{
		{"the limit, before tax", maharashtra, "2025-09-22", 7_500_00, false,
			Applied{Kind: GST, Rate: 500, Taxable: 7_500_00, Parts: halves(500, 187_50), Total: 7_875_00}},
		{"a paisa above the limit", maharashtra, "2025-09-22", 7_500_01, false,
			Applied{Kind: GST, Rate: 1800, Taxable: 7_500_01, Parts: halves(1800, 675_00), Total: 8_850_01}},
		{"the limit, tax inside", maharashtra, "2025-09-22", 7_875_00, true,
			Applied{Kind: GST, Rate: 500, Taxable: 7_500_00, Parts: halves(500, 187_50), Total: 7_875_00}},
		{"a paisa more: no value keeps a limit", maharashtra, "2025-09-22", 7_875_01, true,
			Applied{Kind: GST, Rate: 1800, Taxable: 6_673_73, Parts: halves(1800, 600_64), Total: 7_875_01}},
		{"the high rate of a value of the limit", maharashtra, "2025-09-22", 8_850_00, true,
			Applied{Kind: GST, Rate: 1800, Taxable: 7_500_00, Parts: halves(1800, 675_00), Total: 8_850_00}},
		{"the high rate", maharashtra, "2026-04-14", 11_800_00, true,
			Applied{Kind: GST, Rate: 1800, Taxable: 10_000_00, Parts: halves(1800, 900_00), Total: 11_800_00}},
		{"the last night of the old rates", maharashtra, "2025-09-21", 5_000_00, false,
			Applied{Kind: GST, Rate: 1200, Taxable: 5_000_00, Parts: halves(1200, 300_00), Total: 5_600_00}},
		{"the first night of the new rates", maharashtra, "2025-09-22", 5_000_00, false,
			Applied{Kind: GST, Rate: 500, Taxable: 5_000_00, Parts: halves(500, 125_00), Total: 5_250_00}},
		{"the old rates, above the limit", maharashtra, "2025-09-21", 7_500_01, false,
			Applied{Kind: GST, Rate: 1800, Taxable: 7_500_01, Parts: halves(1800, 675_00), Total: 8_850_01}},
		{"the old limit, tax inside", maharashtra, "2022-07-18", 8_400_00, true,
			Applied{Kind: GST, Rate: 1200, Taxable: 7_500_00, Parts: halves(1200, 450_00), Total: 8_400_00}},
		{"before the first record", maharashtra, "2022-07-17", 5_000_00, false, Applied{Taxable: 5_000_00, Total: 5_000_00}},
		{"a union territory", chandigarh, "2026-04-14", 1_000_00, false,
			Applied{Kind: UTGST, Rate: 500, Taxable: 1_000_00,
				Parts: Parts{{"cgst", 2500, 25_00}, {"utgst", 2500, 25_00}}, Total: 1_050_00}},
		{"no GSTIN", "", "2026-04-14", 1_000_00, false, Applied{Taxable: 1_000_00, Total: 1_000_00}},
		{"a complimentary night", maharashtra, "2026-04-14", 0, true, Applied{Kind: GST, Rate: 500, Parts: halves(500, 0)}},
		{"each half is rounded by itself", maharashtra, "2026-04-14", 1_00, false,
			Applied{Kind: GST, Rate: 500, Taxable: 1_00, Parts: halves(500, 3), Total: 1_06}},
		{"a reduction", maharashtra, "2026-04-14", -7_500_01, false,
			Applied{Kind: GST, Rate: 1800, Taxable: -7_500_01, Parts: halves(1800, -675_00), Total: -8_850_01}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.want.Kind != None {
				test.want.Name = "GST on rooms"
			}
			if got := rules(test.gstin).Night(test.night, test.price, test.inclusive); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestWhichTaxOfANight(t *testing.T) {
	other := Record{ID: "a", Name: "City tax", Kind: Other, AppliesTo: RoomNight, Slabs: Slabs{{Rate: 200}},
		From: "2026-01-01", Active: true}
	later := Record{ID: "b", Name: "GST 2027", Kind: GST, AppliesTo: RoomNight, Slabs: Slabs{{Rate: 700}},
		From: "2027-04-01", To: "2028-03-31", Active: true}
	off := Record{ID: "c", Name: "Off", Kind: GST, AppliesTo: RoomNight, Slabs: Slabs{{Rate: 900}}, From: "2026-01-01"}
	for _, test := range []struct {
		gstin string
		night date.Date
		want  string
		rate  Rate
	}{
		{maharashtra, "2026-04-14", "GST on rooms", 500}, // before the newer tax of another kind
		{maharashtra, "2027-04-01", "GST 2027", 700},     // the newest of those in force
		{maharashtra, "2028-04-01", "GST on rooms", 500}, // the one before, once the newest has ended
		{"", "2026-04-14", "City tax", 200},
		{"", "2025-12-31", "", 0},
	} {
		got := rules(test.gstin, other, later, off).Night(test.night, 1_000_00, false)
		if got.Name != test.want || got.Rate != test.rate {
			t.Errorf("GSTIN %q, %s: got %q at %d, want %q at %d", test.gstin, test.night, got.Name, got.Rate, test.want,
				test.rate)
		}
	}
}

func TestLodgingTakesTheRateOfItsNight(t *testing.T) {
	got := rules(maharashtra).Lodging("2026-04-14", 1_000_00, 9_000_00, false)
	if got.Rate != 1800 || got.Total != 1_180_00 {
		t.Errorf("a charge of 1,000 for nights of 9,000: %+v", got)
	}
	if got := rules(maharashtra).Lodging("2026-04-14", -1_050_00, 5_000_00, true); got.Rate != 500 ||
		got.Taxable != -1_000_00 {
		t.Errorf("a reduction of 1,050 for nights of 5,000: %+v", got)
	}
}

func TestCharge(t *testing.T) {
	laundry := Record{ID: "a", Name: "GST on laundry", Kind: GST, AppliesTo: Services, SAC: "999712",
		Slabs: Slabs{{Rate: 1800}}, From: "2026-01-01", To: "2026-12-31", Active: true}
	cess := Record{ID: "b", Name: "Cess", Kind: Other, AppliesTo: Services, SAC: "9997", Slabs: Slabs{{Rate: 100}},
		From: "2026-01-01", Active: true}
	off := Record{ID: "c", Name: "Off", Kind: Other, AppliesTo: Services, Slabs: Slabs{{Rate: 100}}, From: "2026-01-01"}
	night := Record{ID: "d", Name: "Night", Kind: Other, AppliesTo: RoomNight, Slabs: Slabs{{Rate: 100}},
		From: "2026-01-01", Active: true}
	for _, test := range []struct {
		name, gstin, taxID string
		day                date.Date
		kind, sac          string
		total              money.Amount // 0: refused
	}{
		{"none", maharashtra, "", "2026-04-14", None, "", 100_00},
		{"GST", maharashtra, "a", "2026-04-14", GST, "999712", 118_00},
		{"GST of a union territory", chandigarh, "a", "2026-04-14", UTGST, "999712", 118_00},
		{"GST without a GSTIN", "", "a", "2026-04-14", None, "999712", 100_00},
		{"another tax", maharashtra, "b", "2026-04-14", Other, "9997", 101_00},
		{"another tax without a GSTIN", "", "b", "2026-04-14", Other, "9997", 101_00},
		{"the last day", maharashtra, "a", "2026-12-31", GST, "999712", 118_00},
		{"ended", maharashtra, "a", "2027-01-01", "", "", 0},
		{"not begun", maharashtra, "a", "2025-12-31", "", "", 0},
		{"not begun, without a GSTIN", "", "a", "2025-12-31", "", "", 0},
		{"switched off", maharashtra, "c", "2026-04-14", "", "", 0},
		{"of rooms", maharashtra, "d", "2026-04-14", "", "", 0},
		{"unknown", maharashtra, "e", "2026-04-14", "", "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, sac, err := rules(test.gstin, laundry, cess, off, night).Charge(test.taxID, test.day, 100_00, false)
			if (test.total == 0) != errs.Is(err, errs.KindInvalid) || err != nil && test.total != 0 {
				t.Fatal(err)
			}
			if got.Kind != test.kind || sac != test.sac || got.Total != test.total {
				t.Errorf("got %+v with %q", got, sac)
			}
		})
	}
}

func TestRegistration(t *testing.T) {
	for gstin, want := range map[string]string{maharashtra: "tax_invoice 27", chandigarh: "tax_invoice 04",
		"": "bill_of_supply "} {
		r := rules(gstin)
		if got := r.Document() + " " + r.State(); got != want || r.Registered() != (gstin != "") {
			t.Errorf("%q: %s, %t", gstin, got, r.Registered())
		}
	}
}

var (
	kinds   = rapid.SampledFrom([]string{None, GST, UTGST, Other})
	rates   = rapid.Map(rapid.IntRange(0, whole), func(n int) Rate { return Rate(n) })
	amounts = rapid.Map(rapid.Int64Range(-int64(money.Max), int64(money.Max)),
		func(n int64) money.Amount { return money.Amount(n) })
	prices = rapid.OneOf(amounts, rapid.Map(rapid.Int64Range(-10_000_00, 10_000_00),
		func(n int64) money.Amount { return money.Amount(n) }))
)

// secondHalf is what the state or union territory gets.
func secondHalf(a Applied) money.Amount { return a.Parts.Of("sgst") + a.Parts.Of("utgst") }

// For any price, the parts add up, the halves are equal, and the negative price has the opposite amounts.
func TestPartsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, rate, price := kinds.Draw(t, "kind"), rates.Draw(t, "rate"), prices.Draw(t, "price")
		for name, apply := range map[string]func(string, Rate, money.Amount) Applied{"exclusive": Exclusive,
			"inclusive": Inclusive} {
			a := apply(kind, rate, price)
			if a.Taxable+a.Parts.Of("cgst")+secondHalf(a)+a.Parts.Of("other") != a.Total || a.Taxable+a.Tax() != a.Total {
				t.Fatalf("%s: %+v doesn't add up", name, a)
			}
			if a.Parts.Of("cgst") != secondHalf(a) {
				t.Fatalf("%s: the halves of %+v differ", name, a)
			}
			if (kind == None) != (a.Tax() == 0) && rate > 0 && price > 1_00 && rate > 100 {
				t.Fatalf("%s: %+v", name, a)
			}
			if back := apply(kind, rate, -price); !reflect.DeepEqual(back, a.Minus()) {
				t.Fatalf("%s: %+v taken back is %+v", name, a, back)
			}
			if name == "exclusive" && a.Taxable != price || name == "inclusive" && a.Total != price {
				t.Fatalf("%s: the price %d became %+v", name, price, a)
			}
		}
	})
}

// Each half is the minor unit nearest to its exact share.
func TestHalvesAreTheNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := Rate(rapid.IntRange(1, whole).Draw(t, "rate"))
		value := money.Amount(rapid.Int64Range(0, 1_00_00_000_00).Draw(t, "value"))
		half := Exclusive(GST, rate, value).Parts.Of("cgst")
		const twice = 2 * int64(country.Whole)
		if off := 2 * (int64(half)*twice - int64(value)*int64(rate)); off > twice || off <= -twice {
			t.Fatalf("half of %d at %d is %d", value, rate, half)
		}
	})
}

// Inclusive finds the tax that Exclusive added, for every rate up to 100 %.
func TestInclusiveFindsWhatExclusiveAdds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, rate, value := kinds.Draw(t, "kind"), rates.Draw(t, "rate"), prices.Draw(t, "value")/2
		outside := Exclusive(kind, rate, value)
		if inside := Inclusive(kind, rate, outside.Total); !reflect.DeepEqual(inside, outside) {
			t.Fatalf("%+v has %+v inside", outside, inside)
		}
	})
}

// The tax inside a price is what Exclusive adds to its value, or a minor unit away if no value leads to that price.
func TestExclusiveMeetsInclusive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, rate, price := kinds.Draw(t, "kind"), rates.Draw(t, "rate"), prices.Draw(t, "price")
		inside := Inclusive(kind, rate, price)
		outside := Exclusive(kind, rate, inside.Taxable)
		for _, off := range []money.Amount{
			outside.Parts.Of("cgst") - inside.Parts.Of("cgst"), outside.Parts.Of("other") - inside.Parts.Of("other")} {
			if max(off, -off) > 1 {
				t.Fatalf("%+v, of its value %+v", inside, outside)
			}
		}
	})
}

// A night's price with the tax inside bears the rate for its value, unless no value in that slab leads to the price.
func TestSlabFitsTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rules(maharashtra)
		night := rapid.SampledFrom([]date.Date{"2025-09-21", "2025-09-22"}).Draw(t, "night")
		low := r.Night(night, 1_00, false).Rate
		top := Exclusive(GST, low, indianLimit).Total
		price := money.Amount(rapid.OneOf(rapid.Int64Range(0, 20_000_00), rapid.Int64Range(7_400_00, 8_900_00)).Draw(t,
			"price"))

		outside := r.Night(night, price, false)
		if (outside.Rate == low) != (price <= indianLimit) {
			t.Fatalf("%d before tax bears %d", price, outside.Rate)
		}
		inside := r.Night(night, price, true)
		if (inside.Rate == low) != (price <= top) {
			t.Fatalf("%d with tax bears %d", price, inside.Rate)
		}
		if inside.Rate == low && inside.Taxable > indianLimit {
			t.Fatalf("%d with tax: %+v is above the limit", price, inside)
		}
		if back := r.Night(night, -price, true); !reflect.DeepEqual(back, inside.Minus()) {
			t.Fatalf("%+v taken back is %+v", inside, back)
		}
	})
}

// However a price is divided among nights, the nights add up to it, and so do their totals with tax.
func TestNightsOfAPriceAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := money.Amount(rapid.Int64Range(-1_00_000_00, 10_00_000_00).Draw(t, "total"))
		weights := rapid.SliceOfN(rapid.Int64Range(0, 20_000_00), 1, 30).Draw(t, "weights")
		var sum, billed money.Amount
		for i, share := range total.Apportion(weights) {
			sum += share
			billed += rules(maharashtra).Night(date.Date("2025-09-10").AddDays(i), share, true).Total
		}
		if sum != total || billed != total {
			t.Fatalf("%d over %v adds up to %d, billed %d", total, weights, sum, billed)
		}
	})
}

// The migration gave older organizations the same taxes that new ones are seeded with.
func TestTheMigrationSeedsTheSame(t *testing.T) {
	text, err := fs.ReadFile(migrations.FS, "0003_money.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range onRooms() {
		slabs, err := json.Marshal(record.Slabs)
		row := "'" + strings.Join([]string{record.Name, record.Kind, record.AppliesTo, record.SAC, string(slabs),
			string(record.From), string(record.To)}, "', '") + "', TRUE, TRUE"
		if err != nil || !strings.Contains(string(text), row) {
			t.Errorf("the migration has no %s", row)
		}
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[money.Number]Rate{"0": 0, "5": 500, "2.5": 250, "0.25": 25, "18.00": 1800, "100": 10_000,
		"-0": 0} {
		if got, err := RateOf(text); got != want || err != nil {
			t.Errorf("%s is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []money.Number{"", "x", "-1", "-0.01", "100.01", "2.555", "1e1", "1e999999999", "1/3",
		"0.0000000000000000000001"} {
		if got, err := RateOf(text); err == nil {
			t.Errorf("%q is taken for %d", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		rate := rates.Draw(t, "rate")
		if again, err := RateOf(rate.Number()); again != rate || err != nil {
			t.Fatalf("%d is written %s and read as %d, %v", rate, rate.Number(), again, err)
		}
	})
}
