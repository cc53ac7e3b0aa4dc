package tax

import (
	"iter"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// The documents whose taxes are declared.
const (
	OfInvoice    = "invoice"
	OfCreditNote = "credit_note"
)

// Declared is what lines of one document bear of one part of a tax: those that share code of the service, kind and
// rate. What a country's return asks, by part and day, is a range of the table's key.
type Declared struct {
	DocumentID string       `db:"document_id,key"`
	SAC        string       `db:"sac,key"`
	Kind       string       `db:"tax_kind,key"`
	Rate       Rate         `db:"rate,key"`
	Code       string       `db:"code,key"`
	Taxable    money.Amount `db:"taxable"`
	Amount     money.Amount `db:"amount"`
}

var declared = table.Of[Declared]("document_taxes", "org_id", "document", "day")

// Declare notes the taxes of a document of the day, whose lines are given with the codes of their services.
func Declare(tx *db.Tx, sc scope.Scope, document, id string, day date.Date, lines iter.Seq2[string, Applied]) error {
	var list []Declared
	at := map[Declared]int{}
	for sac, line := range lines {
		for _, part := range line.Parts {
			key := Declared{DocumentID: id, SAC: sac, Kind: line.Kind, Rate: line.Rate, Code: part.Code}
			i, known := at[key]
			if !known {
				i, list = len(list), append(list, key)
				at[key] = i
			}
			list[i].Taxable += line.Taxable
			list[i].Amount += part.Amount
		}
	}
	return declared.Insert(tx, []any{sc.Org, document, string(day)}, list...)
}

// Withdraw forgets the taxes of a document of the day that is void.
func Withdraw(tx *db.Tx, sc scope.Scope, document, id string, day date.Date) error {
	return tx.Do(`DELETE FROM document_taxes WHERE org_id = $1 AND document = $2 AND day = $3 AND document_id = $4`,
		sc.Org, document, string(day), id)
}

// DeclaredBetween are the taxes of the documents of the days [from, to].
func DeclaredBetween(tx *db.Tx, sc scope.Scope, document string, from, to date.Date) ([]Declared, error) {
	return db.All(tx, declared.Scan, `SELECT `+declared.Columns("")+` FROM document_taxes
		WHERE org_id = $1 AND document = $2 AND day >= $3 AND day <= $4`, sc.Org, document, string(from), string(to))
}
