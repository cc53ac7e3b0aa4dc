package socketio

import (
	"encoding/json"
	"strings"
	"testing"
)

// FuzzReadPayload reads any body, and makes the same body again of what it has read.
func FuzzReadPayload(f *testing.F) {
	for _, body := range []string{"", "4", "40", "2probe", `40{"token":"x"}`, "42[\"a\"]\x1e42[\"b\"]", "bAQID", "\x1e",
		"3\x1e3", "4\xff"} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		frames, err := readPayload(body)
		if err != nil {
			return
		}
		var again []string
		for _, one := range frames {
			again = append(again, string(one.kind)+one.data)
		}
		if strings.Join(again, string(separator)) != body || len(frames) > maxFrames {
			t.Errorf("%q was read as %q", body, again)
		}
	})
}

// FuzzReadPacket reads any packet; what it takes has the shape of its type and says nothing that wasn't sent.
func FuzzReadPacket(f *testing.F) {
	for _, data := range []string{"", "0", "0{}", `0{"token":"x"}`, "0/admin,", `0/admin,{"a":1}`, "0/admin", "1",
		"1/admin,", `2["a",1]`,
		`212["a"]`, `2/admin,13["a"]`, "3", "312[]", `3/admin,13["a"]`, `51-["a",{"_placeholder":true,"num":0}]`, "61-1[]",
		`4{"message":"x"}`, "0null", "2[]", "2 [1]"} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		p, err := readPacket(data)
		if err != nil {
			return
		}
		if p.kind < packetConnect || p.kind > packetAck || p.payload != "" && !json.Valid([]byte(p.payload)) ||
			!strings.HasPrefix(p.namespace, "/") {
			t.Fatalf("%q was read as %+v", data, p)
		}
		space := ""
		if p.namespace != mainSpace || strings.HasPrefix(data[1:], "/") {
			space = p.namespace
			if len(data) > 1+len(space) {
				space += ","
			}
		}
		if again := string(p.kind) + space + p.ack + p.payload; again != data {
			t.Errorf("%q was read as %q", data, again)
		}
	})
}
