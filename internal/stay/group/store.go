package group

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/record/lockorder"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/folio"
)

// stored is a group's row.
type stored struct {
	Group
	CodeKey string `db:"code_key"`
}

var (
	groupTable   = table.Of[stored]("booking_groups", "org_id")
	selectGroups = `SELECT ` + groupTable.Columns("") + ` FROM booking_groups WHERE org_id = $1`

	list = listing.New[listInput](scan, listing.Spec{Table: "booking_groups", Key: "group_id",
		Columns: groupTable.Columns(""), Order: "check_in, group_id",
		Filters: []listing.Filter{
			{Name: "status", Condition: listing.Condition{Where: "status = ?", Leads: listing.Along},
				Of: map[string]listing.Condition{
					"live": {Where: "status <> 'cancelled'", Leads: listing.Plain}}},
			listing.From("from", "check_out"), listing.To("to", "check_in")},
		Words: &listing.Words{Kind: wordindex.Group, Said: `LOWER(code || ' ' || name || ' ' || contact_name || ' ' ||
			contact_phone || ' ' || contact_email || ' ' || agent)`}})
)

func scan(row db.Scanner) (Group, error) {
	found, err := groupTable.Scan(row)
	if found.Routing == (folio.Routing{}) { // as of before there were rules
		found.Routing = routings[found.MasterPays]
	}
	return found.Group, err
}

func rowOf(g Group) stored { return stored{g, codeKey(g.Code)} }

func coded(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("code", "belongs to another group")
	}
	return err
}

func insert(tx *db.Tx, sc scope.Scope, g Group) error {
	if err := groupTable.InsertOr(tx, coded, []any{sc.Org}, rowOf(g)); err != nil {
		return err
	}
	return wordindex.Add(tx, sc, wordindex.Group, g.ID, g.Words())
}

func save(tx *db.Tx, sc scope.Scope, g *Group) error {
	row := rowOf(*g)
	if err := groupTable.UpdateOr(tx, coded, []any{sc.Org}, &row); err != nil {
		return err
	}
	*g = row.Group
	return wordindex.Set(tx, sc, wordindex.Group, g.ID, g.Words())
}

// Find reads a group; NotFound when there is none such.
func Find(tx *db.Tx, sc scope.Scope, groupID string) (Group, error) {
	g, err := db.One(tx, scan, selectGroups+` AND group_id = $2`, sc.Org, groupID)
	if errors.Is(err, db.ErrNoRows) {
		return g, errNoGroup
	}
	return g, err
}

// All reads the groups with these ids that there are.
func All(tx *db.Tx, sc scope.Scope, ids []string) ([]Group, error) {
	return db.AllAmong(tx, scan, ids, func(among string) string {
		return selectGroups + ` AND group_id IN ` + among
	}, sc.Org)
}

// Lock keeps others from changing the group until the transaction ends, and reads it.
func Lock(tx *db.Tx, sc scope.Scope, groupID string) (Group, error) {
	tx.Locks(lockorder.Groups, groupID)
	if err := tx.Do(`UPDATE booking_groups SET updated_at = updated_at WHERE org_id = $1 AND group_id = $2`,
		sc.Org, groupID); err != nil {
		return Group{}, err
	}
	return Find(tx, sc, groupID)
}

// lockShared reads the group and keeps others from changing it until the transaction ends.
func lockShared(tx *db.Tx, sc scope.Scope, groupID string) (Group, error) {
	g, err := db.One(tx, scan, `SELECT `+groupTable.Columns("g")+` FROM booking_groups g
		WHERE g.org_id = $1 AND g.group_id = $2`+tx.LockShared("g"), sc.Org, groupID)
	if errors.Is(err, db.ErrNoRows) {
		return g, errNoGroup
	}
	return g, err
}

func codeTaken(tx *db.Tx, sc scope.Scope, code string) (taken bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM booking_groups WHERE org_id = $1 AND code_key = $2)`,
		sc.Org, codeKey(code)).Scan(&taken)
	return taken, err
}

// Rate is what a night in a category costs.
type Rate struct {
	CategoryID string       `db:"category_id,key"`
	Night      date.Date    `db:"night,key"`
	Price      money.Amount `db:"rate"`
}

var rateTable = table.Of[Rate]("group_rates", "org_id", "group_id")

func setRate(tx *db.Tx, sc scope.Scope, groupID string, r Rate) error {
	return tx.Do(`INSERT INTO group_rates (org_id, group_id, category_id, night, rate) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (org_id, group_id, category_id, night) DO UPDATE SET rate = excluded.rate`,
		sc.Org, groupID, r.CategoryID, string(r.Night), int64(r.Price))
}

// Rates lists what nights cost the group's bookings, by categories and nights.
func Rates(tx *db.Tx, sc scope.Scope, groupID string) ([]Rate, error) {
	return db.All(tx, rateTable.Scan, `SELECT `+rateTable.Columns("")+` FROM group_rates
		WHERE org_id = $1 AND group_id = $2 ORDER BY category_id, night`, sc.Org, groupID)
}

// Settings are how a hotel keeps rooms for groups.
type Settings struct {
	TentativeHolds bool  // tentative groups hold their rooms
	Version        int64 // every change raises it
}

func readSettings(tx *db.Tx, sc scope.Scope) (s Settings, err error) {
	s.Version = 1
	err = tx.QueryRow(`SELECT tentative_holds, version FROM group_settings WHERE org_id = $1`, sc.Org).
		Scan(&s.TentativeHolds, &s.Version)
	if errors.Is(err, db.ErrNoRows) {
		err = nil
	}
	return s, err
}

// saveSettings stores the settings, unless others have changed them since they were read.
func saveSettings(tx *db.Tx, sc scope.Scope, s *Settings) error {
	s.Version++
	changed, err := tx.Exec(`INSERT INTO group_settings (org_id, tentative_holds, version) VALUES ($1, $2, $3)
		ON CONFLICT (org_id) DO UPDATE SET tentative_holds = excluded.tentative_holds, version = excluded.version
		WHERE group_settings.version = excluded.version - 1`, sc.Org, s.TentativeHolds, s.Version)
	if err == nil && changed == 0 {
		err = errs.Conflict("The settings were changed at this moment. Read them again.")
	}
	return err
}

// CompanyInUse tells whether any group is the company's.
func CompanyInUse(tx *db.Tx, sc scope.Scope, companyID string) (used bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM booking_groups WHERE org_id = $1 AND company_id = $2)`,
		sc.Org, companyID).Scan(&used)
	return used, err
}

// Names are the names of groups by their ids; of those that aren't the hotel's there is none.
func Names(tx *db.Tx, sc scope.Scope, ids []string) (map[string]string, error) {
	names := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return names, nil
	}
	args := []any{sc.Org}
	for _, id := range ids {
		args = append(args, id)
	}
	_, err := db.All(tx, func(row db.Scanner) (id string, err error) {
		var name string
		err = row.Scan(&id, &name)
		names[id] = name
		return id, err
	}, `SELECT group_id, name FROM booking_groups WHERE org_id = $1 AND group_id IN (`+
		db.Placeholders(2, len(ids))+`)`, args...)
	return names, err
}
