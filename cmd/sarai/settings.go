package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/console"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/admit"
	"sarai/internal/kit/bucket"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/token"
	"sarai/internal/outward/backup"
	"sarai/internal/record/gst"
)

// Settings are the settings that every command takes; their flags say what each means.
type Settings struct {
	Config string // the name of a JSON file with settings

	Addr, DataDir, DatabaseURL, PublicURL   string
	MailURL, MailFrom, MailLimits           string
	TokenKeys, RateLimit, SheetKey, GSTURL  string
	Signup, Passwords, MetricsAddr, Log     string
	BookingLimit, DatabaseDirectURL         string
	Operator, BackupsKeep, BackupsStorage   string
	TrustedProxies, CORSOrigins, GSTHeaders []string
	MaxRooms, MaxFiles, DatabaseConnections int
	DatabaseDeadline, SessionLifetime       time.Duration

	demo *console.Demo // whom the console offers to sign in as; only serve --demo has it

	claimed bool // this process has claimed the SQLite file
}

// declareSettings makes a flag of each setting, with its default.
func declareSettings(f *flag.FlagSet, s *Settings) {
	f.StringVar(&s.Config, "config", "", "Read settings from this JSON file.")
	f.StringVar(&s.Addr, "addr", "127.0.0.1:8080", "Address to listen on.")
	f.StringVar(&s.DataDir, "data-dir", "./data", "Directory of database, token keys and mails.")
	f.StringVar(&s.DatabaseURL, "database-url", "", "postgres://… for PostgreSQL; empty: SQLite.")
	f.StringVar(&s.PublicURL, "public-url", "", "Base of links in mails; empty: http:// and the address.")
	f.StringVar(&s.MailURL, "mail-url", "", "smtp://user:pass@host:587; empty: mails become files.")
	f.StringVar(&s.MailFrom, "mail-from", "Sarai <no-reply@localhost>", "Sender of mails.")
	f.StringVar(&s.MailLimits, "mail-limits", "2000/500/50", "Mails a day: org/user/recipient.")
	f.StringVar(&s.TokenKeys, "token-keys", "", "Token keys shared by all nodes, as kid:hexseed,….")
	f.StringVar(&s.RateLimit, "rate-limit", "300/1m", "Requests per caller and window, or off.")
	f.Var(&list{&s.TrustedProxies, ","}, "trusted-proxies", "CIDRs of proxies whose X-Forwarded-For is trusted.")
	f.Var(&list{&s.CORSOrigins, ","}, "cors-origins", "Origins that may call the API, or *.")
	f.StringVar(&s.SheetKey, "sheet-key", "", "Key of spreadsheets for all organizations; empty: none.")
	f.StringVar(&s.GSTURL, "gst-url", "", "Where GSTINs are looked up; empty: nowhere.")
	f.Var(&list{&s.GSTHeaders, ";"}, "gst-headers", "Name: value; Name: value.")
	f.StringVar(&s.Signup, "signup", "first", "Who may sign up: first, open or closed.")
	f.StringVar(&s.MetricsAddr, "metrics-addr", "", "Address of /metrics alone; empty: the server's own.")
	f.StringVar(&s.Log, "log", "text", "Format of the log: text or json.")
	f.StringVar(&s.BookingLimit, "booking-limit", "off", "Bookings per organization and window, or off.")
	f.IntVar(&s.MaxRooms, "max-rooms", 0, "Rooms of a hotel; 0: any number.")
	f.IntVar(&s.MaxFiles, "max-files", 0, "MiB of an organization's files; 0: any number.")
	f.StringVar(&s.DatabaseDirectURL, "database-direct-url", "", "PostgreSQL's own address, for LISTEN.")
	f.IntVar(&s.DatabaseConnections, "database-connections", 0, "PostgreSQL connections; 0: by the cores.")
	f.DurationVar(&s.DatabaseDeadline, "database-deadline", 15*time.Second, "Longest transaction.")
	f.StringVar(&s.Passwords, "passwords", "warn", "Weak passwords: warn or strict.")
	f.DurationVar(&s.SessionLifetime, "session-lifetime", 365*24*time.Hour, "Longest life of a session.")
	f.StringVar(&s.Operator, "operator", "", "Organization that runs this server; empty: the first.")
	f.StringVar(&s.BackupsKeep, "backups-keep", "7/4", "Days/weeks that keep a backup.")
	f.StringVar(&s.BackupsStorage, "backups-storage", "", "s3://KEY:SECRET@host/bucket/folder; empty: none.")
}

