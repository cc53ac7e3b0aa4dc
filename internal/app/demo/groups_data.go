package demo

import (
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/property/guest"
	"sarai/internal/property/room"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/group"
)

// The days of the groups, which count from today as those of the plan do.
const (
	wingOpens   = -6 // with rooms for groups only: nobody else is planned into them
	listsCome   = -4
	weddingFrom = -2
	weddingTo   = 1
	tourTo      = 2
)

// garden is the wing's category, with a room for each of the wedding's parties and of the tour's.
var garden = category{
	room.Category{Name: "Veranda Room", Code: "VER", Description: "Ground floor of the new garden wing, with a veranda",
		BaseRate: 5200 * rupee, MaxAdults: 2, MaxChildren: 1,
		Amenities: []string{"Wi-Fi", "Air conditioning", "Tea and coffee", "Veranda"}}, 0,
	[]string{"G01", "G02", "G03", "G04", "G05", "G06", "G07", "G08", "G09", "G10", "G11", "G12", "G13", "G14", "G15",
		"G16", "G17", "G18", "G19", "G20"},
}

// party is a group with its block and its rooming list, a room each.
type party struct {
	group    group.Group
	from, to int
	rooms    int // that are blocked
	rate     money.Amount
	routing  folio.Routing
	deposits []money.Amount // due when the wing opens, and then every third day
	list     []partyRoom
}

// partyRoom is a room of a rooming list.
type partyRoom struct {
	phone, requests string
	names           []string // who share it; the first is the guest of the booking
	children        int
}

const (
	wedding = iota
	tour
)

var parties = [...]party{
	wedding: {
		group: group.Group{Code: "SM-WED", Name: "Singhvi–Mathur wedding", ContactName: "Padma Singhvi",
			ContactPhone: "+91 50000 20601", ContactEmail: "padma.singhvi@example.com",
			Notes: "Procession at seven on the second evening; the courtyard is theirs from five."},
		from: weddingFrom, to: weddingTo, rooms: 12, rate: 4800 * rupee,
		routing:  folio.Routing{Rooms: folio.OfMaster},
		deposits: []money.Amount{75_000 * rupee, 75_000 * rupee},
		list: []partyRoom{
			{"+91 50000 20601", "Ground floor, for grandmother", []string{"Padma Singhvi", "Mohan Singhvi"}, 0},
			{"+91 50000 20602", "Flowers in the room", []string{"Isha Singhvi", "Gitanjali Singhvi"}, 0},
			{"+91 50000 20603", "", []string{"Raghav Mathur"}, 0},
			{"+91 50000 20604", "", []string{"Usha Mathur", "Kailash Mathur"}, 0},
			{"+91 50000 20605", "Cot for a child", []string{"Tarun Singhvi", "Leela Singhvi"}, 1},
			{"+91 50000 20606", "", []string{"Urmila Bafna"}, 0},
			{"+91 50000 20607", "Jain food, no onion and garlic", []string{"Hemant Bafna", "Sarla Bafna"}, 0},
			{"+91 50000 20608", "", []string{"Devendra Lodha", "Kiran Lodha"}, 1},
			{"+91 50000 20609", "", []string{"Anand Mathur"}, 0},
			{"+44 7700 900621", "", []string{"Eleanor Ashworth"}, 0},
			{"+49 30 23125 622", "", []string{"Friedrich Albrecht"}, 0},
			{"+1 202 555 0163", "Comes late, by the evening flight", []string{"Amanda Sullivan"}, 0},
		},
	},
	tour: {
		group: group.Group{Code: "LOTUS-21", Name: "Lakes of Mewar, tour 21", Agent: "Lotus Journeys",
			ContactName: "Nalini Thomas", ContactPhone: "+91 50000 20641", ContactEmail: "tours@lotusjourneys.example",
			Notes: "One bus, about five in the afternoon. Leaves for Jodhpur at eight."},
		from: 0, to: tourTo, rooms: 8, rate: 3900 * rupee,
		routing:  folio.Routing{Rooms: folio.OfMaster, Food: folio.OfMaster},
		deposits: []money.Amount{30_000 * rupee},
		list: []partyRoom{
			{"+91 50000 20641", "Tour leader", []string{"Nalini Thomas"}, 0},
			{"+91 50000 20642", "", []string{"Joseph Kurien", "Annamma Kurien"}, 0},
			{"+91 50000 20643", "", []string{"Savitri Raman", "Vasantha Raman"}, 0},
			{"+91 50000 20644", "Twin beds", []string{"Farida Merchant", "Roshan Merchant"}, 0},
			{"+91 50000 20645", "", []string{"Balakrishnan Pai", "Sumati Pai"}, 0},
			{"+91 50000 20646", "Wheelchair at the entrance", []string{"Cyrus Daruwala"}, 0},
		},
	},
}

// foreigner is a guest of the wedding whose arrival is reported to the authorities, by the place on the rooming list.
type foreigner struct {
	place                int
	nationality, purpose string
	home                 contact.Address
	born                 date.Date
	travel               guest.Travel
}

// The places of the foreigners on the wedding's list: whose arrival is filed, whose should have been, and who comes
// late, so that there is time.
const (
	filed = 9 + iota
	overdueToFile
	late
)

var foreigners = []foreigner{
	{filed, "United Kingdom", "Wedding of a friend", abroad("4 Orchard Row", "Bath", "United Kingdom"), "1986-05-14",
		guest.Travel{Surname: "Ashworth", GivenNames: "Eleanor Jane", Sex: "F", HomePhone: "+44 7700 900621",
			PassportNumber: "500000621", PassportCountry: "GBR", PassportPlace: "London", VisaNumber: "EV5000621",
			VisaType: "e-Tourist", VisaPlace: "London"}},
	{overdueToFile, "Germany", "", abroad("Kastanienweg 3", "Freiburg", "Germany"), "1979-11-02",
		guest.Travel{Surname: "Albrecht", GivenNames: "Friedrich", Sex: "M", HomePhone: "+49 30 23125 622",
			PassportNumber: "C01X00T62", PassportCountry: "DEU", PassportPlace: "Freiburg"}},
	{late, "United States", "", abroad("9 Harbor Street", "Portland", "United States"), "1991-02-27",
		guest.Travel{Surname: "Sullivan", GivenNames: "Amanda", Sex: "F", HomePhone: "+1 202 555 0163"}},
}
