package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os/exec"

	"sarai/bench/drive"
	"sarai/bench/fill"
)

// Preview measures previews of the booking confirmation.
func Preview(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	in, server, err := startTown(ctx, s, "preview")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	templates, err := templates(ctx, in, "booking_confirmation")
	if err != nil {
		return err
	}
	preview := drive.OverHTTP("template preview", server.Address, http.StatusOK,
		func(connection int) func(buffer []byte) []byte {
			const body = `{"sampleData":{"guest_name":"Ravi Das"}}`
			hotel := in.Hotel(connection)
			request := fmt.Sprintf("POST /api/email-templates/%s/%s/preview%sContent-Type: "+
				"application/json\r\nContent-Length: %d\r\n\r\n%s",
				hotel, templates[hotel], in.Headers(), len(body), body)
			return func(buffer []byte) []byte { return append(buffer, request...) }
		})
	if s.Profile != "" {
		return drive.ProfileLoad(s, server, preview, "preview")
	}
	one := drive.OverHTTP("read one booking", server.Address, http.StatusOK, in.ReadOne)
	rates, err := drive.Race(s, 16, preview, one)
	if err != nil {
		return err
	}
	r.Add("template preview, 16 connections", drive.Median(rates[preview.Name]), drive.AtLeast(1500).In("/s"),
		"booking reads in turns with it: "+rates.Beside(preview.Name, one.Name))
	return nil
}

// startTown serves an installation of the usual size.
func startTown(ctx context.Context, s drive.Settings, name string, flags ...string) (*fill.Installation,
	*drive.Process, error) {
	in, err := fill.SQLite(ctx, s.Folder, name, fill.TownHotels, fill.Town)
	if err != nil {
		return nil, nil, err
	}
	server, err := drive.StartServer(ctx, s, in.DataDir, "", flags...)
	return in, server, err
}

// templates are the ids of the organizations' templates of a type.
func templates(ctx context.Context, in *fill.Installation, kind string) (ids map[string]string, err error) {
	pool, err := sql.Open("sqlite", "file:"+in.Path())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	ids = map[string]string{}
	for _, hotel := range in.Hotels {
		var id string
		if err := pool.QueryRowContext(ctx, "SELECT template_id FROM email_templates WHERE org_id = $1 AND type = $2", hotel,
			kind).Scan(&id); err != nil {
			return nil, err
		}
		ids[hotel] = id
	}
	return ids, nil
}

// GST compares a cached GSTIN look-up with reading a booking. The simulator is the upstream.
func GST(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	const gstin = "08AAACH0000A1ZR"
	upstream, err := startSimulator(ctx, s, gstin)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, upstream.Stop()) }()
	in, server, err := startTown(ctx, s, "gst", "--gst-url", "http://"+upstream.Address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	cached := drive.OverHTTP("cached GST answer", server.Address, http.StatusOK,
		func(connection int) func(buffer []byte) []byte {
			request := "GET /api/gst/" + in.Hotel(connection) + "/" + gstin + "/check" + in.Headers() + "\r\n"
			return func(buffer []byte) []byte { return append(buffer, request...) }
		})
	if s.Profile != "" {
		return drive.ProfileLoad(s, server, cached, "gst")
	}
	one := drive.OverHTTP("read one booking", server.Address, http.StatusOK, in.ReadOne)
	for _, n := range []int{1, 16} {
		rates, err := drive.Race(s, n, cached, one)
		if err != nil {
			return err
		}
		r.Add(fmt.Sprintf("cached GST answer against a booking read, %d connections", n), rates.Ratio(cached.Name, one.Name),
			drive.AtLeast(0.5),
			rates.Beside(cached.Name, one.Name))
	}
	return nil
}

func startSimulator(ctx context.Context, s drive.Settings, gstin string) (*drive.Process, error) {
	address, err := drive.FreeAddress()
	if err != nil {
		return nil, err
	}
	return drive.Start(exec.CommandContext(ctx, s.Binary, "gst-simulator", "--listen", address), address,
		"/search?action=TP&gstin="+gstin)
}
