package backup

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	getNote = "Of the whole server, so only the organization that runs it learns anything (SARAI_OPERATOR, by default " +
		"the first one). Others get null, and false."
	createNote = "Copies the whole database into a folder of the server's disk, checks the copy, and puts it into the " +
		"S3-compatible storage, if the server has one. Where the last copy is less than a minute old, it is as good. 403 " +
		"for an organization that doesn't run the server. 400 while another one is being made, and on PostgreSQL. 503 says " +
		"why none could be made, such as a full disk."
)

// Routes are the endpoints of /api/backups.
func (s *Service) Routes() []web.Route {
	const base = "/api/backups/{orgId}"
	return []web.Route{
		web.Get(base, may.View(may.Organization), s.httpGet, "Show how old the last backup is").
			With(getNote),
		web.Post(base+"/create", may.Manage(may.Organization), s.httpCreate, "Back up the database").With(createNote).
			OutOfTurn(),
	}
}

// View is how well the database is backed up.
type View struct {
	LastBackupAt *date.Time `json:"lastBackupAt" nullable:"true" doc:"null: never"`
	AgeSeconds   *int64     `json:"ageSeconds" nullable:"true" doc:"Of the last backup" example:"5400"`
	CanBackup    bool       `json:"canBackup" doc:"Whether create works here; PostgreSQL has pg_dump"`
}

func (st Status) view() View {
	v := View{CanBackup: st.Able}
	if !st.Last.IsZero() {
		at, age := date.TimeOf(st.Last), int64(st.Age.Seconds())
		v.LastBackupAt, v.AgeSeconds = &at, &age
	}
	return v
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[View], error) {
	st, err := s.shown(ctx, sc)
	return web.Reply(st.view(), err)
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[View], error) {
	st, err := s.create(ctx, sc)
	return web.Reply(st.view(), err)
}
