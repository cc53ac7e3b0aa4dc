package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// values are three that a setting can have: in the file, in the environment, as a flag. A setting that is missing
// here fails the test.
var values = map[string][3]any{
	"config":          {}, // where the file is; it can't be in the file
	"addr":            {"127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3"},
	"data-dir":        {"/one", "/two", "/three"},
	"database-url":    {"postgres://one/x", "postgres://two/x", "postgres://three/x"},
	"public-url":      {"https://one.test", "https://two.test", "https://three.test"},
	"mail-url":        {"smtp://one.test", "smtp://two.test", "smtp://three.test"},
	"mail-from":       {"one@hotel.test", "two@hotel.test", "three@hotel.test"},
	"token-keys":      {"one:00", "two:00", "three:00"},
	"rate-limit":      {"1/1m", "2/1m", "3/1m"},
	"trusted-proxies": {[]string{"10.0.0.0/8", "10.1.0.0/16"}, []string{"11.0.0.0/8"}, []string{"12.0.0.0/8", "::1/128"}},
	"cors-origins":    {[]string{"https://one.test"}, []string{"*"}, []string{"https://three.test", "https://four.test"}},
	"sheet-key":       {strings.Repeat("1", 32), strings.Repeat("2", 32), strings.Repeat("3", 32)},
	"gst-url":         {"https://one.test", "https://two.test", "https://three.test"},
	"gst-headers":     {[]string{"x-key: one", "x-client: us"}, []string{"x-key: two"}, []string{"x-key: three, four"}},
	"signup":          {"open", "closed", "first"},
	"metrics-addr":    {"127.0.0.1:4", "127.0.0.1:5", "127.0.0.1:6"},
	"log":             {"json", "text", "json"},
	"demo":            {true, false, true},

	"booking-limit":        {"1/1m", "2/1m", "3/1m"},
	"max-rooms":            {1, 2, 3},
	"max-files":            {1, 2, 3},
	"mail-limits":          {"1/1/1", "2/2/2", "3/3/3"},
	"database-direct-url":  {"postgres://one/x", "postgres://two/x", "postgres://three/x"},
	"database-connections": {1, 2, 3},
	"database-deadline":    {"1s", "2s", "3s"},

	"operator":        {strings.Repeat("1", 24), strings.Repeat("2", 24), strings.Repeat("3", 24)},
	"backups-keep":    {"1/1", "2/2", "3"},
	"backups-storage": {"s3://k:s@one.test/b", "s3://k:s@two.test/b", "s3://k:s@three.test/b"},

	"passwords":        {"strict", "warn", "strict"},
	"session-lifetime": {"720h0m0s", "1h0m0s", "0s"},
}

func TestAFlagGoesBeforeTheEnvironmentAndThatBeforeTheFile(t *testing.T) {
	for _, setting := range serveFlags(t) {
		given, known := values[setting.Name]
		if !known {
			t.Errorf("the test has no values for --%s", setting.Name)
		}
		if setting.Name == "config" {
			continue
		}
		variable := "SARAI_" + strings.ToUpper(strings.ReplaceAll(setting.Name, "-", "_"))
		inFile := func(name string) []string {
			return []string{"--config", writeConfig(t, map[string]any{name: given[0]})}
		}
		asFlag := fmt.Sprintf("--%s=%s", setting.Name, written(given[2]))

		check := func(want any, environment bool, args ...string) {
			t.Helper()
			if environment {
				t.Setenv(variable, written(given[1]))
			} else {
				os.Unsetenv(variable)
			}
			if got := parsed(t, setting.Name, args...); !reflect.DeepEqual(got, want) {
				t.Errorf("%s is %v, want %v (environment: %t, arguments: %v)", setting.Name, got, want, environment, args)
			}
		}
		check(given[0], false, inFile(setting.Name)...)
		check(given[0], false, inFile(strings.ReplaceAll(setting.Name, "-", "_"))...)
		check(given[1], true, inFile(setting.Name)...)
		check(given[1], true)
		check(given[2], true, append(inFile(setting.Name), asFlag)...)
		check(given[2], false, append(inFile(setting.Name), asFlag)...)
		check(given[2], false, asFlag)
		t.Setenv("SARAI_CONFIG", inFile(setting.Name)[1])
		check(given[0], false)
		check(given[1], true)
		os.Unsetenv("SARAI_CONFIG")
		os.Unsetenv(variable)
	}
}

// A header's value may hold a semicolon.
func TestASeparatorAfterABackslashBelongsToItsEntry(t *testing.T) {
	serveFlags(t) // clears the environment
	got := parsed(t, "gst-headers", `--gst-headers=x-key: one\;two;x-client: us`)
	if want := []string{"x-key: one;two", "x-client: us"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the headers are %q, want %q", got, want)
	}
}

// serveFlags are the flags that `sarai serve` takes, less --help.
func serveFlags(t *testing.T) (flags []*flag.Flag) {
	t.Helper()
	for _, entry := range os.Environ() {
		if name, value, _ := strings.Cut(entry, "="); strings.HasPrefix(name, "SARAI_") {
			t.Setenv(name, value) // puts it back at the end
			os.Unsetenv(name)
		}
	}
	in, err := parse([]string{"serve"}, commands(), &Settings{})
	if err != nil {
		t.Fatal(err)
	}
	in.flags.VisitAll(func(f *flag.Flag) { flags = append(flags, f) })
	return flags
}

// parsed is the value that a setting of `sarai serve` gets.
func parsed(t *testing.T, name string, args ...string) any {
	t.Helper()
	in, err := parse(append([]string{"serve"}, args...), commands(), &Settings{})
	if err != nil {
		t.Fatal(err)
	}
	switch value := in.flags.Lookup(name).Value.(type) {
	case *list:
		return *value.entries
	case flag.Getter:
		if length, ok := value.Get().(time.Duration); ok {
			return length.String() // as a setting writes it
		}
		return value.Get()
	}
	t.Fatalf("there is no flag --%s", name)
	return nil
}

// written is a value as on a command line.
func written(value any) string {
	if list, ok := value.([]string); ok {
		return strings.Join(list, ",")
	}
	return fmt.Sprint(value)
}

func writeConfig(t *testing.T, settings map[string]any) string {
	t.Helper()
	text, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sarai.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
