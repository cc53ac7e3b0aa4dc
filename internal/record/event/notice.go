package event

import "slices"

// NoticeType says what a notice is about. Only this package can make one, so no code publishes a type that the
// notification configuration doesn't know. The zero value is no type.
type NoticeType struct{ word string }

// The notice types. Organizations switch each of them on and off.
var (
	BookingCreated   = noticeType("booking_created")
	BookingUpdated   = noticeType("booking_updated")
	BookingCancelled = noticeType("booking_cancelled")
	PaymentReceived  = noticeType("payment_received")
	InvoiceGenerated = noticeType("invoice_generated")
	GuestCheckedIn   = noticeType("guest_checked_in")
	GuestCheckedOut  = noticeType("guest_checked_out")
	WaitlistOpened   = noticeType("waitlist_opened")
	HoldEnding       = noticeType("hold_ending")
	FormDue          = noticeType("form_iii_due")

	ApprovalRequested = noticeType("approval_requested")
	ApprovalDecided   = noticeType("approval_decided")
)

var noticeTypes []NoticeType

func noticeType(word string) NoticeType {
	t := NoticeType{word}
	noticeTypes = append(noticeTypes, t)
	return t
}

// NoticeTypes lists every notice type in the order above, which is the API's.
func NoticeTypes() []NoticeType { return slices.Clone(noticeTypes) }

// String returns the type's word in the API and in the database, such as "booking_created".
func (t NoticeType) String() string { return t.word }

// IsZero reports whether t is no type.
func (t NoticeType) IsZero() bool { return t == NoticeType{} }
