package demo

import (
	"sarai/internal/identity/organization"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/money"
	"sarai/internal/property/room"
	place "sarai/internal/record/hotel"
)

// Password is what all People sign in with.
const Password = "padharo-mhare-desh"

// The GSTIN is synthetic: state 08 (Rajasthan) and a PAN with the serial 0000, which is never issued.
var profile = organization.Details{
	Profile: organization.Profile{Name: "Haveli Sagar", Email: People[0].Email, Phone: "+91 50000 20100", Currency: "INR"},
	Hotel: place.Hotel{GSTIN: "08AAACH0000A1ZR", PAN: "AAACH0000A",
		Address: contact.Address{Line1: "12 Lake Road", Line2: "Near Gangaur Ghat", City: "Udaipur", State: "Rajasthan",
			Pincode: "313001", Country: "India"},
		Timezone: "Asia/Kolkata", DefaultCheckIn: "14:00", DefaultCheckOut: "11:00"},
}

// Person is somebody who works in the demo hotel.
type Person struct{ Name, Email, Phone, Role, Designation string }

const (
	administrator = "Administrator"
	manager       = "Manager"
	frontDesk     = "Front Desk"
	housekeeping  = "Housekeeping"
	accountant    = "Accountant"
)

// People are the five who work in the demo hotel, one in each seeded role. The first is its Administrator, who signs up
// with the hotel's own address.
var People = []Person{
	{Name: "Devika Rathore", Email: "devika@haveli.example", Role: administrator},
	{"Arjun Singh Chundawat", "arjun@haveli.example", "+91 50000 20102", manager, "General manager"},
	{"Meera Paliwal", "meera@haveli.example", "+91 50000 20103", frontDesk, "Front office associate"},
	{"Kamla Meghwal", "kamla@haveli.example", "+91 50000 20104", housekeeping, "Head housekeeper"},
	{"Suresh Jain", "suresh@haveli.example", "+91 50000 20105", accountant, "Accounts executive"},
}

// category is a kind of room with its rooms.
type category struct {
	room.Category
	appeal int      // how often guests ask for it, compared with the others
	rooms  []string // numbers; the first digit is the floor
}

const rupee = money.Amount(100)

var categories = []category{
	{room.Category{Name: "Courtyard Room", Code: "CYD", Description: "Quiet room around the inner courtyard",
		BaseRate: 4200 * rupee, MaxAdults: 2, MaxChildren: 1,
		Amenities: []string{"Wi-Fi", "Air conditioning", "Tea and coffee"}}, 10,
		[]string{"101", "102", "103", "104", "105", "106", "107", "108"}},
	{room.Category{Name: "Heritage Room", Code: "HER", Description: "Carved balconies and hand-painted walls",
		BaseRate: 6400 * rupee, MaxAdults: 2, MaxChildren: 2,
		Amenities: []string{"Wi-Fi", "Air conditioning", "Tea and coffee", "Balcony"}}, 10,
		[]string{"201", "202", "203", "204", "205", "206", "207", "208"}},
	{room.Category{Name: "Lake View Room", Code: "LKV", Description: "Jharokha window over Lake Pichola",
		BaseRate: 9200 * rupee, MaxAdults: 3, MaxChildren: 2,
		Amenities: []string{"Wi-Fi", "Air conditioning", "Minibar", "Lake view"}}, 9,
		[]string{"301", "302", "303", "304", "305", "306"}},
	{room.Category{Name: "Maharani Suite", Code: "MHR", Description: "Two rooms and a terrace under the dome",
		BaseRate: 16800 * rupee, MaxAdults: 4, MaxChildren: 2,
		Amenities: []string{"Wi-Fi", "Air conditioning", "Minibar", "Lake view", "Terrace", "Butler"}}, 7,
		[]string{"307", "308"}},
}

// season is what a night costs in a part of the year, in percent of the base rate. The first season with the day
// applies.
type season struct {
	name     string
	from, to string // MM-DD, both included
	percent  int
}

var seasons = []season{
	{"Christmas", "12-20", "12-31", 140},
	{"New Year", "01-01", "01-05", 140},
	{"winter", "10-01", "12-19", 110},
	{"winter", "01-06", "03-31", 110},
	{"summer", "04-01", "06-30", 75},
	{"monsoon", "07-01", "09-30", 85},
}

// weekendPercent is what a Friday or Saturday night costs, in percent of the season's price.
const weekendPercent = 115

