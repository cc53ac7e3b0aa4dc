package expense

import (
	"context"
	"encoding/base64"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/picture"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

const (
	maxFile  = 10 << 20
	maxName  = 100     // characters of a file's name, without its ending
	pieceLen = 3 << 18 // bytes of a file in one row; a multiple of 3, so that the pieces' base64 can be joined
)

// endings are how file names of each type may end. A name that ends in none of them gets the first.
var endings = map[string][]string{
	"application/pdf": {".pdf"}, "image/png": {".png"}, "image/jpeg": {".jpg", ".jpeg"}, "image/webp": {".webp"},
}

var fileTypes = []string{"application/pdf", "image/png", "image/jpeg", "image/webp"}

// fileName makes a harmless name of what a client calls its file: the last part of a path, on one line, without
// characters that change the direction of writing, and with an ending that tells the real type.
func fileName(given, fileType string) string {
	name := given[strings.LastIndexAny(given, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp):
			return -1
		case strings.ContainsRune(`:*?"<>|`, r):
			return '-'
		}
		return r
	}, strings.ToValidUTF8(name, "-"))
	ending := filepath.Ext(name)
	if slices.Contains(endings[fileType], strings.ToLower(ending)) {
		name = strings.TrimSuffix(name, ending)
	} else {
		ending = endings[fileType][0]
	}
	name = strings.Trim(name, " .-")
	if letters := []rune(name); len(letters) > maxName {
		name = string(letters[:maxName])
	}
	if name == "" {
		name = "bill"
	}
	return name + ending
}

// encoded cuts the content into the pieces that are stored.
func encoded(content []byte) []string {
	var pieces []string
	for piece := range slices.Chunk(content, pieceLen) {
		pieces = append(pieces, base64.StdEncoding.EncodeToString(piece))
	}
	return pieces
}

func (s *Service) setFile(ctx context.Context, sc scope.Scope, expenseID string, file file.File) (Expense, error) {
	if file.Type != "application/pdf" {
		stripped, err := picture.Strip(file.Type, file.Content)
		if err != nil {
			return Expense{}, picture.Refused("file", err)
		}
		file.Content = stripped
	}
	pieces := encoded(file.Content)
	return s.changeFile(ctx, sc, expenseID, func(tx *db.Tx, e *Expense) error {
		e.FileName, e.FileType, e.FileSize = fileName(file.Name, file.Type), file.Type, int64(len(file.Content))
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
