package audit

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	entryTable = table.Of[entry]("audit_entries")
	heads      = table.Of[head]("audit_heads")
)

var selectEntries = `SELECT ` + entryTable.Columns("") + ` FROM audit_entries WHERE org_id = $1`

const newestFirst = "created_at DESC, entry_id DESC"

var list = listing.New[filter](entryTable.Scan, listing.Spec{
	Table: "audit_entries", Key: "entry_id", Columns: entryTable.Columns(""), Order: newestFirst,
	Filters: []listing.Filter{
		listing.By("action", listing.Narrow, "action = ?"),
		{Name: "userId", Condition: listing.Condition{Where: "user_id = ?", Leads: listing.Narrow},
			Of: map[string]listing.Condition{Nobody: {Where: "user_id = ''", Leads: listing.Narrow}}},
		{Name: "resourceType",
			Condition: listing.Condition{Where: "resource_type = ?", Leads: listing.Gather, Column: "resource_type"}},
		listing.From("from", "created_at"),
		listing.Until("until", "created_at"),
	},
	Kept: func(tx *db.Tx, sc scope.Scope, _ func(string) string) (number int, err error) {
		err = tx.QueryRow(`SELECT COALESCE((SELECT number FROM audit_heads WHERE org_id = $1), 0)
			+ (SELECT COUNT(*) FROM audit_entries WHERE org_id = $1 AND number <= 0)`, sc.Org).Scan(&number)
		return number, err
	},
})

var selectHead = `SELECT ` + heads.Columns("") + ` FROM audit_heads WHERE org_id = $1`

// lockHead keeps others from lengthening the organization's chain until the transaction ends.
func lockHead(tx *db.Tx, org string) db.Later[head] {
	return db.Ask(tx, heads.Scan, selectHead+tx.LockExclusive(), org)
}

// newHead makes a head without a mark, and locks it.
func newHead(tx *db.Tx, org string) (head, error) {
	var h head
	last, err := db.One(tx, entryTable.Scan, selectEntries+` AND number > 0 ORDER BY number DESC LIMIT 1`, org)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return h, err
	}
	err = tx.Do(`INSERT INTO audit_heads (org_id, number, link, mark) VALUES ($1, $2, $3, '')
		ON CONFLICT (org_id) DO NOTHING`, org, last.Number, last.Link)
	if err != nil {
		return h, err
	}
	return lockHead(tx, org).Get()
}

const selectRoll = `SELECT logs, logs_digest, logs_mark FROM installation WHERE singleton = 'sarai'`

// rollOf reads the roll from the table of package organization, whose row every sign-up changes anyway.
func rollOf(tx *db.Tx) (roll, error) {
	return db.One(tx, func(row db.Scanner) (r roll, err error) {
		err = row.Scan(&r.Number, &r.Digest, &r.Mark)
		return r, err
	}, selectRoll)
}

func saveRoll(tx *db.Tx, r roll) error {
	return tx.Do(`UPDATE installation SET logs = $1, logs_digest = $2, logs_mark = $3 WHERE singleton = 'sarai'`,
		r.Number, r.Digest, r.Mark)
}

// signRoll replaces the mark of a roll that hasn't changed meanwhile.
func signRoll(tx *db.Tx, r roll, mark string) error {
	return tx.Do(`UPDATE installation SET logs_mark = $1 WHERE singleton = 'sarai' AND logs_mark = $2`, mark, r.Mark)
}

// countFault tells what is wrong with the counts of a whole chain that ends with the head.
func countFault(tx *db.Tx, h head) (fault string, err error) {
	kept, err := numbers(tx, `SELECT action, user_id, number FROM audit_counts WHERE org_id = $1`, h.Org)
	if err != nil {
		return "", err
	}
	proper, err := numbers(tx, `SELECT action, user_id, COUNT(*) FROM audit_entries
		WHERE org_id = $1 AND number > 0 AND number <= $2 GROUP BY action, user_id`, h.Org, counted(h.Number))
	if err != nil {
		return "", err
	}
	if maps.Equal(kept, proper) {
		return "", nil
	}
	return "the counts of its entries by action and user are not those of the log: audit_counts was changed", nil
}

