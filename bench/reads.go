package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// connectionCounts are the numbers of concurrent clients.
var connectionCounts = []int{1, 16, 64}

// townHotels is the number of organizations that the clients of one server share.
const townHotels = 16

// town is the history of each of them.
var town = history{rooms: 100, bookings: 1000}

// measureReads compares authenticated reads through the real server with a handler that does nothing.
func measureReads(ctx context.Context, s settings, r *report) (err error) {
	in, err := sqliteInstallation(ctx, s, "reads", townHotels, town)
	if err != nil {
		return err
	}
	server, err := startServer(ctx, s, in.dataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	one := overHTTP("read one booking", server.address, http.StatusOK, in.readOne)
	list := overHTTP("list page of 20", server.address, http.StatusOK, in.listPage)
	if s.profile != "" {
		return errors.Join(profileLoad(s, server, one, "read-one"), profileLoad(s, server, list, "list-page"))
	}
	floor, err := in.startFloor(ctx, s, server)
	if err != nil {
		return err
	}
	defer func() { _ = floor.stop() }() // it ends by the signal, which counts as a failure
	bareOne := overHTTP("bare net/http, the booking's bytes", floor.address, http.StatusOK, in.readOne)
	bareList := overHTTP("bare net/http, the list's bytes", floor.address, http.StatusOK, in.listPage)
	for _, n := range connectionCounts {
		rates, err := race(s, n, bareOne, bareList, one, list)
		if err != nil {
			return err
		}
		for _, pair := range []struct {
			of, floor contestant
			limits    map[int]limit
		}{
			{one, bareOne, map[int]limit{16: atLeast(0.28), 64: atLeast(0.30)}},
			{list, bareList, map[int]limit{1: atLeast(0.14), 16: atLeast(0.14), 64: atLeast(0.14)}},
		} {
			r.add(fmt.Sprintf("%s, %d connections", pair.of.name, n), rates.ratio(pair.of.name, pair.floor.name),
				pair.limits[n], rates.beside(pair.of.name, pair.floor.name))
		}
	}
	return nil
}

// startFloor runs a handler that answers with the same bytes as the server.
func (in *installation) startFloor(ctx context.Context, s settings, server *process) (*process, error) {
	one, err := server.answerOf(in.readOne(0)(nil))
	if err != nil {
		return nil, err
	}
	list, err := server.answerOf(in.listPage(0)(nil))
	if err != nil {
		return nil, err
	}
	return startBare(ctx, s, map[string]recorded{"": one, "/list": list})
}

// hotel returns the organization that a connection works in.
func (in *installation) hotel(connection int) string { return in.hotels[connection%len(in.hotels)] }

func (in *installation) headers() string {
	return " HTTP/1.1\r\nHost: bench\r\nUser-Agent: bench\r\nAuthorization: Bearer " + in.token + "\r\n"
}

// readOne reads the organization's bookings one after the other, in a scattered order.
func (in *installation) readOne(connection int) func(buffer []byte) []byte {
	return scattered("GET /api/bookings/"+in.hotel(connection)+"/", in.headers()+"\r\n", connection, in.history.bookings)
}

// scattered puts one booking's ID after the other between the texts.
func scattered(before, after string, first, bookings int) func(buffer []byte) []byte {
	n := first
	return func(buffer []byte) []byte {
		n = (n + 389) % bookings
		buffer = append(buffer, before...)
		buffer = append(buffer, bookingID(n)...)
		return append(buffer, after...)
	}
}

func (in *installation) listPage(connection int) func(buffer []byte) []byte {
	request := "GET /api/bookings/" + in.hotel(connection) + "/list" + in.headers() + "\r\n"
	return func(buffer []byte) []byte { return append(buffer, request...) }
}

// checkAvailability asks for the free rooms of two nights around today.
func (in *installation) checkAvailability(connection int) func(buffer []byte) []byte {
	body := fmt.Sprintf(`{"checkIn":"%s","checkOut":"%s"}`, today(), today().AddDays(2))
	request := fmt.Sprintf("POST /api/bookings/%s/check-availability%sContent-Type: application/json\r\nContent-Length: "+
		"%d\r\n\r\n%s",
		in.hotel(connection), in.headers(), len(body), body)
	return func(buffer []byte) []byte { return append(buffer, request...) }
}