// checkChoices refuses what isn't one of the values that there are.
func checkChoices(s *Settings) error {
	check := func(name, value string, values ...string) error {
		if slices.Contains(values, value) {
			return nil
		}
		return fmt.Errorf("--%s must be one of %s but got %q", name, quoted(values), value)
	}
	return cmp.Or(check("signup", s.Signup, "first", "open", "closed"), check("log", s.Log, "text", "json"),
		check("passwords", s.Passwords, "warn", "strict"))
}

// build wires the app to an open database.
func (s *Settings) build(d *db.DB, c clock.Clock) (*app.App, error) {
	config, err := s.config()
	if err != nil {
		return nil, err
	}
	config.DB, config.Clock, config.Log = d, c, s.logger()
	if config.Keys, err = s.keys(); err != nil {
		return nil, err
	}
	if s.SheetKey != "" && len(s.SheetKey) < safeSheetKey {
		s.logger().Warn("sheet-key is short enough to guess, and it reaches every organization: use openssl rand -hex 32",
			"characters", len(s.SheetKey), "recommended", safeSheetKey)
	}
	if config.GST.Exposed() {
		s.logger().Warn("gst-url begins with http://, so GSTINs and its headers cross the network readable for everyone",
			"gst", config.GST.Host())
	}
	if storage := config.Backups.Storage; storage != nil && storage.Exposed() {
		s.logger().Warn("backups-storage has tls=none, so backups cross the network readable for everyone",
			"host", storage.Host())
	}
	return app.New(config)
}

// config is what the settings say of the app. It refuses wrong ones without touching anything.
func (s *Settings) config() (app.Config, error) {
	c := app.Config{SheetKey: s.SheetKey, SignUp: organization.SignUpMode(s.Signup), MailFrom: s.MailFrom,
		MaxRooms: s.MaxRooms, MaxFiles: int64(s.MaxFiles) << 20, CORSOrigins: s.CORSOrigins, Version: version, Demo: s.demo,
		Held: holdMemory, MetricsApart: s.MetricsAddr != "",
		StrictPasswords: s.Passwords == "strict", SessionLifetime: s.SessionLifetime,
		Mail: mail.Files(filepath.Join(s.DataDir, mailFolder))}
	err := cmp.Or(s.checkDatabase(), s.checkNumbers(), s.checkAddresses(), checkOrigins(s.CORSOrigins),
		checkSheetKey(s.SheetKey))
	if err != nil {
		return c, err
	}
	if c.Limit, err = admit.ParseRate(s.RateLimit); err != nil {
		return c, fmt.Errorf("rate-limit %w", err)
	}
	if c.TrustedProxies, err = s.proxies(); err != nil {
		return c, err
	}
	if s.MailURL != "" {
		if c.Mail, err = mail.SMTP(s.MailURL); err != nil {
			return c, fmt.Errorf("mail-url %w", err)
		}
	}
	if _, err = mail.ParseFrom(s.MailFrom); err != nil {
		return c, fmt.Errorf("mail-from %w", err)
	}
	if c.MailLimits, err = mail.ParseLimits(s.MailLimits); err != nil {
		return c, fmt.Errorf("mail-limits %w", err)
	}
	if c.BookingLimit, err = admit.ParseRate(s.BookingLimit); err != nil {
		return c, fmt.Errorf("booking-limit %w", err)
	}
	if c.Limit.Requests == 0 {
		c.MailLimits, c.BookingLimit = mail.Limits{}, admit.Rate{}
	}
	if c.PublicURL, err = s.publicURL(); err != nil {
		return c, err
	}
	if c.Backups, err = s.backups(); err != nil {
		return c, err
	}
	c.GST, err = gst.ParseUpstream(s.GSTURL, s.GSTHeaders)
	return c, err
}

func (s *Settings) checkDatabase() error {
	if s.DatabaseDirectURL != "" && s.DatabaseURL == "" {
		return errors.New("database-direct-url is set without database-url: set both, or none for SQLite")
	}
	if s.DatabaseConnections < 0 || s.DatabaseDeadline < time.Second {
		return errors.New("database-connections must not be negative, and database-deadline at least 1s")
	}
	return nil
}