// wanted is the occupancy of a night in percent, from Sunday's to Saturday's.
var wanted = [7]int{60, 55, 57, 60, 65, 77, 80}

// mealPlan is a plan with its price for an adult and night.
type mealPlan struct {
	plan   string
	price  money.Amount
	weight int
}

var mealPlans = []mealPlan{{"EP", 0, 25}, {"CP", 450 * rupee, 50}, {"MAP", 1250 * rupee, 18}, {"AP", 1900 * rupee, 7}}

// deposit is a way to pay in advance: percent of the total, by one of the methods.
type deposit struct {
	percent int
	methods []string
}

// source is where bookings come from. Its deposits are equally likely.
type source struct {
	source   string
	weight   int
	deposits []deposit
}

const walkIn = "walk-in"

var sources = []source{
	{"ota", 38, []deposit{{100, []string{"ota"}}, {100, []string{"ota"}}, {0, nil}}},
	{"online", 27, []deposit{{100, []string{"card", "upi"}}, {50, []string{"card", "upi"}}}},
	{"phone", 20, []deposit{{0, nil}, {30, []string{"upi", "bank_transfer"}}, {50, []string{"upi", "bank_transfer"}}}},
	{walkIn, 15, []deposit{{100, []string{"cash", "upi", "card"}}}},
}

var settlements = []string{"card", "upi", "cash", "upi"}

// block is a room that is out of order. Days count from today.
type block struct {
	room     string
	from, to int
	reason   string
}

var blocks = []block{
	{"106", -3, 4, "Air conditioning: waiting for a compressor"},
	{"204", -1, 3, "Bathroom: new tiles"},
}

// travel is how and when guests say that they will arrive.
type travel struct{ mode, details, at string }

var travels = []travel{
	{"flight", "From Delhi, lands 13:05; asks to be picked up", "14:30"},
	{"train", "Mewar Express from Delhi", "15:15"},
	{"car", "Drives from Jodhpur by Ranakpur", "17:30"},
	{"flight", "From Mumbai, lands 16:40", "18:00"},
	{"train", "Vande Bharat from Jaipur", "14:45"},
	{"car", "Own car, needs parking", "16:00"},
}

var requests = []string{
	"Honeymoon: flowers in the room", "Quiet room, please", "Jain food, no onion and garlic", "Extra bed for a child",
	"Late arrival, around 22:00", "High floor, if possible", "Sunset boat ride on Lake Pichola",
	"Wheelchair at the entrance",
	"Twin beds", "Birthday cake on the first evening", "Allergic to nuts", "Early breakfast on the day of departure",
}

// origin is where guests come from. Any first name goes with any last name; in phone, # is any digit.
type origin struct {
	weight      int
	phone       string
	home        contact.Address
	first, last []string
}

// No Indian mobile number begins with 5, and the other countries' numbers are in ranges that their regulators reserve
// for fiction. So nobody's telephone rings.
const indianPhone = "+91 50000 #####"

