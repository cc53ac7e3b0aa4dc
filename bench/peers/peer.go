package peers

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

	"sarai/bench/drive"
	"sarai/bench/fill"
)

// peer is a server that does the work of README.md, as the client sees it. Sarai is one, too.
type peer struct {
	*drive.Process
	name          string
	in            *fill.Installation // with the peer's token
	desk          *fill.Desk
	before, after string // what stands around a booking's ID in the request that reads it
	list          string // the request for a page of the list
	driver        string // of its database, whose rows are counted at the end
	source        string
}

// newPeer is a peer with Sarai's paths.
func newPeer(name string, server *drive.Process, in *fill.Installation) *peer {
	path := "GET /api/bookings/" + in.Hotels[0]
	return &peer{Process: server, name: name, in: in, desk: fill.NewDesk(in), before: path + "/",
		after: in.Headers() + "\r\n",
		list:  fmt.Sprintf("%s/list?status=confirmed&from=%s&to=%s%s\r\n", path, fill.Today(), lastDay(), in.Headers())}
}

// lastDay is the last one that the list is asked for: that of the history, and before all new bookings.
func lastDay() string { return string(fill.Today().AddDays(365)) }

// fastify is the peer on Node.
//
//go:embed fastify/*.js fastify/*.json
var fastify embed.FS

func fastifyFolder(s drive.Settings) string { return filepath.Join(s.Folder, "fastify") }

// fetchFastify installs what the peer on Node needs.
func fetchFastify(ctx context.Context, s drive.Settings) error {
	files, err := fs.Sub(fastify, "fastify")
	if err != nil {
		return err
	}
	if err := os.CopyFS(fastifyFolder(s), files); err != nil {
		return err
	}
	return runIn(ctx, fastifyFolder(s), "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
}

// startFastify starts the peer on Node on a new database with the installation's history.
func startFastify(ctx context.Context, s drive.Settings, in *fill.Installation, engine, where string) (*drive.Process,
	error) {
	history, err := writeHistory(s, in)
	if err != nil {
		return nil, err
	}
	if err := runIn(ctx, fastifyFolder(s), "node", "server.js", "fill", engine, where, history); err != nil {
		return nil, err
	}
	address, err := drive.FreeAddress()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "node", "server.js", "serve", engine, where, address)
	command.Dir, command.Stderr = fastifyFolder(s), os.Stderr
	command.Env = append(os.Environ(), "NODE_ENV=production")
	return drive.Start(command, address, "/readyz")
}

func fastifySQLite(ctx context.Context, s drive.Settings, in *fill.Installation) (*peer, error) {
	path := filepath.Join(s.Folder, "fastify.db")
	server, err := startFastify(ctx, s, in, "sqlite", path)
	if err != nil {
		return nil, err
	}
	p := newPeer("Fastify", server, in)
	p.driver, p.source = "sqlite", "file:"+path
	return p, nil
}

// fastifyPostgreSQL starts the peer on a new database of the server.
func fastifyPostgreSQL(ctx context.Context, s drive.Settings, in *fill.Installation) (*peer, error) {
	if err := fill.OnServer(ctx, in.DatabaseURL, "CREATE DATABASE fastify"); err != nil {
		return nil, err
	}
	where := fill.Database(in.DatabaseURL, "fastify")
	server, err := startFastify(ctx, s, in, "postgres", where)
	if err != nil {
		return nil, err
	}
	p := newPeer("Fastify on pg", server, in)
	p.driver, p.source = "pgx", where
	return p, nil
}

func pocketBaseProgram(s drive.Settings) string { return filepath.Join(s.Folder, "pocketbase") }

// fetchPocketBase builds the peer on PocketBase, which is a module of its own.
func fetchPocketBase(ctx context.Context, s drive.Settings) error {
	root, err := drive.ProjectRoot(ctx)
	if err != nil {
		return err
	}
	return runIn(ctx, filepath.Join(root, "bench/peers/pocketbase"), "go", "build", "-trimpath", "-ldflags", "-s -w",
		"-o", pocketBaseProgram(s), ".")
}

func pocketBase(ctx context.Context, s drive.Settings, in *fill.Installation) (*peer, error) {
	history, err := writeHistory(s, in)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(s.Folder, "pocketbase-data")
	if err := runIn(ctx, s.Folder, pocketBaseProgram(s), "fill", history, "--dir", folder); err != nil {
		return nil, err
	}
	address, err := drive.FreeAddress()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, pocketBaseProgram(s), "serve", "--http", address, "--dir", folder)
	command.Stderr = os.Stderr
	server, err := drive.Start(command, address, "/api/health")
	if err != nil {
		return nil, err
	}
	token, err := signInPocketBase(address)
	if err != nil {
		return nil, errors.Join(err, server.Stop())
	}
	own := *in
	own.Token = token
	p := newPeer("PocketBase", server, &own)
	const records = "GET /api/collections/bookings/records"
	query := url.Values{"perPage": {"20"}, "sort": {"-created,-id"}, "expand": {"booking_rooms_via_booking"},
		"fields": {"id,code,guestName,checkIn,checkOut,status,totalAmount,version," +
			"expand.booking_rooms_via_booking.roomNumber"},
		"filter": {fmt.Sprintf("hotel='%s' && status='confirmed' && checkIn>='%s' && checkIn<='%s'", in.Hotels[0],
			fill.Today(), lastDay())}}
	p.before, p.after = records+"/", "?expand=booking_rooms_via_booking"+own.Headers()+"\r\n"
	p.list = records + "?" + query.Encode() + own.Headers() + "\r\n"
	p.driver, p.source = "sqlite", "file:"+filepath.Join(folder, "data.db")
	return p, nil
}

const peerPassword = "a long password"

func signInPocketBase(address string) (string, error) {
	response, err := http.PostForm("http://"+address+"/api/collections/users/auth-with-password",
		url.Values{"identity": {fill.EmailOf(fill.Login)}, "password": {peerPassword}})
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
func writeHistory(s drive.Settings, in *fill.Installation) (string, error) {
	const instant = "2006-01-02T15:04:05.000Z"
	type object map[string]any
	var rooms, bookings []object
	for i := range in.History.Rooms {
		rooms = append(rooms, object{"roomId": fill.RoomID(i), "roomNumber": fill.RoomNumber(i)})
	}
	for i := range in.History.Bookings {
		from, to := in.History.Stay(i)
		status, _ := in.History.Status(i)
		room := i % in.History.Rooms
		bookings = append(bookings, object{"bookingId": fill.BookingID(i), "code": fill.BookingCode(i), "status": status,
			"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to, "rate": 500000,
			"roomId": fill.RoomID(room), "roomNumber": fill.RoomNumber(room), "total": 500000 * fill.NightsPerStay,
			"nights": in.History.Nights(i), "createdAt": in.History.Booked(i).Format(instant)})
	}
	content, err := json.Marshal(object{"hotels": in.Hotels, "rooms": rooms, "bookings": bookings,
		"session": object{"token": in.Token, "userId": fill.Login, "userName": "Asha Rao", "email": fill.EmailOf(fill.Login),
			"password": peerPassword, "expiresAt": time.Now().AddDate(0, 0, 1).UTC().Format(instant)}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(s.Folder, "history.json")
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