// numbers are how many entries there are of each action by each user.
func numbers(tx *db.Tx, query string, args ...any) (map[[2]string]int64, error) {
	found := map[[2]string]int64{}
	_, err := db.All(tx, func(row db.Scanner) (number int64, err error) {
		var action, user string
		err = row.Scan(&action, &user, &number)
		found[[2]string{action, user}] = number
		return number, err
	}, query, args...)
	return found, err
}

// move stores where the locked chain ends now.
func move(tx *db.Tx, ended head) error {
	return tx.Do(`UPDATE audit_heads SET number = $2, link = $3, mark = $4 WHERE org_id = $1`, ended.Org, ended.Number,
		ended.Link, ended.Mark)
}

func trail(tx *db.Tx, sc scope.Scope, resourceType, resourceID string) ([]entry, error) {
	return db.All(tx, entryTable.Scan, selectEntries+` AND resource_type = $2 AND resource_id = $3 ORDER BY `+newestFirst,
		sc.Org, resourceType, resourceID)
}

func find(tx *db.Tx, sc scope.Scope, entryID string) (entry, error) {
	return db.One(tx, entryTable.Scan, selectEntries+` AND entry_id = $2`, sc.Org, entryID)
}

// nameInLog is the name of a user that the log saw last.
func nameInLog(tx *db.Tx, sc scope.Scope, userID string) (name string, err error) {
	err = tx.QueryRow(`SELECT user_name FROM audit_entries WHERE org_id = $1 AND user_id = $2
		ORDER BY created_at DESC LIMIT 1`, sc.Org, userID).Scan(&name)
	return name, err
}

// lastOf finds the last entry about a record, whatever its type, since a time.
func lastOf(tx *db.Tx, sc scope.Scope, resourceID string, since int64) (entry, error) {
	return db.One(tx, entryTable.Scan, selectEntries+` AND created_at >= $2 AND resource_id = $3
		ORDER BY `+newestFirst+` LIMIT 1`, sc.Org, since, resourceID)
}

const (
	trendDays    = 30
	topActorsMax = 10
)

// addCounts adds the entries of the organization's chain from after one number up to another to audit_counts.
func addCounts(tx *db.Tx, org string, after, last int64) error {
	return tx.Do(`INSERT INTO audit_counts (org_id, action, user_id, number)
		SELECT org_id, action, user_id, COUNT(*) FROM audit_entries WHERE org_id = $1 AND number > $2 AND number <= $3
			GROUP BY org_id, action, user_id
		ON CONFLICT (org_id, action, user_id) DO UPDATE SET number = audit_counts.number + excluded.number`,
		org, after, last)
}

func statistics(tx *db.Tx, sc scope.Scope) (figures Statistics, err error) {
	actions, users, err := counts(tx, sc)
	if err != nil {
		return figures, err
	}
	figures.ActionBreakdown = []ActionCount{}
	for action, number := range actions {
		figures.TotalLogs += number
		figures.ActionBreakdown = append(figures.ActionBreakdown, ActionCount{Action: action, Count: number})
	}
	slices.SortFunc(figures.ActionBreakdown, func(a, b ActionCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Action, b.Action))
	})
	if figures.TopActors, err = topActors(tx, sc, users); err != nil {
		return figures, err
	}
	figures.DailyTrend, err = dailyTrend(tx, sc)
	return figures, err
}

