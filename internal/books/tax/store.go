package tax

import (
	"errors"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/record/hotel"
	"sarai/internal/record/listing"
)

// Seed gives a new organization the taxes of its country; none to one that doesn't reckon in its country's currency.
func Seed(tx *db.Tx, o organization.Organization) error {
	c := packs.Of(o.Country)
	if o.Currency != c.Currency {
		return nil
	}
	for _, seed := range c.Taxes {
		record := recordOf(seed)
		record.ID, record.Active, record.Seeded = id.New(), true, true
		record.CreatedAt, record.UpdatedAt, record.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := taxTable.Insert(tx, []any{o.ID}, record); err != nil {
			return err
		}
	}
	return hotel.NewTaxEdition(tx, o.ID)
}

// Erase deletes the taxes of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "taxes") }

// recordOf is a country's tax as a record.
func recordOf(t country.Tax) Record {
	r := Record{Name: t.Name, Kind: t.Kind, AppliesTo: Services, SAC: t.Code, Slabs: t.Slabs, From: t.From, To: t.To}
	if t.Rooms {
		r.AppliesTo = RoomNight
	}
	return r
}

// Load reads the organization's taxes and its registration. The edition is read before the taxes: at worst they are
// newer than it says, and then nobody asks for that edition any more.
func Load(tx *db.Tx, sc scope.Scope) db.Later[*Rules] {
	return db.Then(hotel.TaxationOf(tx, sc.Org), func(is hotel.Taxation) (*Rules, error) {
		known, ok := editions.Get(sc.Org)
		if !ok || known.name != is.Edition {
			records, err := db.All(tx, taxTable.Scan, selectNewest, sc.Org)
			if err != nil {
				return nil, err
			}
			known = edition{is.Edition, inOrder(packs.Of(is.Country), records)}
			editions.Add(sc.Org, known)
		}
		return &Rules{country: is.Country, number: is.GSTIN, records: known.records}, nil
	})
}

// edition are an organization's taxes at some time.
type edition struct {
	name    string
	records []Record // inOrder; nobody changes them
}

// editions are those that were read last, by organization: nearly every write needs its organization's taxes, and they
// change once in years.
var editions, _ = lru.New[string, edition](1000) // of some 3 kB; it fails only for a size below 1

// inOrder sorts records, which have the latest start first, into the order in which a night tries them: by the order
// of their kinds in the country.
func inOrder(c *country.Country, records []Record) []Record {
	place := func(r Record) int {
		return slices.IndexFunc(c.Kinds, func(k country.Kind) bool { return k.Code == r.Kind })
	}
	slices.SortStableFunc(records, func(a, b Record) int { return place(a) - place(b) })
	return records
}

var (
	taxTable    = table.Of[Record]("taxes", "org_id")
	selectTaxes = `SELECT ` + taxTable.Columns("") + ` FROM taxes WHERE org_id = $1`

	list = listing.New[listInput](taxTable.Scan, listing.Spec{Table: "taxes", Key: "tax_id", Columns: taxTable.Columns(""),
		Order: "created_at DESC, from_date DESC, tax_id DESC",
		Filters: []listing.Filter{
			listing.By("kind", listing.Plain, "kind = ?"),
			listing.By("appliesTo", listing.Plain, "applies_to = ?"),
			listing.By("on", listing.Plain, "is_active AND from_date <= ? AND (to_date = '' OR to_date >= ?)"),
		}})

	selectNewest = selectTaxes + ` ORDER BY from_date DESC, created_at DESC, tax_id DESC`
)

// all lists the organization's taxes, the latest start first.
func all(tx *db.Tx, sc scope.Scope) ([]Record, error) {
	return db.All(tx, taxTable.Scan, selectNewest, sc.Org)
}

func find(tx *db.Tx, sc scope.Scope, taxID string) (Record, error) {
	record, err := db.One(tx, taxTable.Scan, selectTaxes+` AND tax_id = $2`, sc.Org, taxID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such tax.")
	}
	return record, err
}

func insert(tx *db.Tx, org string, r Record) error {
	if err := hotel.NewTaxEdition(tx, org); err != nil {
		return err
	}
	return taxTable.InsertOr(tx, distinct(r.From), []any{org}, r)
}

// distinct turns a duplicate start into Invalid, naming the field.
func distinct(from date.Date) func(err error) error {
	return func(err error) error {
		if db.IsUnique(err) {
			return errs.InvalidField("from",
				"must be another day: a tax on room-nights of the same kind begins on %s already", from.Short())
		}
		return err
	}
}

// lock keeps others from changing or deleting the tax until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, taxID string) (Record, error) {
	if err := tx.Do(`UPDATE taxes SET updated_at = updated_at WHERE org_id = $1 AND tax_id = $2`,
		sc.Org, taxID); err != nil {
		return Record{}, err
	}
	return find(tx, sc, taxID)
}

func save(tx *db.Tx, sc scope.Scope, r *Record) error {
	if err := hotel.NewTaxEdition(tx, sc.Org); err != nil {
		return err
	}
	return taxTable.UpdateOr(tx, distinct(r.From), []any{sc.Org}, r)
}

func remove(tx *db.Tx, sc scope.Scope, taxID string) error {
	if err := hotel.NewTaxEdition(tx, sc.Org); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM taxes WHERE org_id = $1 AND tax_id = $2`, sc.Org, taxID)
	if db.IsForeignKey(err) {
		return errs.Conflict("A service bears this tax. Give the service another one first, or switch the tax off with " +
			"isActive.")
	}
	return err
}
