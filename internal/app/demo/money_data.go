package demo

import (
	"sarai/internal/billing/vendors"
	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/money"
)

// dueDays is how many days after its issue an invoice is due. Guests pay when they leave; companies take their time.
const dueDays = 7

// The money that the hotel begins with, in the bank and in the till.
const (
	bankOpening = 2_500_000 * rupee
	cashOpening = 15_000 * rupee
)

// tillKeeps stays in the till when the rest goes to the bank.
const tillKeeps = 25_000 * rupee

// The taxes on what is sold besides nights. Food bears 18 %, because some of the hotel's rooms cost more than ₹7,500 a
// night.
const (
	food    = "GST on food"
	laundry = "GST on laundry"
	events  = "GST on events"
)

const serviceRate tax.Rate = 18_00

var serviceTaxes = []tax.Record{
	{Name: food, Kind: tax.GST, AppliesTo: tax.Services, SAC: "996332", Slabs: tax.Slabs{{Rate: serviceRate}}},
	{Name: laundry, Kind: tax.GST, AppliesTo: tax.Services, SAC: "999712", Slabs: tax.Slabs{{Rate: serviceRate}}},
	{Name: events, Kind: tax.GST, AppliesTo: tax.Services, SAC: "998596", Slabs: tax.Slabs{{Rate: serviceRate}}},
}

var meals = []string{"Dinner on the terrace", "Thali dinner", "Candlelight dinner by the lake", "Dinner and drinks"}

const laundryPrice = 650 * rupee

// company pays for guests who travel for it. All GSTINs are synthetic, with serials that are never issued; the
// simulator of the government's records knows the first two.
type company struct {
	name, gstin string
	address     contact.Address
}

var companies = []company{
	{"Konkan Traders", "27AAAAA0000A1Z2", india("4 Sagar Chambers, Fort Road", "Mumbai", "Maharashtra", "400001")},
	{"Marina Prints", "33AAAPH0000D2Z0", india("3 Mount Road", "Chennai", "Tamil Nadu", "600002")},
	{"Aravalli Engineering", "08AABCU0000F1Z3", india("18 Industrial Area, Phase II", "Jodhpur", "Rajasthan", "342005")},
}

// addressFrom is the price from which the desk asks for the guest's address: an invoice of ₹50,000 or more before tax
// must show it under GST.
const addressFrom = 50_000 * rupee

const (
	linen       = "Lake City Linen"
	foods       = "Mewar Foods"
	cooling     = "Aravalli Cooling"
	travelAgent = "Yatra Rooms"
)

var vendorRecords = []vendors.Vendor{
	{Name: linen, Code: "LCL", Email: "accounts@lakecitylinen.example", Phone: "+91 50000 20301",
		GSTIN: "08AAAFL0000B1ZF", PAN: "AAAFL0000B", Address: india("7 Hathipole", "Udaipur", "Rajasthan", "313001")},
	{Name: foods, Code: "MWF", Email: "orders@mewarfoods.example", Phone: "+91 50000 20302",
		GSTIN: "08AABCM0000C1ZH", PAN: "AABCM0000C", Address: india("Krishi Upaj Mandi", "Udaipur", "Rajasthan", "313002")},
	{Name: cooling, Code: "ARC", Email: "service@aravallicooling.example", Phone: "+91 50000 20303",
		GSTIN: "08AABCK0000D1ZH", PAN: "AABCK0000D", Address: india("22 Hiran Magri", "Udaipur", "Rajasthan", "313002")},
	{Name: travelAgent, Code: "YTR", Email: "partners@yatrarooms.example", Phone: "+91 50000 20304",
		GSTIN: "29AABCS0000E1Z3", PAN: "AABCS0000E", Address: india("90 Residency Road", "Bengaluru", "Karnataka", "560025")},
}

// cost is something that the hotel pays for on the day first, and then every so many days; once if every is 0. Vendors
// with a record are in vendorRecords.
type cost struct {
	vendor, category, description string
	amount                        money.Amount // before tax
	gst                           money.Amount // percent
	method                        ledger.Method
	first, every                  int
}

var costs = []cost{
	{foods, "Food and beverage", "Groceries and dairy", 31_500 * rupee, 5, "bank_transfer", opened, 4},
	{"Sabzi Mandi", "Food and beverage", "Vegetables and fruit", 5_200 * rupee, 0, "cash", opened, 2},
	{linen, "Laundry", "Sheets, towels, table linen", 14_800 * rupee, 18, "bank_transfer", opened + 6, 7},
	{"Hotel staff", "Salaries", "Wages of the month", 685_000 * rupee, 0, "bank_transfer", opened + 29, 30},
	{"City Electricity Board", "Utilities", "Electricity", 148_600 * rupee, 0, "bank_transfer", opened + 21, 30},
	{"City Broadband", "Utilities", "Internet and telephones", 8_999 * rupee, 18, "bank_transfer", opened + 9, 30},
	{travelAgent, "Commission", "Commission on stays of the last two weeks", 82_400 * rupee, 18, "bank_transfer",
		opened + 14, 14},
	{"Pichola Flowers", "Housekeeping", "Garlands and flowers", 2_800 * rupee, 0, "cash", opened + 2, 7},
	{linen, "Housekeeping", "Bed linen, 40 sets", 86_000 * rupee, 5, "bank_transfer", -41, 0},
	{cooling, "Repairs and maintenance", "Service of the air conditioners", 24_000 * rupee, 18, "bank_transfer",
		opened + 25, 30},
	{cooling, "Repairs and maintenance", "Compressor for room 106, advance", 18_500 * rupee, 18, "bank_transfer", -2, 0},
}

// offer is a quote that doesn't become a booking. day counts from today; arrives, valid and declined count from day.
type offer struct {
	day, arrives, nights, valid int
	guest, email, phone         string
	category                    string
	rooms                       int
	rate                        money.Amount
	line                        string
	price                       money.Amount
	send                        bool
	declined                    int // 0: never
	reason                      string
}

var offers = []offer{
	{
		day: -44, arrives: 30, nights: 2, valid: 14,
		guest: "Ishita Malhotra", email: "ishita.malhotra@example.com", phone: "+91 50000 20401",
		category: "Heritage Room", rooms: 5, rate: 6200 * rupee,
		line: "Sangeet evening in the courtyard", price: 85_000 * rupee, send: true,
	},
	{
		day: -19, arrives: 40, nights: 3, valid: 14,
		guest: "Peter Whitfield", email: "peter.whitfield@example.net", phone: "+44 7700 900417",
		category: "Lake View Room", rooms: 3, rate: 9400 * rupee,
		send: true, declined: 4, reason: "Stays in Jaipur this time",
	},
	{
		day: -3, arrives: 45, nights: 2, valid: 14,
		guest: "Aravalli Engineering", email: "admin@aravalliengineering.example", phone: "+91 50000 20402",
		category: "Courtyard Room", rooms: 6, rate: 4100 * rupee,
		line: "Conference hall with lunch, two days", price: 64_000 * rupee, send: true,
	},
	{
		day: -1, arrives: 50, nights: 4, valid: 14,
		guest: "Claudia Hoffmann", email: "claudia.hoffmann@example.org", phone: "+49 30 23125 417",
		category: "Maharani Suite", rooms: 1, rate: 17_500 * rupee,
	},
}
