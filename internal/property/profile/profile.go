package profile

import (
	"sarai/internal/kit/errs"
)

// Note is something that a department is to know about a guest.
type Note struct {
	ID            string `db:"note_id,key"`
	GuestID       string `db:"guest_id"`
	Department    string `db:"department"` // in the hotel's words; "": all
	Text          string `db:"note"`
	CreatedBy     string `db:"created_by,fixed"`
	CreatedByName string `db:"created_by_name,fixed"`
	CreatedAt     int64  `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt     int64  `db:"updated_at"`
	Version       int64  `db:"version,version"` // every change raises it
}

var errNoNote = errs.NotFound("There is no such note about the guest.")

// check adds to fields what can't be in a note.
func (n Note) check() error {
	var bad errs.Fields
	bad.CheckLine("department", n.Department)
	return bad.Err()
}

// Consent is what a guest has answered when asked whether the hotel may use their data for a purpose.
type Consent struct {
	ID          string `db:"consent_id,key"`
	GuestID     string `db:"guest_id"`
	Purpose     string `db:"purpose"`        // in the hotel's words, such as "newsletter"
	Granted     bool   `db:"granted"`        // false: refused, or withdrawn
	Notice      string `db:"notice_version"` // which version of the notice the guest has been shown
	Channel     string `db:"channel"`        // how the guest has answered
	NotedBy     string `db:"noted_by"`
	NotedByName string `db:"noted_by_name"`
	NotedAt     int64  `db:"noted_at"` // UTC milliseconds
}

// check adds to fields what can't be in a consent.
func (c Consent) check() error {
	var bad errs.Fields
	bad.RequireLine("purpose", c.Purpose)
	bad.CheckLine("noticeVersion", c.Notice)
	if c.Granted && c.Notice == "" {
		bad.Add("noticeVersion", "must be given: a guest consents to what a notice says")
	}
	return bad.Err()
}

// inForce are the latest of each purpose. The consents are in the order of their times, the latest first.
func inForce(list []Consent) map[string]bool {
	latest, seen := map[string]bool{}, map[string]bool{}
	for _, c := range list {
		if !seen[c.Purpose] {
			latest[c.ID], seen[c.Purpose] = true, true
		}
	}
	return latest
}
