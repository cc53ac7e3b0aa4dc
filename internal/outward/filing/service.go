package filing

import (
	"context"
	"encoding/json"
	"reflect"

	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
	"sarai/internal/property/scan"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/lockorder"
)

// Service keeps the forms of all hotels.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	box    *seal.Box
	guests *guest.Service
	atEnd  *db.AtEnd[stay]
}

// New makes the service. What was filed is sealed in the box.
func New(d *db.DB, bus *event.Bus, box *seal.Box, guests *guest.Service) *Service {
	s := &Service{db: d, bus: bus, box: box, guests: guests}
	s.atEnd = db.NewAtEnd(lockorder.Forms, s.settleAll)
	return s
}

// Full is a form with all its fields.
type Full struct {
	Form
	Fields  []Field
	Missing []string // names of required fields that are empty
	Differs []string // names of fields that differ from what was filed
}

// full reads what the form's fields are made of.
func (s *Service) full(tx *db.Tx, sc scope.Scope, f Form) (Full, error) {
	g, err := s.guests.Whole(tx, sc, f.GuestID)
	if err != nil {
		return Full{}, err
	}
	o, err := organization.Get(tx, sc.Org).Get()
	if err != nil {
		return Full{}, err
	}
	photo, err := scan.Has(tx, sc, f.GuestID, "photo")
	if err != nil {
		return Full{}, err
	}
	fields := f.fields(g, hotel{o.Name, o.Address.OneLine()}, photo, sc)
	whole := Full{Form: f, Fields: fields, Missing: missing(fields), Differs: []string{}}
	if f.Sealed != "" {
		filed, err := s.filed(sc, f)
		if err == nil { // else the key is gone, and nobody can tell
			whole.Differs = differing(fields, filed)
		}
	}
	return whole, nil
}

// filed are the fields as they were filed.
func (s *Service) filed(sc scope.Scope, f Form) (fields map[string]string, err error) {
	text, err := s.box.Open(f.Sealed, sc.Org+"/"+f.ID)
	if err != nil {
		return nil, err
	}
	return fields, json.Unmarshal(text, &fields)
}

// seal keeps the fields as they are filed now.
func (s *Service) seal(sc scope.Scope, whole Full) (string, error) {
	fields := map[string]string{}
	for _, f := range whole.Fields {
		fields[f.Name] = f.Value
	}
	text, err := json.Marshal(fields)
	return s.box.Seal(text, sc.Org+"/"+whole.ID), err
}

// Get reads a form.
func (s *Service) Get(ctx context.Context, sc scope.Scope, formID string) (Full, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Full, error) {
		f, err := find(tx, sc, formID)
		if err != nil {
			return Full{}, err
		}
		return s.full(tx, sc, f)
	})
}

// Answer edits the answers of a form. An edit that changes nothing leaves no trace.
func (s *Service) Answer(ctx context.Context, sc scope.Scope, formID string, edit func(*Answers)) (Full, error) {
	return s.change(ctx, sc, formID, func(tx *db.Tx, f *Form) (e event.Event, changed bool, err error) {
		before := f.Answers
		edit(&f.Answers)
		if err := f.Answers.check(sc.Today(tx.Now)); err != nil || f.Answers == before {
			return e, false, err
		}
		return updated.Of(f.ID, updatedDetails{f.facts(), changedAnswers(before, f.Answers)}), true, nil
	})
}

// changedAnswers names the answers that differ, as JSON has them.
func changedAnswers(before, after Answers) (names []string) {
	was, is := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range was.NumField() {
		if was.Field(i).String() != is.Field(i).String() {
			names = append(names, was.Type().Field(i).Tag.Get("json"))
		}
	}
	return names
}

// Submit notes that the arrival, the departure or a correction of the arrival was filed, with the portal's reference
// and the caller. Conflict if it can't be filed now.
func (s *Service) Submit(ctx context.Context, sc scope.Scope, formID, what, reference string) (Full, error) {
	return s.change(ctx, sc, formID, func(tx *db.Tx, f *Form) (e event.Event, changed bool, err error) {
		now := tx.Now.UnixMilli()
		switch {
		case what == Departure && f.DepartedAt == nil:
			return e, false, errs.Conflict("%s hasn't left yet.", f.GuestName)
		case what == Departure && f.ArrivalFiledAt == nil:
			return e, false, errs.Conflict("The arrival of %s has to be filed first.", f.GuestName)
		case what == Correction && f.ArrivalFiledAt == nil:
			return e, false, errs.Conflict("The arrival of %s isn't filed yet: there is nothing to correct.",
				f.GuestName)
		case what == Departure && f.DepartureFiledAt != nil, what == Arrival && f.ArrivalFiledAt != nil:
			return e, false, errs.Conflict("The %s of %s is filed already.", what, f.GuestName)
		case what == Departure:
			f.DepartureReference, f.DepartureFiledAt, f.DepartureFiledBy = reference, &now, sc.UserName
		default:
			whole, err := s.full(tx, sc, *f)
			if err != nil {
				return e, false, err
			}
			if f.Sealed, err = s.seal(sc, whole); err != nil {
				return e, false, err
			}
			f.ArrivalReference, f.ArrivalFiledAt, f.ArrivalFiledBy = reference, &now, sc.UserName
		}
		f.settle()
		return submitted.Of(f.ID, submittedDetails{f.facts(), what, reference}), true, nil
	})
}

