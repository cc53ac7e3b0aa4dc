package tax

import (
	"errors"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

// indianLimit is the limit, ₹7,500 a night, up to which a room bears the low rate.
const indianLimit money.Amount = 7_500_00

// india is GST on rooms: notification 4/2022 from 2022-07-18, and 15/2025 from 2025-09-22.
var india = []Record{
	{Name: "GST on rooms", Kind: GST, AppliesTo: RoomNight, SAC: LodgingSAC, From: "2022-07-18", To: "2025-09-21",
		Slabs: Slabs{{UpTo: indianLimit, Rate: 1200}, {Rate: 1800}}},
	{Name: "GST on rooms", Kind: GST, AppliesTo: RoomNight, SAC: LodgingSAC, From: "2025-09-22",
		Slabs: Slabs{{UpTo: indianLimit, Rate: 500}, {Rate: 1800}}},
}

// What the services of a hotel bear. Food and what the minibar holds bear 5 % or, at specified premises, 18 %
// (notification 5/2025).
const (
	foodSAC           = "996332"
	plainFood    Rate = 500
	premisesFood Rate = 1800
)

// services are those that every hotel sells. Liquor isn't among them: each state has a VAT of its own on it.
var services = []Record{
	service("Food and beverages", GST, foodSAC, plainFood),
	service("Minibar", GST, foodSAC, plainFood),
	service("Laundry", GST, "999712", 1800),
	service("Transport", GST, "996412", 500),
	service("Damages", NonGST, "", 0),
}

func service(name, kind, sac string, rate Rate) Record {
	return Record{Name: name, Kind: kind, AppliesTo: Services, SAC: sac, From: "2019-10-01", Slabs: Slabs{{Rate: rate}}}
}

// Seed gives a new organization the taxes of its country, as far as its currency tells: GST on rooms and what services
// bear for the rupee, none for others.
func Seed(tx *db.Tx, org, currency string) error {
	if currency != "INR" {
		return nil
	}
	for _, record := range slices.Concat(services, india) {
		record.ID, record.Active, record.Seeded = id.New(), true, true
		record.CreatedAt, record.UpdatedAt, record.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := table.Insert(tx, []any{org}, record); err != nil {
			return err
		}
	}
	return organization.NewTaxEdition(tx, org)
}

// Load reads the organization's taxes and its registration. The edition is read before the taxes: at worst they are
// newer than it says, and then nobody asks for that edition any more.
func Load(tx *db.Tx, sc scope.Scope) db.Later[*Rules] {
	return db.Then(organization.TaxationOf(tx, sc.Org), func(is organization.Taxation) (*Rules, error) {
		known, ok := editions.Get(sc.Org)
		if !ok || known.name != is.Edition {
			records, err := db.All(tx, table.Scan, selectNewest, sc.Org)
			if err != nil {
				return nil, err
			}
			known = edition{is.Edition, inOrder(records)}
			editions.Add(sc.Org, known)
		}
		return &Rules{gstin: is.GSTIN, records: known.records}, nil
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

// inOrder sorts records, which have the latest start first, into the order in which a night tries them.
func inOrder(records []Record) []Record {
	kinds := []string{GST, Other}
	slices.SortStableFunc(records, func(a, b Record) int {
		return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind)
	})
	return records
}

var (
	table       = db.TableOf[Record]("taxes", "org_id")
	selectTaxes = `SELECT ` + table.Columns("") + ` FROM taxes WHERE org_id = $1`

	list = listing.New[listInput](table.Scan, listing.Spec{Table: "taxes", Key: "tax_id", Columns: table.Columns(""),
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
	return db.All(tx, table.Scan, selectNewest, sc.Org)
}

func find(tx *db.Tx, sc scope.Scope, taxID string) (Record, error) {
	record, err := db.One(tx, table.Scan, selectTaxes+` AND tax_id = $2`, sc.Org, taxID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such tax.")
	}
	return record, err
}

func insert(tx *db.Tx, org string, r Record) error {
	if err := organization.NewTaxEdition(tx, org); err != nil {
		return err
	}
	return table.InsertOr(tx, distinct(r.From), []any{org}, r)
}

// distinct turns a duplicate start into Invalid, naming the field.
func distinct(from date.Date) func(err error) error {
	return func(err error) error {
		if db.IsUnique(err) {
			return errs.InvalidField("from",
				"must be another day: a tax on room-nights of the same kind begins on %s already", from)
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
	if err := organization.NewTaxEdition(tx, sc.Org); err != nil {
		return err
	}
	return table.UpdateOr(tx, distinct(r.From), []any{sc.Org}, r)
}

func remove(tx *db.Tx, sc scope.Scope, taxID string) error {
	if err := organization.NewTaxEdition(tx, sc.Org); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM taxes WHERE org_id = $1 AND tax_id = $2`, sc.Org, taxID)
	if db.IsForeignKey(err) {
		return errs.Conflict("A service bears this tax. Give the service another one first, or switch the tax off with " +
			"isActive.")
	}
	return err
}
