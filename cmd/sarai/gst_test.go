package main_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

var simulatorAddress = regexp.MustCompile(`SARAI_GST_URL=http://(\S+)`)

// simulate starts `sarai gst-simulator` and returns it with its address.
func (p *place) simulate(args ...string) (*program, string) {
	p.t.Helper()
	s := p.start(append([]string{"gst-simulator", "--listen=127.0.0.1:0"}, args...)...)
	await(p.t, "the simulator to serve", func() bool {
		return strings.Contains(s.stdout.String(),
			"\n  08AAACH0000A1ZR\n")
	})
	if !strings.Contains(s.stdout.String(), "SIMULATOR") {
		p.t.Errorf("it doesn't say what it is: %s", s.stdout.String())
	}
	return s, simulatorAddress.FindStringSubmatch(s.stdout.String())[1]
}

// A number is looked up, the program restarted, the upstream gone: the answer is still there, and the settings'
// secrets are nowhere.
func TestGSTAnswersSurviveARestart(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		simulator, host := p.simulate()
		p.settings = append(p.settings, "SARAI_GST_URL=http://user-s3cret:pass-s3cret@"+host+"?key=query-s3cret",
			"SARAI_GST_HEADERS=x-api-key: header-s3cret; x-client: us;")
		s := p.serve()
		owner := s.hotel("Haveli", "owner@hotel.example")
		if name := owner.get("/api/gst/{org}/08AAACH0000A1ZR/check").want(200).text("data",
			"legalName"); !strings.HasSuffix(name, "(simulated)") {
			t.Errorf("it answers %s", name)
		}
		owner.get("/api/gst/{org}/38AAACL0000J1Z1/check").refused(404, "38AAACL0000J1Z1")
		if got := s.anyone().get("/readyz").want(200).text("gst"); got != host {
			t.Errorf("/readyz says %s, want %s", got, host)
		}
		s.stop()
		simulator.stop()

		again := p.serve()
		owner = again.login("owner@hotel.example", password)
		owner.get("/api/gst/{org}/08AAACH0000A1ZR/check").want(200)
		owner.get("/api/gst/{org}/27AAAAA0000A1Z2/check").refused(502, "can't be reached")
		again.stop()

		outcomes := map[string]bool{}
		for _, run := range []*program{s, again} {
			for _, line := range run.log() {
				if line["msg"] == "gst lookup" {
					outcomes[fmt.Sprint(line["outcome"], " ", line["upstream"] == host)] = true
				}
				if line["msg"] == "serving" && line["gst"] != host {
					t.Errorf("the start says %v", line)
				}
			}
			for _, secret := range []string{"s3cret", "08AAACH0000A1ZR", "Sagar"} {
				if strings.Contains(run.stderr.String()+run.stdout.String(), secret) {
					t.Errorf("the log holds %s: %s", secret, run.stderr.String())
				}
			}
		}
		for _, outcome := range []string{"found true", "no such number true", "it refused the connection true"} {
			if !outcomes[outcome] {
				t.Errorf("no line of the log says %s: %v", outcome, outcomes)
			}
		}
	})
}

func TestTheSimulatorStaysOnThisMachine(t *testing.T) {
	p := newPlace(t, "sqlite")
	p.start("gst-simulator", "--listen=0.0.0.0:0").ended("own addresses only")
	p.start("gst-simulator", "--listen=nowhere").ended("nowhere")
	p.start("gst-simulator", "--failing", "--unknown").ended("can't be used together")
	s, _ := p.simulate("--slow=7s")
	s.stop()
}
