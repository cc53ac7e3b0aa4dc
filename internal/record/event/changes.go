package event

import "reflect"

// Changes returns what differs between two states of a record, as the details of an update:
// {"name": {"old": "Bank", "new": "HDFC"}}. Both maps have the same fields. The result is empty if nothing differs.
func Changes(before, after map[string]any) map[string]any {
	changed := map[string]any{}
	for field, old := range before {
		if now := after[field]; !reflect.DeepEqual(old, now) {
			changed[field] = map[string]any{"old": old, "new": now}
		}
	}
	return changed
}
