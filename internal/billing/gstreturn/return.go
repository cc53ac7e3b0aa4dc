package gstreturn

import (
	"encoding/json"
	"slices"
	"strings"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// Return is GSTR-1 in the portal's words. A table without rows is an empty list.
type Return struct {
	GSTIN     string          `json:"gstin" example:"27AAPFU0939F1ZV"`
	Period    string          `json:"fp" doc:"Month and year" example:"102026"`
	B2B       []Recipient     `json:"b2b" doc:"Table 4A: invoices to buyers with a GSTIN"`
	B2CS      []Small         `json:"b2cs" doc:"Table 7: other buyers by rate, less credit notes"`
	CDNR      []NoteRecipient `json:"cdnr" doc:"Table 9B: credit notes to buyers with a GSTIN"`
	CDNUR     []Note          `json:"cdnur" doc:"Table 9B: notes on supplies to other states; a hotel has none"`
	Nil       Nil             `json:"nil" doc:"Table 8: supplies without GST"`
	HSN       HSN             `json:"hsn" doc:"Table 12: supplies by SAC or HSN, less credit notes"`
	Documents Documents       `json:"doc_issue" doc:"Table 13: the numbers that were given"`
	Operators *Operators      `json:"supeco,omitempty" doc:"Table 14: through e-commerce operators; absent: nothing was"`
	late      []string        // the numbers of credit notes that came too late to lower the tax
	moved     []string        // invoices of locked months that settlements have moved into table 14 in this month
}

// warnings name what is filed as it is, but is better looked at.
func (r Return) warnings() []errs.Warning {
	list := []errs.Warning{}
	for _, row := range slices.Concat(r.HSN.Registered, r.HSN.Others) {
		if row.Code == "" {
			list = append(list, errs.Warning{Code: "no-code",
				Message: "Some taxed lines have no SAC or HSN, which the portal will ask for in table 12."})
			break
		}
	}
	if len(r.late) > 0 {
		list = append(list, errs.Warning{Code: "late-credit", Message: "Made after 30 November that follows the financial " +
			"year of the invoice, so that the tax may not be lowered by it (section 34(2)): " +
			strings.Join(r.late, ", ") + "."})
	}
	if len(r.moved) > 0 {
		list = append(list, errs.Warning{Code: "operator-amended", Message: "Settlements of this month have moved invoices " +
			"of months that were locked already into table 14. If the returns of those are filed, amend their table 14: " +
			strings.Join(r.moved, ", ") + "."})
	}
	return list
}

// Recipient is a buyer with a GSTIN.
type Recipient struct {
	GSTIN    string    `json:"ctin" example:"29AAACH0000A1ZN"`
	Invoices []Invoice `json:"inv"`
}

// Invoice is an invoice of b2b.
type Invoice struct {
	Number        string       `json:"inum" example:"INV/26-27/1"`
	Date          string       `json:"idt" doc:"DD-MM-YYYY" example:"14-10-2026"`
	Value         money.Number `json:"val" doc:"Its whole total" example:"11800.00"`
	Place         string       `json:"pos" doc:"Place of supply: the code of the state" example:"27"`
	ReverseCharge string       `json:"rchrg" enum:"Y,N" example:"N"`
	Type          string       `json:"inv_typ" enum:"R" doc:"R: regular" example:"R"`
	Items         []Item       `json:"itms"`
	buyer         string
}

// Item is the part of a document that bears one rate of tax.
type Item struct {
	Number int        `json:"num" example:"1"`
	Detail ItemDetail `json:"itm_det"`
}

// ItemDetail is an item's rate and amounts.
type ItemDetail struct {
	Rate money.Number `json:"rt" doc:"Percent, CGST and SGST together" example:"18"`
	TaxView
}

// TaxView is a value with its taxes.
type TaxView struct {
	Taxable money.Number `json:"txval" example:"10000.00"`
	CGST    money.Number `json:"camt" example:"900.00"`
	SGST    money.Number `json:"samt" doc:"SGST or UTGST" example:"900.00"`
	Cess    money.Number `json:"csamt" example:"0.00"`
}

// Small is a row of b2cs.
type Small struct {
	Supply string       `json:"sply_ty" enum:"INTRA" doc:"INTRA: within the state" example:"INTRA"`
	Type   string       `json:"typ" enum:"OE" doc:"OE: not through an e-commerce operator who collects tax" example:"OE"`
	Place  string       `json:"pos" example:"27"`
	Rate   money.Number `json:"rt" example:"5"`
	TaxView
}

// NoteRecipient is a buyer with a GSTIN to whom credit notes were issued.
type NoteRecipient struct {
	GSTIN string `json:"ctin" example:"29AAACH0000A1ZN"`
	Notes []Note `json:"nt"`
}

// Note is a credit note.
type Note struct {
	Kind          string       `json:"ntty" enum:"C" doc:"C: credit" example:"C"`
	Number        string       `json:"nt_num" example:"CN-1"`
	Date          string       `json:"nt_dt" doc:"DD-MM-YYYY" example:"20-10-2026"`
	Value         money.Number `json:"val" example:"1180.00"`
	Place         string       `json:"pos" example:"27"`
	ReverseCharge string       `json:"rchrg" enum:"Y,N" example:"N"`
	Type          string       `json:"inv_typ" enum:"R" example:"R"`
	Items         []Item       `json:"itms"`
	buyer         string
}

// Nil is table 8: supplies without GST.
type Nil struct {
	Supplies []Untaxed `json:"inv"`
}

// Untaxed is a row of table 8.
type Untaxed struct {
	Supply   string       `json:"sply_ty" enum:"INTRAB2B,INTRAB2C" doc:"With a GSTIN, or without" example:"INTRAB2C"`
	Exempt   money.Number `json:"expt_amt" example:"500.00"`
	NilRated money.Number `json:"nil_amt" example:"0.00"`
	Outside  money.Number `json:"ngsup_amt" doc:"Not under GST" example:"0.00"`
}

// HSN is table 12: supplies by SAC or HSN.
type HSN struct {
	Registered []Code `json:"hsn_b2b" doc:"To buyers with a GSTIN"`
	Others     []Code `json:"hsn_b2c" doc:"To others"`
}

// Code is a row of table 12.
type Code struct {
	Number      int          `json:"num" example:"1"`
	Code        string       `json:"hsn_sc" doc:"SAC or HSN" example:"996311"`
	Description string       `json:"desc" example:"Room accommodation"`
	Unit        string       `json:"uqc" enum:"NA,OTH" doc:"NA for services" example:"NA"`
	Quantity    money.Number `json:"qty" doc:"0 for services" example:"0"`
	Rate        money.Number `json:"rt" example:"5"`
	IGST        money.Number `json:"iamt" example:"0.00"`
	TaxView
}

// Documents is table 13: the numbers that were given.
type Documents struct {
	Kinds []DocumentKind `json:"doc_det"`
}

// DocumentKind is one kind of document in table 13.
type DocumentKind struct {
	Number int    `json:"doc_num" enum:"1,5" doc:"1: invoices, 5: credit notes" example:"1"`
	Name   string `json:"doc_typ" example:"Invoices for outward supply"`
	Runs   []Run  `json:"docs"`
}

// Run is a run of consecutive numbers.
type Run struct {
	Number    int    `json:"num" example:"1"`
	From      string `json:"from" example:"INV/26-27/1"`
	To        string `json:"to" example:"INV/26-27/40"`
	Total     int    `json:"totnum" example:"40"`
	Cancelled int    `json:"cancel" doc:"Void" example:"1"`
	Net       int    `json:"net_issue" example:"39"`
}

// upload is the file for the portal, which refuses tables that are empty lists.
func (r Return) upload() ([]byte, error) {
	type hsn struct {
		Registered []Code `json:"hsn_b2b,omitempty"`
		Others     []Code `json:"hsn_b2c,omitempty"`
	}
	file := struct {
		GSTIN     string          `json:"gstin"`
		Period    string          `json:"fp"`
		Version   string          `json:"version"`
		Hash      string          `json:"hash"`
		B2B       []Recipient     `json:"b2b,omitempty"`
		B2CS      []Small         `json:"b2cs,omitempty"`
		CDNR      []NoteRecipient `json:"cdnr,omitempty"`
		Nil       *Nil            `json:"nil,omitempty"`
		HSN       *hsn            `json:"hsn,omitempty"`
		Documents *Documents      `json:"doc_issue,omitempty"`
		Operators *Operators      `json:"supeco,omitempty"`
	}{GSTIN: r.GSTIN, Period: r.Period, Version: "GST3.2.3", Hash: "hash", B2B: r.B2B, B2CS: r.B2CS, CDNR: r.CDNR,
		Operators: r.Operators}
	if all := hsn(r.HSN); len(all.Registered)+len(all.Others) > 0 {
		file.HSN = &all
	}
	if len(r.Nil.Supplies) > 0 {
		file.Nil = &r.Nil
	}
	if len(r.Documents.Kinds) > 0 {
		file.Documents = &r.Documents
	}
	return json.MarshalIndent(file, "", " ")
}
