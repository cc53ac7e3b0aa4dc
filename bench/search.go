package main

import (
	"context"
	"net/url"
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

// measureSearch asks everything that searches, in the same organization.
func measureSearch(ctx context.Context, s settings, r *report) error {
	return measureAsked(ctx, s, r, "search", searchesOfAll())
}

// nameGuests gives three in four bookings other names than Asha Rao, and all their own phone numbers and guests.
var nameGuests = []string{
	`CREATE TEMP TABLE syllables (n BIGINT, text TEXT)`,
	`INSERT INTO syllables VALUES (0, 'ra'), (1, 'vik'), (2, 'ani'), (3, 'su'), (4, 'pra'), (5, 'me'), (6, 'hara'),
		(7, 'la'), (8, 'deep'), (9, 'ta')`,
	`CREATE TEMP TABLE surnames (n BIGINT, text TEXT)`,
	`INSERT INTO surnames VALUES (0, 'Sharma'), (1, 'Kumar'), (2, 'Rao'), (3, 'Das'), (4, 'Singh'),
		(5, 'Mehta'), (6, 'Roy')`,
	`UPDATE bookings SET guest_phone = '+91 9' ||
		CAST(100000000 + CAST(substr(code, 4) AS BIGINT) * 104729 % 899999999 AS TEXT)`,
	`UPDATE bookings SET guest_name = (SELECT text FROM syllables WHERE n = CAST(substr(code, 4) AS BIGINT) % 10) ||
		'ram' || (SELECT text FROM syllables WHERE n = CAST(substr(code, 4) AS BIGINT) / 10 % 10) || ' ' ||
		(SELECT text FROM surnames WHERE n = CAST(substr(code, 4) AS BIGINT) % 7)
		WHERE CAST(substr(code, 4) AS BIGINT) % 4 > 0`,
	`UPDATE bookings SET search_text = lower(code || '
' || guest_name || '
' || guest_phone || '
' || replace(replace(guest_phone, '+', ''), ' ', ''))`,
	`INSERT INTO guests (org_id, guest_id, name, email, phone, id_type, id_number, nationality, gstin, company, address,
			date_of_birth, notes, search_text, created_at, updated_at)
		SELECT org_id, guest_id, guest_name, lower(replace(guest_name, ' ', '.')) || substr(code, 4) || '@example.com',
			guest_phone, '', '', '', '', '', '{}', '', '', search_text, created_at, created_at FROM bookings`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'guest', 'z' FROM organizations`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'booking', 'z' FROM organizations`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'invoice', 'z' FROM organizations`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'expense', 'z' FROM organizations`,
	`UPDATE series SET last_number = (SELECT b.last_number FROM series b WHERE b.org_id = series.org_id
		AND b.module = 'booking') WHERE module = 'payment'`,
}
