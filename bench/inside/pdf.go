package inside

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/books/tax"
	"sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
)

// PDF measures the processor time of drawing an invoice of one page.
func PDF(_ context.Context, s drive.Settings, r *drive.Report) error {
	p := onePage()
	if content, err := p.PDF(); err != nil || len(content) == 0 { // fonts are read once
		return fmt.Errorf("the invoice has %d bytes: %w", len(content), err)
	}
	var costs []float64
	for range s.Rounds {
		before, began, drawn := processorTime(), time.Now(), 0
		for time.Since(began) < s.Length {
			if _, err := p.PDF(); err != nil {
				return err
			}
			drawn++
		}
		runtime.GC() // its share belongs to what made the garbage
		costs = append(costs, float64((processorTime()-before).Microseconds())/1000/float64(drawn))
	}
	r.Add("a PDF of one page, processor time", drive.Median(costs), drive.AtMost(15, " ms"), "")
	return nil
}

// processorTime returns what this process has used so far, on all processors.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // a process can always ask for its own
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// onePage is a usual invoice: three nights and two extras, for a guest whose name is written in Devanagari.
func onePage() document.Paper {
	seller := document.Party{Name: "Haveli Sagar", Email: "desk@haveli.example", Phone: "+91 141 222 0101",
		GSTIN: "27AAPFU0939F1ZV", StateCode: "27", State: "Maharashtra",
		Address: contact.Address{Line1: "12 Lake Road", City: "Pune", State: "Maharashtra", Pincode: "411001",
			Country: "India"}}
	p := document.Paper{Kind: document.TaxInvoice, Number: "INV-26-27-118", Date: fill.Today(), DueDate: fill.Today(),
		Currency: "INR", Seller: seller,
		Buyer: document.Party{Name: "आशा राव", Email: "asha@example.com",
			Address: contact.Address{Line1: "4 Hill View", City: "Jaipur", State: "Rajasthan", Pincode: "302001"}},
		PlaceOfSupply: "27", Facts: []document.Fact{{Name: "Booking", Value: "BK-1042"}},
		Created: fill.Today().Start(time.UTC)}
	add := func(what string, on date.Date, sac string, rate tax.Rate, price money.Amount) {
		line := document.Line{Description: what, Detail: on.Text(), SAC: sac, Quantity: "1", UnitPrice: price,
			Applied: tax.Inclusive(tax.GST, rate, price)}
		line.Name = "GST"
		p.Lines = append(p.Lines, line)
		p.Total += price
	}
	for night := range 3 {
		add("Room 101 (Lake Suite)", fill.Today().AddDays(night-3), india.LodgingSAC, 500, 6_500_00)
	}
	add("Dinner", fill.Today().AddDays(-1), "996332", 500, 2_610_00)
	add("Airport transfer", fill.Today(), "996412", 1800, 1_800_00)
	p.Due = p.Total
	return p
}
