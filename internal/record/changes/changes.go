package changes

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

// Change is that records of one kind differ from before.
type Change struct {
	Revision int64
	Kind     string
	IDs      []string // sorted; none: any of the kind
}

// modules are the kinds, with the modules whose view flag they take.
var modules = map[string]string{
	"bookings":     may.Bookings,
	"folios":       may.Bookings, // by the booking's id
	"groups":       may.Bookings,
	"guests":       may.Guests,
	"holds":        may.Bookings,
	"housekeeping": may.Rooms,    // by the room's id
	"invoices":     may.Invoices, // with their credit notes
	"payments":     may.Payments,
	"rates":        may.Rooms,
	"rooms":        may.Rooms, // with their blocks and categories
	"waitlist":     may.Bookings,
}

// Visible reports whether somebody with these permissions hears of the change.
func (c Change) Visible(permissions scope.Permissions) bool {
	return permissions.Has(modules[c.Kind], scope.View)
}

// kinds are those of the resource types whose events name the records.
var kinds = map[string]string{"booking": "bookings", "group": "groups", "guest": "guests", "hold": "holds",
	"housekeeping": "housekeeping", "invoice": "invoices", "payment": "payments", "room": "rooms",
	"waitlist": "waitlist"}

// sweeping are the kinds of which events of these resource types may change any record.
var sweeping = map[string][]string{"age_band": {"rates"}, "company": {"rates"}, "night_audit": {"bookings", "folios"},
	"policy": {"rates"}, "rate_plan": {"rates"}, "rate_product": {"rates"}, "rates": {"rates"},
	"room_category": {"rooms", "rates"}, "service": {"rates"}}

// mostIDs is how many records a change names.
const mostIDs = 200

// changed collects the records that changed, by kind. A kind with nil is changed as a whole.
type changed map[string]map[string]bool

// add notes what the event is about.
func (c changed) add(e event.Event) {
	if kind := kinds[e.ResourceType]; kind != "" {
		c.note(kind, e.ResourceID)
	}
	for resource, ids := range e.Touched {
		c.note(kinds[resource], ids...)
	}
	for _, kind := range sweeping[e.ResourceType] {
		c[kind] = nil
	}
	if strings.HasPrefix(e.Action, "folio.") {
		c.note("folios", e.ResourceID)
	}
}

func (c changed) note(kind string, ids ...string) {
	if len(ids) == 0 {
		return
	}
	named, known := c[kind]
	if known && named == nil {
		return
	}
	if !known {
		named = map[string]bool{}
		c[kind] = named
	}
	for _, id := range ids {
		named[id] = true
	}
	if len(named) > mostIDs {
		c[kind] = nil
	}
}

// list is what was collected, by kind and without revisions.
func (c changed) list() []Change {
	list := []Change{}
	for _, kind := range slices.Sorted(maps.Keys(c)) {
		list = append(list, Change{Kind: kind, IDs: slices.Sorted(maps.Keys(c[kind]))})
	}
	return list
}

// Merge puts changes of the same kind that follow each other into one, with the revision of the last: so whoever heard
// of a revision heard of all before.
func Merge(list []Change) []Change {
	merged := []Change{}
	for _, c := range list {
		if last := len(merged) - 1; last >= 0 && merged[last].Kind == c.Kind {
			merged[last] = merged[last].with(c)
		} else {
			merged = append(merged, c)
		}
	}
	return merged
}

// byKind merges all changes of a kind, in the order of their last revisions.
func byKind(list []Change) []Change {
	slices.SortStableFunc(list, func(a, b Change) int { return strings.Compare(a.Kind, b.Kind) })
	merged := Merge(list)
	slices.SortFunc(merged, func(a, b Change) int { return cmp.Compare(a.Revision, b.Revision) })
	return merged
}

// with is the change together with a later one of its kind.
func (c Change) with(later Change) Change {
	of := changed{}
	if len(c.IDs) == 0 || len(later.IDs) == 0 {
		of[c.Kind] = nil
	}
	of.note(c.Kind, c.IDs...)
	of.note(c.Kind, later.IDs...)
	both := of.list()[0]
	both.Revision = later.Revision
	return both
}