// change edits a form that nobody else changes meanwhile, in the version that the caller knows.
func (s *Service) change(ctx context.Context, sc scope.Scope, formID string,
	edit func(tx *db.Tx, f *Form) (e event.Event, changed bool, err error)) (Full, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Full, error) {
		f, err := lock(tx, sc, formID)
		if err != nil {
			return Full{}, err
		}
		if err := sc.CheckVersion(f.Version); err != nil {
			return Full{}, err
		}
		e, changed, err := edit(tx, &f)
		if err != nil {
			return Full{}, err
		}
		if changed {
			f.UpdatedAt = tx.Now.UnixMilli()
			if err := save(tx, sc, &f); err != nil {
				return Full{}, err
			}
			if err := s.bus.Publish(tx, sc, e); err != nil {
				return Full{}, err
			}
		}
		return s.full(tx, sc, f)
	})
}

// list finds forms, what is due first, with their fields.
func (s *Service) list(ctx context.Context, sc scope.Scope, q ListQuery, p paging.Query) (
	listing.Page[Full], error) {
	found, err := forms.Read(ctx, s.db, sc, q, p)
	if err != nil {
		return listing.Page[Full]{}, err
	}
	whole, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]Full, error) {
		list := make([]Full, len(found.Records))
		for i, f := range found.Records {
			if list[i], err = s.full(tx, sc, f); err != nil {
				return nil, err
			}
		}
		return list, nil
	})
	return listing.Of(found, whole), err
}

// paper is the form on paper, with whole numbers: a row for each field.
func (s *Service) paper(ctx context.Context, sc scope.Scope, formID string) (document.List, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (l document.List, err error) {
		f, err := find(tx, sc, formID)
		if err != nil {
			return l, err
		}
		whole, err := s.full(tx, sc, f)
		if err != nil {
			return l, err
		}
		l = document.List{Kind: document.FormIII, Date: f.ArrivalDay, Created: tx.Now,
			Printed: words.Of(sc).Moment(tx.Now.In(sc.Zone)), Summary: f.BookingCode + " · " + f.GuestName,
			Columns: []document.ListColumn{{Title: "Field", Share: 40}, {Title: "Entry", Share: 60}}}
		group := document.ListGroup{} // in the portal's English
		for _, field := range whole.Fields {
			group.Rows = append(group.Rows, []string{field.Title, field.Value})
		}
		l.Groups = []document.ListGroup{group}
		l.Seller, err = document.Seller(tx, sc)
		return l, err
	})
}

// Look tells members of forms that have to be filed soon: 12 and 20 hours after a guest has come or gone.
func (s *Service) Look(ctx context.Context, sc scope.Scope) error {
	list, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]Form, error) { return dueSoon(tx, sc) })
	if err != nil {
		return err
	}
	for _, f := range list {
		err := s.db.Write(ctx, func(tx *db.Tx) error {
			hours := f.reminder(tx.Now)
			if hours == 0 {
				return nil
			}
			first, err := remind(tx, sc, f, hours)
			if err != nil || !first { // else somebody was faster, and has told
				return err
			}
			return s.bus.Publish(tx, sc, f.dueEvent(hours, tx.Now))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Reseal seals what was filed with the first of the token keys.
func (s *Service) Reseal(ctx context.Context, sc scope.Scope) error {
	for after := ""; ; {
		list, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]Form, error) { return sealedAfter(tx, sc, after) })
		if err != nil || len(list) == 0 {
			return err
		}
		for _, f := range list {
			text, err := s.box.Open(f.Sealed, sc.Org+"/"+f.ID)
			if err != nil {
				return err
			}
			if err := s.db.Write(ctx, func(tx *db.Tx) error {
				return reseal(tx, sc, f, s.box.Seal(text, sc.Org+"/"+f.ID))
			}); err != nil {
				return err
			}
			after = f.ID
		}
	}
}
