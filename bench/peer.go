package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// peer is a server that does the work of peers/README.md, as the client sees it. Sarai is one, too.
type peer struct {
	*process
	name          string
	in            *installation // with the peer's token
	desk          *desk
	before, after string // what stands around a booking's ID in the request that reads it
	list          string // the request for a page of the list
	driver        string // of its database, whose rows are counted at the end
	source        string
}

// newPeer is a peer with Sarai's paths.
func newPeer(name string, server *process, in *installation) *peer {
	path := "GET /api/bookings/" + in.hotels[0]
	return &peer{process: server, name: name, in: in, desk: newDesk(in), before: path + "/",
		after: in.headers() + "\r\n",
		list:  fmt.Sprintf("%s/list?status=confirmed&from=%s&to=%s%s\r\n", path, today(), lastDay(), in.headers())}
}

// lastDay is the last one that the list is asked for: that of the history, and before all new bookings.
func lastDay() string { return string(today().AddDays(365)) }

// fastify is the peer on Node.
//
//go:embed peers/fastify/*.js peers/fastify/*.json
var fastify embed.FS

func fastifyFolder(s settings) string { return filepath.Join(s.folder, "fastify") }

// fetchFastify installs what the peer on Node needs.
func fetchFastify(ctx context.Context, s settings) error {
	files, err := fs.Sub(fastify, "peers/fastify")
	if err != nil {
		return err
	}
	if err := os.CopyFS(fastifyFolder(s), files); err != nil {
		return err
	}
	return runIn(ctx, fastifyFolder(s), "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
}

// startFastify starts the peer on Node on a new database with the installation's history.
func startFastify(ctx context.Context, s settings, in *installation, engine, where string) (*process, error) {
	history, err := in.writeHistory(s)
	if err != nil {
		return nil, err
	}
	if err := runIn(ctx, fastifyFolder(s), "node", "server.js", "fill", engine, where, history); err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "node", "server.js", "serve", engine, where, address)
	command.Dir, command.Stderr = fastifyFolder(s), os.Stderr
	command.Env = append(os.Environ(), "NODE_ENV=production")
	return start(command, address, "/readyz")
}

func fastifySQLite(ctx context.Context, s settings, in *installation) (*peer, error) {
	path := filepath.Join(s.folder, "fastify.db")
	server, err := startFastify(ctx, s, in, "sqlite", path)
	if err != nil {
		return nil, err
	}
	p := newPeer("Fastify", server, in)
	p.driver, p.source = "sqlite", "file:"+path
	return p, nil
}

// fastifyPostgreSQL starts the peer on a new database of the server.
func fastifyPostgreSQL(ctx context.Context, s settings, in *installation) (*peer, error) {
	if err := onServer(ctx, in.databaseURL, "CREATE DATABASE fastify"); err != nil {
		return nil, err
	}
	where := database(in.databaseURL, "fastify")
	server, err := startFastify(ctx, s, in, "postgres", where)
	if err != nil {
		return nil, err
	}
	p := newPeer("Fastify on pg", server, in)
	p.driver, p.source = "pgx", where
	return p, nil
}

func pocketBaseProgram(s settings) string { return filepath.Join(s.folder, "pocketbase") }

// fetchPocketBase builds the peer on PocketBase, which is a module of its own.
func fetchPocketBase(ctx context.Context, s settings) error {
	root, err := projectRoot(ctx)
	if err != nil {
		return err
	}
	return runIn(ctx, filepath.Join(root, "bench/peers/pocketbase"), "go", "build", "-trimpath", "-ldflags", "-s -w",
		"-o", pocketBaseProgram(s), ".")
}

func pocketBase(ctx context.Context, s settings, in *installation) (*peer, error) {
	history, err := in.writeHistory(s)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(s.folder, "pocketbase-data")
	if err := runIn(ctx, s.folder, pocketBaseProgram(s), "fill", history, "--dir", folder); err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, pocketBaseProgram(s), "serve", "--http", address, "--dir", folder)
	command.Stderr = os.Stderr
	server, err := start(command, address, "/api/health")
	if err != nil {
		return nil, err
	}
	token, err := signInPocketBase(address)
	if err != nil {
		return nil, errors.Join(err, server.stop())
	}
	own := *in
	own.token = token
	p := newPeer("PocketBase", server, &own)
	const records = "GET /api/collections/bookings/records"
	query := url.Values{"perPage": {"20"}, "sort": {"-created,-id"}, "expand": {"booking_rooms_via_booking"},
		"fields": {"id,code,guestName,checkIn,checkOut,status,totalAmount,version," +
			"expand.booking_rooms_via_booking.roomNumber"},
		"filter": {fmt.Sprintf("hotel='%s' && status='confirmed' && checkIn>='%s' && checkIn<='%s'", in.hotels[0], today(),
			lastDay())}}
	p.before, p.after = records+"/", "?expand=booking_rooms_via_booking"+own.headers()+"\r\n"
	p.list = records + "?" + query.Encode() + own.headers() + "\r\n"
	p.driver, p.source = "sqlite", "file:"+filepath.Join(folder, "data.db")
	return p, nil
}

const peerPassword = "a long password"

func signInPocketBase(address string) (string, error) {
	response, err := http.PostForm("http://"+address+"/api/collections/users/auth-with-password",
		url.Values{"identity": {emailOf(login)}, "password": {peerPassword}})
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var session struct{ Token string }
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("signing in answered %s", response.Status)
	}
	return session.Token, json.NewDecoder(response.Body).Decode(&session)
}

// writeHistory writes what fill writes into Sarai's database to a file that the peers read, and returns its path.
func (in *installation) writeHistory(s settings) (string, error) {
	const instant = "2006-01-02T15:04:05.000Z"
	type object map[string]any
	var rooms, bookings []object
	for i := range in.history.rooms {
		rooms = append(rooms, object{"roomId": roomID(i), "roomNumber": roomNumber(i)})
	}
	for i := range in.history.bookings {
		from, to := in.history.stay(i)
		status, _ := in.history.status(i)
		room := i % in.history.rooms
		bookings = append(bookings, object{"bookingId": bookingID(i), "code": bookingCode(i), "status": status,
			"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to, "roomId": roomID(room),
			"roomNumber": roomNumber(room), "rate": 500000, "total": 500000 * nightsPerStay, "nights": in.history.nights(i),
			"createdAt": in.history.booked(i).Format(instant)})
	}
	content, err := json.Marshal(object{"hotels": in.hotels, "rooms": rooms, "bookings": bookings,
		"session": object{"token": in.token, "userId": login, "userName": "Asha Rao", "email": emailOf(login),
			"password": peerPassword, "expiresAt": time.Now().AddDate(0, 0, 1).UTC().Format(instant)}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(s.folder, "history.json")
	return path, os.WriteFile(path, content, 0o600)
}

// runIn runs a program in a folder.
func runIn(ctx context.Context, folder, program string, arguments ...string) error {
	command := exec.CommandContext(ctx, program, arguments...)
	command.Dir = folder
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command.Args[:2], " "), err, bytes.TrimSpace(output))
	}
	return nil
}
