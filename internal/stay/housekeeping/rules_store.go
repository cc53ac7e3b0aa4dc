package housekeeping

import (
	"encoding/json"
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

// Kept are a hotel's rules, and the version of them.
type Kept struct {
	Rules   Rules `db:"rules,json"`
	Version int64 `db:"version"`
}

var keptTable = table.Of[Kept]("housekeeping_rules", "org_id")

// RulesOf asks for the hotel's rules.
func RulesOf(tx *db.Tx, sc scope.Scope) db.Later[Rules] {
	return db.Then(keptRules(tx, sc), func(k Kept) (Rules, error) { return k.Rules, nil })
}

func keptRules(tx *db.Tx, sc scope.Scope) db.Later[Kept] {
	kept := db.AskAll(tx, keptTable.Scan, `SELECT `+keptTable.Columns("")+` FROM housekeeping_rules
		WHERE org_id = $1`, sc.Org)
	return db.Then(kept, func(list []Kept) (Kept, error) {
		if len(list) == 0 {
			return Kept{defaults, 1}, nil
		}
		return list[0], nil
	})
}

func asText(r Rules) (string, error) {
	text, err := json.Marshal(r)
	return string(text), err
}

// lockRules reads the rules and keeps others from changing them until the transaction ends.
func lockRules(tx *db.Tx, sc scope.Scope) (Kept, error) {
	text, err := asText(defaults)
	if err != nil {
		return Kept{}, err
	}
	if err := tx.Do(`INSERT INTO housekeeping_rules (org_id, rules, updated_at, version) VALUES ($1, $2, $3, 1)
		ON CONFLICT (org_id) DO UPDATE SET updated_at = housekeeping_rules.updated_at`, sc.Org, text,
		tx.Now.UnixMilli()); err != nil {
		return Kept{}, err
	}
	return keptRules(tx, sc).Get()
}

func saveRules(tx *db.Tx, sc scope.Scope, k Kept) error {
	text, err := asText(k.Rules)
	if err != nil {
		return err
	}
	return tx.Do(`UPDATE housekeeping_rules SET rules = $2, updated_at = $3, version = $4 WHERE org_id = $1`, sc.Org,
		text, tx.Now.UnixMilli(), k.Version)
}

var (
	visitTable   = table.Of[visit]("housekeeping_visits", "org_id")
	selectVisits = `SELECT ` + visitTable.Columns("") + ` FROM housekeeping_visits WHERE org_id = $1`
)

// visitsOn are the visits of the day, by room and part.
func visitsOn(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]map[string]visit, error) {
	list, err := db.All(tx, visitTable.Scan, selectVisits+` AND day = $2`, sc.Org, string(day))
	rooms := map[string]map[string]visit{}
	for _, v := range list {
		if rooms[v.RoomID] == nil {
			rooms[v.RoomID] = map[string]visit{}
		}
		rooms[v.RoomID][v.Part] = v
	}
	return rooms, err
}

// visitOf reads the visit with the key of this one, which it is if there was none.
func visitOf(tx *db.Tx, sc scope.Scope, v visit) (visit, error) {
	found, err := db.One(tx, visitTable.Scan, selectVisits+` AND room_id = $2 AND day = $3 AND part = $4`, sc.Org,
		v.RoomID, string(v.Day), v.Part)
	if errors.Is(err, db.ErrNoRows) {
		return v, nil
	}
	return found, err
}

func saveVisit(tx *db.Tx, sc scope.Scope, v visit) error {
	return tx.Do(`INSERT INTO housekeeping_visits (org_id, room_id, day, part, state, at, knocks, service, credits)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (org_id, room_id, day, part) DO UPDATE SET state = excluded.state, at = excluded.at,
			knocks = excluded.knocks, service = excluded.service, credits = excluded.credits`,
		sc.Org, v.RoomID, string(v.Day), v.Part, v.State, v.At, v.Knocks, v.Service, v.Credits)
}

var sightingTable = table.Of[sighting]("housekeeping_sightings", "org_id")

// sightings are the latest of each room.
func sightings(tx *db.Tx, sc scope.Scope) (map[string]sighting, error) {
	list, err := db.All(tx, sightingTable.Scan, `SELECT `+sightingTable.Columns("")+` FROM housekeeping_sightings
		WHERE org_id = $1`, sc.Org)
	rooms := map[string]sighting{}
	for _, s := range list {
		rooms[s.RoomID] = s
	}
	return rooms, err
}

func saveSighting(tx *db.Tx, sc scope.Scope, s sighting) error {
	return tx.Do(`INSERT INTO housekeeping_sightings (org_id, room_id, occupied, seen_at, in_room)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (org_id, room_id) DO UPDATE SET occupied = excluded.occupied, seen_at = excluded.seen_at,
			in_room = excluded.in_room`, sc.Org, s.RoomID, s.Occupied, s.SeenAt, s.InRoom)
}
