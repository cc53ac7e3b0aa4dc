package apptest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Picture is a PNG of a red sun on a transparent ground.
func Picture(width, height int) string {
	drawn := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			if dx, dy := x-width/2, y-height/2; dx*dx+dy*dy < height*height/9 {
				drawn.SetNRGBA(x, y, color.NRGBA{200, 40, 30, 255})
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, drawn); err != nil {
		panic(err)
	}
	return out.String()
}

// LogoImage is the path of the organization's logo.
const LogoImage = "/api/organization/{org}/logo-image"

// LaundryTax is the body that makes a tax on a service.
func LaundryTax() Object {
	return Object{"name": "GST on laundry", "kind": "gst", "appliesTo": "service", "rate": 18, "sac": "999712",
		"from": "2026-04-01", "to": "2027-03-31"}
}

// Vendor is the body that makes a vendor, with every field.
func Vendor() Object {
	return Object{"name": "Lake City Linen", "code": "LCL", "email": "sales@linen.example", "phone": "+91 294 242 0101",
		"gstin": "08AAPFU0939F1ZV",
		"pan":   "AAPFU0939F", "address": Address(), "bankDetails": BankDetails(), "notes": "Delivers on Tuesdays"}
}

// CreateVendor makes a vendor and returns its id.
func (c *Caller) CreateVendor(body Object) string {
	c.Server.T.Helper()
	return c.Post("/api/vendor/{org}/create", body).Want(201).Text("data", "_id")
}

// Nobody is a well-formed id that no record has.
const Nobody = "0123456789abcdef01234567"

// FreeLine is a line of an invoice that no booking has charged.
func FreeLine() Object {
	return Object{"description": "Banquet", "quantity": 1.5, "unitPrice": 1000, "discount": 10.25, "taxId": nil,
		"sac": "996334", "date": "2026-04-13"}
}

// Buyer is who an invoice is made out to.
func Buyer() Object {
	return Object{"name": "Rao Textiles", "email": "accounts@rao.example", "phone": "+91 98765 43210",
		"gstin": "08AAPFU0939F1ZV", "sez": false, "stateCode": "08", "address": Address()}
}

// Address is an address with every field.
func Address() Object {
	return Object{"line1": "12 Lake Road", "line2": "Near the ghat", "city": "Udaipur", "state": "Rajasthan",
		"pincode": "313001", "country": "India"}
}

// Guest is the body that makes a guest, with every field.
func Guest() Object {
	return Object{"name": "Asha Rao", "email": "asha@hotel.example", "phone": "+91 98765 43210", "idType": "passport",
		"idNumber": "Z1234567", "nationality": "Indian",
		"gstin": "27AAPFU0939F1ZV", "company": "Rao Textiles", "address": Address(), "dateOfBirth": "1988-11-02",
		"notes": "Quiet room", "vip": "VIP 1", "language": "hi", "preferences": []any{"high floor"}, "companyId": nil}
}

// MailTemplate is the body that makes an e-mail template.
func MailTemplate() Object {
	return Object{"name": "Our quote", "type": "quote", "subject": "Quote {{quote_number}}", "headerColor": "#1d4e5f",
		"headerText": "Your quote",
		"bodyHtml":   "<p>Dear {{guest_name}}, it is {{total_amount}}.</p>", "footerText": "{{organization_name}}"}
}

// BankDetails are those of a vendor.
func BankDetails() Object {
	return Object{"accountName": "Lake City Linen", "accountNumber": "30021234321", "bankName": "State Bank of India",
		"ifsc": "SBIN0001234", "branch": "Udaipur"}
}
