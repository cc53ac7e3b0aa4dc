package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/console"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/token"
	"sarai/internal/kit/web"
	"sarai/internal/record/audit"
	"sarai/internal/record/gst"
	"sarai/migrations"
)

// Settings are the settings that every command takes.
type Settings struct {
	Config string `help:"Read settings from this JSON file." env:"SARAI_CONFIG" placeholder:"FILE"`

	Addr           string   `help:"Address to listen on." env:"SARAI_ADDR" default:"127.0.0.1:8080"`
	DataDir        string   `help:"Directory of database, token keys and mails." env:"SARAI_DATA_DIR" default:"./data"`
	DatabaseURL    string   `help:"postgres://… for PostgreSQL; empty: SQLite." env:"SARAI_DATABASE_URL"`
	PublicURL      string   `help:"Base of links in mails; empty: http:// and the address." env:"SARAI_PUBLIC_URL"`
	MailURL        string   `help:"smtp://user:pass@host:587; empty: mails become files." env:"SARAI_MAIL_URL"`
	MailFrom       string   `help:"Sender of mails." env:"SARAI_MAIL_FROM" default:"Sarai <no-reply@localhost>"`
	MailLimits     string   `help:"Mails a day, by organization/user/recipient." env:"SARAI_MAIL_LIMITS" default:"off"`
	TokenKeys      string   `help:"Token keys shared by all nodes, as kid:hexseed,…." env:"SARAI_TOKEN_KEYS"`
	RateLimit      string   `help:"Requests per caller and window, or off." env:"SARAI_RATE_LIMIT" default:"300/1m"`
	TrustedProxies []string `help:"CIDRs of proxies whose X-Forwarded-For is trusted." env:"SARAI_TRUSTED_PROXIES"`
	CORSOrigins    []string `name:"cors-origins" help:"Origins that may call the API, or *." env:"SARAI_CORS_ORIGINS"`
	SheetKey       string   `help:"Key of spreadsheets for all organizations; empty: none." env:"SARAI_SHEET_KEY"`
	GSTURL         string   `name:"gst-url" help:"Where GSTINs are looked up; empty: nowhere." env:"SARAI_GST_URL"`
	GSTHeaders     []string `name:"gst-headers" sep:";" help:"Name: value; Name: value." env:"SARAI_GST_HEADERS"`
	Signup         string   `help:"Who may sign up." env:"SARAI_SIGNUP" enum:"first,open,closed" default:"first"`
	MetricsAddr    string   `help:"Address of /metrics alone; empty: the server's own." env:"SARAI_METRICS_ADDR"`
	Log            string   `help:"Format of the log." env:"SARAI_LOG" enum:"text,json" default:"text"`

	BookingLimit string `help:"Bookings per organization and window, or off." env:"SARAI_BOOKING_LIMIT" default:"off"`
	MaxRooms     int    `help:"Rooms of a hotel; 0: any number." env:"SARAI_MAX_ROOMS"`
	MaxFiles     int    `help:"MiB of an organization's files; 0: any number." env:"SARAI_MAX_FILES"`

	DatabaseDirectURL   string        `help:"PostgreSQL's own address, for LISTEN." env:"SARAI_DATABASE_DIRECT_URL"`
	DatabaseConnections int           `help:"PostgreSQL connections; 0: by the cores." env:"SARAI_DATABASE_CONNECTIONS"`
	DatabaseDeadline    time.Duration `help:"Longest transaction." env:"SARAI_DATABASE_DEADLINE" default:"15s"`
	Passwords           string        `help:"Weak passwords." env:"SARAI_PASSWORDS" enum:"warn,strict" default:"warn"`
	SessionLifetime     time.Duration `help:"Longest life of a session." env:"SARAI_SESSION_LIFETIME" default:"8760h"`

	demo *console.Demo // whom the console offers to sign in as; only serve --demo has it
}

// openDatabase opens and migrates the database.
func (s *Settings) openDatabase(ctx context.Context, c clock.Clock) (*db.DB, error) {
	if err := os.MkdirAll(s.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data directory: %w", err)
	}
	keys, err := s.keys()
	if err != nil {
		return nil, err
	}
	if s.DatabaseConnections < 0 || s.DatabaseDeadline != 0 && s.DatabaseDeadline < time.Second {
		return nil, errors.New("database-connections must not be negative, and database-deadline at least 1s")
	}
	for _, address := range []string{s.DatabaseURL, s.DatabaseDirectURL} {
		if host := db.Exposed(address); host != "" {
			s.logger().Warn("the connection to PostgreSQL crosses the network without proof of who answers: "+
				"add sslmode=verify-full to the URL", "host", host)
		}
	}
	d, err := db.Open(ctx, db.Config{URL: s.databaseAddress(), DirectURL: s.DatabaseDirectURL,
		MaxConns: s.DatabaseConnections, Deadline: s.DatabaseDeadline, Clock: c})
	if err != nil {
		return nil, err
	}
	if err := d.Migrate(ctx, migrations.FS, migrations.Steps(audit.Marks(keys).Sign)...); err != nil {
		return nil, fmt.Errorf("migrate the database: %w", closing(d, err))
	}
	return d, nil
}

