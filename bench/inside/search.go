package inside

import (
	"context"
	"net/url"

	"sarai/bench/drive"
)

// searches are what is typed: words that a few and thousands of the guests have, pairs of such, and numbers.
var searches = []string{"vikramhara", "asha", "a", "ra", "asha rao", "vik sharma", "a rao", "rao vikram", "BK-777",
	"777", "98", "4321", "+91 9", "inv-1", "asha rao 101", "nobody", "a b c d e f g h i j"}

// listSearches are what is typed into the search of a list.
var listSearches = []string{"vikramhara", "vikramhara sha", "sharma", "asha rao", "ra", "BK-777", "98", "4321",
	"9800012345", "nobody"}

func searchesOfAll() (list []timed) {
	for _, text := range searches {
		list = append(list, timed{"search/{org}?q=" + url.QueryEscape(text), mostPerSearch})
	}
	for _, of := range []string{"bookings", "guests", "invoices", "payments", "expenses"} {
		for _, text := range listSearches {
			list = append(list, timed{of + "/{org}/list?search=" + url.QueryEscape(text), mostPerSearch})
		}
	}
	return list
}

// Search asks everything that searches, in the same organization.
func Search(ctx context.Context, s drive.Settings, r *drive.Report) error {
	return measureAsked(ctx, s, r, "search", searchesOfAll())
}
