package changes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const missedNote = "For a client that was away: each kind of records that changed since and that the caller may " +
	"view, with the revision of its last change. reload: too much has changed, or too long ago; read all again."

// Routes are the endpoints of /api/changes.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Get("/api/changes/{orgId}", may.Member, s.httpMissed, "List what has changed since a revision").
			With(missedNote),
	}
}

// Kind is a kind of records, as clients name it.
type Kind string

// InJSON describes the type to the API's document.
func (Kind) InJSON() (like any, tags string) {
	return "", `enum:"` + strings.Join(slices.Sorted(maps.Keys(modules)), ",") + `"`
}

// View is that records of a kind differ from before.
type View struct {
	Kind     Kind     `json:"kind"`
	Revision int64    `json:"revision" doc:"Of the last change of the kind" example:"1712"`
	IDs      []string `json:"ids" doc:"Of the records: bookings for folios, rooms for housekeeping. None: it may be any"`
}

// MissedView is what a client has missed.
type MissedView struct {
	Revision int64  `json:"revision" doc:"The organization's last; ask for what came since the next time" example:"1715"`
	Reload   bool   `json:"reload" doc:"Nothing is listed: read everything again"`
	Changes  []View `json:"changes"`
}

type missedInput struct {
	Since int64 `query:"since" required:"true" minimum:"0" doc:"The last revision that was heard or read" example:"1700"`
}

func (s *Service) httpMissed(ctx context.Context, sc scope.Scope, in *missedInput) (*web.Data[MissedView], error) {
	m, err := s.missed(ctx, sc, in.Since)
	if err != nil {
		return nil, err
	}
	v := MissedView{Revision: m.Revision, Reload: m.Reload, Changes: []View{}}
	for _, c := range m.Changes {
		v.Changes = append(v.Changes, View{Kind: Kind(c.Kind), Revision: c.Revision, IDs: append([]string{}, c.IDs...)})
	}
	return web.OK(v), nil
}