var origins = []origin{
	{14, indianPhone, india("14 Civil Lines", "Jaipur", "Rajasthan", "302006"), // Rajasthan
		[]string{"Vikram", "Kavita", "Mahendra", "Bhavna", "Ranveer", "Poonam", "Jaideep", "Rukmini", "Gajendra", "Manisha"},
		[]string{"Shekhawat", "Rathore", "Bhati", "Ranawat", "Mehta", "Solanki", "Purohit", "Maheshwari", "Sisodia",
			"Kothari"}},
	{14, indianPhone, india("B-27 Green Park", "New Delhi", "Delhi", "110016"), // Delhi and Uttar Pradesh
		[]string{"Rohit", "Neha", "Amit", "Pooja", "Sanjay", "Shalini", "Alok", "Nidhi", "Manoj", "Swati"},
		[]string{"Sharma", "Gupta", "Verma", "Agarwal", "Mishra", "Saxena", "Bhatnagar", "Srivastava", "Chauhan", "Tyagi"}},
	{14, indianPhone, india("5 Navrangpura", "Ahmedabad", "Gujarat", "380009"), // Gujarat
		[]string{"Hardik", "Hetal", "Jignesh", "Komal", "Nirav", "Dipti", "Chirag", "Falguni", "Bhavesh", "Mansi"},
		[]string{"Patel", "Shah", "Desai", "Trivedi", "Parekh", "Joshi", "Vyas", "Gandhi", "Thakkar", "Dave"}},
	{12, indianPhone, india("31 Karve Road", "Pune", "Maharashtra", "411004"), // Maharashtra
		[]string{"Aditya", "Mrunal", "Sachin", "Ashwini", "Nikhil", "Prajakta", "Omkar", "Sayali", "Prasad", "Gauri"},
		[]string{"Deshpande", "Kulkarni", "Patil", "Joglekar", "Pawar", "Bhosale", "Gokhale", "Sawant", "Jadhav", "Apte"}},
	{7, indianPhone, india("112 Sector 8", "Ludhiana", "Punjab", "141001"), // Punjab
		[]string{"Harpreet", "Gurpreet", "Simran", "Manpreet", "Jasleen", "Navjot", "Amandeep", "Ravneet"},
		[]string{"Singh Gill", "Kaur Sandhu", "Dhillon", "Sidhu", "Grewal", "Bajwa", "Ahluwalia", "Chadha"}},
	{8, indianPhone, india("9 Lake Road", "Kolkata", "West Bengal", "700029"), // Bengal
		[]string{"Sourav", "Debjani", "Anirban", "Moumita", "Subhash", "Rituparna", "Arnab", "Paromita"},
		[]string{"Banerjee", "Mukherjee", "Chatterjee", "Ghosh", "Sengupta", "Bose", "Dutta", "Roy"}},
	{11, indianPhone, india("40 Richmond Road", "Bengaluru", "Karnataka", "560025"), // the South
		[]string{"Karthik", "Lakshmi", "Arvind", "Divya", "Suresh", "Anjali", "Vivek", "Meenakshi", "Rahul", "Sowmya"},
		[]string{"Iyer", "Nair", "Reddy", "Rao", "Menon", "Krishnan", "Subramanian", "Hegde", "Pillai", "Naidu"}},
	{4, indianPhone, india("6 Banjara Hills", "Hyderabad", "Telangana", "500034"), // Lucknow and Hyderabad
		[]string{"Imran", "Zoya", "Salman", "Ayesha", "Faisal", "Sana", "Arif", "Nazia"},
		[]string{"Khan", "Ansari", "Siddiqui", "Qureshi", "Mirza", "Sheikh", "Hussain", "Rizvi"}},
	{4, "+44 7700 900###", abroad("12 Mill Lane", "Leeds", "United Kingdom"),
		[]string{"Oliver", "Emily", "James", "Charlotte", "Harry", "Priya", "George", "Sophie"},
		[]string{"Smith", "Taylor", "Whitfield", "Bennett", "Hughes", "Lloyd", "Marsden", "Osborne"}},
	{4, "+1 202 555 01##", abroad("48 Elm Street", "Boston", "United States"),
		[]string{"Michael", "Jennifer", "David", "Rachel", "Daniel", "Megan", "Kevin", "Laura"},
		[]string{"Johnson", "Miller", "Anderson", "Garcia", "Nguyen", "Campbell", "Foster", "Reynolds"}},
	{3, "+49 30 23125 ###", abroad("Lindenallee 7", "Berlin", "Germany"),
		[]string{"Lukas", "Anna", "Stefan", "Katharina", "Jonas", "Sabine", "Matthias", "Claudia"},
		[]string{"Müller", "Schneider", "Weber", "Hoffmann", "Krüger", "Bauer", "Richter", "Vogel"}},
	{3, "+33 6 39 98 ## ##", abroad("3 rue des Lilas", "Lyon", "France"),
		[]string{"Camille", "Julien", "Élodie", "Antoine", "Claire", "Mathieu", "Sylvie", "Thomas"},
		[]string{"Martin", "Bernard", "Lefèvre", "Moreau", "Girard", "Fontaine", "Rousseau", "Mercier"}},
	{2, "+61 2 5550 ####", abroad("21 Bay Street", "Sydney", "Australia"),
		[]string{"Liam", "Chloe", "Jack", "Matilda", "Nathan", "Georgia"},
		[]string{"Wilson", "Murphy", "Kelly", "Harrison", "Doyle", "Chapman"}},
}

var mailDomains = []string{"example.com", "example.net", "example.org"}

func india(line, city, state, pincode string) contact.Address {
	return contact.Address{Line1: line, City: city, State: state, Pincode: pincode, Country: "India"}
}

func abroad(line, city, country string) contact.Address {
	return contact.Address{Line1: line, City: city, Country: country}
}
