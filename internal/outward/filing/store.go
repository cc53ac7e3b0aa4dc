package filing

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
)

var (
	formTable   = table.Of[Form]("form_iii", "org_id")
	selectForms = `SELECT ` + formTable.Columns("") + ` FROM form_iii WHERE org_id = $1`

	forms = listing.New[ListQuery](formTable.Scan, listing.Spec{Table: "form_iii", Key: "form_id",
		Columns: formTable.Columns(""), Order: "due_at, form_id",
		Filters: []listing.Filter{
			{Name: "status", Condition: listing.Condition{Where: "status = ?", Leads: listing.Along},
				Of: map[string]listing.Condition{
					"due": {Where: "status IN ('arrival-due','departure-due')", Leads: listing.Own}}},
			listing.From("from", "arrival_day"), listing.To("to", "arrival_day")}})
)

func insert(tx *db.Tx, sc scope.Scope, f Form) error { return formTable.Insert(tx, []any{sc.Org}, f) }

func save(tx *db.Tx, sc scope.Scope, f *Form) error { return formTable.Update(tx, []any{sc.Org}, f) }

func remove(tx *db.Tx, sc scope.Scope, formID string) error {
	return tx.Do(`DELETE FROM form_iii WHERE org_id = $1 AND form_id = $2`, sc.Org, formID)
}

func find(tx *db.Tx, sc scope.Scope, formID string) (Form, error) {
	f, err := db.One(tx, formTable.Scan, selectForms+` AND form_id = $2`, sc.Org, formID)
	if errors.Is(err, db.ErrNoRows) {
		return f, errNoForm
	}
	return f, err
}

// lock keeps others from changing the form until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, formID string) (Form, error) {
	if err := tx.Do(`UPDATE form_iii SET updated_at = updated_at WHERE org_id = $1 AND form_id = $2`, sc.Org,
		formID); err != nil {
		return Form{}, err
	}
	return find(tx, sc, formID)
}

// OfBooking reads the forms of a booking, by its guests.
func OfBooking(tx *db.Tx, sc scope.Scope, bookingID string) ([]Form, error) {
	return db.All(tx, formTable.Scan, selectForms+` AND booking_id = $2 ORDER BY stay_guest_id`, sc.Org, bookingID)
}

// give gives forms to another guest.
func give(tx *db.Tx, sc scope.Scope, m guest.Move, ids []string, err error) ([]string, error) {
	return m.Give(tx, sc, ids, err, `UPDATE form_iii SET guest_id = $2, updated_at = $3, version = version + 1
		WHERE org_id = $1 AND form_id IN (`)
}

func ofGuest(tx *db.Tx, sc scope.Scope, guestID string) ([]Form, error) {
	return db.All(tx, formTable.Scan, selectForms+` AND guest_id = $2 ORDER BY form_id`, sc.Org, guestID)
}

// dueSoon are forms that are due within twelve hours, or since, and of which members may not know.
func dueSoon(tx *db.Tx, sc scope.Scope) ([]Form, error) {
	const first = 12 * 3600 * 1000
	return db.All(tx, formTable.Scan, selectForms+` AND status IN ('arrival-due','departure-due') AND due_at <= $2
		AND reminded < 20 ORDER BY due_at, form_id`, sc.Org, tx.Now.UnixMilli()+first)
}

// remind notes that members are told now, and reports whether nobody has told them.
func remind(tx *db.Tx, sc scope.Scope, f Form, hours int) (bool, error) {
	changed, err := tx.Exec(`UPDATE form_iii SET reminded = $4 WHERE org_id = $1 AND form_id = $2 AND due_at = $3
		AND reminded < $4`, sc.Org, f.ID, f.DueAt, hours)
	return changed == 1, err
}

func sealedAfter(tx *db.Tx, sc scope.Scope, after string) ([]Form, error) {
	return db.All(tx, formTable.Scan, selectForms+` AND form_id > $2 AND filed <> '' ORDER BY form_id LIMIT 100`, sc.Org,
		after)
}

// reseal stores what was filed in another form, if it is still that.
func reseal(tx *db.Tx, sc scope.Scope, f Form, sealed string) error {
	return tx.Do(`UPDATE form_iii SET filed = $4 WHERE org_id = $1 AND form_id = $2 AND filed = $3`, sc.Org, f.ID,
		f.Sealed, sealed)
}
