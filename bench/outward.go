package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"time"

	"sarai/internal/kit/scope"
)

// mailboxes are the numbers of notifications in the two organizations that measureNotifications compares.
var mailboxes = [2]int{1000, 100_000}

var (
	unreadCount = question{"unread count", func(h *house, sc scope.Scope) error {
		return h.get("/api/notifications/" + sc.Org + "/unread-count")
	}}
	notificationPage = question{"first page of notifications", func(h *house, sc scope.Scope) error {
		return h.get("/api/notifications/" + sc.Org)
	}}
)

// measureNotifications compares an organization with many notifications to one with few.
func measureNotifications(ctx context.Context, s settings, r *report) error {
	few, err := openMailbox(ctx, s, "few notifications", mailboxes[0])
	if err != nil {
		return err
	}
	many, err := openMailbox(ctx, s, "many notifications", mailboxes[1])
	if err != nil {
		return errors.Join(err, few.close())
	}
	if s.profile != "" {
		return errors.Join(profileQuestions(s, few, many, unreadCount, notificationPage), few.close(), many.close())
	}
	sizes := fmt.Sprintf("%d notifications against %d", mailboxes[1], mailboxes[0])
	return errors.Join(compare(s, r, few, many, []question{unreadCount, notificationPage}, sizes, 2), few.close(),
		many.close())
}

func openMailbox(ctx context.Context, s settings, name string, notifications int) (*house, error) {
	in := &installation{dataDir: filepath.Join(s.folder, name)}
	if err := in.found(ctx, 1, history{}); err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", "file:"+in.path())
	if err != nil {
		return nil, err
	}
	if err := errors.Join(in.fillMailbox(ctx, pool, notifications), pool.Close()); err != nil {
		return nil, err
	}
	return in.open(ctx)
}

// fillMailbox writes notifications of the last eighty days: of four, three are for everyone and one is addressed to the
// Administrator, who has read all except the newest of each ten.
func (in *installation) fillMailbox(ctx context.Context, pool *sql.DB, number int) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	f, hotel, now := &filler{ctx: ctx, conn: conn}, in.hotels[0], time.Now()
	const kind = "booking_created"
	var notices, recipients, reads [][]any
	shared, addressed, seenShared, seenAddressed := 0, 0, 0, 0
	for i := range number {
		id, at := fmt.Sprintf("665f1c2c%016x", i), now.Add(
			-80*24*time.Hour*time.Duration(i)/time.Duration(number)).UnixMilli()
		isAddressed, isRead := i%4 == 3, i%10 > 0
		notices = append(notices, []any{hotel, id, kind, "New booking", bookingCode(i) + ": Asha Rao booked room 101.",
			bookingID(i), "booking", at, isAddressed})
		if isRead {
			reads = append(reads, []any{hotel, id, login, at})
		}
		switch {
		case isAddressed:
			recipients = append(recipients, []any{hotel, id, login, kind, at})
			addressed, seenAddressed = addressed+1, seenAddressed+one(isRead)
		default:
			shared, seenShared = shared+1, seenShared+one(isRead)
		}
	}
	f.exec("BEGIN")
	f.insert("notifications (org_id, notification_id, type, title, message, reference_id, reference_type, created_at, "+
		"addressed)", notices)
	f.insert("notification_recipients (org_id, notification_id, user_id, type, created_at)", recipients)
	f.insert("notification_reads (org_id, notification_id, user_id, read_at)", reads)
	f.insert("notification_counts (org_id, user_id, type, visible, seen_shared, seen_addressed)", [][]any{
		{hotel, "", "", shared, 0, 0}, {hotel, "", kind, shared, 0, 0},
		{hotel, login, "", addressed, seenShared, seenAddressed}, {hotel, login, kind, addressed, 0, 0}})
	f.exec("COMMIT")
	return errors.Join(f.err, conn.Close())
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// measurePreview measures previews of the booking confirmation.
func measurePreview(ctx context.Context, s settings, r *report) (err error) {
	in, server, err := startTown(ctx, s, "preview")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	templates, err := in.templates(ctx, "booking_confirmation")
	if err != nil {
		return err
	}
	preview := overHTTP("template preview", server.address, http.StatusOK,
		func(connection int) func(buffer []byte) []byte {
			const body = `{"sampleData":{"guest_name":"Ravi Das"}}`
			hotel := in.hotel(connection)
			request := fmt.Sprintf("POST /api/email-templates/%s/%s/preview%sContent-Type: "+
				"application/json\r\nContent-Length: %d\r\n\r\n%s",
				hotel, templates[hotel], in.headers(), len(body), body)
			return func(buffer []byte) []byte { return append(buffer, request...) }
		})
	if s.profile != "" {
		return profileLoad(s, server, preview, "preview")
	}
	one := overHTTP("read one booking", server.address, http.StatusOK, in.readOne)
	rates, err := race(s, 16, preview, one)
	if err != nil {
		return err
	}
	r.add("template preview, 16 connections", median(rates[preview.name]), atLeast(1500).in("/s"),
		"booking reads in turns with it: "+rates.beside(preview.name, one.name))
	return nil
}

// startTown serves an installation of the usual size.
func startTown(ctx context.Context, s settings, name string, flags ...string) (*installation, *process, error) {
	in, err := sqliteInstallation(ctx, s, name, townHotels, town)
	if err != nil {
		return nil, nil, err
	}
	server, err := startServer(ctx, s, in.dataDir, "", flags...)
	return in, server, err
}

// templates are the ids of the organizations' templates of a type.
func (in *installation) templates(ctx context.Context, kind string) (ids map[string]string, err error) {
	pool, err := sql.Open("sqlite", "file:"+in.path())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	ids = map[string]string{}
	for _, hotel := range in.hotels {
		var id string
		if err := pool.QueryRowContext(ctx, "SELECT template_id FROM email_templates WHERE org_id = $1 AND type = $2", hotel,
			kind).Scan(&id); err != nil {
			return nil, err
		}
		ids[hotel] = id
	}
	return ids, nil
}

// measureGST compares a cached GSTIN look-up with reading a booking. The simulator is the upstream.
func measureGST(ctx context.Context, s settings, r *report) (err error) {
	const gstin = "08AAACH0000A1ZR"
	upstream, err := startSimulator(ctx, s, gstin)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, upstream.stop()) }()
	in, server, err := startTown(ctx, s, "gst", "--gst-url", "http://"+upstream.address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	cached := overHTTP("cached GST answer", server.address, http.StatusOK,
		func(connection int) func(buffer []byte) []byte {
			request := "GET /api/gst/" + in.hotel(connection) + "/" + gstin + "/check" + in.headers() + "\r\n"
			return func(buffer []byte) []byte { return append(buffer, request...) }
		})
	if s.profile != "" {
		return profileLoad(s, server, cached, "gst")
	}
	one := overHTTP("read one booking", server.address, http.StatusOK, in.readOne)
	for _, n := range []int{1, 16} {
		rates, err := race(s, n, cached, one)
		if err != nil {
			return err
		}
		r.add(fmt.Sprintf("cached GST answer against a booking read, %d connections", n), rates.ratio(cached.name, one.name),
			atLeast(0.5),
			rates.beside(cached.name, one.name))
	}
	return nil
}

func startSimulator(ctx context.Context, s settings, gstin string) (*process, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	return start(exec.CommandContext(ctx, s.binary, "gst-simulator", "--listen", address), address,
		"/search?action=TP&gstin="+gstin)
}
