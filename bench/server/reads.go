package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/bench/floor"
)

// Reads compares authenticated reads through the real server with a handler that does nothing.
func Reads(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	in, err := fill.SQLite(ctx, s.Folder, "reads", fill.TownHotels, fill.Town)
	if err != nil {
		return err
	}
	server, err := drive.StartServer(ctx, s, in.DataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	one := drive.OverHTTP("read one booking", server.Address, http.StatusOK, in.ReadOne)
	list := drive.OverHTTP("list page of 20", server.Address, http.StatusOK, in.ListPage)
	if s.Profile != "" {
		return errors.Join(drive.ProfileLoad(s, server, one, "read-one"), drive.ProfileLoad(s, server, list, "list-page"))
	}
	bare, err := startBare(ctx, s, in, server)
	if err != nil {
		return err
	}
	defer func() { _ = bare.Stop() }() // it ends by the signal, which counts as a failure
	bareOne := drive.OverHTTP("bare net/http, the booking's bytes", bare.Address, http.StatusOK, in.ReadOne)
	bareList := drive.OverHTTP("bare net/http, the list's bytes", bare.Address, http.StatusOK, in.ListPage)
	for _, n := range drive.Connections {
		rates, err := drive.Race(s, n, bareOne, bareList, one, list)
		if err != nil {
			return err
		}
		for _, pair := range []struct {
			of, floor drive.Contestant
			limits    map[int]drive.Limit
		}{
			{one, bareOne, map[int]drive.Limit{16: drive.AtLeast(0.28), 64: drive.AtLeast(0.30)}},
			{list, bareList, map[int]drive.Limit{1: drive.AtLeast(0.14), 16: drive.AtLeast(0.14), 64: drive.AtLeast(0.14)}},
		} {
			r.Add(fmt.Sprintf("%s, %d connections", pair.of.Name, n), rates.Ratio(pair.of.Name, pair.floor.Name),
				pair.limits[n], rates.Beside(pair.of.Name, pair.floor.Name))
		}
	}
	return nil
}

// startBare runs a handler that answers with the same bytes as the server.
func startBare(ctx context.Context, s drive.Settings, in *fill.Installation, server *drive.Process) (*drive.Process,
	error) {
	one, err := server.AnswerOf(in.ReadOne(0)(nil))
	if err != nil {
		return nil, err
	}
	list, err := server.AnswerOf(in.ListPage(0)(nil))
	if err != nil {
		return nil, err
	}
	return floor.StartBare(ctx, s, map[string]drive.Recorded{"": one, "/list": list})
}
