package scan

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
)

// Document is a picture of a guest's identity document, without its pages.
type Document struct {
	GuestID   string `db:"guest_id"`
	Kind      string `db:"document"` // one of kinds
	FileID    string `db:"file_id"`  // names its pages; new with every upload
	Pages     int    `db:"pages"`
	Size      int64  `db:"size"` // bytes of all pages
	CreatedBy string `db:"created_by"`
	CreatedAt int64  `db:"created_at"` // UTC milliseconds
}

// What is taken.
const (
	maxFile  = 10 << 20
	side     = 2000    // pixels that a page may have a side
	pieceLen = 3 << 18 // bytes of a page in one row, before they are encrypted
)

// kinds are the kinds of documents.
var kinds = []string{"passport", "visa", "oci", "id-front", "id-back", "photo", "other"}

var fileTypes = []string{"image/jpeg", "image/png", "application/pdf"}

// defaultKept is for how many days a hotel keeps documents that doesn't say: as long as rule 17 of the Immigration and
// Foreigners Rules 2025 has records of guests from abroad kept.
const defaultKept = 365

var errNoDocument = errs.NotFound("There is no such document of this guest.")

// Settings are a hotel's.
type Settings struct {
	KeptDays int   `db:"kept_days"`
	Version  int64 `db:"version"` // 1: the defaults
}

// deletedOn is the hotel's day from which a document isn't kept any more.
func (s Settings) deletedOn(uploaded date.Date) date.Date { return uploaded.AddDays(s.KeptDays) }
