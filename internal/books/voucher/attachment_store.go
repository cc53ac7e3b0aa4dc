package voucher

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
)

var errNoAttachment = errs.NotFound("The voucher has no such attachment.")

var (
	attachmentTable   = table.Of[Attachment]("voucher_attachments", "org_id")
	selectAttachments = `SELECT ` + attachmentTable.Columns("") + ` FROM voucher_attachments
		WHERE org_id = $1 AND voucher_id = $2`

	files = shelf.Of("voucher_files", "voucher_id", errNoAttachment)
)

func attachments(tx *db.Tx, sc scope.Scope, voucherID string) ([]Attachment, error) {
	return db.All(tx, attachmentTable.Scan, selectAttachments+` ORDER BY position`, sc.Org, voucherID)
}

func findAttachment(tx *db.Tx, sc scope.Scope, voucherID string, position int) (Attachment, error) {
	a, err := db.One(tx, attachmentTable.Scan, selectAttachments+` AND position = $3`, sc.Org, voucherID, position)
	if errors.Is(err, db.ErrNoRows) {
		err = errNoAttachment
	}
	return a, err
}

// attachedBytes is how many bytes the hotel's attachments have.
func attachedBytes(tx *db.Tx, sc scope.Scope) (sum int64, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM voucher_attachments WHERE org_id = $1`,
		sc.Org).Scan(&sum)
	return sum, err
}

func removeAttachment(tx *db.Tx, sc scope.Scope, a Attachment) error {
	if err := files.Remove(tx, sc, a.VoucherID, a.Position); err != nil {
		return err
	}
	return tx.Do(`DELETE FROM voucher_attachments WHERE org_id = $1 AND voucher_id = $2 AND position = $3`, sc.Org,
		a.VoucherID, a.Position)
}
