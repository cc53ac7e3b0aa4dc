package scan

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/id"
	"sarai/internal/kit/pdf"
	"sarai/internal/kit/picture"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
)

// Service keeps the pictures of identity documents.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	box    *seal.Box
	guests *guest.Service
}

// New makes the service. Pages are sealed in the box.
func New(d *db.DB, bus *event.Bus, box *seal.Box, guests *guest.Service) *Service {
	return &Service{db: d, bus: bus, box: box, guests: guests}
}

// Store puts the pages of a file in the place of the guest's document of the kind, if there is one. Invalid names a
// file that can't be cleaned; NotFound if the hotel has no such guest.
func (s *Service) Store(ctx context.Context, sc scope.Scope, guestID, kind string, f file.File) (Document, error) {
	if !slices.Contains(kinds, kind) {
		return Document{}, errNoDocument
	}
	if _, err := s.get(ctx, sc, guestID); err != nil { // before a picture is read for nobody
		return Document{}, err
	}
	pages, err := clean(sc, f)
	if err != nil {
		return Document{}, err
	}
	d := Document{GuestID: guestID, Kind: kind, FileID: id.New(), Pages: len(pages), CreatedBy: sc.User}
	pieces := s.sealed(sc, d.FileID, pages)
	for _, page := range pages {
		d.Size += int64(len(page))
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (Document, error) {
		g, err := s.guests.Lock(tx, sc, guestID)
		if err == nil {
			err = g.RequireKnown()
		}
		if err != nil {
			return d, err
		}
		if _, err := remove(tx, sc, guestID, kind); err != nil {
			return d, err
		}
		d.CreatedAt = tx.Now.UnixMilli()
		if err := insert(tx, sc, d, pieces); err != nil {
			return d, err
		}
		return d, s.bus.Publish(tx, sc, stored.Of(guestID, storedDetails{kind, d.Pages}))
	})
}

// clean redraws the pages of a file.
func clean(sc scope.Scope, f file.File) ([][]byte, error) {
	pages := [][]byte{f.Content}
	if f.Type == "application/pdf" {
		var err error
		if pages, err = picture.Pages(f.Content); err != nil {
			return nil, picture.Refused("file", err)
		}
	}
	for i, page := range pages {
		drawn, err := picture.Photo(sc.Org, page, side)
		if err != nil {
			return nil, picture.Refused("file", err)
		}
		pages[i] = drawn
	}
	return pages, nil
}

// piece is a part of a page, as it is stored.
type piece struct {
	FileID   string `db:"file_id"`
	Page     int    `db:"page"` // from 1
	Position int    `db:"position"`
	Content  string `db:"content"` // sealed
}

// place is what a piece is bound to.
func (p piece) place(sc scope.Scope) string {
	return fmt.Sprintf("%s/%s/%d/%d", sc.Org, p.FileID, p.Page, p.Position)
}

func (s *Service) sealed(sc scope.Scope, fileID string, pages [][]byte) (pieces []piece) {
	for i, page := range pages {
		position := 0
		for part := range slices.Chunk(page, pieceLen) {
			p := piece{FileID: fileID, Page: i + 1, Position: position}
			p.Content = s.box.Seal(part, p.place(sc))
			pieces = append(pieces, p)
			position++
		}
	}
	return pieces
}

// View reads a page for a purpose, notes that, and draws all over the page for whom it was read.
func (s *Service) View(ctx context.Context, sc scope.Scope, guestID, kind string, page int, purpose string) (
	file.File, error) {
	var mark string
	pieces, err := db.Write(ctx, s.db, func(tx *db.Tx) ([]piece, error) {
		d, err := find(tx, sc, guestID, kind)
		if err != nil {
			return nil, err
		}
		if purpose == "" {
			return nil, errs.InvalidField("purpose", "is required: for what is it looked at?")
		}
		if page > d.Pages {
			return nil, errs.InvalidField("pageNumber", "must be at most %d", d.Pages)
		}
		o, err := organization.Get(tx, sc.Org).Get()
		if err != nil {
			return nil, err
		}
		mark = strings.Join([]string{o.Name, sc.UserName, tx.Now.In(sc.Zone).Format("2 Jan 2006, 15:04"), purpose}, " · ")
		pieces, err := piecesOf(tx, sc, d.FileID, page)
		if err != nil {
			return nil, err
		}
		return pieces, s.bus.Publish(tx, sc, viewed.Of(guestID, viewedDetails{kind, page, purpose}))
	})
	if err != nil {
		return file.File{}, err
	}
	var content []byte
	for _, p := range pieces {
		part, err := s.box.Open(p.Content, p.place(sc))
		if err != nil {
			return file.File{}, fmt.Errorf("a page of an identity document: %w", err)
		}
		content = append(content, part...)
	}
	marked, err := picture.Watermark(sc.Org, content, pdf.Mask(mark, markSize))
	return file.File{Name: fmt.Sprintf("%s-%d.jpg", kind, page), Type: "image/jpeg", Content: marked}, err
}

