package expense

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
	"sarai/internal/record/event"
)

const (
	maxFile  = 10 << 20
	pieceLen = 3 << 18 // bytes of a file in one row; a multiple of 3, so that the pieces' base64 can be joined
)

// encoded cuts the content into the pieces that are stored.
func encoded(content []byte) []string {
	var pieces []string
	for piece := range slices.Chunk(content, pieceLen) {
		pieces = append(pieces, base64.StdEncoding.EncodeToString(piece))
	}
	return pieces
}

func (s *Service) setFile(ctx context.Context, sc scope.Scope, expenseID string, file file.File) (Expense, error) {
	file, err := shelf.Paper(file, "bill")
	if err != nil {
		return Expense{}, err
	}
	pieces := encoded(file.Content)
	return s.changeFile(ctx, sc, expenseID, func(tx *db.Tx, e *Expense) error {
		e.FileName, e.FileType, e.FileSize = file.Name, file.Type, int64(len(file.Content))
		if err := checkFiles(tx, sc, *e, s.maxFiles); err != nil {
			return err
		}
		return insertPieces(tx, sc, e.ID, pieces)
	})
}

func (s *Service) removeFile(ctx context.Context, sc scope.Scope, expenseID string) (Expense, error) {
	return s.changeFile(ctx, sc, expenseID, func(_ *db.Tx, e *Expense) error {
		if e.FileName == "" {
			return errNoFile
		}
		e.FileName, e.FileType, e.FileSize = "", "", 0
		return nil
	})
}

var errNoFile = errs.NotFound("This expense has no file.")

// changeFile removes the expense's file and lets replace put another in its place.
func (s *Service) changeFile(ctx context.Context, sc scope.Scope, expenseID string,
	replace func(tx *db.Tx, e *Expense) error) (Expense, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Expense, error) {
		before, err := lock(tx, sc, expenseID)
		if err != nil {
			return before, err
		}
		if err := deletePieces(tx, sc, expenseID); err != nil {
			return before, err
		}
		after := before
		if err := replace(tx, &after); err != nil {
			return after, err
		}
		if err := save(tx, sc, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, updated.Of(after.ID, updatedDetails{Number: after.Number, Size: &after.FileSize,
			Changes: event.Changes[facts]{Before: facts{File: before.FileName}, After: facts{File: after.FileName},
				Told: []string{"file"}}}))
	})
}

func (s *Service) file(ctx context.Context, sc scope.Scope, expenseID string) (file.File, error) {
	type found struct {
		file   file.File
		pieces []string
	}
	f, err := db.Read(ctx, s.db, func(tx *db.Tx) (found, error) {
		e, err := find(tx, sc, expenseID)
		if err != nil {
			return found{}, err
		}
		if e.FileName == "" {
			return found{}, errNoFile
		}
		pieces, err := readPieces(tx, sc, expenseID)
		return found{file.File{Name: e.FileName, Type: e.FileType}, pieces}, err
	})
	if err != nil {
		return f.file, err
	}
	f.file.Content, err = base64.StdEncoding.DecodeString(strings.Join(f.pieces, ""))
	return f.file, err
}
