package inside

import (
	"context"
	"errors"
	"fmt"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/scope"
)

// mailboxes are the numbers of notifications in the two organizations that Notifications compares.
var mailboxes = [2]int{1000, 100_000}

var (
	unreadCount = question{"unread count", func(h *house, sc scope.Scope) error {
		return h.get("/api/notifications/" + sc.Org + "/unread-count")
	}}
	notificationPage = question{"first page of notifications", func(h *house, sc scope.Scope) error {
		return h.get("/api/notifications/" + sc.Org)
	}}
)

// Notifications compares an organization with many notifications to one with few.
func Notifications(ctx context.Context, s drive.Settings, r *drive.Report) error {
	few, err := openMailbox(ctx, s, "few notifications", mailboxes[0])
	if err != nil {
		return err
	}
	many, err := openMailbox(ctx, s, "many notifications", mailboxes[1])
	if err != nil {
		return errors.Join(err, few.close())
	}
	if s.Profile != "" {
		return errors.Join(profileQuestions(s, few, many, unreadCount, notificationPage), few.close(), many.close())
	}
	sizes := fmt.Sprintf("%d notifications against %d", mailboxes[1], mailboxes[0])
	return errors.Join(compare(s, r, few, many, []question{unreadCount, notificationPage}, sizes, 2), few.close(),
		many.close())
}

func openMailbox(ctx context.Context, s drive.Settings, name string, notifications int) (*house, error) {
	in, err := fill.SQLite(ctx, s.Folder, name, 1, fill.History{})
	if err != nil {
		return nil, err
	}
	if err := in.FillMailbox(ctx, notifications); err != nil {
		return nil, err
	}
	return open(ctx, in)
}