// databaseAddress is the database's URL as package db takes it.
func (s *Settings) databaseAddress() string {
	if s.DatabaseURL != "" {
		return s.DatabaseURL
	}
	return "sqlite:" + s.sqliteFile()
}

func (s *Settings) sqliteFile() string { return filepath.Join(s.DataDir, "sarai.db") }

// build wires the app to an open database.
func (s *Settings) build(d *db.DB, c clock.Clock) (*app.App, error) {
	limit, err := web.ParseRateLimit(s.RateLimit)
	if err != nil {
		return nil, fmt.Errorf("rate-limit %w", err)
	}
	proxies, err := s.proxies()
	if err != nil {
		return nil, err
	}
	keys, err := s.keys()
	if err != nil {
		return nil, err
	}
	transport := mail.Files(filepath.Join(s.DataDir, "mail"))
	if s.MailURL != "" {
		if transport, err = mail.SMTP(s.MailURL); err != nil {
			return nil, fmt.Errorf("mail-url %w", err)
		}
	}
	mailLimits, err := mail.ParseLimits(s.MailLimits)
	if err != nil {
		return nil, fmt.Errorf("mail-limits %w", err)
	}
	bookingLimit, err := web.ParseRateLimit(s.BookingLimit)
	if err != nil {
		return nil, fmt.Errorf("booking-limit %w", err)
	}
	if limit.Requests == 0 {
		mailLimits, bookingLimit = mail.Limits{}, web.RateLimit{}
	}
	if s.MaxRooms < 0 || s.MaxFiles < 0 {
		return nil, errors.New("max-rooms and max-files must not be negative")
	}
	publicURL, err := s.publicURL()
	if err != nil {
		return nil, err
	}
	if err := s.checkSheetKey(); err != nil {
		return nil, err
	}
	if s.SessionLifetime != 0 && s.SessionLifetime < time.Hour {
		return nil, errors.New("session-lifetime must be at least 1h, such as 720h, or 0 for no end")
	}
	upstream, err := gst.ParseUpstream(s.GSTURL, s.GSTHeaders)
	if err != nil {
		return nil, err
	}
	if upstream.Exposed() {
		s.logger().Warn("gst-url begins with http://, so GSTINs and its headers cross the network readable for everyone",
			"gst", upstream.Host())
	}
	return app.New(app.Config{
		DB: d, Clock: c, Log: s.logger(), Keys: keys, SheetKey: s.SheetKey, SignUp: organization.SignUpMode(s.Signup),
		PublicURL: publicURL, Mail: transport, MailFrom: s.MailFrom, MailLimits: mailLimits,
		Limit: limit, TrustedProxies: proxies, BookingLimit: bookingLimit, MaxRooms: s.MaxRooms,
		MaxFiles: int64(s.MaxFiles) << 20, CORSOrigins: s.CORSOrigins, GST: upstream, Version: version, Demo: s.demo,
		Backups: filepath.Join(s.DataDir, "backups"), Held: holdMemory, MetricsApart: s.MetricsAddr != "",
		StrictPasswords: s.Passwords == "strict", SessionLifetime: s.SessionLifetime,
	})
}

// safeSheetKey is the length from which a sheet key counts as impossible to guess.
const safeSheetKey = 32

// sheetKeyShape is what a header can carry.
var sheetKeyShape = regexp.MustCompile(`^[!-~]{1,500}$`)

// checkSheetKey refuses a key that no header can carry, and warns of one that is short enough to guess.
func (s *Settings) checkSheetKey() error {
	if s.SheetKey == "" {
		return nil
	}
	if !sheetKeyShape.MatchString(s.SheetKey) {
		return errors.New("sheet-key must have 1 to 500 ASCII characters, none of them a space: " +
			"openssl rand -hex 32 makes one")
	}
	if len(s.SheetKey) < safeSheetKey {
		s.logger().Warn("sheet-key is short enough to guess, and it reaches every organization: use openssl rand -hex 32",
			"characters", len(s.SheetKey), "recommended", safeSheetKey)
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
