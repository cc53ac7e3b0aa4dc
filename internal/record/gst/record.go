package gst

// SEZ is the TaxpayerType of the units and developers of special economic zones.
const SEZ = "SEZ"

// Record is what the government's public records say about a GSTIN. What they leave out is empty.
type Record struct {
	GSTIN            string  `json:"gstin" example:"27AAPFU0939F1ZV"`
	LegalName        string  `json:"legalName" example:"Rao Textiles Private Limited"`
	TradeName        string  `json:"tradeName" doc:"Empty when none is registered" example:"Rao Textiles"`
	Status           string  `json:"status" doc:"Active, Cancelled, Suspended, or as the records have it" example:"Active"`
	RegistrationDate string  `json:"registrationDate" doc:"YYYY-MM-DD" example:"2017-07-01"`
	TaxpayerType     string  `json:"taxpayerType" doc:"Regular, Composition, SEZ and other values" example:"Regular"`
	Address          Address `json:"address"`
	LastFilingDate   *string `json:"lastFilingDate" nullable:"true" doc:"Of the newest return" example:"2026-04-11"`
	LastFilingType   *string `json:"lastFilingType" nullable:"true" doc:"What that return was" example:"GSTR1"`
}

// Address is the principal place of business.
type Address struct {
	Building string `json:"building" example:"12, Lake View"`
	Street   string `json:"street" example:"Lake Road, Fort"`
	City     string `json:"city" example:"Mumbai"`
	State    string `json:"state" doc:"The state's name" example:"Maharashtra"`
	Pincode  string `json:"pincode" example:"400001"`
}

// filing is the newest return that was filed; its zero value says that none was.
type filing struct {
	date string // YYYY-MM-DD
	kind string
}

// with is the record with the filing in it.
func (r Record) with(f filing) Record {
	r.LastFilingDate, r.LastFilingType = nil, nil
	if f.date != "" {
		r.LastFilingDate = &f.date
	}
	if f.date != "" && f.kind != "" {
		r.LastFilingType = &f.kind
	}
	return r
}
