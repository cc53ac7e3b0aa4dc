package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

const columns = "entry_id, org_id, user_id, user_name, action, resource_type, resource_id, details, ip, user_agent, created_at"

func scan(row db.Scanner) (e Entry, err error) {
	var details string
	err = row.Scan(&e.ID, &e.Org, &e.UserID, &e.UserName, &e.Action, &e.ResourceType, &e.ResourceID, &details, &e.IPAddress, &e.UserAgent, &e.CreatedAt)
	e.Details = Details{json.RawMessage(details)}
	return e, err
}

// page is the condition's entries on that page, newest first, and how many there are on all pages.
func page(tx *db.Tx, where condition, paging web.Paging) ([]Entry, Pagination, error) {
	var total int
	if err := tx.QueryRow(`SELECT COUNT(*) FROM audit_entries WHERE `+where.text, where.args...).Scan(&total); err != nil {
		return nil, Pagination{}, err
	}
	entries, err := db.All(tx, scan, `SELECT `+columns+` FROM audit_entries WHERE `+where.text+
		` ORDER BY created_at DESC, entry_id DESC`+db.Limit(len(where.args)+1),
		append(where.args, paging.Limit, paging.Offset())...)
	return entries, Pagination{Page: paging.Page, Limit: paging.Limit, Total: total, Pages: paging.Pages(total)}, err
}

func trail(tx *db.Tx, sc scope.Scope, resourceType, resourceID string) ([]Entry, error) {
	return db.All(tx, scan, `SELECT `+columns+` FROM audit_entries
		WHERE org_id = $1 AND resource_type = $2 AND resource_id = $3 ORDER BY created_at DESC, entry_id DESC`,
		sc.Org, resourceType, resourceID)
}

func entry(tx *db.Tx, sc scope.Scope, entryID string) (Entry, error) {
	found, err := db.One(tx, scan, `SELECT `+columns+` FROM audit_entries WHERE org_id = $1 AND entry_id = $2`, sc.Org, entryID)
	if errors.Is(err, db.ErrNoRows) {
		return found, errs.NotFound("There is no such audit log entry.")
	}
	return found, err
}

// nameOf is the member's name, or for someone who is a member no longer the one that the log saw last. Reading
// memberships here, although they belong to package user, keeps that package above this one.
func nameOf(tx *db.Tx, sc scope.Scope, userID string) (name string, err error) {
	err = tx.QueryRow(`SELECT name FROM memberships WHERE org_id = $1 AND login_id = $2`, sc.Org, userID).Scan(&name)
	if errors.Is(err, db.ErrNoRows) {
		err = tx.QueryRow(`SELECT user_name FROM audit_entries WHERE org_id = $1 AND user_id = $2 ORDER BY created_at DESC LIMIT 1`,
			sc.Org, userID).Scan(&name)
	}
	if errors.Is(err, db.ErrNoRows) {
		return "", errs.NotFound("There is no such user in this organization.")
	}
	return name, err
}

const (
	trendDays    = 30
	topActorsMax = 10
)

func statistics(tx *db.Tx, sc scope.Scope) (figures Statistics, err error) {
	if err = tx.QueryRow(`SELECT COUNT(*) FROM audit_entries WHERE org_id = $1`, sc.Org).Scan(&figures.TotalLogs); err != nil {
		return figures, err
	}
	figures.ActionBreakdown, err = db.All(tx,
		func(row db.Scanner) (a ActionCount, err error) { return a, row.Scan(&a.Action, &a.Count) },
		`SELECT action, COUNT(*) AS entries FROM audit_entries WHERE org_id = $1 GROUP BY action ORDER BY entries DESC, action`, sc.Org)
	if err != nil {
		return figures, err
	}
	// Whoever changed the name counts once, under the name that the log saw last.
	figures.TopActors, err = db.All(tx,
		func(row db.Scanner) (a ActorCount, err error) { return a, row.Scan(&a.UserID, &a.UserName, &a.Count) },
		`SELECT user_id, (SELECT user_name FROM audit_entries WHERE org_id = $1 AND user_id = actors.user_id ORDER BY created_at DESC LIMIT 1), entries
		FROM (SELECT user_id, COUNT(*) AS entries FROM audit_entries WHERE org_id = $1 GROUP BY user_id ORDER BY entries DESC, user_id LIMIT $2) AS actors
		ORDER BY entries DESC, user_id`, sc.Org, topActorsMax)
	if err != nil {
		return figures, err
	}
	figures.DailyTrend, err = dailyTrend(tx, sc)
	return figures, err
}

// dailyTrend counts the entries of the hotel's last 30 days, today included. A day has 23 or 25 hours when the
// clock changes, so each is counted between its own two instants: one statement, a range of the index a day.
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
