package app

import (
	"sarai/internal/kit/web/openapi"
	"sarai/internal/record/event"
)

// describedEvents are all types of events, for the OpenAPI document.
func describedEvents() []openapi.Event {
	types := event.Types()
	list := make([]openapi.Event, len(types))
	for i, t := range types {
		about := map[string]any{"action": t.Action, "resourceType": t.ResourceType, "version": t.Version}
		if t.Change != "" {
			about["change"] = t.Change
		}
		list[i] = openapi.Event{Schema: t.SchemaName(), Title: t.Name(), Summary: t.Summary, Change: t.Change, About: about,
			Details: t.Shape()}
	}
	return list
}
