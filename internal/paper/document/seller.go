package document

import (
	"errors"

	"sarai/internal/country/packs"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Seller is the organization as documents of today name it.
func Seller(tx *db.Tx, sc scope.Scope) (Party, error) {
	asked := organization.Get(tx, sc.Org)
	logoID, err := organization.LogoID(tx, sc.Org)
	if err != nil {
		return Party{}, err
	}
	o, err := asked.Get()
	if errors.Is(err, db.ErrNoRows) {
		return Party{}, errs.NotFound("There is no such organization.")
	}
	if err != nil {
		return Party{}, err
	}
	p := Party{Name: o.Name, Email: o.Email, Phone: o.Phone, GSTIN: o.GSTIN, PAN: o.PAN, State: o.Address.State,
		Address: o.Address, LogoID: logoID, Language: o.Language}
	c := packs.Of(o.Country)
	if p.StateCode = c.TaxNumber.State(o.GSTIN); p.StateCode != "" {
		p.State = c.States.Name(p.StateCode)
	}
	return p, nil
}

// LogoOf is the logo that the seller of a document had when it was made; nil if there was none.
func LogoOf(tx *db.Tx, sc scope.Scope, seller Party) (*Logo, error) {
	if seller.LogoID == "" {
		return nil, nil
	}
	stored, err := organization.StoredLogo(tx, sc.Org, seller.LogoID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &Logo{Type: stored.Type, Content: stored.Content}, nil
}
