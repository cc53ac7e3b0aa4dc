package invoice

import (
	"context"
	"errors"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/country"
	"sarai/internal/country/india"
	"sarai/internal/kit/scope"
	"sarai/internal/record/gst"
)

// unknownBuyer is the GSTIN of a buyer about whom the government's records were never asked, as the error that takes a
// transaction back, so that they can be asked outside of it.
type unknownBuyer string

func (u unknownBuyer) Error() string { return "the records weren't asked about the buyer" }

// knowingBuyer runs an operation that stops at an unknownBuyer. Then the records are asked, and it runs again, with the
// GSTIN: that is looked up, whatever came of it. A server without an upstream knows what the hotel says.
func knowingBuyer[T any](ctx context.Context, s *Service, operation func(lookedUp string) (T, error)) (T, error) {
	result, err := operation("")
	if unknown, stopped := errors.AsType[unknownBuyer](err); stopped {
		_, _ = s.gst.Check(ctx, "buyer.gstin", string(unknown)) // what fails here is no reason to bill nobody
		return operation(string(unknown))
	}
	return result, err
}

// complete gives the draft what follows from the rest of it, and from the records about its buyer. It stops at an
// unknownBuyer.
func (s *Service) complete(books ledger.Locked, sc scope.Scope, i *Invoice, lookedUp string) error {
	if err := complete(books, sc, i); err != nil {
		return err
	}
	if lookedUp != i.Buyer.GSTIN && s.unknown(*i) {
		return unknownBuyer(i.Buyer.GSTIN)
	}
	s.placeInZone(i)
	return nil
}

// unknown tells whether the records could be asked about the buyer, and it matters, and nobody has.
func (s *Service) unknown(i Invoice) bool {
	_, known := s.gst.Remembered(i.Buyer.GSTIN)
	return i.Parts.Of(india.CGST) != 0 && !known && !i.Buyer.SEZ && s.gst.Asks() && india.ValidGSTIN(i.Buyer.GSTIN)
}

// placeInZone notes that the buyer is in a special economic zone, if the records have said so.
func (s *Service) placeInZone(i *Invoice) {
	if record, known := s.gst.Remembered(i.Buyer.GSTIN); known && record.TaxpayerType == gst.SEZ {
		i.Buyer.SEZ = true
	}
}

// oweIGST says why the invoice, or a part of it, owes IGST where it charges CGST; "" if it doesn't (decision 72).
func (i Invoice) oweIGST() string {
	switch {
	case i.Parts.Of(india.CGST) == 0 || i.Buyer.GSTIN == "":
	case i.Buyer.SEZ:
		return "The buyer is in a special economic zone: all that is supplied to it bears IGST (IGST Act, section " +
			"7(5)(b)), which Sarai doesn't charge. Bill it outside Sarai, or another buyer here."
	case i.elsewhere() && slices.ContainsFunc(i.Lines, Line.transport):
		return "The buyer is registered in " + i.Buyer.State + ": transport that goes with no stay is supplied there and " +
			"bears IGST (IGST Act, section 12), which Sarai doesn't charge. Bill it outside Sarai, or take it off."
	}
	return ""
}

// elsewhere tells whether the buyer is registered in another state than that of the property.
func (i Invoice) elsewhere() bool {
	return i.Buyer.GSTIN != "" && i.PlaceOfSupply != "" && i.Buyer.StateCode != i.PlaceOfSupply
}

// transport tells whether the line charges CGST for transport (headings 9964 to 9968) that goes with no stay. To a
// registered buyer it is supplied where that is; all else that hotels sell, where the hotel is.
func (l Line) transport() bool {
	return l.Parts.Of(india.CGST) != 0 && l.FolioLineID == "" && len(l.SAC) >= 4 && l.SAC[:4] >= "9964" &&
		l.SAC[:4] <= "9968"
}

// warnings tell early what will keep a draft from being issued, and of what it charges a buyer elsewhere.
func (i Invoice) warnings(c *country.Country) []WarningView {
	warnings := []WarningView{}
	warn := func(code string, message ...string) {
		warnings = append(warnings, WarningView{Code: code, Message: strings.Join(message, "")})
	}
	if i.Status == Void {
		return warnings
	}
	if i.Status == Draft && i.wrongGSTIN(c) {
		warn("buyer-gstin", "The buyer's GSTIN ", i.Buyer.GSTIN,
			" has a wrong check character: the draft can't be issued with it.")
	}
	switch igst := i.oweIGST(); {
	case igst != "" && i.Status == Draft:
		warn("igst", igst, " The draft can't be issued so.")
	case igst != "":
		warn("igst", igst)
	case i.Parts.Of(india.CGST) != 0 && i.elsewhere():
		warn("other-state", "The buyer is registered in ", i.Buyer.State, ". Rooms, functions, food and what goes with a "+
			"stay are supplied where the hotel is, so they bear CGST and SGST, which the buyer can't set off.")
	}
	if i.unknownBuyer {
		warn("buyer-unknown", "Whether the buyer ", i.Buyer.GSTIN, " is in a special economic zone isn't known, so the "+
			"check-out has issued nothing: issue the draft, and the government's records are asked.")
	}
	return warnings
}
