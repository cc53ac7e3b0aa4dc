package changes

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/record/event"
)

// Whoever hears the merged changes up to any revision knows of everything that a client knows that heard each by
// itself; and each kind says no more than it has to.
func TestMergedChangesSayTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SampledFrom([]string{"bookings", "rooms", "folios"})
		ids := rapid.SliceOfDistinct(rapid.StringMatching(`[a-d]`), rapid.ID[string])
		var list []Change
		for i := range rapid.IntRange(0, 12).Draw(t, "changes") {
			c := Change{Revision: int64(i + 1), Kind: kinds.Draw(t, "kind"), IDs: ids.Draw(t, "ids")}
			slices.Sort(c.IDs)
			list = append(list, c)
		}
		merged := Merge(slices.Clone(list))
		for _, upTo := range merged {
			var one, other []Change
			for _, c := range list {
				if c.Revision <= upTo.Revision {
					one = append(one, c)
				}
			}
			for _, c := range merged {
				if c.Revision <= upTo.Revision {
					other = append(other, c)
				}
			}
			if known(one) != known(other) {
				t.Fatalf("up to %d: %v says %s, merged %v", upTo.Revision, list, known(one), merged)
			}
		}
		for i, c := range merged[min(1, len(merged)):] {
			if c.Kind == merged[i].Kind || c.Revision <= merged[i].Revision {
				t.Fatalf("%v is not merged", merged)
			}
		}
		whole := byKind(slices.Clone(list))
		if known(whole) != known(list) {
			t.Fatalf("%v by kind is %v", list, whole)
		}
	})
}

// known is what somebody knows who heard these changes: by kind, the records, or that it may be any.
func known(list []Change) string {
	all := map[string]map[string]bool{}
	for _, c := range list {
		if all[c.Kind] == nil {
			all[c.Kind] = map[string]bool{}
		}
		if len(c.IDs) == 0 {
			all[c.Kind] = map[string]bool{"any": true}
		}
		for _, id := range c.IDs {
			if !all[c.Kind]["any"] {
				all[c.Kind][id] = true
			}
		}
	}
	return fmt.Sprint(all)
}

// Every kind that an event can lead to has a module, so that somebody hears of it.
func TestEveryKindHasAModule(t *testing.T) {
	all := changed{}
	for resource := range kinds {
		all.add(event.Event{Type: &event.Type{Action: "folio.charged", ResourceType: resource}, ResourceID: "1"})
	}
	for resource := range sweeping {
		all.add(event.Event{Type: &event.Type{ResourceType: resource}, ResourceID: "1"})
	}
	for kind := range all {
		if modules[kind] == "" {
			t.Errorf("%s has no module", kind)
		}
	}
	if len(all) != len(modules) {
		t.Errorf("%d of %d kinds come from events", len(all), len(modules))
	}
}
