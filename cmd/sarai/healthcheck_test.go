package main_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sarai/internal/kit/kittest"
)

func TestHealthcheck(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve()
		_, port, err := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		for _, host := range []string{"127.0.0.1", "0.0.0.0", ""} { // as the server's own setting may be
			if said := p.mustRun("healthcheck", "--addr="+host+":"+port); said != "ready\n" {
				t.Errorf("at %s it says %q", host, said)
			}
		}
		p.change("UPDATE goose_db_version SET version_id = version_id + 1000 WHERE version_id > 0")
		p.start("healthcheck", "--addr=127.0.0.1:"+port).ended("later version")
		p.change("UPDATE goose_db_version SET version_id = version_id - 1000 WHERE version_id > 0")
		s.stop()
		p.start("healthcheck", "--addr=127.0.0.1:"+port).ended("does not answer")
		p.start("healthcheck", "--addr="+port).ended("addr must be host:port")
	})
}

// The file that docs/operations.md shows means the same to a shell as to systemd, and the server starts with it.
func TestTheEnvironmentFileOfTheDocs(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "`/etc/sarai.env`, which")
	shown := regexp.MustCompile("(?s)```sh\n(.*?)```").FindStringSubmatch(rest)
	if shown == nil {
		t.Fatal("docs/operations.md shows no file")
	}
	file := filepath.Join(t.TempDir(), "sarai.env")
	if err := os.WriteFile(file, []byte(shown[1]), 0o600); err != nil {
		t.Fatal(err)
	}
	script := exec.Command("sh", "-ec", "set -a; . "+file+"; set +a; env")
	script.Env = []string{"PATH=" + os.Getenv("PATH")}
	said, err := script.CombinedOutput()
	if err != nil {
		t.Fatalf("a shell doesn't read it: %v: %s", err, said)
	}
	p := newPlace(t, kittest.SQLite)
	p.settings = nil
	for line := range strings.Lines(shown[1]) { // systemd takes what stands behind =, less the quotes around all of it
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		entry := name + "=" + strings.Trim(value, `"`)
		if !slices.Contains(strings.Split(string(said), "\n"), entry) {
			t.Errorf("systemd reads %s, and a shell doesn't:\n%s", entry, said)
		}
		p.settings = append(p.settings, entry)
	}
	p.settings = append(p.settings, "SARAI_DATA_DIR="+p.dir, "SARAI_ADDR=127.0.0.1:0")
	p.serve().stop()
}

// A password of any letters: compose gives it beside the URL, where an @ would end it.
func TestComposeKeepsThePasswordOutOfTheURL(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	url := regexp.MustCompile(`SARAI_DATABASE_URL: (.*)`).FindStringSubmatch(string(text))
	if url == nil || strings.Contains(url[1], "$") {
		t.Errorf("the URL is made of other settings: %v", url)
	}
	for _, wanted := range []string{"PGPASSWORD: ${POSTGRES_PASSWORD", "SARAI_TRUSTED_PROXIES: ${",
		`["CMD", "/sarai", "healthcheck"]`, "/sarai organization create"} {
		if !strings.Contains(string(text), wanted) {
			t.Errorf("compose.yaml doesn't say %s", wanted)
		}
	}
}