// counts are how many entries there are of each action and by each user: those in audit_counts, and those since.
func counts(tx *db.Tx, sc scope.Scope) (actions, users map[string]int, err error) {
	var last int64
	err = tx.QueryRow(`SELECT COALESCE(MAX(number), 0) FROM audit_entries WHERE org_id = $1`, sc.Org).Scan(&last)
	if err != nil {
		return nil, nil, err
	}
	type deeds struct {
		action, user string
		number       int
	}
	all, err := db.All(tx, func(row db.Scanner) (d deeds, err error) {
		err = row.Scan(&d.action, &d.user, &d.number)
		return d, err
	}, `SELECT action, user_id, number FROM audit_counts WHERE org_id = $1
		UNION ALL SELECT action, user_id, COUNT(*) FROM audit_entries WHERE org_id = $1 AND number > $2
			GROUP BY action, user_id`, sc.Org, counted(last))
	actions, users = map[string]int{}, map[string]int{}
	for _, d := range all {
		actions[d.action] += d.number
		users[d.user] += d.number
	}
	return actions, users, err
}

// topActors are those who did most, each once, under the name that the log saw last.
func topActors(tx *db.Tx, sc scope.Scope, users map[string]int) ([]ActorCount, error) {
	most := slices.SortedFunc(maps.Keys(users), func(a, b string) int {
		return cmp.Or(cmp.Compare(users[b], users[a]), cmp.Compare(a, b))
	})
	actors := []ActorCount{}
	for _, userID := range most[:min(topActorsMax, len(most))] {
		name, err := nameInLog(tx, sc, userID)
		if err != nil {
			return nil, err
		}
		actors = append(actors, ActorCount{UserID: shownUser(userID), UserName: name, Count: users[userID]})
	}
	return actors, nil
}

// dailyTrend counts the entries of the hotel's last 30 days, including today. A day has 23 or 25 hours when the clock
// changes, so each is counted between its own two instants: one statement, one range of the index a day.
func dailyTrend(tx *db.Tx, sc scope.Scope) ([]DayCount, error) {
	today := sc.Today(tx.Now)
	days := date.Days(today.AddDays(1-trendDays), today.AddDays(1))
	args := []any{sc.Org, days[0].Start(sc.Zone).UnixMilli()}
	var counts []string
	for i, day := range days {
		args = append(args, day.AddDays(1).Start(sc.Zone).UnixMilli())
		counts = append(counts, fmt.Sprintf(`SELECT %d AS day, COUNT(*) AS entries FROM audit_entries
			WHERE org_id = $1 AND created_at >= $%d AND created_at < $%d`, i, i+2, i+3))
	}
	return db.All(tx, func(row db.Scanner) (d DayCount, err error) {
		var day int
		err = row.Scan(&day, &d.Count)
		d.Date = days[day]
		return d, err
	}, strings.Join(counts, " UNION ALL ")+" ORDER BY day", args...)
}

// logged lists the organizations that have a log.
func logged(tx *db.Tx) ([]string, error) {
	return db.All(tx, db.Value[string],
		`SELECT org_id FROM audit_heads UNION SELECT org_id FROM audit_entries ORDER BY org_id`)
}

// Erase deletes the log of an organization that nobody has come into. The roll must forget it, too.
func Erase(tx *db.Tx, org string) error {
	return db.Erase(tx, org, "audit_heads", "audit_counts", "audit_entries")
}

// Deeds tells whether the log has an entry of any action but these.
func Deeds(tx *db.Tx, org string, but ...string) (found bool, err error) {
	args := []any{org}
	for _, action := range but {
		args = append(args, action)
	}
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM audit_entries
		WHERE org_id = $1 AND action NOT IN (`+db.Placeholders(2, len(but))+`))`, args...).Scan(&found)
	return found, err
}

// unlinked finds the first entry that stands outside the organization's chain.
func unlinked(tx *db.Tx, org string) (entry, error) {
	return db.One(tx, entryTable.Scan, selectEntries+` AND number <= 0 ORDER BY created_at, entry_id LIMIT 1`, org)
}

// after lists the next entries of the organization's chain, in its order.
func after(tx *db.Tx, org string, last entry, most int) ([]entry, error) {
	return db.All(tx, entryTable.Scan, selectEntries+` AND number > 0 AND (number > $2 OR number = $2 AND entry_id > $3)
		ORDER BY number, entry_id LIMIT CAST($4 AS BIGINT)`, org, last.Number, last.ID, most)
}