func (s *Settings) checkNumbers() error {
	if s.MaxRooms < 0 || s.MaxFiles < 0 {
		return errors.New("max-rooms and max-files must not be negative")
	}
	if s.SessionLifetime != 0 && s.SessionLifetime < time.Hour {
		return errors.New("session-lifetime must be at least 1h, such as 720h, or 0 for no end")
	}
	return nil
}

// checkAddresses refuses what can't be listened on anywhere.
func (s *Settings) checkAddresses() error {
	for name, address := range map[string]string{"addr": s.Addr, "metrics-addr": s.MetricsAddr} {
		if address == "" {
			continue
		}
		_, port, err := net.SplitHostPort(address)
		if err == nil {
			_, err = net.LookupPort("tcp", port)
		}
		if err != nil {
			return fmt.Errorf("%s must be host:port: %w", name, err)
		}
	}
	return nil
}

// checkOrigins refuses what no browser sends as its Origin, which would allow nobody.
func checkOrigins(origins []string) error {
	for _, origin := range origins {
		parsed, err := url.Parse(origin)
		if origin == "*" || err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https") && parsed.Hostname() != "" &&
			parsed.User == nil && origin == parsed.Scheme+"://"+parsed.Host && isPort(parsed) {
			continue
		}
		return fmt.Errorf("cors-origins must be *, or origins such as https://app.example.com without a path, separated by "+
			"commas, not %q", origin)
	}
	return nil
}

// isPort tells whether the address has no port, or one that there can be.
func isPort(address *url.URL) bool {
	port, err := strconv.ParseUint(address.Port(), 10, 16)
	return err == nil && port > 0 || address.Port() == "" && !strings.HasSuffix(address.Host, ":")
}

// backups says who may make backups, where they go, and which stay.
func (s *Settings) backups() (c backup.Config, err error) {
	c = backup.Config{Operator: s.Operator, Folder: filepath.Join(s.DataDir, backupFolder)}
	if s.Operator != "" && !id.Valid(s.Operator) {
		return c, errors.New("operator must be the id of an organization, 24 characters of 0-9 and a-f")
	}
	if c.Keep, err = backup.ParseKeep(s.BackupsKeep); err != nil {
		return c, fmt.Errorf("backups-keep %w", err)
	}
	if s.BackupsStorage == "" {
		return c, nil
	}
	if c.Storage, err = bucket.Parse(s.BackupsStorage); err != nil {
		return c, fmt.Errorf("backups-storage %w", err)
	}
	return c, nil
}

// safeSheetKey is the length from which a sheet key counts as impossible to guess.
const safeSheetKey = 32

// sheetKeyShape is what a header can carry.
var sheetKeyShape = regexp.MustCompile(`^[!-~]{1,500}$`)

// checkSheetKey refuses a key that no header can carry.
func checkSheetKey(key string) error {
	if key != "" && !sheetKeyShape.MatchString(key) {
		return errors.New("sheet-key must have 1 to 500 ASCII characters, none of them a space: " +
			"openssl rand -hex 32 makes one")
	}
	return nil
}

func (s *Settings) keys() (*token.Keys, error) {
	if s.TokenKeys == "" {
		return token.LoadOrCreate(s.DataDir)
	}
	keys, err := token.Parse(s.TokenKeys)
	if err != nil {
		return nil, fmt.Errorf("token-keys %w", err)
	}
	return keys, nil
}

func (s *Settings) proxies() ([]netip.Prefix, error) {
	var prefixes []netip.Prefix
	for _, text := range s.TrustedProxies {
		prefix, err := netip.ParsePrefix(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("trusted-proxies must be CIDRs such as 10.0.0.0/8: %w", err)
		}
		prefixes = append(prefixes, prefix)
	}
	return prefixes, nil
}

func (s *Settings) publicURL() (string, error) {
	if s.PublicURL == "" {
		host, port, err := net.SplitHostPort(s.Addr)
		if err != nil {
			return "", fmt.Errorf("addr must be host:port: %w", err)
		}
		if host == "" || host == "0.0.0.0" || host == "::" {
			host = "localhost"
		}
		return "http://" + net.JoinHostPort(host, port), nil
	}
	parsed, err := url.Parse(s.PublicURL)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return "", errors.New("public-url must begin with http:// or https://")
	}
	if parsed.RawQuery+parsed.Fragment != "" || parsed.User != nil {
		return "", errors.New("public-url must end with the host or a path, such as https://pms.example.com")
	}
	return strings.TrimRight(s.PublicURL, "/"), nil
}
