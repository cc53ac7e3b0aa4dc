package event

import "reflect"

// Changes lists what differs between two descriptions of a record, by the names of the fields, as events tell of an
// update: {"name": {"old": "Bank", "new": "HDFC"}}. It is empty if nothing does. Both describe the same fields.
func Changes(before, after map[string]any) map[string]any {
	changed := map[string]any{}
	for field, old := range before {
		if now := after[field]; !reflect.DeepEqual(old, now) {
			changed[field] = map[string]any{"old": old, "new": now}
		}
	}
	return changed
}