// markSize is how high the letters of a mark are, in pixels.
const markSize = 28

// Remove deletes the guest's document of the kind.
func (s *Service) Remove(ctx context.Context, sc scope.Scope, guestID, kind string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := s.guests.Lock(tx, sc, guestID); err != nil {
			return err
		}
		return s.remove(tx, sc, guestID, kind, false)
	})
}

func (s *Service) remove(tx *db.Tx, sc scope.Scope, guestID, kind string, expired bool) error {
	had, err := remove(tx, sc, guestID, kind)
	if err != nil {
		return err
	}
	if !had {
		return errNoDocument
	}
	return s.bus.Publish(tx, sc, removed.Of(guestID, removedDetails{kind, expired}))
}

// Follow deletes a guest's documents with the guest.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if e.Action != "guest.deleted" {
		return nil
	}
	list, err := ofGuest(tx, sc, e.ResourceID)
	for _, d := range list {
		if _, err := remove(tx, sc, d.GuestID, d.Kind); err != nil {
			return err
		}
	}
	return err
}

// listing is a guest's documents with the settings that say how long they are kept.
type listing struct {
	documents []Document
	settings  Settings
}

func (s *Service) list(ctx context.Context, sc scope.Scope, guestID string) (listing, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (l listing, err error) {
		if _, err = s.guests.Get(tx, sc, guestID); err != nil {
			return l, err
		}
		if l.settings, err = settings(tx, sc); err != nil {
			return l, err
		}
		l.documents, err = ofGuest(tx, sc, guestID)
		return l, err
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, guestID string) (guest.Guest, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (guest.Guest, error) { return s.guests.Get(tx, sc, guestID) })
}

// deleteAtOnce is how many documents one transaction deletes.
const deleteAtOnce = 50

// Expire deletes the documents whose period is over.
func (s *Service) Expire(ctx context.Context, sc scope.Scope) error {
	for {
		due, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]Document, error) { return expired(tx, sc) })
		if err != nil || len(due) == 0 {
			return err
		}
		err = s.db.Write(ctx, func(tx *db.Tx) error {
			for _, d := range due {
				err := s.remove(tx, sc, d.GuestID, d.Kind, true)
				if err != nil && !errs.Is(err, errs.KindNotFound) { // another node was faster
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// Reseal seals all pages with the first of the token keys. It fails if one was sealed with a key that isn't configured
// any more.
func (s *Service) Reseal(ctx context.Context, sc scope.Scope) error {
	last := piece{}
	for {
		list, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]piece, error) { return nextPieces(tx, sc, last) })
		if err != nil || len(list) == 0 {
			return err
		}
		for _, p := range list {
			content, err := s.box.Open(p.Content, p.place(sc))
			if err != nil {
				return err
			}
			p.Content = s.box.Seal(content, p.place(sc))
			if err := s.db.Write(ctx, func(tx *db.Tx) error { return replacePiece(tx, sc, p) }); err != nil {
				return err
			}
			last = p
		}
	}
}

func (s *Service) settings(ctx context.Context, sc scope.Scope) (Settings, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Settings, error) { return settings(tx, sc) })
}

func (s *Service) setSettings(ctx context.Context, sc scope.Scope, keptDays *int) (Settings, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Settings, error) {
		was, err := lockSettings(tx, sc)
		if err != nil {
			return was, err
		}
		if err := sc.CheckVersion(was.Version); err != nil {
			return was, err
		}
		if keptDays == nil || *keptDays == was.KeptDays {
			return was, nil
		}
		now := Settings{KeptDays: *keptDays, Version: was.Version}
		if err := saveSettings(tx, sc, &now); err != nil {
			return now, err
		}
		return now, s.bus.Publish(tx, sc, settingsChanged.Of(sc.Org, settingsDetails{now.KeptDays}))
	})
}

// dayOf is the hotel's day of an instant.
func dayOf(sc scope.Scope, at int64) date.Date { return date.Of(time.UnixMilli(at), sc.Zone) }
