package main_test

import (
	"net"
	"net/http"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"sarai/internal/kit/kittest"
)

// ended checks that a command failed with an exit code and a sentence that contains the words and none of the secrets.
// PostgreSQL's driver adds a line for each address it tried.
func (s *program) ended(words string, secrets ...string) {
	s.t.Helper()
	code, said := s.wait(), s.stderr.String()
	if code <= 0 || !strings.HasPrefix(said, "sarai: error: ") || !strings.Contains(said, words) ||
		strings.Count(said, "\n") > 3 {
		s.t.Errorf("%v: exit %d, want a sentence that says %q:\n%s", s.cmd.Args[1:], code, words, said)
	}
	for _, secret := range secrets {
		if strings.Contains(said+s.stdout.String(), secret) {
			s.t.Errorf("%v shows %q:\n%s", s.cmd.Args[1:], secret, said)
		}
	}
}

func TestWrongSettingsAreToldInASentence(t *testing.T) {
	p := newPlace(t, kittest.SQLite)
	p.settings = p.settings[:2] // what the environment has goes before the config file
	config := func(text string) string {
		path := filepath.Join(t.TempDir(), "config.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return "--config=" + path
	}
	seed := strings.Repeat("ab", 31)
	for _, wrong := range []struct {
		setting, words string
		secrets        []string
	}{
		{"--rate-limit=fast", "rate-limit must be a number of requests and a window, such as 300/1m", nil},
		{"--rate-limit=300", "rate-limit must", nil},
		{"--rate-limit=0/1m", "rate-limit must", nil},
		{"--rate-limit=300/1ms", "rate-limit must", nil},
		{"--trusted-proxies=10.0.0.1", "trusted-proxies must be CIDRs", nil},
		{"--trusted-proxies=10.0.0.0/8,all", "trusted-proxies must be CIDRs", nil},
		{"--signup=anybody", `--signup must be one of "first","open","closed"`, nil},
		{"--log=xml", `--log must be one of "text","json"`, nil},
		{"--public-url=pms.example.com", "public-url must begin with http:// or https://", nil},
		{"--public-url=ftp://pms.example.com", "public-url must begin with http:// or https://", nil},
		{"--public-url=https://", "public-url must begin with http:// or https://", nil},
		{"--public-url=https://pms.example.com/?a=b", "public-url must", nil},
		{"--mail-url=https://smtp.example.com", "mail-url the mail server is not written as smtp://", nil},
		{"--mail-url=smtp://me:s3cret@smtp.example.com:587?tls=none", "unencrypted", []string{"s3cret"}},
		{"--mail-url=smtp://me:s3cret@smtp.example.com:99999", "port", []string{"s3cret"}},
		{"--sheet-key=s3cret " + seed, "sheet-key must have", []string{"s3cret"}},
		{"--sheet-key=s3crét" + seed, "sheet-key must have", []string{"s3cr"}},
		{"--gst-url=gsp.example.com/s3cret", "gst-url must begin with http:// or https://", []string{"s3cret"}},
		{"--gst-url=https://me:s3cret@gsp.example.com:port", "gst-url must begin with http:// or https://",
			[]string{"s3cret"}},
		{"--gst-headers=x-client: us;x-key s3cret", "gst-headers: header 2 is not written as Name: value",
			[]string{"s3cret"}},
		{"--mail-from=nobody", "mail-from must be an address such as Hotel <hotel@example.com>", nil},
		{"--token-keys=abc", "token-keys token key 1 is not written as kid:seed", nil},
		{"--token-keys=2026a:" + seed, "the seed of token key 2026a is not 64 hexadecimal characters", []string{seed}},
		{"--token-keys=a:" + seed + "ab,a:" + seed + "ab", "two token keys are named a", []string{seed}},
		{"--database-url=mysql://root:s3cret@db/sarai", "must begin with", []string{"s3cret"}},
		{"--database-url=postgres://sarai:s3cret@127.0.0.1:1/sarai?connect_timeout=2", "PostgreSQL", []string{"s3cret"}},
		{"--database-url=postgres://sarai:s3cret@127.0.0.1:port/sarai", "PostgreSQL", []string{"s3cret"}},
		{"--addr=8080", "addr", nil},
		{"--addr=127.0.0.1:99999", "99999: invalid port", nil},
		{"--config=/nowhere/sarai.json", "/nowhere/sarai.json", nil},
		{config(`{"addr": `), "config file is not a JSON object", nil},
		{config(`["addr"]`), "config file is not a JSON object", nil},
		{config(`{"sign-up": "open"}`), `sets "sign-up", which is no setting`, nil},
		{config(`{"signup": "anybody"}`), "--signup must be one of", nil},
		{config(`{"log": 7}`), "--log", nil},
		{config(`{"trusted_proxies": ["here"]}`), "trusted-proxies must be CIDRs", nil},
		{"--database-direct-url=postgres://sarai:s3cret@db/sarai", "database-direct-url is set without database-url",
			[]string{"s3cret"}},
		{"--database-deadline=0", "database-deadline at least 1s", nil},
		{"--database-deadline=999ms", "database-deadline at least 1s", nil},
		{"--cors-origins=https://app.example/console", "cors-origins must be *, or origins such as", nil},
		{"--cors-origins=https://app.example/", "cors-origins must", nil},
		{"--cors-origins=app.example", "cors-origins must", nil},
		{"--cors-origins=https://", "cors-origins must", nil},
		{"--cors-origins=https://app.example,", "cors-origins must", nil},
		{"--cors-origins=null", "cors-origins must", nil},
		{"--cors-origins=https://app.example:99999", "cors-origins must", nil},
		{"--cors-origins=https://app.example:", "cors-origins must", nil},
		{"--metrics-addr=nonsense", "metrics-addr must be host:port", nil},
		{"--metrics-addr=127.0.0.1:99999", "99999: invalid port", nil},
		{"--operator=haveli", "operator must be the id of an organization", nil},
		{"--backups-keep=week", "backups-keep must be", nil},
		{"--backups-keep=0/4", "backups-keep must be", nil},
		{"--backups-storage=https://key:s3cret@storage.example/hotels", "backups-storage must be s3://", []string{"s3cret"}},
		{"--backups-storage=s3://key:s3cret@storage.example", "backups-storage must be s3://", []string{"s3cret"}},
		{"--no-such-flag", "unknown flag --no-such-flag", nil},
	} {
		p.start("serve", wrong.setting).ended(wrong.words, wrong.secrets...)
	}
	if left, err := os.ReadDir(p.dir); err != nil || len(left) > 0 {
		t.Errorf("before the settings were refused, %v were made: %v", left, err)
	}
	p.start("serve", "--addr=192.0.2.1:8080").ended("192.0.2.1:8080")
	p.start("migrate", "--rate-limit=fast").ended("rate-limit must")
	p.start("serve", "--cors-origins=https://app.example:8443,http://localhost:5173,*", "--addr=8080").ended("addr")
	p.start().ended("expected one of")
	p.start("organization", "create", "Hotel").ended("<email>")
	p.start("organization", "create", "Hotel", "nobody").ended("e-mail address")
	p.start("organization", "create", "Hotel", "desk@hotel.example", "--timezone=Mars/Base").ended("time zone")
	p.start("organization", "create", "Hotel", "desk@hotel.example", "--currency=XXXX").ended("currency")
}

func TestAnUnprovenDatabaseIsWarnedOf(t *testing.T) {
	p := newPlace(t, kittest.SQLite)
	for url, warned := range map[string]bool{"postgres://sarai:s3cret@db.invalid/sarai?sslmode=require": true,
		"postgres://sarai:s3cret@db.invalid/sarai?sslmode=verify-full": false} {
		_, _, stderr := p.run("serve", "--database-url="+url)
		if strings.Contains(stderr, "without proof of who answers") != warned || strings.Contains(stderr, "s3cret") {
			t.Errorf("%s: %s", url, stderr)
		}
	}
}

// The environment is told apart from flags only by where it stands: one setting of each kind is enough.
func TestWrongSettingsOfTheEnvironment(t *testing.T) {
	for setting, words := range map[string]string{
		"SARAI_SIGNUP=anybody":       "--signup must be one of",
		"SARAI_RATE_LIMIT=fast":      "rate-limit must",
		"SARAI_TRUSTED_PROXIES=here": "trusted-proxies must be CIDRs",
		"SARAI_CONFIG=/nowhere":      "/nowhere",
		"SARAI_TOKEN_KEYS=abc":       "token-keys token key 1",
		"SARAI_DATABSE_URL=postgres": "the environment sets SARAI_DATABSE_URL, which is no setting",
		"SARAI_PORT=8080":            "the environment sets SARAI_PORT, which is no setting",
		"SARAI_DATABASE_DEADLINE=0":  "database-deadline at least 1s",
	} {
		newPlace(t, kittest.SQLite, setting).start("serve").ended(words)
	}
}

// Kubernetes sets variables for each service of a namespace; those of a service named sarai look like settings.
func TestVariablesThatOthersSet(t *testing.T) {
	p := newPlace(t, kittest.SQLite, "SARAI_SERVICE_HOST=10.0.0.1", "SARAI_SERVICE_PORT=80", "SARAI_SERVICE_PORT_HTTP=80",
		"SARAI_PORT=tcp://10.0.0.1:80", "SARAI_PORT_80_TCP=tcp://10.0.0.1:80", "SARAI_PORT_80_TCP_PROTO=tcp",
		"SARAI_PORT_80_TCP_PORT=80", "SARAI_PORT_80_TCP_ADDR=10.0.0.1", "SARAI_METRICS_SERVICE_HOST=10.0.0.2",
		"SARAI_TEST_POSTGRES_PROGRAMS=/nowhere")
	p.mustRun("migrate")
}

func TestFilesWhereFoldersBelong(t *testing.T) {
	for _, name := range []string{"mail", "backups"} {
		p := newPlace(t, kittest.SQLite)
		if err := os.WriteFile(filepath.Join(p.dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		p.start("serve").ended(filepath.Join(p.dir, name) + " is a file, and a folder belongs there")
	}
	for _, name := range []string{"sarai.db", "token-keys.json"} {
		p := newPlace(t, kittest.SQLite)
		if err := os.Mkdir(filepath.Join(p.dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		p.start("serve").ended(filepath.Join(p.dir, name) + " is a folder, and a file belongs there")
	}
}

func TestWhatIsEmptyInTheEnvironmentIsTheDefault(t *testing.T) {
	p := newPlace(t, kittest.SQLite, "SARAI_DATABASE_URL=", "SARAI_MAIL_URL=", "SARAI_TOKEN_KEYS=",
		"SARAI_TRUSTED_PROXIES=", "SARAI_CORS_ORIGINS=", "SARAI_PUBLIC_URL=")
	p.serve().stop()
}

func TestAnOccupiedPort(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	newPlace(t, kittest.SQLite).start("serve", "--addr", taken.Addr().String()).ended("address already in use")
}

// nobody is an account that may not write where root may; nil when the test isn't root.
func nobody(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	account, err := user.Lookup("nobody")
	if err != nil {
		t.Fatalf("the test runs as root, whom no permission stops, and there is no account nobody: %v", err)
	}
	number := func(text string) uint32 {
		parsed, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(parsed)
	}
	return &syscall.Credential{Uid: number(account.Uid), Gid: number(account.Gid)}
}

func TestDataDirectoriesThatCantBeUsed(t *testing.T) {
	folder, err := os.MkdirTemp("", "sarai-unwritable-") // t.TempDir is closed to other users
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	p := newPlace(t, kittest.SQLite)
	for _, command := range [][]string{{"serve"}, {"migrate"}, {"demo"}, {"serve", "--demo"}, {"backup", "/tmp/never"},
		{"organization", "create", "H", "h@h.example"}} {
		p.startAs(nobody(t), append(command, "--data-dir", filepath.Join(folder, "data"))...).ended(filepath.Join(folder,
			"data"))
		p.startAs(nobody(t), append(command, "--data-dir", folder)...).ended(folder)
	}

	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.start("serve", "--data-dir", file).ended(file)

	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, "sarai.db"), []byte(strings.Repeat("no database ", 1000)),
		0o600); err != nil {
		t.Fatal(err)
	}
	p.start("serve", "--data-dir", damaged).ended("sarai.db")
}

func TestTokenKeysThatCantBeUsed(t *testing.T) {
	for _, wrong := range []struct {
		mode        os.FileMode
		text, words string
	}{
		{0o644, `{"keys":[]}`, "run chmod 600"},
		{0o600, `{"keys":[]}`, "there is no token key"},
		{0o600, `{"keys":`, "token keys are not of the form"},
	} {
		p := newPlace(t, kittest.SQLite)
		path := filepath.Join(p.dir, "token-keys.json")
		if err := os.WriteFile(path, []byte(wrong.text), wrong.mode); err != nil {
			t.Fatal(err)
		}
		p.start("serve").ended(wrong.words)
	}
}

func TestHelpAndVersion(t *testing.T) {
	p := newPlace(t, kittest.SQLite)
	if said := p.mustRun("version"); said != "sarai tested\n" {
		t.Errorf("version says %q", said)
	}
	for command, words := range map[string]string{
		"":                    "Commands:",
		"serve":               "--demo",
		"migrate":             "schema",
		"demo":                "demo hotel",
		"backup":              "<file>",
		"organization":        "organization create",
		"organization create": "--timezone",
		"gst-simulator":       "--malformed",
		"version":             "Print the version",
	} {
		said := p.mustRun(append(strings.Fields(command), "--help")...)
		if !strings.Contains(said, words) || !strings.Contains(said, "Usage: sarai "+command) ||
			!strings.Contains(said, "SARAI_DATA_DIR") {
			t.Errorf("help of %q doesn't say %q:\n%s", command, words, said)
		}
	}
	if files, err := os.ReadDir(p.dir); err != nil || len(files) > 0 {
		t.Errorf("asking for help has made files: %v %v", files, err)
	}
}

// A short sheet key is a risk that the operator may take: the server starts, works with it, and warns without showing
// it.
func TestShortSheetKeyIsWarnedOf(t *testing.T) {
	const key = "s3cret-and-short"
	s := newPlace(t, kittest.SQLite, "SARAI_SHEET_KEY="+key).serve()
	request, err := http.NewRequest("DELETE", s.url+"/api/sheets/delete/665f1c2ab7e4d90012ab34cd", nil)
	if err != nil {
		t.Fatal(err)
	}
	for sent, want := range map[string]int{key: http.StatusNotFound, "another": http.StatusUnauthorized} {
		request.Header.Set("X-Sheet-Key", sent)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("the key %s is answered with %d, want %d", sent, response.StatusCode, want)
		}
	}
	if said := s.stderr.String(); !strings.Contains(said, "sheet-key is short") || strings.Contains(said, key) {
		t.Errorf("the log must warn of the key and not show it:\n%s", said)
	}
}
