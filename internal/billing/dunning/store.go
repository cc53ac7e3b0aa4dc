package dunning

import (
	"encoding/json"
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/record/listing"
)

var (
	stepTable    = table.Of[Step]("dunning_steps", "org_id")
	letterTable  = table.Of[Letter]("dunning_letters", "org_id")
	pauseTable   = table.Of[Pause]("dunning_pauses", "org_id")
	invoiceTable = table.Of[Invoice]("dunning_invoices", "org_id")

	letters = listing.New[listInput](letterTable.Scan, listing.Spec{Table: "dunning_letters", Key: "letter_id",
		Columns: letterTable.Columns(""), Order: "created_at DESC, letter_id DESC",
		Filters: []listing.Filter{listing.By("companyId", listing.Along, "company_id = ?")}})
)

func stepsOf(tx *db.Tx, sc scope.Scope) ([]Step, error) {
	return db.All(tx, stepTable.Scan, `SELECT `+stepTable.Columns("")+` FROM dunning_steps WHERE org_id = $1
		ORDER BY step`, sc.Org)
}

func setSteps(tx *db.Tx, sc scope.Scope, steps []Step) error {
	if err := tx.Do(`DELETE FROM dunning_steps WHERE org_id = $1`, sc.Org); err != nil || len(steps) == 0 {
		return err
	}
	return stepTable.Insert(tx, []any{sc.Org}, steps...)
}

// pausesOn are the pauses that hold on a day, those that were said first, first.
func pausesOn(tx *db.Tx, sc scope.Scope, day date.Date) ([]Pause, error) {
	return db.All(tx, pauseTable.Scan, `SELECT `+pauseTable.Columns("")+` FROM dunning_pauses
		WHERE org_id = $1 AND (until_day = '' OR until_day >= $2) ORDER BY set_at, company_id`, sc.Org, string(day))
}

// setPause keeps why the company isn't reminded; without a reason it is again.
func setPause(tx *db.Tx, sc scope.Scope, p Pause) error {
	if p.Reason == "" {
		return tx.Do(`DELETE FROM dunning_pauses WHERE org_id = $1 AND company_id = $2`, sc.Org, p.CompanyID)
	}
	return tx.Do(`INSERT INTO dunning_pauses (org_id, company_id, reason, until_day, set_by, set_by_name, set_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (org_id, company_id) DO UPDATE SET reason = excluded.reason,
		until_day = excluded.until_day, set_by = excluded.set_by, set_by_name = excluded.set_by_name,
		set_at = excluded.set_at`, sc.Org, p.CompanyID, p.Reason, string(p.Until), sc.User, sc.UserName, tx.Now.UnixMilli())
}

// had is the highest step that each of the invoices was in a reminder of.
func had(tx *db.Tx, sc scope.Scope, invoiceIDs []string) (map[string]int, error) {
	steps := map[string]int{}
	_, err := db.AllAmong(tx, func(row db.Scanner) (id string, err error) {
		var step int
		err = row.Scan(&id, &step)
		steps[id] = step
		return id, err
	}, invoiceIDs, func(among string) string {
		return `SELECT invoice_id, CAST(MAX(step) AS BIGINT) FROM dunning_invoices
			WHERE org_id = $1 AND invoice_id IN ` + among + ` GROUP BY invoice_id`
	}, sc.Org)
	return steps, err
}

func insert(tx *db.Tx, sc scope.Scope, l Letter, list []Invoice, paper document.List) error {
	text, err := json.Marshal(paper)
	if err != nil {
		return err
	}
	if err := letterTable.Insert(tx, []any{sc.Org}, l); err != nil {
		return err
	}
	if err := invoiceTable.Insert(tx, []any{sc.Org}, list...); err != nil {
		return err
	}
	return tx.Do(`INSERT INTO dunning_papers (org_id, letter_id, paper) VALUES ($1, $2, $3)`, sc.Org, l.ID, string(text))
}

// paperOf reads what the reminder says on paper; NotFound if there is none such.
func paperOf(tx *db.Tx, sc scope.Scope, letterID string) (l document.List, err error) {
	text, err := db.One(tx, db.Value[string], `SELECT paper FROM dunning_papers WHERE org_id = $1 AND letter_id = $2`,
		sc.Org, letterID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such reminder.")
	}
	if err != nil {
		return l, err
	}
	return l, json.Unmarshal([]byte(text), &l)
}

// invoicesOf are the invoices of the reminders, by their ids.
func invoicesOf(tx *db.Tx, sc scope.Scope, letterIDs []string) (map[string][]Invoice, error) {
	all, err := db.AllAmong(tx, invoiceTable.Scan, letterIDs, func(among string) string {
		return `SELECT ` + invoiceTable.Columns("") + ` FROM dunning_invoices
			WHERE org_id = $1 AND letter_id IN ` + among + ` ORDER BY due_date, invoice_id`
	}, sc.Org)
	by := map[string][]Invoice{}
	for _, i := range all {
		by[i.LetterID] = append(by[i.LetterID], i)
	}
	return by, err
}
