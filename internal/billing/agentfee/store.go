package agentfee

import (
	"cmp"
	"errors"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	agentTable = table.Of[Agent]("agents", "org_id")
	billTable  = table.Of[Bill]("agent_bills", "org_id")
	lineTable  = table.Of[Line]("agent_bill_lines", "org_id")

	list = listing.New[listInput](billTable.Scan, listing.Spec{Table: "agent_bills", Key: "bill_id",
		Columns: billTable.Columns(""), Order: "created_at DESC, bill_id DESC",
		Filters: []listing.Filter{listing.By("companyId", listing.Along, "company_id = ?")}})
)

// find reads what is agreed with an agent; NotFound if the company is none.
func find(tx *db.Tx, sc scope.Scope, companyID string) (Agent, error) {
	a, err := db.One(tx, agentTable.Scan, `SELECT `+agentTable.Columns("")+` FROM agents
		WHERE org_id = $1 AND company_id = $2`, sc.Org, companyID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("This company is no travel agent.")
	}
	return a, err
}

// put stores what is agreed with an agent.
func put(tx *db.Tx, sc scope.Scope, a Agent) error {
	return tx.Do(`INSERT INTO agents (org_id, company_id, rooms, food, other, tds, gst, updated_by, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (org_id, company_id) DO UPDATE SET rooms = excluded.rooms,
		food = excluded.food, other = excluded.other, tds = excluded.tds, gst = excluded.gst,
		updated_by = excluded.updated_by, updated_at = excluded.updated_at`, sc.Org, a.CompanyID, a.Rooms, a.Food, a.Other,
		a.TDS, a.GST, a.UpdatedBy, a.UpdatedAt)
}

// assign says which agent a booking came by.
func assign(tx *db.Tx, sc scope.Scope, bookingID, companyID string) error {
	return tx.Do(`INSERT INTO agent_bookings (org_id, booking_id, company_id, set_by, set_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (org_id, booking_id) DO UPDATE SET company_id = excluded.company_id, set_by = excluded.set_by,
		set_at = excluded.set_at`, sc.Org, bookingID, companyID, sc.User, tx.Now.UnixMilli())
}

