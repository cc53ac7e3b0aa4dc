package fill

import (
	"context"
	"fmt"
	"time"
)

// FillMailbox writes notifications of the last eighty days to the first organization: of four, three are for everyone
// and one is addressed to the Administrator, who has read all except the newest of each ten.
func (in *Installation) FillMailbox(ctx context.Context, number int) error {
	hotel, now := in.Hotels[0], time.Now()
	const kind = "booking_created"
	var notices, recipients, reads [][]any
	shared, addressed, seenShared, seenAddressed := 0, 0, 0, 0
	for i := range number {
		id, at := fmt.Sprintf("665f1c2c%016x", i), now.Add(
			-80*24*time.Hour*time.Duration(i)/time.Duration(number)).UnixMilli()
		isAddressed, isRead := i%4 == 3, i%10 > 0
		notices = append(notices, []any{hotel, id, kind, "New booking", BookingCode(i) + ": Asha Rao booked room 101.",
			BookingID(i), "booking", at, isAddressed})
		if isRead {
			reads = append(reads, []any{hotel, id, Login, at})
		}
		switch {
		case isAddressed:
			recipients = append(recipients, []any{hotel, id, Login, kind, at})
			addressed, seenAddressed = addressed+1, seenAddressed+one(isRead)
		default:
			shared, seenShared = shared+1, seenShared+one(isRead)
		}
	}
	return in.write(ctx, func(f *filler) {
		f.exec("BEGIN")
		f.insert("notifications (org_id, notification_id, type, title, message, reference_id, reference_type, created_at, "+
			"addressed)", notices)
		f.insert("notification_recipients (org_id, notification_id, user_id, type, created_at)", recipients)
		f.insert("notification_reads (org_id, notification_id, user_id, read_at)", reads)
		f.insert("notification_counts (org_id, user_id, type, visible, seen_shared, seen_addressed)", [][]any{
			{hotel, "", "", shared, 0, 0}, {hotel, "", kind, shared, 0, 0},
			{hotel, Login, "", addressed, seenShared, seenAddressed}, {hotel, Login, kind, addressed, 0, 0}})
		f.exec("COMMIT")
	})
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
