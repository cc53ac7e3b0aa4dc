package voucher

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
)

// Attachment is a paper behind a voucher: a bill, an agreement, a note.
type Attachment struct {
	VoucherID   string    `db:"voucher_id,key"`
	Position    int       `db:"position,key"`
	Name        string    `db:"name"`
	Type        string    `db:"media_type"`
	Size        int64     `db:"size"`          // bytes
	Digest      string    `db:"digest"`        // of its content
	Day         date.Date `db:"business_date"` // on which it was added
	AddedBy     string    `db:"added_by"`
	AddedByName string    `db:"added_by_name"`
	AddedAt     int64     `db:"added_at"` // UTC milliseconds
}

// attach puts the paper to the voucher, at a place that is free. The same paper again changes nothing, so that a
// request whose answer was lost can be sent again.
func (s *Service) attach(ctx context.Context, sc scope.Scope, voucherID string, position int, f file.File) (
	Attachment, error) {
	f, err := shelf.Paper(f, "voucher")
	if err != nil {
		return Attachment{}, err
	}
	sum := sha256.Sum256(f.Content)
	wanted := Attachment{VoucherID: voucherID, Position: position, Name: f.Name, Type: f.Type,
		Size: int64(len(f.Content)), Digest: hex.EncodeToString(sum[:]), AddedBy: sc.User, AddedByName: sc.UserName}
	return db.Write(ctx, s.db, func(tx *db.Tx) (Attachment, error) {
		books, v, err := lockFor(tx, sc, voucherID)
		if err != nil {
			return Attachment{}, err
		}
		there, err := attachments(tx, sc, voucherID)
		if err != nil {
			return Attachment{}, err
		}
		for _, a := range there {
			switch {
			case a.Position != position:
			case a.Digest == wanted.Digest && a.Name == wanted.Name:
				return a, nil
			default:
				return Attachment{}, errs.InvalidField("position", "must be free: %s is there. Take another from 1 to 9, or "+
					"remove it first", a.Name)
			}
		}
		a := wanted
		a.Day, a.AddedAt = books.Days.Business(), tx.Now.UnixMilli()
		if err := s.checkRoom(tx, sc, a.Size); err != nil {
			return Attachment{}, err
		}
		if err := attachmentTable.Insert(tx, []any{sc.Org}, a); err != nil {
			return Attachment{}, err
		}
		if err := files.Put(tx, sc, voucherID, position, f.Content); err != nil {
			return Attachment{}, err
		}
		return a, s.bus.Publish(tx, sc, attached.Of(voucherID, a.facts(v)))
	})
}

// lockFor locks the books, since their days say what may be removed, and reads the voucher.
func lockFor(tx *db.Tx, sc scope.Scope, voucherID string) (ledger.Locked, Voucher, error) {
	books, err := ledger.Lock(tx, sc).Get()
	if err != nil {
		return books, Voucher{}, err
	}
	v, err := find(tx, sc, voucherID)
	return books, v, err
}

// checkRoom refuses a paper with which the hotel's would have more bytes together than they may.
func (s *Service) checkRoom(tx *db.Tx, sc scope.Scope, size int64) error {
	if s.maxFiles == 0 {
		return nil
	}
	others, err := attachedBytes(tx, sc)
	if err == nil && others+size > s.maxFiles {
		err = errs.InvalidField("file", "is too large: the attachments of your vouchers may have %d MiB together",
			s.maxFiles>>20)
	}
	return err
}

// detach removes a paper that was added on a business day that isn't closed. One of a closed day is evidence.
func (s *Service) detach(ctx context.Context, sc scope.Scope, voucherID string, position int) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		books, v, err := lockFor(tx, sc, voucherID)
		if err != nil {
			return err
		}
		a, err := findAttachment(tx, sc, voucherID, position)
		if err != nil {
			return err
		}
		if a.Day < books.Days.FirstOpen() {
			return errs.Conflict("%s was added on %s, which is closed: it stays with the voucher.", a.Name, a.Day.Short())
		}
		if err := removeAttachment(tx, sc, a); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, detached.Of(voucherID, a.facts(v)))
	})
}

func (s *Service) listAttachments(ctx context.Context, sc scope.Scope, voucherID string) ([]Attachment, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Attachment, error) {
		if _, err := find(tx, sc, voucherID); err != nil {
			return nil, err
		}
		return attachments(tx, sc, voucherID)
	})
}

func (s *Service) attachment(ctx context.Context, sc scope.Scope, voucherID string, position int) (file.File, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (file.File, error) {
		if _, err := find(tx, sc, voucherID); err != nil {
			return file.File{}, err
		}
		a, err := findAttachment(tx, sc, voucherID, position)
		if err != nil {
			return file.File{}, err
		}
		content, err := files.Get(tx, sc, voucherID, position)
		return file.File{Name: a.Name, Type: a.Type, Content: content}, err
	})
}
