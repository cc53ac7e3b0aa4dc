package server

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
)

const (
	socketCount   = 1000
	socketsOfUser = 40 // the server allows fifty
	eventPause    = 250 * time.Millisecond
	// mixRounds is how many times longer the mix lasts than the rounds of other figures: with few events, the p99 is the
	// slowest one.
	mixRounds = 3
	// hearingPatience is how long the last event may take before it counts as lost.
	hearingPatience = 10 * time.Second
	// settlingPatience is how long the server's memory may take to be stable.
	settlingPatience = 20 * time.Second
)

// settler is a source file added to the server's package to measure its memory.
//
//go:embed settler.go.txt
var settler []byte

// Sockets connects many sockets in one organization, measures their memory, and sends them events while the
// front desks of all organizations work.
func Sockets(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	if s.Profile == "" {
		s.Binary += "-settling"
		if err := drive.BuildWith(ctx, s, settler); err != nil {
			return err
		}
	}
	in, err := fill.SQLite(ctx, s.Folder, "sockets", fill.TownHotels, fill.Town)
	if err != nil {
		return err
	}
	tokens, err := in.Staff(ctx, socketCount/socketsOfUser)
	if err != nil {
		return err
	}
	server, err := drive.StartServer(ctx, s, in.DataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	a := &audience{address: server.Address, tokens: tokens}
	defer a.leave()
	event := drive.OverHTTP("event", server.Address, http.StatusCreated, announce(in))
	if s.Profile != "" {
		return errors.Join(a.enter(socketCount), drive.ProfileLoad(s, server, event, "event"))
	}
	if err := weighSockets(r, server, a, event); err != nil {
		return err
	}
	return hearEvents(s, r, server, in, a, event)
}

// announce writes a notification for everyone of the first organization; its title is the time.
func announce(in *fill.Installation) func(connection int) func(buffer []byte) []byte {
	before := "POST /api/notifications/" + in.Hotels[0] + in.Headers() +
		"Content-Type: application/json\r\nContent-Length: "
	return func(int) func(buffer []byte) []byte {
		return func(buffer []byte) []byte {
			body := fmt.Sprintf(`{"type":"custom","title":"%d","message":"Fire drill at 15:00 in the courtyard."}`,
				time.Now().UnixNano())
			return fmt.Appendf(append(buffer, before...), "%d\r\n\r\n%s", len(body), body)
		}
	}
}

// weighSockets compares the server's memory before and with the sockets, each of which has heard one event. Both times
// garbage is collected and free memory returned. What is needed only once, such as pages of the program that the first
// socket touches, is already there before.
func weighSockets(r *drive.Report, server *drive.Process, a *audience, event drive.Contestant) error {
	first := &audience{address: a.address, tokens: a.tokens}
	if err := first.enter(2 * len(a.tokens)); err != nil {
		return err
	}
	if err := errors.Join(announceOnce(event), first.await(1)); err != nil {
		return err
	}
	first.leave()
	before, err := settled(server)
	if err != nil {
		return err
	}
	if err := a.enter(socketCount); err != nil {
		return err
	}
	if err := announceOnce(event); err != nil {
		return err
	}
	if err := a.await(1); err != nil {
		return err
	}
	with, err := settled(server)
	if err != nil {
		return err
	}
	r.Add(fmt.Sprintf("memory of a connected socket, of %d", socketCount), (with-before)*1024/socketCount,
		drive.AtMost(40, " kB"),
		fmt.Sprintf("VmRSS %.1f MB before, %.1f MB with them", before, with))
	return nil
}

func announceOnce(event drive.Contestant) error {
	workers, done, err := event.Prepare(1)
	if err != nil {
		return err
	}
	defer done()
	return workers[0]()
}

// hearEvents sends events while sixteen connections work at the front desks, and reports how long after the request
// each socket heard its event.
func hearEvents(s drive.Settings, r *drive.Report, server *drive.Process, in *fill.Installation, a *audience,
	event drive.Contestant) error {
	a.forget()
	var desks sync.WaitGroup
	var rate float64
	var failed error
	length := mixRounds * time.Duration(s.Rounds) * s.Length
	desks.Go(func() {
		mix := drive.Contestant{Name: "mixed", Prepare: mixed(in, server.Address, fill.NewDesk(in))}
		rate, failed = drive.Throughput(mix, 16, length)
	})
	workers, done, err := event.Prepare(1)
	if err != nil {
		return err
	}
	defer done()
	var answered []time.Duration
	number := max(1, int(length/eventPause))
	pace := time.NewTicker(eventPause)
	defer pace.Stop()
	for range number {
		<-pace.C
		asked := time.Now()
		if err := workers[0](); err != nil {
			return err
		}
		answered = append(answered, time.Since(asked))
	}
	desks.Wait()
	if err := errors.Join(failed, a.await(number)); err != nil {
		return err
	}
	delays := a.delays()
	r.Add(fmt.Sprintf("an event reaches %d sockets during the mix, p99", socketCount), milliseconds(delays, 0.99),
		drive.AtMost(250, " ms"),
		fmt.Sprintf("median %.0f ms, at most %.0f ms; %d events, their requests answered in %.0f ms, p99 %.0f ms; the mix "+
			"did %.0f requests/s",
			milliseconds(delays, 0.5), milliseconds(delays, 1), number, milliseconds(answered, 0.5),
			milliseconds(answered, 0.99), rate))
	return nil
}

// milliseconds sorts the times and returns their quantile.
func milliseconds(times []time.Duration, share float64) float64 {
	slices.Sort(times)
	return times[int(share*float64(len(times)-1))].Seconds() * 1000
}

// settled has the server collect garbage until its memory is stable, and returns it in megabytes.
func settled(p *drive.Process) (float64, error) {
	before, same := 0.0, 0
	for deadline := time.Now().Add(settlingPatience); time.Now().Before(deadline); {
		if err := p.Signal(syscall.SIGUSR1); err != nil {
			return 0, err
		}
		time.Sleep(300 * time.Millisecond)
		now, err := p.Memory("VmRSS")
		if err != nil {
			return 0, err
		}
		if same++; max(now, before)-min(now, before) > 0.25 {
			same = 0
		}
		if before = now; same == 4 {
			return now, nil
		}
	}
	return 0, errors.New("the server's memory does not settle")
}

// audience are sockets that count what they hear.
type audience struct {
	address string
	tokens  []string
	members []*listener
	hearing sync.WaitGroup
	heard   atomic.Int64
	failed  atomic.Pointer[error]
}

// listener is a websocket client that speaks as much of Engine.IO 4 and Socket.IO 5 as it needs.
type listener struct {
	net.Conn
	reader *bufio.Reader
	mu     sync.Mutex
	delays []time.Duration // of each event since the server was asked to write the notification
}

// enter connects the sockets.
func (a *audience) enter(number int) error {
	for i := range number {
		l, err := listen(a.address, a.tokens[i%len(a.tokens)])
		if err != nil {
			return fmt.Errorf("socket %d: %w", i, err)
		}
		a.members = append(a.members, l)
		a.hearing.Go(func() {
			if err := l.hear(&a.heard); !errors.Is(err, net.ErrClosed) {
				err = fmt.Errorf("socket %d: %w", i, err)
				a.failed.Store(&err)
			}
		})
	}
	return nil
}

// leave disconnects them.
func (a *audience) leave() {
	for _, l := range a.members {
		l.Close()
	}
	a.hearing.Wait()
}

func (a *audience) forget() {
	for _, l := range a.members {
		l.mu.Lock()
		l.delays = nil
		l.mu.Unlock()
	}
	a.heard.Store(0)
}

// await waits until every socket has heard that many events, each once.
func (a *audience) await(events int) error {
	want := int64(events * len(a.members))
	for deadline := time.Now().Add(hearingPatience); a.heard.Load() < want && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if failed := a.failed.Load(); failed != nil {
		return *failed
	}
	for i, l := range a.members {
		l.mu.Lock()
		heard := len(l.delays)
		l.mu.Unlock()
		if heard != events {
			return fmt.Errorf("socket %d heard %d events of %d", i, heard, events)
		}
	}
	return nil
}

// delays returns the delays of all sockets.
func (a *audience) delays() (all []time.Duration) {
	for _, l := range a.members {
		l.mu.Lock()
		all = append(all, l.delays...)
		l.mu.Unlock()
	}
	return all
}

// listen connects a socket and waits until it is in its rooms.
func listen(address, token string) (*listener, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	l := &listener{Conn: conn, reader: bufio.NewReaderSize(conn, 1<<10)}
	_, err = l.Write([]byte("GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: " + address +
		"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " +
		"dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"))
	if err == nil {
		err = l.greet(token)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return l, nil
}

func (l *listener) greet(token string) error {
	response, err := http.ReadResponse(l.reader, nil)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusSwitchingProtocols {
		return fmt.Errorf("answered %d", response.StatusCode)
	}
	if _, err := l.expect("0{"); err != nil {
		return err
	}
	if err := l.send(`40{"token":"` + token + `"}`); err != nil {
		return err
	}
	_, err = l.expect("40{")
	return err
}

// expect reads a packet that begins so.
func (l *listener) expect(start string) ([]byte, error) {
	packet, err := l.packet()
	if err == nil && !bytes.HasPrefix(packet, []byte(start)) {
		err = fmt.Errorf("heard %q", packet)
	}
	return packet, err
}

// packet reads a frame; the server sends each packet as one, and never masks.
func (l *listener) packet() ([]byte, error) {
	var head [2]byte
	if _, err := io.ReadFull(l.reader, head[:]); err != nil {
		return nil, err
	}
	const wholeText, twoBytesMore = 0x81, 126
	if head[0] != wholeText || head[1] > twoBytesMore {
		return nil, fmt.Errorf("got a frame that begins with %x", head)
	}
	length := int(head[1])
	if length == twoBytesMore {
		if _, err := io.ReadFull(l.reader, head[:]); err != nil {
			return nil, err
		}
		length = int(binary.BigEndian.Uint16(head[:]))
	}
	packet := make([]byte, length)
	_, err := io.ReadFull(l.reader, packet)
	return packet, err
}

// send writes a packet, masked with zeros, which change nothing.
func (l *listener) send(packet string) error {
	const wholeText, masked, twoBytesMore = 0x81, 0x80, 126
	frame := []byte{wholeText, masked | twoBytesMore}
	frame = binary.BigEndian.AppendUint16(frame, uint16(len(packet)))
	if len(packet) < twoBytesMore {
		frame = []byte{wholeText, masked | byte(len(packet))}
	}
	_, err := l.Write(append(append(frame, 0, 0, 0, 0), packet...))
	return err
}

var titleField = []byte(`"title":"`)

// hear notes each event and answers pings until the connection ends, and tells why it did.
func (l *listener) hear(heard *atomic.Int64) error {
	for {
		packet, err := l.packet()
		if err != nil {
			return err
		}
		if string(packet) == "2" {
			if err := l.send("3"); err != nil {
				return err
			}
			continue
		}
		now := time.Now()
		_, after, found := bytes.Cut(packet, titleField)
		title, _, _ := bytes.Cut(after, []byte(`"`))
		sent, err := strconv.ParseInt(string(title), 10, 64)
		if !found || err != nil {
			return fmt.Errorf("heard %q", packet)
		}
		l.mu.Lock()
		l.delays = append(l.delays, now.Sub(time.Unix(0, sent)))
		l.mu.Unlock()
		heard.Add(1)
	}
}