// billedOf is what bills have of a booking.
func billedOf(tx *db.Tx, sc scope.Scope, bookingID string) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM agent_bill_lines
		WHERE org_id = $1 AND booking_id = $2 AND stands <> 0)`, sc.Org, bookingID)
}

// all are the hotel's agents.
func all(tx *db.Tx, sc scope.Scope) ([]Agent, error) {
	return db.All(tx, agentTable.Scan, `SELECT `+agentTable.Columns("")+` FROM agents WHERE org_id = $1`, sc.Org)
}

func scanStay(row db.Scanner) (s stay, err error) {
	return s, row.Scan(&s.BookingID, &s.Code, &s.LeftOn, &s.agent)
}

// ended are the conditions of bookings whose guests left on the days [$2, $3], or were to leave and were called off.
const ended = ` b.status IN ('checked-out', 'cancelled') AND b.check_out >= $2 AND b.check_out <= $3`

// left are the agents' bookings whose guests left on the days [from, to], or were to leave and were called off.
func left(tx *db.Tx, sc scope.Scope, agents []string, from, to date.Date) ([]stay, error) {
	said, err := db.AllAmong(tx, scanStay, agents, func(among string) string {
		return `SELECT b.booking_id, b.code, b.check_out, a.company_id FROM agent_bookings a
			JOIN bookings b ON b.org_id = a.org_id AND b.booking_id = a.booking_id
			WHERE a.org_id = $1 AND a.company_id IN ` + among + ` AND` + ended
	}, sc.Org, string(from), string(to))
	if err != nil {
		return nil, err
	}
	own, err := db.AllAmong(tx, scanStay, agents, func(among string) string {
		return `SELECT b.booking_id, b.code, b.check_out, b.company_id FROM bookings b
			LEFT JOIN agent_bookings a ON a.org_id = b.org_id AND a.booking_id = b.booking_id
			WHERE b.org_id = $1 AND b.company_id IN ` + among + ` AND a.booking_id IS NULL AND` + ended
	}, sc.Org, string(from), string(to))
	stays := append(said, own...)
	slices.SortFunc(stays, func(a, b stay) int {
		return cmp.Or(cmp.Compare(a.LeftOn, b.LeftOn), cmp.Compare(a.BookingID, b.BookingID))
	})
	return stays, err
}

// unbilled are the bookings of all agents that ended on the days [from, to], and that no bill has anything of.
func unbilled(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]stay, error) {
	return db.All(tx, scanStay, `SELECT b.booking_id, b.code, b.check_out, g.company_id FROM bookings b
		LEFT JOIN agent_bookings a ON a.org_id = b.org_id AND a.booking_id = b.booking_id
		JOIN agents g ON g.org_id = b.org_id AND g.company_id = COALESCE(a.company_id, b.company_id)
		WHERE b.org_id = $1 AND`+ended+` AND NOT EXISTS (SELECT 1 FROM agent_bill_lines l
			WHERE l.org_id = $1 AND l.booking_id = b.booking_id AND l.stands <> 0)
		ORDER BY b.check_out, b.booking_id`, sc.Org, string(from), string(to))
}

// charge fills in what the folios of the bookings charge before tax, and what commission that is at what is agreed with
// their agents, less what bills have of them.
func charge(tx *db.Tx, sc scope.Scope, agents map[string]Agent, stays []stay) error {
	at := map[string]*stay{}
	ids := make([]string, len(stays))
	for n := range stays {
		ids[n] = stays[n].BookingID
		at[ids[n]] = &stays[n]
	}
	if _, err := db.AllAmong(tx, func(row db.Scanner) (none struct{}, err error) {
		var id, part string
		var sum money.Amount
		if err := row.Scan(&id, &part, &sum); err != nil {
			return none, err
		}
		switch part {
		case "rooms":
			at[id].Rooms += sum
		case "food":
			at[id].Food += sum
		default:
			at[id].Other += sum
		}
		return none, nil
	}, ids, func(among string) string {
		return `SELECT l.booking_id, CASE WHEN COALESCE(o.lodging, l.lodging) THEN 'rooms'
				WHEN COALESCE(o.sac, l.sac) LIKE '99633%' THEN 'food' ELSE 'other' END AS part, CAST(SUM(l.taxable) AS BIGINT)
			FROM folio_lines l LEFT JOIN folio_lines o ON o.org_id = l.org_id AND o.booking_id = l.booking_id
				AND o.line_id = l.credits -- a credit is of what it credits
			WHERE l.org_id = $1 AND l.kind <> 'tax' AND NOT l.rounding AND l.booking_id IN ` + among + ` GROUP BY 1, 2`
	}, sc.Org); err != nil {
		return err
	}
	before := map[string]money.Amount{}
	if _, err := db.AllAmong(tx, func(row db.Scanner) (id string, err error) {
		var sum money.Amount
		err = row.Scan(&id, &sum)
		before[id] = sum
		return id, err
	}, ids, func(among string) string {
		return `SELECT booking_id, CAST(SUM(stands) AS BIGINT) FROM agent_bill_lines
			WHERE org_id = $1 AND booking_id IN ` + among + ` GROUP BY booking_id`
	}, sc.Org); err != nil {
		return err
	}
	for n := range stays {
		s := &stays[n]
		s.Commission = agents[s.agent].earned(s.Line) - before[s.BookingID]
	}
	return nil
}

// sumsOf are the sums of the agents' bills, by the agents.
func sumsOf(tx *db.Tx, sc scope.Scope, agents []string) (map[string]sums, error) {
	of := map[string]sums{}
	_, err := db.AllAmong(tx, func(row db.Scanner) (id string, err error) {
		var s sums
		err = row.Scan(&id, &s.billed, &s.paid, &s.unpaid)
		of[id] = s
		return id, err
	}, agents, func(among string) string {
		return `SELECT company_id, CAST(SUM(commission) AS BIGINT),
				CAST(SUM(CASE status WHEN 'paid' THEN payable ELSE 0 END) AS BIGINT),
				CAST(SUM(CASE status WHEN 'unpaid' THEN payable ELSE 0 END) AS BIGINT)
			FROM agent_bills WHERE org_id = $1 AND company_id IN ` + among + ` AND status <> 'reversed' GROUP BY company_id`
	}, sc.Org)
	return of, err
}

// unpaidBills are the agents' bills that were recorded until a day and aren't paid, the oldest first.
func unpaidBills(tx *db.Tx, sc scope.Scope, until date.Date) ([]Bill, error) {
	return db.All(tx, billTable.Scan, `SELECT `+billTable.Columns("")+` FROM agent_bills
		WHERE org_id = $1 AND status = 'unpaid' AND business_date <= $2 ORDER BY business_date, bill_id`, sc.Org,
		string(until))
}

func findBill(tx *db.Tx, sc scope.Scope, billID string) (Bill, error) {
	b, err := db.One(tx, billTable.Scan, `SELECT `+billTable.Columns("")+` FROM agent_bills
		WHERE org_id = $1 AND bill_id = $2`, sc.Org, billID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such bill of a travel agent.")
	}
	return b, err
}

func linesOf(tx *db.Tx, sc scope.Scope, billID string) ([]Line, error) {
	return db.All(tx, lineTable.Scan, `SELECT `+lineTable.Columns("")+` FROM agent_bill_lines
		WHERE org_id = $1 AND bill_id = $2 ORDER BY position`, sc.Org, billID)
}

func insert(tx *db.Tx, sc scope.Scope, b Bill, lines []Line) error {
	if err := billTable.Insert(tx, []any{sc.Org}, b); err != nil {
		return err
	}
	return lineTable.Insert(tx, []any{sc.Org}, lines...)
}

// save writes that the bill is paid or reversed. The books are locked.
func save(tx *db.Tx, sc scope.Scope, b Bill) error {
	if err := tx.Do(`UPDATE agent_bills SET status = $3, paid_on = $4, account_id = $5, reference = $6,
		reversal_reason = $7 WHERE org_id = $1 AND bill_id = $2`, sc.Org, b.ID, b.Status, string(b.PaidOn), b.AccountID,
		b.Reference, b.ReversalReason); err != nil || b.Status != reversed {
		return err
	}
	return tx.Do(`UPDATE agent_bill_lines SET stands = 0 WHERE org_id = $1 AND bill_id = $2`, sc.Org, b.ID)
}

// Never is what agents' bills must never hold.
var Never = db.Never{
	"agents' bills that owe something else than the books say": `SELECT SUM(x.amount) FROM
		(SELECT payable AS amount FROM agent_bills WHERE org_id = $1 AND status = 'unpaid'
		UNION ALL SELECT amount FROM ledger_entries WHERE org_id = $1 AND account = 'agent-payable') x
		HAVING SUM(x.amount) <> 0`,
}
