package socketio

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// The types of Engine.IO packets.
const (
	frameOpen    = '0'
	frameClose   = '1'
	framePing    = '2'
	framePong    = '3'
	frameMessage = '4'
	frameUpgrade = '5'
	frameNoop    = '6'
)

// The types of Socket.IO packets.
const (
	packetConnect      = '0'
	packetDisconnect   = '1'
	packetEvent        = '2'
	packetAck          = '3'
	packetConnectError = '4'
	packetBinaryEvent  = '5'
	packetBinaryAck    = '6'
)

const (
	// separator separates the packets of a payload.
	separator = '\x1e'
	// maxFrames is how many packets one payload may have; the official client collects what is emitted at once.
	maxFrames = 256
	// maxNamespace bounds the name that is echoed to a client that asks for a namespace.
	maxNamespace = 200
	mainSpace    = "/"
)

var (
	errMalformed = errors.New("malformed packet")
	errBinary    = errors.New("binary packet")
)

// frame is an Engine.IO packet.
type frame struct {
	kind byte
	data string
}

// readPayload splits the body of a POST into its packets.
func readPayload(body string) ([]frame, error) {
	if strings.Count(body, string(separator)) >= maxFrames {
		return nil, errMalformed
	}
	var frames []frame
	for text := range strings.SplitSeq(body, string(separator)) {
		f, err := readFrame(text)
		if err != nil {
			return nil, err
		}
		frames = append(frames, f)
	}
	return frames, nil
}

func readFrame(text string) (frame, error) {
	switch {
	case text == "" || !utf8.ValidString(text):
		return frame{}, errMalformed
	case text[0] == 'b':
		return frame{}, errBinary
	case text[0] < frameOpen || text[0] > frameNoop:
		return frame{}, errMalformed
	}
	return frame{kind: text[0], data: text[1:]}, nil
}

// packet is a Socket.IO packet.
type packet struct {
	kind      byte
	namespace string
	ack       string // digits; empty if no acknowledgement is requested
	payload   string // JSON, or empty
}

// readPacket parses the data of a message frame. The payload is valid JSON of the type's shape.
func readPacket(data string) (packet, error) {
	if data == "" {
		return packet{}, errMalformed
	}
	p := packet{kind: data[0], namespace: mainSpace}
	rest := data[1:]
	switch {
	case p.kind == packetBinaryEvent || p.kind == packetBinaryAck:
		return packet{}, errBinary
	case p.kind < packetConnect || p.kind > packetAck: // a client sends no CONNECT_ERROR
		return packet{}, errMalformed
	}
	if strings.HasPrefix(rest, "/") {
		p.namespace, rest, _ = strings.Cut(rest, ",")
	}
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	p.ack, p.payload = rest[:digits], rest[digits:]
	if len(p.namespace) > maxNamespace || digits > 15 || !p.shaped() {
		return packet{}, errMalformed
	}
	return p, nil
}

// shaped reports whether the packet has the parts of its type.
func (p packet) shaped() bool {
	switch p.kind {
	case packetConnect:
		return p.ack == "" && (p.payload == "" || p.payload[0] == '{' && json.Valid([]byte(p.payload)))
	case packetDisconnect:
		return p.ack == "" && p.payload == ""
	case packetEvent:
		var event []json.RawMessage
		return json.Unmarshal([]byte(p.payload), &event) == nil && len(event) > 0
	default: // ACK
		return p.ack != "" && p.payload != "" && p.payload[0] == '[' && json.Valid([]byte(p.payload))
	}
}

// encode returns the message frame of a packet in the namespace.
func encode(kind byte, namespace string, payload any) []byte {
	text := []byte{frameMessage, kind}
	if namespace != mainSpace {
		text = append(append(text, namespace...), ',')
	}
	if payload == nil {
		return text
	}
	body, err := json.Marshal(payload)
	if err != nil {
		panic(err) // strings and JSON that was read before
	}
	return append(text, body...)
}

// encodeEvent returns the frame that Emit queues. The payload must be JSON.
func encodeEvent(event string, payload json.RawMessage) []byte {
	name, err := json.Marshal(event)
	if err != nil {
		panic(err) // a string always marshals
	}
	text := make([]byte, 0, len(name)+len(payload)+5)
	text = append(text, frameMessage, packetEvent, '[')
	text = append(append(text, name...), ',')
	return append(append(text, payload...), ']')
}

// refusal is what the client shows as connect_error.
type refusal struct {
	Message string `json:"message"`
}

// welcome is the payload of the open packet; times are milliseconds.
type welcome struct {
	ID           string   `json:"sid"`
	Upgrades     []string `json:"upgrades"`
	PingInterval int64    `json:"pingInterval"`
	PingTimeout  int64    `json:"pingTimeout"`
	MaxPayload   int      `json:"maxPayload"`
}
